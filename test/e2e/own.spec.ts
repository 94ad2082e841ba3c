/** An extractor of one's own in the window, as a person brings it: added, saved, broken, mended, taken back. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  command,
  expect,
  extractedText,
  openSample,
  pageView,
  ready,
  selectBySearch,
  settled,
  showPanel,
  startHost,
  test as base,
  whySentence,
} from './app'

/** A window of a host that knows no file yet. */
const test = base.extend<{ own: { app: Page; restart: (args?: readonly string[]) => Promise<void> } }>({
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

/** A method that keeps texts of at least a number of characters, and leaves a trace on the disk when it is loaded. */
function method(folder: string, { title = 'Long texts', least = 60, body = '' } = {}): string {
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

const dialog = (app: Page): Locator => app.getByRole('dialog', { name: 'Add an extractor' })
/** What stands over the panes where an extraction failed. */
const alarm = (app: Page): Locator => app.locator('.failure-bar').getByRole('alert')
const status = (app: Page): Locator => app.getByRole('contentinfo', { name: 'Status' })
const hasRun = (folder: string): boolean => existsSync(join(folder, 'ran'))

/** Adds a file as a person does: by its path, after a look at it. */
async function addByDialog(app: Page, path: string): Promise<void> {
  await app.getByRole('button', { name: 'Extractors of your own' }).click()
  await app.getByRole('menuitem', { name: 'Add extractor …' }).click()
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Look at it' }).click()
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await expect(dialog(app)).toBeHidden()
  await settled(app)
}

test('a module is added by its path, shown before it runs, and then is an extractor like every other', async ({ own: { app }, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await command(app, 'Add extractor')
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Look at it' }).click()
  await expect(dialog(app)).toContainText(path)
  await expect(dialog(app)).toContainText(/sha256\s*[0-9a-f]{64}/)
  expect(hasRun(folder)).toBe(false)
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('long-texts')
  await settled(app)
  expect(hasRun(folder)).toBe(true)
  await expect(extractedText(app)).toContainText('Eleven volunteers')

  // A form of its parameters, its measures, its reasons, and what would change them.
  await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })).toHaveValue('60')
  await selectBySearch(app, 'Eleven volunteers')
  await expect(whySentence(app)).toContainText(/length/)
  await expect(app.getByRole('group', { name: 'What would change it' })).toBeVisible()

  // A column in Compare, a film in Demonstrate, a row in Evaluate.
  await command(app, 'Workspace: Compare')
  await expect(app.getByRole('region', { name: 'Compare' })).toContainText('Long texts')
  await command(app, 'Workspace: Demonstrate')
  await app.locator('.transport-chapters button', { hasText: /^judge$/ }).click()
  await expect(app.getByRole('main')).toContainText('Long texts stay.')
})

test('saved, it runs again: selection, values and scroll stay; broken, it says where, and the last good result stays, dimmed; mended, it is back', async ({
  own: { app },
  folder,
}) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await addByDialog(app, path)
  const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })
  await least.fill('200')
  await least.press('Enter')
  await settled(app)
  await selectBySearch(app, 'h1')
  const node = await app.locator('[role="treeitem"][aria-selected="true"]').textContent()

  writeFileSync(path, method(folder, { title: 'Longer texts' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' }).locator('option:checked')).toHaveText('Longer texts')
  await expect(least).toHaveValue('200')
  await expect(app.locator('[role="treeitem"][aria-selected="true"]')).toHaveText(node ?? '')

  // Editors write another file and rename it.
  const kept = await extractedText(app).textContent()
  writeFileSync(join(folder, '.mine.ts.swp'), method(folder, { body: 'const nothing: string[] = []\n    nothing[3]!.trim()' }))
  renameSync(join(folder, '.mine.ts.swp'), path)
  await expect(alarm(app)).toContainText('mine.ts:19:')
  await expect(alarm(app).locator('pre')).toContainText('> 19 |     nothing[3]!.trim()')
  await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')
  expect(await extractedText(app).textContent()).toBe(kept)

  writeFileSync(path, method(folder).replace('run(', 'run(('))
  await expect(alarm(app)).toContainText(/mine\.ts:\d+:\d+: /)
  await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')

  writeFileSync(path, method(folder, { title: 'Mended' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' }).locator('option:checked')).toHaveText('Mended')
  await expect(alarm(app)).toBeHidden()
  await expect(app.getByRole('main')).not.toHaveAttribute('data-stale')
})

test('what was agreed to runs at the next start; what changed meanwhile waits for the person; what was taken back is gone', async ({
  own: { app, restart },
  folder,
}) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await addByDialog(app, path)
  await restart()
  await expect(app.getByRole('combobox', { name: 'Extractor' }).locator('option', { hasText: 'Long texts' })).toHaveCount(1)

  // Somebody changes it while nothing runs.
  await restart(['--port', '0'])
  const list = app.getByRole('dialog', { name: 'Extractors of your own' })
  await command(app, 'Extractors of your own')
  await expect(list.getByRole('listitem', { name: 'Long texts' })).toContainText('watched')
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toContainText('There are none yet.')
  await app.keyboard.press('Escape')
  await expect(app.getByRole('combobox', { name: 'Extractor' }).locator('option', { hasText: 'Long texts' })).toHaveCount(0)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).not.toHaveValue('long-texts')
  expect(existsSync(path)).toBe(true)
})

test('a dropped module is asked about, and found where a person would look for it', async ({ own: { app }, folder }) => {
  const text = method(folder)
  await app.evaluate((source) => {
    const data = new DataTransfer()
    data.items.add(new File([source], 'dropped.ts'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }, text)
  await expect(dialog(app)).toContainText('A window is not told in which folder “dropped.ts” lies.')
  await expect(dialog(app).getByRole('textbox')).toHaveValue('dropped.ts')
  const path = join(folder, 'dropped.ts')
  writeFileSync(path, text)
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Look at it' }).click()
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await settled(app)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('long-texts')
})

test('a program is added by its description, and what its command names is saved and run again', async ({ own: { app }, folder }) => {
  const program = (mark: string): string => `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line)
  console.log(JSON.stringify({ id, text: ${JSON.stringify(mark)} }))
}`
  writeFileSync(join(folder, 'prog.mjs'), program('The harbour of Bellmarsh'))
  const path = join(folder, 'prog.json')
  writeFileSync(path, JSON.stringify({ id: 'prog', title: 'My program', command: process.execPath, args: ['prog.mjs'], mode: 'jsonl' }))
  await addByDialog(app, path)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('prog')
  writeFileSync(join(folder, 'prog.mjs'), 'process.exit(3)')
  await expect(alarm(app)).toContainText('ended with exit code 3')
  writeFileSync(join(folder, 'prog.mjs'), program('Bellmarsh'))
  await expect(alarm(app)).toBeHidden()
})

test('a copy of LQF is written where the person says, asked about, and runs', async ({ own: { app }, folder }) => {
  await command(app, 'New extractor from')
  const form = app.getByRole('dialog', { name: 'New extractor' })
  const path = join(folder, 'my-method.ts')
  await form.getByRole('combobox').selectOption('lqf')
  await form.getByRole('textbox').fill(path)
  await form.getByRole('button', { name: 'Write it' }).click()
  await expect(dialog(app)).toContainText('This is your copy.')
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('my-method')
  await settled(app)
  expect(readFileSync(path, 'utf8')).toContain("from 'boilerscope/extractor'")
})

test('a method made of the template explains itself on the first click on a paragraph of the page', async ({ own: { app }, folder }) => {
  await command(app, 'New extractor from')
  const form = app.getByRole('dialog', { name: 'New extractor' })
  await form.getByRole('textbox').fill(join(folder, 'stops.ts'))
  await form.getByRole('button', { name: 'Write it' }).click()
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('stops')
  await settled(app)
  await pageView(app).getByText('At eight minutes past seven').click()
  await expect(whySentence(app)).toHaveText(/^Kept, as its 1 text was kept by links: link share 0 is at most the limit 0\.4\.$/)
  await expect(app.getByRole('group', { name: 'What decided inside it' })).toContainText('slack')
  await expect(app.getByRole('group', { name: 'How it got there' })).toContainText('rules looked inside it')
})

test('nothing is run because a session or a link names it: a sentence says what to do', async ({ own: { app }, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  const session = {
    format: 'boilerscope-session',
    version: 1,
    active: 0,
    extractors: [{ id: 'long-texts', path }],
    tabs: [{ source: { kind: 'sample', id: 'overview' }, mode: 'source', extractor: 'long-texts', preset: 'default', params: {} }],
  }
  await app.evaluate((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'other.boilerscope.json'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }, JSON.stringify(session))
  await expect(status(app)).toContainText('There is no extractor “long-texts” here.')
  for (const name of ['long-texts', path, 'file://' + path]) {
    await app.evaluate((hash) => (location.hash = hash), `page=sample:news-article&extractor=${encodeURIComponent(name)}`)
    await expect(status(app)).toContainText(`There is no extractor “${name}” here.`)
  }
  await settled(app)
  expect(hasRun(folder)).toBe(false)
})

test('it keeps its place on the page: charts and the tree stay as they are when it is saved', async ({ own: { app }, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await openSample(app, 'Overview page')
  await addByDialog(app, path)
  await showPanel(app, 'Source')
  const source = app.locator('[data-panel="source"] .source-scroll, [data-panel="source"] [tabindex="0"]').first()
  await source.evaluate((element) => (element.scrollTop = 300))
  const before = await source.evaluate((element) => element.scrollTop)
  writeFileSync(path, method(folder, { title: 'Saved again' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' }).locator('option:checked')).toHaveText('Saved again')
  await settled(app)
  expect(await source.evaluate((element) => element.scrollTop)).toBe(before)
})

test('the page of a node that is wrongly kept is reduced to the least that shows it, with a report to copy', async ({ own: { app } }) => {
  await app.getByRole('treeitem').filter({ hasText: 'p.standfir' }).first().click({ button: 'right' })
  await app.getByRole('menuitem', { name: /Reduce to a reproducer/ }).click()
  const form = app.getByRole('dialog', { name: 'Reduce to a reproducer' })
  await expect(form).toContainText('CECTD-DS still keeps “Eleven volunteers')
  const found = form.getByRole('region', { name: 'Reproducer' })
  await expect(found).toContainText('No single element, attribute or word can go.', { timeout: 60_000 })
  await expect(found.locator('pre')).toContainText('Eleven volunteers')
  await found.getByRole('button', { name: 'Open it' }).click()
  await settled(app)
  await expect(extractedText(app)).toContainText('Eleven volunteers')
})

test('the guide’s way from nothing to a method of one’s own: written, agreed to, measured, explained, changed', async ({
  own: { app },
  folder,
}) => {
  const path = join(folder, 'my-method.ts')
  await command(app, 'New extractor from')
  const form = app.getByRole('dialog', { name: 'New extractor' })
  await expect(form.getByRole('combobox')).toHaveValue('template')
  await form.getByRole('textbox').fill(path)
  await form.getByRole('button', { name: 'Write it' }).click()
  await dialog(app).getByRole('button', { name: 'Agree and run it' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('my-method')
  await settled(app)
  await expect(extractedText(app)).toContainText('Eleven volunteers')
  const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least characters' })
  await expect(least).toHaveValue('60')
  await selectBySearch(app, '.standfirst')
  await expect(whySentence(app)).toHaveText(/^(Kept|Dropped|On the way)/)
  writeFileSync(path, readFileSync(path, 'utf8').replace('default: 60', 'default: 1000'))
  await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('button', { name: 'Reset all' })).toBeEnabled()
})
