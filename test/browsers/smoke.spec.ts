import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFirefox, findWebKit, root } from '../../scripts/ensure.mjs'
import { expect, test } from '../e2e/app'
import { goldOf, makeCorpus } from '../e2e/annotating'
import { serveFiles } from '../e2e/file-server'
import { hostilePage } from '../e2e/hostile'
import { startFirefox, startWebKit, type Engine } from './engine'
import { KEYS, windowOf } from './window'

const SELECTED = '[role="treeitem"][aria-selected="true"]'
const LAMBDA = `document.querySelector('[aria-label="Parameters"] input[type=text]')`
const WORDS = "document.querySelector('.run-result')?.textContent"

const ENGINES = {
  Firefox: { binary: findFirefox(), start: startFirefox },
  WebKit: { binary: findWebKit(), start: startWebKit },
}

for (const [name, { binary, start }] of Object.entries(ENGINES)) {
  test.describe(name, () => {
    test.skip(binary === null, `${name} is not installed and apt cannot install it`)
    test.describe.configure({ mode: 'default' })
    let engine: Engine
    let on: ReturnType<typeof windowOf>

    test.beforeAll(async () => {
      engine = await start(binary ?? '')
      on = windowOf(engine)
    })
    test.afterAll(() => engine.close())
    test.afterEach(() => expect(engine.errors).toEqual([]))

    const isReady = (): Promise<void> => on.shows(`document.querySelector('[data-state="ready"]') !== null`, /true/)
    async function openDrawer(): Promise<void> {
      await on.click(on.named('footer button', 'Tree'))
      await on.click(on.named('footer button', 'Parameters'))
    }
    async function openWindow(url: string): Promise<void> {
      await engine.open(url)
      await on.click(on.named('[aria-label="Workspace"] button', 'Inspect'))
      await isReady()
      await on.click(on.named('[role="combobox"]', 'Extractor'))
      await on.shows(on.textOf('[role="option"]'), /CECTD-DS/)
      // The option can be out of view, so a script clicks the option.
      await engine.run(`[...document.querySelectorAll('[role="option"]')].find((one) => one.textContent.startsWith('CECTD-DS')).click()`)
      await on.shows(`document.querySelector('.extractor-select').dataset.value`, /^cectd-ds$/)
      await isReady()
      await openDrawer()
    }
    const selects = async (selector: string, row: RegExp): Promise<void> => {
      await on.click(on.inPage(selector))
      await on.shows(on.textOf(SELECTED), row)
    }

    test('Inspect: the page reacts to pointer and keys, λ changes, and undo reverts it', async ({ host }) => {
      await openWindow(host.url)
      await selects('h1', /h1/)
      // Width of the capture, without the scrollbar.
      await on.shows(`${on.inPage('html')}.clientWidth`, /^1280$/)
      await on.shows(on.textOf('.why-sentence'), /\w/)
      await on.hover(on.inPage('p'))
      await on.shows(on.textOf('.page-mark-hover:not([hidden])'), /p/)
      await on.wheel(on.inPage('p'), 300)
      await on.shows(`document.querySelector('.sandboxed-page').contentWindow.scrollY > 100`, /true/)
      await on.press(KEYS.Control, 'k')
      await on.shows(`document.activeElement.getAttribute('placeholder')`, /Search commands/)
      await on.press(KEYS.Escape)
      const before = String(await engine.run(WORDS))
      await on.type(LAMBDA, '0.2')
      await expect.poll(() => engine.run(WORDS)).not.toBe(before)
      await on.click(on.inPage('p'))
      const undo = async (): Promise<unknown> => {
        await on.press(KEYS.Control, 'z')
        return engine.run(WORDS)
      }
      await expect.poll(undo).toBe(before)
    })

    test('the chart is exported as a file', async ({ host }) => {
      await openWindow(host.url)
      await engine.run(
        `(() => { const create = URL.createObjectURL; URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), create.call(URL, blob)) })()`,
      )
      await on.click(on.named('[role="tab"]', 'Chart'))
      await on.click(on.named('button', 'Export the chart'))
      await on.click(on.named('[role="menuitem"]', 'Values, CSV'))
      await on.shows('window.saved', /^position,node,density/)
      if (engine.downloads) await expect.poll(() => readdirSync(engine.downloads ?? '').join()).toMatch(/\.csv$/)
    })

    test('Compare: a click on the page shows the reasons', async ({ host }) => {
      await openWindow(host.url)
      await on.click(on.named('button', 'Compare'))
      await on.hover(on.inPage('h1'))
      await on.shows(on.textOf('.votes-pointed'), /h1.*(?:kept|dropped)/)
      await on.click(on.inPage('h1'))
      await on.shows(on.textOf('[aria-label="Reasons"] li'), /\w/)
    })

    test('Demonstrate: a key shows the next stop of a tour', async ({ host }) => {
      await openWindow(host.url)
      await on.click(on.named('button', 'Demonstrate'))
      await on.choose(on.named('select', 'Tour'), 'textsweeper')
      await on.shows(on.textOf('[aria-label^="Tour: TextSweeper"]'), /1 of 11/)
      await on.press(KEYS.PageDown)
      await on.shows(on.textOf('[aria-label^="Tour: TextSweeper"]'), /2 of 11/)
    })

    test('Annotate: clicks and drags label a page, undo removes a label, and labels are saved', async ({ host, folder }) => {
      await openWindow(host.url)
      const corpus = await makeCorpus(folder, ['news-article'])
      await on.click(on.named('button', 'Annotate'))
      await on.click(on.named('button', 'Open corpus'))
      await on.type(on.named('dialog input', 'Folder'), corpus)
      await on.type(on.named('input', 'Annotator'), 'ann')
      await on.click(on.named('[role="tab"]', 'Pages'))
      await on.click(on.named('[role="option"]', 'news-article'), 2)
      const spans = (): number => goldOf(corpus, 'news-article', 'ann').spans.length
      const hasSpans = (count: number): Promise<void> =>
        expect
          .poll(() => {
            try {
              return spans()
            } catch {
              return 0
            }
          })
          .toBe(count)
      await on.click(on.inPage('h1'))
      await hasSpans(1)
      await on.press(KEYS.Control, 'z')
      await hasSpans(0)
      await on.drag(on.inPage('article p'), on.inPage('article p:nth-of-type(2)'))
      await hasSpans(1)
    })

    test('the web edition opens its sample, and a click on the page selects', async () => {
      const files = await serveFiles(join(root, 'out', 'docs'), '/~someone/boilerscope/')
      await openWindow(`${files.url}app/index.html`)
      await selects('h1', /h1/)
      // An open window would report later requests to the closed server as errors.
      await engine.open('about:blank')
      await files.close()
    })

    test('a published run opens, and a click on its page selects', async ({ folder }) => {
      mkdirSync(join(folder, 'pages'))
      const story = 'The ferry leaves at dawn and comes back when the tide has turned. '.repeat(5)
      writeFileSync(
        join(folder, 'pages', 'ferry.html'),
        `<!doctype html><title>Ferry</title><article><h1>The ferry</h1><p>${story}</p></article>`,
      )
      writeFileSync(join(folder, 'pages', 'ferry.txt'), story)
      const cli = (...args: string[]): void => {
        const { status, stderr } = spawnSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...args, '--quiet'], {
          encoding: 'utf8',
        })
        expect(status, stderr).toBe(0)
      }
      cli('evaluate', '--corpus', join(folder, 'pages'), '--extractors', 'cectd-ds', '--out', join(folder, 'table.txt'))
      cli('publish', join(folder, 'table.txt'), join(folder, 'site'), '--title', 'Ferries')
      const files = await serveFiles(join(folder, 'site'), '/~someone/ferries/')
      await engine.open(`${files.url}index.html`)
      await on.click(on.named('[role="tab"]', 'Pages'))
      await on.click(on.named('[role="option"]', 'ferry'))
      await on.click(on.named('.evaluate-details button', 'cectd-ds'))
      await isReady()
      await openDrawer()
      await selects('h1', /h1/)
      // An open window would report later requests to the closed server as errors.
      await engine.open('about:blank')
      await files.close()
    })

    test('a hostile page sends no request and runs no script', async ({ host, folder }) => {
      const { html, requests, close } = await hostilePage()
      const path = join(folder, 'hostile.html')
      writeFileSync(path, html)
      await openWindow(host.url)
      await on.type(on.named('input', 'Address'), path)
      await on.shows(`${on.inPage('h1')}?.textContent`, /means harm/)
      await on.shows(on.textOf('[role="treeitem"]'), /means harm/)
      // The layout arrives after the tree and changes the scale of the view.
      await isReady()
      await selects('h1', /means harm/)
      const marks = `[document.title.includes('PWNED'), ${on.inPage('html')}.dataset.pwned ?? null, localStorage.getItem('pwned')]`
      expect(await engine.run(marks)).toEqual([false, null, null])
      expect(requests).toEqual([])
      await close()
    })
  })
}
