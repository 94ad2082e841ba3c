import { toFailure } from '../../../shared/base/failure'
import { createReplay } from '../../../shared/demo/replay'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { resolveParams } from '../../../shared/extractors/core/run'
import { type PageModel, TEXT } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { KEPT, PATH } from '../../../shared/page/output'
import type { ExtractionPool } from '../extraction/extraction-pool'
import type { OwnData } from './own-file'

export interface PageCheck {
  readonly page: string
  /** Milliseconds of the extraction, without parsing. */
  readonly milliseconds: number
  readonly characters: number
  readonly wrong: readonly string[]
  readonly notes: readonly string[]
}

interface CheckWatch {
  readonly own: OwnData | undefined
  readonly signal: AbortSignal
  readonly progress: (check: PageCheck) => void
}

/** Milliseconds per page. A slower run adds a note. */
const SLOW = 2_000
/** Maximum share of extracted words that the page does not contain. A larger share adds a note. */
const LOST = 0.05
const MAX_NODES = 1_000_000

/** Runs the extractor on each page. If the run succeeds, runs the extractor again, because both runs must return the same text. */
export async function checkExtractor(
  extractor: ExtractorInfo,
  pages: readonly CheckPage[],
  pool: ExtractionPool,
  { signal, progress, own }: CheckWatch,
): Promise<PageCheck[]> {
  const params = resolveParams(extractor, 'default', {})
  const checks: PageCheck[] = []
  for (const [i, page] of pages.entries()) {
    if (signal.aborted) break
    const document = { html: page.html, url: null, layout: null, scriptingEnabled: false, maxNodes: MAX_NODES }
    const run = (trace: boolean): ReturnType<typeof pool.run<'run'>> =>
      pool.run(`check-${i}`, document, { kind: 'run', trace, extractor: extractor.id, preset: 'default', params, own }, { signal })
    const first = await run(true)
    const check = first.ok
      ? checkRuns(page, extractor, first.value, await run(false))
      : { page: page.name, milliseconds: 0, characters: 0, wrong: [`${first.failure.message} [${first.failure.code}]`], notes: [] }
    checks.push(check)
    progress(check)
  }
  return checks
}

function checkRuns(
  { name, html, ordinary }: CheckPage,
  { measures }: ExtractorInfo,
  first: ExtractionResult,
  again: Awaited<ReturnType<ExtractionPool['run']>>,
): PageCheck {
  const { extraction, trace, timings } = first
  const { selected, text, values, warnings } = extraction
  const page = parsePage(html, { maxNodes: MAX_NODES })
  const wrong = selectionFaults(page, selected)
  const notes: string[] = []
  for (const { id } of measures.filter(({ per }) => per === 'node')) {
    const column = extraction.measures[id]
    if (!column) wrong.push(`It returns no values for its measure "${id}".`)
    else if (column.length !== page.count) wrong.push(`The measure "${id}" has ${column.length} values for ${page.count} nodes.`)
  }
  if (!again.ok) wrong.push(`It fails in the second run: ${again.failure.message}`)
  else if ((again.value as ExtractionResult).extraction.text !== text) wrong.push('It returns another text in the second run.')
  if (trace && wrong.length === 0) {
    try {
      const replay = createReplay(page, extraction, trace)
      const replayed = replay.selectedIn(replay.seek(trace.decisionCount))
      let other = 0
      for (let n = Math.max(0, page.body); n < page.count; n++)
        if (page.kind[n] === TEXT && /\S/.test(page.text[n] ?? '') && (selected[n] === KEPT) !== (replayed[n] === KEPT)) other++
      if (other > 0) wrong.push(`Its decisions and its result differ for ${other} texts: Why and Demonstrate would contradict the result.`)
    } catch (thrown) {
      wrong.push(`Its decisions cannot be replayed: ${toFailure(thrown).message}`)
    }
  }
  if (ordinary && text === '') wrong.push('It keeps no text of a normal page.')
  const { outputWords = 0, unalignedWords = 0 } = values
  if (outputWords > 0 && unalignedWords / outputWords > LOST)
    notes.push(`${unalignedWords} of ${outputWords} words of its text are not on the page.`)
  if (timings.extract > SLOW) notes.push(`It takes ${(timings.extract / 1000).toFixed(1)} seconds.`)
  notes.push(...warnings.filter((warning) => !/missing in the parsed page/.test(warning)))
  return { page: name, milliseconds: timings.extract, characters: text.length, wrong, notes }
}

function selectionFaults(page: PageModel, selected: Uint8Array): string[] {
  if (selected.length !== page.count) return [`Its selection has ${selected.length} nodes; the page has ${page.count}.`]
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] ?? 0)
  let outside = 0
  let unknown = 0
  for (let n = 0; n < page.count; n++) {
    const value = selected[n] ?? 0
    if (value > PATH) unknown++
    if (value === KEPT && (n < page.body || n >= end)) outside++
  }
  return [
    ...(unknown > 0 ? [`${unknown} nodes have an unknown value in the selection.`] : []),
    ...(outside > 0 ? [`It keeps ${outside} nodes outside the body.`] : []),
  ]
}

interface CheckPage {
  readonly name: string
  readonly html: string
  readonly ordinary: boolean
}

const SENTENCE = 'The committee met on Tuesday and, after a long debate, decided to build the bridge that the town had wanted for years. '
const MENU =
  '<nav><ul>' + ['Home', 'News', 'Sport', 'Imprint'].map((word) => `<li><a href="/${word}">${word}</a></li>`).join('') + '</ul></nav>'
const paragraphs = (count: number): string => Array.from({ length: count }, (_, i) => `<p>${i}. ${SENTENCE.repeat(3)}</p>`).join('\n')
const article = (inside: string): string =>
  `<!doctype html><html><head><title>A page</title></head><body>${MENU}<main><h1>The bridge</h1>${inside}</main><footer>Copyright</footer></body></html>`

/** Pages for checks: normal pages, and hostile pages that break programs. */
export function checkPages(samples: ReadonlyMap<string, string>): CheckPage[] {
  const ordinary = (name: string, html: string): CheckPage => ({ name, html, ordinary: true })
  const hostile = (name: string, html: string): CheckPage => ({ name, html, ordinary: false })
  return [
    ...[...samples].map(([name, html]) => ordinary(`sample: ${name}`, html)),
    ordinary('an article', article(paragraphs(8))),
    ordinary(
      'an article with upper-case tags',
      article(paragraphs(8)).replace(/<\/?\w+/g, (tag) => tag.toUpperCase()),
    ),
    ordinary('no line feeds', article(paragraphs(8)).replaceAll('\n', '')),
    ordinary('carriage returns', article(paragraphs(8)).replaceAll('\n', '\r\n')),
    hostile('empty', ''),
    hostile('white space', ' \n\t '),
    hostile('text without a tag', SENTENCE),
    hostile('a body without text', '<body><div><img src="a.png"></div></body>'),
    hostile('only scripts and styles', `<script>${'let a = "<p>";'.repeat(500)}</script><style>p { color: red }</style>`),
    hostile('a frameset', '<html><frameset cols="*,*"><frame src="a.html"><frame src="b.html"></frameset></html>'),
    hostile('null bytes', article(`<p>${SENTENCE}\0\0${SENTENCE}</p><p title="\0">\0</p>`)),
    hostile('halves of characters', article(`<p>${SENTENCE}\ud83d ${SENTENCE}\udc00</p>`)),
    hostile('bytes read in the wrong encoding', article(`<p>${'Ã¤Ã¶Ã¼ â€œquotedâ€\u009d \ufffd\ufffd '.repeat(40)}</p>`)),
    hostile(
      'a byte order mark and other invisible characters',
      `\ufeff${article(`<p>${'wo\u00adrd\u200b \u2028next\u2029 '.repeat(60)}</p>`)}`,
    ),
    hostile(
      'right-to-left text, characters of many writing systems',
      article(`<p dir="rtl">${'שלום עולם مرحبا بالعالم 你好世界 สวัสดี 🧑‍🚀 '.repeat(20)}</p>`),
    ),
    hostile('tags that are never closed', `${'<div><b><i><table><tr><td>text '.repeat(50)}`),
    hostile('tags closed in the wrong order', article(`${'<b><p>one<i>two</b>three</p>four</i>'.repeat(60)}`)),
    hostile('end tags without start tags', `</div></p></body></html>${paragraphs(3)}</main>`),
    hostile('a comment that never ends', `${article(paragraphs(2))}<!-- ${SENTENCE.repeat(20)}`),
    hostile('an incomplete tag at the end', `${article(paragraphs(2))}<a href="`),
    hostile(
      'pictures and formulas in the page',
      article(`<svg><text>drawn</text><foreignObject><p>${SENTENCE}</p></foreignObject></svg><math><mi>x</mi></math>`),
    ),
    hostile('templates and custom elements', article(`<template><p>${SENTENCE}</p></template><my-box><p>${SENTENCE}</p></my-box>`)),
    hostile('the same paragraph 500 times', article(`<p>${SENTENCE}</p>`.repeat(500))),
    hostile(
      'an element with 2,000 attributes',
      article(`<div ${Array.from({ length: 2000 }, (_, i) => `a${i}="${i}"`).join(' ')}>${paragraphs(2)}</div>`),
    ),
    hostile('an attribute of 1 MB', article(`<p title="${'x'.repeat(1_000_000)}">${SENTENCE}</p>`)),
    hostile('elements nested 5,000 levels deep', article(`${'<div>'.repeat(5000)}${SENTENCE}${'</div>'.repeat(5000)}`)),
    hostile('20,000 links', article(Array.from({ length: 20_000 }, (_, i) => `<a href="/${i}">link ${i}</a> `).join(''))),
    hostile('50,000 sibling elements', article('<span>word</span> '.repeat(50_000))),
    hostile('5 MB of text in one paragraph', article(`<p>${SENTENCE.repeat(Math.ceil(5_000_000 / SENTENCE.length))}</p>`)),
    hostile('5 MB of markup', article(paragraphs(Math.ceil(5_000_000 / (3 * SENTENCE.length))))),
  ]
}
