/** A window with custom extractors in a folder of the test. */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { command, expect, ready, settled, startHost, test as base } from './app'

/** A window of a host without approved files. */
export const test = base.extend<{ own: { app: Page; restart: (args?: readonly string[]) => Promise<void> } }>({
  own: async ({ page, folder }, use) => {
    let running: ChildProcess | null = null
    const end = async (): Promise<void> => {
      if (!running) return
      running.removeAllListeners('exit')
      const ended = new Promise((resolve) => running?.once('exit', resolve))
      running.kill('SIGTERM')
      await ended
    }
    const restart = async (args: readonly string[] = []): Promise<void> => {
      await end()
      const started = await startHost(args, { BOILERSCOPE_DATA: join(folder, 'data') })
      running = started.process
      await page.goto('about:blank')
      await page.goto(started.host.url)
      await ready(page)
    }
    await restart()
    await use({ app: page, restart })
    await end()
  },
})

/** An extractor that keeps texts of at least a number of characters, and writes a file when it is loaded. */
export function method(folder: string, { title = 'Long texts', least = 60, body = '' } = {}): string {
  return `import { appendFileSync } from 'node:fs'
import { defineExtractor, number } from 'boilerscope/extractor'

appendFileSync(${JSON.stringify(join(folder, 'ran'))}, 'x')

export default defineExtractor({
  id: 'long-texts',
  title: '${title}',
  family: 'system',
  paper: { authors: 'Me', title: 'Mine', venue: 'here', year: 2026 },
  summary: 'Keeps long texts.',
  params: { least: number({ label: 'least', description: 'Characters.', origin: 'ours', default: ${least}, min: 0, max: 1000, step: 1 }) },
  measures: { C: { label: 'characters', unit: 'characters', description: 'Characters of the text.' } },
  rules: { long: { label: 'long', measure: 'C', relation: '≥', quantity: 'length', unit: '', sentence: 'Its {value} characters are held against {limit}.' } },
  charts: [{ id: 'c', title: 'Characters', per: 'node', series: ['C'] }],
  mainMeasure: 'C',
  run({ tree, p, step, decide }) {
    ${body}
    step('judge', 'Long texts stay.', { measures: ['C'] })
    const texts = new Uint8Array(tree.size)
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 0) continue
      texts[e] = tree.length[e] >= p.least ? 1 : 0
      decide(e, texts[e] === 1 ? 'keepNode' : 'fail', 'long', tree.length[e], p.least)
    }
    return { kept: { texts }, measures: { C: tree.length } }
  },
})
`
}

export const dialog = (app: Page): Locator => app.getByRole('dialog', { name: 'Add an extractor' })

export const hasRun = (folder: string): boolean => existsSync(join(folder, 'ran'))

/** Adds a file as a user does: enters its path, and approves the file. */
export async function addByDialog(app: Page, path: string): Promise<void> {
  await command(app, 'Add extractor')
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await expect(dialog(app)).toBeHidden()
  await settled(app)
}
