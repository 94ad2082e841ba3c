import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceToReproducer } from '../../electron/services/reduce/reducer'
import { originOf } from '../../electron/services/own/own-file'
import { registry } from '../../electron/peers/registry'
import { tryPage } from '../../electron/services/reduce/reduce-task'
import { THREAD_LIMITS } from '../../electron/services/threads/thread-pool'
import { cectdDs } from '../../shared/extractors/cetd/cetd'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams } from '../../shared/extractors/core/run'
import { lqf } from '../../shared/extractors/lqf/lqf'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { folderForAll } from '../fixtures/temporary-folder'
import { KEPT } from '../../shared/page/output'
import { utf8Length } from '../../shared/page/text'
import { type Complaint, completed } from '../../shared/reduce/complaint'
import { markup, markupTree } from '../../shared/reduce/markup-tree'
import { reducePage, type ReductionStep } from '../../shared/reduce/reduce-page'
import { reproducerReport } from '../../shared/reduce/report'
import { page as anyPage, tidyPage } from '../property/arbitrary-html'
import { runCliHere } from '../fixtures/run-program'
import { buildPrograms } from './built-programs'
import { attempt, reduceHere, someText, whatCanGo } from './reduce-here'

describe('reducing a page', () => {
  const article = `<!doctype html><html><head><title>T</title><script>let a = "<p>"</script></head><body class="a b" onload="x()">
    <!-- a comment --><nav id="top"><ul><li><a href="/1">Home</a></li><li><a href="/2">All news of the day</a></li></ul></nav>
    <main><div><div><p>${'A long paragraph of the article, with commas, and words. '.repeat(12)}</p>
    <p><a href="/x">A paragraph that is a link is dropped.</a></p></div></div></main><footer>Copyright, imprint</footer></body></html>`
  const LINKED = 'A paragraph that is a link is dropped.'
  const expectMinimal = (html: string, extractor: Extractor, complaint: Complaint) =>
    expect([attempt(html, extractor, complaint).holds, whatCanGo(html, extractor, complaint)]).toEqual([true, []])

  it('leaves the dropped text, the beginning of the kept text, and the difference', async () => {
    const { html, complaint, minimal } = await reduceHere(article, cectdDs, { kind: 'drops', text: LINKED })
    expect([minimal, complaint.witness]).toEqual([true, 'A long paragraph of the article, with'])
    expect(html).toContain(LINKED)
    expect(html).not.toMatch(/script|comment|nav|footer|class|onload/)
    expectMinimal(html, cectdDs, complaint)
  })

  it('accepts only a result that shows the fault: the text must be on the page and readable', () => {
    const pages = ['<p></p>', `<script>${LINKED}</script><p>Text</p>`, `<p hidden>${LINKED}</p><p>Text</p>`]
    for (const html of pages)
      expect(attempt(html, cectdDs, { kind: 'drops', text: LINKED, witness: null })).toMatchObject({ holds: false, there: false })
  })

  it('accepts no page without the witness, because an empty result is another fault', () => {
    const complaint = { kind: 'drops', text: 'Home', witness: 'A long paragraph' } as const
    expect(attempt('<nav><a href="/1">Home</a></nav>', cectdDs, complaint).holds).toBe(false)
  })

  it('for wrongly kept text, leaves a kept article and dropped text, because only a wrong choice is a fault', async () => {
    const page = article.replace('</main>', `<p>${'Read our other pages too, they are good, and many. '.repeat(4)}</p></main>`)
    const { html, complaint } = await reduceHere(page, cectdDs, { kind: 'keeps', text: 'Read our other pages too' })
    expect(complaint).toMatchObject({ witness: 'A long paragraph of the article, with', contrast: LINKED })
    expectMinimal(html, cectdDs, complaint)
  })

  it('gives the same page each time, and reports every smaller page on the way', async () => {
    const wish = { kind: 'drops', text: LINKED } as const
    const steps: ReductionStep[] = []
    const first = await reduceHere(article, cectdDs, wish, (step) => steps.push(step))
    expect(await reduceHere(article, cectdDs, wish)).toEqual(first)
    expect(steps.at(-1)?.html).toBe(first.html)
    for (const { html } of steps) expect(attempt(html, cectdDs, first.complaint).holds).toBe(true)
  })

  it('stops on request, and returns the smallest page until then', async () => {
    const complaint: Complaint = { kind: 'drops', text: 'Home', witness: 'A long paragraph', contrast: null }
    let trials = 0
    const { minimal, html } = await reducePage(article, {
      scripting: false,
      size: attempt(article, cectdDs, complaint).size,
      needed: [],
      stopped: () => trials >= 5,
      attempt: (candidate) => {
        trials++
        return Promise.resolve(attempt(candidate, cectdDs, complaint))
      },
    })
    expect([minimal, trials, attempt(html, cectdDs, complaint).holds]).toEqual([false, 5, true])
  })

  it.each([lqf, cectdDs])('leaves a page from which no element and no attribute can be removed ($id)', async (extractor) => {
    let reduced = 0
    await fc.assert(
      fc.asyncProperty(anyPage, fc.constantFrom('keeps', 'drops'), async (html, kind) => {
        const text = someText(html, extractor, kind, (one) => one.length > 5)
        if (text === null) return
        const { html: least, complaint, minimal } = await reduceHere(html, extractor, { kind, text })
        expect(minimal).toBe(true)
        expectMinimal(least, extractor, complaint)
        reduced++
      }),
      { numRuns: 30, seed: 14 },
    )
    expect(reduced).toBeGreaterThan(10)
  })

  it('ends within the time limit on a very deeply nested page', async () => {
    const html = `${'<div>'.repeat(1500)}<p>${'Words of an article, many. '.repeat(20)}</p><a href="/">A link that is dropped</a>`
    const { html: least, trials } = await reduceHere(html, cectdDs, { kind: 'drops', text: 'A link that is dropped' })
    expect(utf8Length(least)).toBeLessThan(400)
    expect(trials).toBeLessThan(1000)
  })
})

describe('the markup of a page', () => {
  it('is read and written again without a change for a parser', () =>
    fc.assert(
      fc.property(tidyPage, (html) => {
        const written = markup(markupTree(html, false), false)
        const [a, b] = [parsePage(html), parsePage(written)]
        expect([b.text, b.attributes]).toEqual([a.text, a.attributes])
      }),
      { numRuns: 80, seed: 14 },
    ))

  it('keeps templates, raw text, comments, doctypes and the first line feed of pre', () => {
    const html =
      '<!doctype html PUBLIC "a" "b"><html><head><template><p>x</p></template><style>a > b</style></head><body><!--c--><pre>\n\na</pre><svg xlink:href="#a"></svg></body></html>'
    expect(markup(markupTree(html, false), false)).toBe(html)
  })
})

describe('a complaint', () => {
  const keptExceptGone = (page: PageModel): Uint8Array => Uint8Array.from(page.text, (text) => (text !== 'gone' && text !== '' ? KEPT : 0))

  it('has a witness that ends at the end of a word, even if an inline element begins in the word', () => {
    const whole = "I'm decently bigger than you, and that is said of the longest of all texts here"
    const page = parsePage(`<body><p>${whole.replace('ger', '<b>ger</b>').replace('that', '<i>that</i>')}</p><p>gone</p></body>`)
    const { witness } = completed(page, keptExceptGone(page), { kind: 'drops', text: 'gone' })
    const at = whole.indexOf(witness ?? '?')
    expect(at).toBeGreaterThanOrEqual(0)
    expect(whole.slice(at + (witness ?? '').length)).toMatch(/^(?: |$)/)
    const short = parsePage("<body><p>I'm decently big<b>ger</b> than you</p><p>gone</p></body>")
    expect(completed(short, keptExceptGone(short), { kind: 'drops', text: 'gone' }).witness).toBe("I'm decently bigger than you")
  })
})

describe('a report', () => {
  it('can require the same deciding rule, so that no other fault replaces the first', () => {
    const info = registry.get('readability') as Extractor
    const story =
      '<p>The harbour master kept the books, and nobody read them, before the storm, or after it, in all those years.</p>'.repeat(6)
    const html = `<body><div class="story">${story}<div id="promo-note"><p>The tide tables were wrong.</p><p>They stayed so for eleven years.</p></div></div></body>`
    const complaint = { kind: 'drops', text: 'The tide tables', witness: null, contrast: null } as const
    const params = resolveParams(info, 'default', {})
    const task = { html, extractor: info.id, params, url: null, scripting: false, maxNodes: 1000, complaint }
    const free = tryPage({ ...task, withOutput: true }, info)
    expect(free).toMatchObject({ holds: true, rule: 'class-weight' })
    expect(free.why).toContain('class weight')
    expect(tryPage({ ...task, withOutput: false, rule: 'class-weight' }, info).holds).toBe(true)
    expect(tryPage({ ...task, withOutput: false, rule: 'hidden' }, info).holds).toBe(false)
  })

  it('contains the version of a library, but no folder of this machine', () => {
    const info = registry.get('readability') as Extractor
    expect(originOf(info)).toEqual([expect.stringMatching(/^@mozilla\/readability \d/)])
    const own = { kind: 'library', path: '/home/me/index.js', hash: '', files: [], library: 'readability', info } as const
    expect(originOf(info, [own])).toEqual([info.paper.title])
  })

  it('contains the page, the fault, the expected result, and versions', () => {
    const report = reproducerReport({
      extractor: { id: 'lqf', title: 'LQF' },
      params: { limit: 0.3 },
      origin: [],
      complaint: { kind: 'drops', text: 'Lost words', witness: '<b>Kept words', contrast: null },
      html: '<pre>```\n\n\n</pre>',
      output: 'Kept words',
      why: 'Dropped: it has link quota 50.0 %, but may have at most 30.0 %.',
      url: 'https://example.org/a',
      before: { nodes: 900, bytes: 40_000 },
      after: { nodes: 5, bytes: 10 },
      trials: 77,
      hadLayout: false,
      minimal: true,
      versions: ['Boilerscope 0.1.0'],
    })
    expect(report).not.toContain('layout')
    for (const part of [
      '# LQF wrongly drops this text of a page',
      '````html\n<pre>```\n\n\n</pre>\n````',
      'LQF correctly keeps “&lt;b&gt;Kept words”',
      '**Reason of the extractor.** Dropped: it has link quota 50.0 %, but may have at most 30.0 %.',
      '- lqf (limit=0.3)\n- Boilerscope 0.1.0\n- reduced from https://example.org/a (900 nodes, 40000 bytes) in 77 trials',
    ])
      expect(report).toContain(part)
  })
})

const out = await buildPrograms()

describe('boilerscope reduce', () => {
  const folder = folderForAll('reduce')
  const cli = (args: readonly string[]) => runCliHere(['reduce', ...args], { workers: out, cwd: folder })

  const menu = '<ul><li><a href="/">Home is here</a></li></ul>'
  const html = `<html><body><div class="x">${menu}<p>${'The article, with words. '.repeat(20)}</p></div></body></html>`

  it('prints a report, writes the page and every page on the way', async () => {
    writeFileSync(join(folder, 'page.html'), html)
    const asked = ['--extractor', 'cectd-ds', '--drops', 'Home  is here', '--out', 'least.html', '--steps', 'steps']
    const { out: report, code, err } = await cli(['page.html', ...asked])
    expect([err, code]).toEqual(['', 0])
    const least = readFileSync(join(folder, 'least.html'), 'utf8')
    expect(report).toContain(least)
    expect(report).toMatch(/Boilerscope \d/)
    expect(readFileSync(join(folder, 'steps', readdirSync(join(folder, 'steps')).sort().at(-1) ?? ''), 'utf8')).toBe(least)
  })

  it('works with a custom program in any language', async () => {
    writeFileSync(join(folder, 'page.html'), html.replace('<p>', '<h2>A heading that is lost</h2><p>'))
    const program = join(import.meta.dirname, '../fixtures/programs/paragraphs.mjs')
    const description = { id: 'paragraphs', title: 'Paragraphs', command: process.execPath, args: [program], mode: 'jsonl' }
    writeFileSync(join(folder, 'paragraphs.json'), JSON.stringify(description))
    const asked = ['--extractor', './paragraphs.json', '--drops', 'A heading that is lost', '--format', 'json']
    const { out: text, code, err } = await cli(['page.html', ...asked])
    expect([err, code]).toEqual(['', 0])
    const { html: least, origin } = JSON.parse(text) as { html: string; origin: string[] }
    expect(least).toBe('A heading that is lost<p> The article, with words. The article,</p>')
    expect(origin[0]).toMatch(/paragraphs\.json \(sha256 [0-9a-f]{64}\)/)
  })

  it.each([
    [['--keeps', 'Home is here'], '[reduce.not-so]', 1],
    [['--drops', 'Not in the page'], '[reduce.no-such-text]', 1],
    [['--drops', 'Home is here', '--witness', 'Home'], '[reduce.no-witness]', 1],
    [[], '[usage]', 2],
  ] as const)('reports why there is nothing to reduce: %j', async (args, words, exit) => {
    writeFileSync(join(folder, 'page.html'), html)
    const { err, code } = await cli(['page.html', '--extractor', 'cectd-ds', ...args])
    expect([code, err]).toEqual([exit, expect.stringContaining(words)])
  })

  it('can be cancelled in the service, returns the smallest page until then, and leaves no thread', async () => {
    const stop = new AbortController()
    const complaint = { kind: 'drops', text: 'Home is here' } as const
    const given = { html, url: null, sameRule: false, scripting: false, maxNodes: 1000, extractor: cectdDs, complaint }
    const outcome = await reduceToReproducer(
      { ...given, params: resolveParams(cectdDs, 'default', {}) },
      { program: join(out, 'reduce-worker.js'), limits: THREAD_LIMITS, timeout: 120_000 },
      { signal: stop.signal, step: () => stop.abort() },
    )
    expect(outcome.minimal).toBe(false)
    expect(outcome.after.nodes).toBeLessThan(outcome.before.nodes)
  })
})
