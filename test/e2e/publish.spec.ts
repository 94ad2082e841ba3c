import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { root } from '../../scripts/ensure.mjs'
import { findings } from './axe'
import { extractedText, pageView, ready, settled, showPanel } from './app'
import { serveFiles } from './file-server'
import { attackTraces, hostilePage, type HostilePage } from './hostile'

const STORY = 'The ferry leaves at dawn and comes back when the tide has turned, as it did the year before. '

interface Site {
  readonly folder: string
  readonly address: string
  readonly hostile: HostilePage
}

/** Publishes a run once per worker. One of the three pages is hostile. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use, { workerIndex }) => {
      const folder = join(root, '.cache', `published-${workerIndex}`)
      const pages = join(folder, 'pages')
      mkdirSync(pages, { recursive: true })
      const hostile = await hostilePage()
      const write = (name: string, html: string, gold: string): void => {
        writeFileSync(join(pages, `${name}.html`), html)
        writeFileSync(join(pages, `${name}.txt`), gold)
      }
      const nav = '<nav><a href="/">Home</a> <a href="/boats">Boats</a></nav>'
      write(
        'ferry',
        `<!doctype html><title>Ferry</title>${nav}<article><h1>The ferry</h1><p id="first">${STORY.repeat(5)}</p></article>`,
        STORY.repeat(5),
      )
      write('quay', `<!doctype html><title>Quay</title>${nav}<article><p>${STORY.repeat(4)}</p></article><p>Sold out.</p>`, STORY.repeat(4))
      write('hostile', hostile.html, 'The words of this page are ordinary')
      const cli = (...args: string[]): void => {
        const { status, stderr } = spawnSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...args], { encoding: 'utf8' })
        expect(status, stderr).toBe(0)
      }
      const out = join(folder, 'table.txt')
      cli('evaluate', '--corpus', pages, '--extractors', 'cectd-ds,readability', '--out', out, '--quiet')
      cli('publish', out, join(folder, 'site'), '--title', 'Ferries', '--quiet')
      const server = await serveFiles(join(folder, 'site'), '/~someone/ferries/')
      await use({ folder, address: server.url, hostile })
      await server.close()
      await hostile.close()
    },
    { scope: 'worker' },
  ],
})

const addressesOf = (site: Site): Record<string, string> => ({
  'a file server': `${site.address}index.html`,
  'a file': pathToFileURL(join(site.folder, 'site', 'index.html')).href,
})

function recordErrors(page: Page): readonly string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text())
  })
  return found
}

async function openPage(page: Page, id: string, method: string): Promise<void> {
  await page.getByRole('tab', { name: 'Pages', exact: true }).click()
  await page.getByRole('listbox', { name: 'Pages' }).getByRole('option').filter({ hasText: id }).click()
  await page
    .getByRole('region', { name: `Page ${id}` })
    .getByRole('button', { name: method, exact: true })
    .click()
  await openDrawer(page)
}

/** Each site stores its own state, so the drawer can be closed at first. */
async function openDrawer(page: Page): Promise<void> {
  await ready(page)
  const tree = page.getByRole('button', { name: 'Tree', exact: true })
  if ((await tree.getAttribute('aria-pressed')) === 'false') await tree.click()
}

for (const from of ['a file server', 'a file']) {
  test(`a published site opens from ${from}: table, pages, kept text and reasons`, async ({ page, site }) => {
    const errors = recordErrors(page)
    await page.goto(addressesOf(site)[from] ?? '')
    await expect(page.getByRole('heading', { name: 'Ferries' })).toBeVisible()
    await expect(page.getByRole('table').first()).toContainText('readability')
    await test.step('the stored result of a library is shown', async () => {
      await openPage(page, 'ferry', 'readability')
      await showPanel(page, 'Text')
      await expect(extractedText(page)).toContainText('The ferry leaves at dawn')
      await expect(pageView(page).getByText('Home')).toBeVisible()
      await showPanel(page, 'Why')
      await expect(page.getByRole('group', { name: 'Why', exact: true })).toContainText('Click any part of the page')
    })
    await test.step('an extractor runs again', async () => {
      await page.getByRole('button', { name: 'All pages' }).click()
      await openPage(page, 'quay', 'cectd-ds')
      await showPanel(page, 'Text')
      await expect(extractedText(page)).toContainText('The ferry leaves at dawn')
      await settled(page)
    })
    await test.step('a click on the page selects a row', async () => {
      await pageView(page).getByText('Sold out.').click()
      await expect(page.getByRole('treeitem', { selected: true })).toContainText('Sold out.')
    })
    expect(errors).toEqual([])
  })

  test(`a hostile page in a site from ${from} runs no script and contacts no server`, { tag: '@long' }, async ({ page, site }) => {
    const events: string[] = []
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => events.push('dialog')))
    page.on('download', (download) => events.push(`download ${download.url()}`))
    page.context().on('page', (popup) => events.push(`popup ${popup.url()}`))
    await page.goto(addressesOf(site)[from] ?? '')
    const before = page.url()
    await openPage(page, 'hostile', 'cectd-ds')
    await expect(pageView(page).getByRole('heading', { name: 'A page that means harm' })).toBeVisible()
    for (const name of ['script link', 'top link', 'new window', 'file link', 'download', 'data link']) {
      const link = pageView(page).getByText(name, { exact: true }).first()
      await link.click()
      await link.click({ modifiers: ['Control'] })
      await link.press('Enter')
    }
    await pageView(page).getByRole('button', { name: 'Send', exact: true }).click()
    const start = Date.now()
    await expect.poll(() => Date.now() - start, { intervals: [250] }).toBeGreaterThan(1500)
    expect(events).toEqual([])
    expect(site.hostile.requests).toEqual([])
    expect(await attackTraces(page)).toEqual([false, null, null])
    await expect(pageView(page).locator('html')).not.toHaveAttribute('data-pwned')
    expect(new URL(page.url()).pathname).toBe(new URL(before).pathname)
  })
}

test('a link opens a page with extractor and node, and a missing page is reported', async ({ page, site }) => {
  await page.goto(`${site.address}index.html#page=sample%3Aferry&extractor=readability&node=12`)
  await openDrawer(page)
  await expect(page).toHaveURL(/page=sample%3Aferry&extractor=readability&node=12/)
  await expect(page.getByRole('treeitem', { selected: true })).toBeVisible()
  await showPanel(page, 'Text')
  await expect(extractedText(page)).toContainText('The ferry leaves at dawn')
  await page.goto('about:blank')
  await page.goto(`${site.address}index.html#page=sample%3Anowhere&extractor=readability`)
  await expect(page.getByText('This site has no page "nowhere".')).toBeVisible()
})

test('the site shows the scores of the run', async ({ page, site }) => {
  await page.goto(addressesOf(site)['a file'] ?? '')
  const read = (...path: string[]): string => readFileSync(join(site.folder, ...path), 'utf8')
  const linesOf = <T>(text: string): T[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T)
  const published = linesOf<{ rows: unknown }>(read('site', 'downloads', 'results.jsonl'))
  const scored = linesOf<{ result: { rows: unknown } }>(read('table.txt.run', 'results.jsonl'))
  expect(published.map(({ rows }) => rows)).toEqual(scored.map(({ result }) => result.rows))
  const [head = '', first = ''] = read('site', 'downloads', 'table.csv').split('\n')
  const f1 = Number(first.split(',')[head.split(',').indexOf('f1')])
  await expect(page.getByRole('row', { name: /cectd-ds/ })).toContainText(f1.toFixed(3))
})

test('a site contacts no other server, works without a network, and axe finds nothing', { tag: '@long' }, async ({ page, site }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.address) && !/^(?:blob|data):/.test(request.url())) requests.push(request.url())
  })
  await page.goto(`${site.address}index.html`)
  await expect(page.getByRole('table').first()).toBeVisible()
  for (const part of ['table', 'about']) {
    await page.getByRole('combobox', { name: 'Show' }).selectOption(part)
    expect(await findings(page), part).toEqual([])
  }
  await page.getByRole('tab', { name: 'Pages', exact: true }).click()
  expect(await findings(page), 'pages').toEqual([])
  expect(requests).toEqual([])
  await page.context().setOffline(true)
  await page.goto(addressesOf(site)['a file'] ?? '')
  await openPage(page, 'quay', 'readability')
  await showPanel(page, 'Text')
  await expect(extractedText(page)).toContainText('The ferry leaves at dawn')
})
