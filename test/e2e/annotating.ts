import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { root } from '../../scripts/ensure.mjs'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { GoldFile } from '../../shared/gold/gold-file'
import { textOfLabels } from '../../shared/gold/gold-text'
import { parsePage } from '../../shared/page/parse-page'
import { captureOf, NOW } from '../fixtures/captured'
import { expect } from './app'

export const SAMPLES = join(root, 'electron', 'samples')
export const ARTICLE = 'news-article'

export async function makeCorpus(folder: string, ids: readonly string[]): Promise<string> {
  const path = join(folder, 'corpus')
  const store = await createCorpus(path, 'Samples', NOW)
  for (const id of ids) {
    const html = readFileSync(join(SAMPLES, 'pages', `${id}.html`), 'utf8')
    await store.add({ id, loader: 'test', capture: captureOf(html, { label: id, url: `https://samples.example/${id}` }) })
  }
  return path
}

export async function openCorpus(app: Page, path: string, annotator: string): Promise<void> {
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await openFolder(app, path)
  await setAnnotator(app, annotator)
}

export async function openFolder(app: Page, path: string): Promise<void> {
  await app.getByRole('button', { name: 'Open corpus …' }).click()
  const dialog = app.getByRole('dialog', { name: 'Open corpus' })
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill(path)
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
}

export async function createByDialog(app: Page, name: string, path: string): Promise<void> {
  await app.getByRole('button', { name: 'New corpus …' }).click()
  const dialog = app.getByRole('dialog', { name: 'New corpus' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'New or empty folder' }).fill(path)
  await dialog.getByRole('button', { name: 'Create' }).click()
}

export async function setAnnotator(app: Page, name: string): Promise<void> {
  const field = app.getByRole('textbox', { name: 'Annotator', exact: true })
  await field.fill(name)
  await field.press('Enter')
}

export function pageOption(app: Page, options: { readonly name?: string } = {}): Locator {
  return app.getByTestId('corpus-pages').getByRole('option', options)
}

export async function openPage(app: Page, id: string): Promise<FrameLocator> {
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await pageOption(app, { name: id }).dblclick()
  return labelled(app, id)
}

export async function labelSamples(app: Page, folder: string, ids: readonly [string, ...string[]] = [ARTICLE]) {
  const corpus = await makeCorpus(folder, ids)
  await openCorpus(app, corpus, 'ann')
  return { corpus, page: await openPage(app, ids[0]) }
}

export async function press(app: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await app.keyboard.press(key)
}

export async function labelled(app: Page, id: string): Promise<FrameLocator> {
  const frame = app.locator(`iframe[data-testid="label-frame"][title="The page ${id}"][data-ready]`)
  await expect(frame).toBeVisible()
  return app.frameLocator('iframe[data-testid="label-frame"]')
}

export async function saved(app: Page): Promise<void> {
  await expect(app.getByTestId('save-state')).toHaveAttribute('data-state', 'saved')
}

export function goldOf(corpus: string, page: string, annotator: string): GoldFile {
  return GoldFile.parse(JSON.parse(readFileSync(join(corpus, 'pages', page, 'gold', `${annotator}.json`), 'utf8')))
}

export function textOnDisk(corpus: string, page: string, annotator: string): string {
  const html = readFileSync(join(corpus, 'pages', page, 'page.html'), 'utf8')
  return textOfLabels(parsePage(html), { ...goldOf(corpus, page, annotator), contentLabels: [] })
}

export const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

export async function highlighted(app: Page): Promise<string[]> {
  return app.evaluate(() => {
    const textsOf = (view: (Window & typeof globalThis) | null): string[] =>
      [...(view?.CSS.highlights ?? [])].flatMap(([name, highlight]) =>
        /^bs-(?:label|suggested)/.test(name) ? [...highlight].map((range) => (range as Range).toString().replace(/\s+/g, ' ').trim()) : [],
      )
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-testid="label-frame"]')
    const inner = [...(frame?.contentDocument?.querySelectorAll('iframe') ?? [])]
    return [frame, ...inner]
      .flatMap((one) => textsOf((one?.contentWindow ?? null) as (Window & typeof globalThis) | null))
      .filter((text) => text !== '')
  })
}
