import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serveNpmPackage } from '../fixtures/npm-registry'
import { command, expect, extractedText, ready, settled, startHost, test as base, showPanel } from './app'

const HEADINGS = `module.exports = class Defuddle {
  constructor(document) { this.document = document }
  parse() { return { content: [...this.document.querySelectorAll('h1')].map((h) => h.outerHTML).join('') } }
}`

const test = base.extend<{ fresh: Page }>({
  fresh: async ({ page, folder }, use) => {
    const registry = await serveNpmPackage(
      'defuddle',
      new Map([
        ['0.1.0', 'broken('],
        ['0.2.0', HEADINGS],
      ]),
    )
    const env = { BOILERSCOPE_DATA: join(folder, 'data'), BOILERSCOPE_PEERS: join(folder, 'peers'), npm_config_registry: registry.url }
    const started: { readonly process: ChildProcess; readonly host: { readonly url: string } } = await startHost([], {
      ...env,
      npm_config_cache: join(folder, 'cache'),
    })
    await page.goto(started.host.url)
    await ready(page)
    await use(page)
    started.process.removeAllListeners('exit')
    started.process.kill('SIGTERM')
    await registry.close()
  },
})

test('a user installs an older version of a library, runs it under its name, and removes it', { tag: '@long' }, async ({ fresh: app }) => {
  await command(app, 'Install libraries')
  const dialog = app.getByRole('dialog', { name: 'Install libraries' })
  const row = dialog.getByRole('listitem', { name: 'Defuddle' })
  await expect(row).toContainText('built in')
  await expect(dialog.getByRole('listitem', { name: 'trafilatura', exact: true })).toContainText(/not installed|installed/)
  await row.getByRole('button', { name: 'Other version …' }).click()
  await row.getByLabel('Version of Defuddle').selectOption('0.2.0')
  await expect(dialog).toBeHidden()
  await settled(app)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'defuddle@0.2.0')
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toHaveText(/^.{5,120}$/s)
  await command(app, 'Your extractors')
  await app.getByRole('listitem', { name: 'Defuddle 0.2.0' }).getByRole('button', { name: 'Remove' }).click()
  await app.keyboard.press('Escape')
  await expect(app.getByRole('combobox', { name: 'Extractor' })).not.toHaveAttribute('data-value', 'defuddle@0.2.0')
})
