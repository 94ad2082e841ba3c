/** Draws pages of crawls into a corpus: once through the archives to choose, once more to fetch what was chosen. */
import { basename } from 'node:path'
import { failed, toFailure } from '../../../../shared/base/failure'
import { siteOf } from '../../../../shared/base/url'
import type { Problem } from '../../../../shared/contract/corpus-data'
import { StratifiedSample, type Candidate, type SampleOptions, type StratumCount } from '../../../../shared/gold/stratified-sample'
import { sourceNotes, type SourceNotes } from '../../../../shared/page/page-notes'
import { decodeHtml } from '../../capture/decode-html'
import { archiveRecords } from '../../capture/saves/archive'
import { isHtmlPage, warcAnswers, type WarcAnswer } from '../../capture/saves/warc-pages'
import type { CorpusStore } from '../store/corpus-store'

export interface CrawlOptions extends SampleOptions {
  /** Paths of archives: WARC, WARC.gz, WACZ. */
  readonly archives: readonly string[]
  /** Characters of text a page must have. */
  readonly least: number
  /** Only these languages; empty for all. */
  readonly languages: readonly string[]
  /** Pages on which robots are asked one of these things (`noindex`, `noai`) are left out. */
  readonly without: readonly string[]
  /** Bytes a page may have. */
  readonly maxBytes: number
}

export interface CrawlOutcome {
  readonly added: number
  /** Drawn pages that the corpus has already. */
  readonly known: number
  readonly seen: number
  readonly strata: readonly StratumCount[]
  readonly problems: readonly Problem[]
}

interface Context {
  readonly signal: AbortSignal
  progress(message: string): void
}

/** Where a page stands: its archive, and the how-manieth answer of it. */
interface Place {
  readonly archive: number
  readonly answer: number
}

/** Classes of length, by characters of text below which they end. */
const LENGTHS: readonly (readonly [below: number, name: string])[] = [
  [1_000, 'short'],
  [5_000, 'middle'],
  [20_000, 'long'],
  [Infinity, 'very long'],
]
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** How often progress is told, in pages. */
const OFTEN = 200

/** The stratum of a page; tags that are no language are one, so that no page makes strata of its own. */
function stratumOf({ language, characters }: SourceNotes): { readonly language: string; readonly length: string } {
  const isKnown = language !== '' && LANGUAGES.of(language) !== undefined
  return { language: isKnown ? language : 'unknown', length: LENGTHS.find(([below]) => characters < below)?.[1] ?? '' }
}

/** A page of an archive, read. */
interface Read {
  readonly url: string
  readonly html: string
  readonly charset: string
  readonly notes: SourceNotes
  readonly answer: WarcAnswer
}

/**
 * @throws FailureError `crawl.no-page` where nothing could be drawn, with what was wrong with the archives. An archive that is
 *   damaged is a problem in the outcome: what came before the damage may be drawn.
 */
export async function sampleCrawl(store: CorpusStore, options: CrawlOptions, context: Context): Promise<CrawlOutcome> {
  const problems: Problem[] = []
  const sample = new StratifiedSample<Place>(options)
  for (const archive of options.archives.keys())
    await eachPage(options, archive, { context, problems, wants: () => true }, (page, answer) => {
      const { language, length } = stratumOf(page.notes)
      const site = siteOf(page.url)
      if (site === null || !isWanted(page.notes, language, options)) return
      sample.add({ address: page.url, site, stratum: `${language}, ${length}`, place: { archive, answer } })
      if (sample.seen % OFTEN === 0) context.progress(`${sample.seen} pages looked at …`)
    })
  const { drawn, strata } = sample.draw()
  if (drawn.length === 0) {
    const [first] = problems
    throw failed(
      'crawl.no-page',
      `There is no page to draw in ${options.archives.map((path) => basename(path)).join(', ')}${first ? `: ${first.failure.message}` : '.'}`,
      'Name WARC files of responses (not WET or WAT), and look at --least, --languages and --without.',
    )
  }
  let added = 0
  let known = 0
  for (const archive of new Set(drawn.map(({ place }) => place.archive))) {
    const wanted = new Map(drawn.filter(({ place }) => place.archive === archive).map((one) => [one.place.answer, one]))
    await eachPage(options, archive, { context, problems: [], wants: (answer) => wanted.has(answer) }, async (page, answer) => {
      const candidate = wanted.get(answer)
      if (candidate?.address !== page.url) return
      const outcome = await store.add(newPage(page, candidate, basename(options.archives[archive] ?? '')))
      if (outcome.known) known++
      else added++
      context.progress(`${added + known} of ${drawn.length} pages added …`)
    })
  }
  return { added, known, seen: sample.seen, strata, problems }
}

function isWanted({ characters, robots }: SourceNotes, language: string, { least, languages, without }: CrawlOptions): boolean {
  if (characters < least || (languages.length > 0 && !languages.includes(language))) return false
  const asked = robots.join(' ').toLowerCase()
  return !without.some((word) => asked.includes(word.toLowerCase()))
}

/** Each page of an archive whose place is wanted. An archive that cannot be read to its end is a problem. */
async function eachPage(
  { archives, maxBytes }: CrawlOptions,
  archive: number,
  { context, problems, wants }: { readonly context: Context; readonly problems: Problem[]; readonly wants: (answer: number) => boolean },
  act: (page: Read, answer: number) => Promise<void> | void,
): Promise<void> {
  const path = archives[archive] ?? ''
  const { signal } = context
  let answer = -1
  const isWantedPage = (head: Pick<WarcAnswer, 'url' | 'status' | 'contentType'>): boolean => {
    answer++
    return isHtmlPage(head) && wants(answer)
  }
  try {
    for await (const records of archiveRecords({ path }, { signal }))
      for await (const found of warcAnswers(records, { limit: maxBytes, wants: isWantedPage })) {
        if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Draw again whenever you like.')
        const page = pageOf(found)
        if (page) await act(page, answer)
      }
  } catch (thrown) {
    const reason = toFailure(thrown)
    if (!/^(?:warc|archive|input|file|source)\./.test(reason.code)) throw thrown
    problems.push({ place: path, failure: reason })
  }
}

function pageOf(answer: WarcAnswer): Read | null {
  const { url, contentType, content, headers } = answer
  if (!content || 'failure' in content || content.cut || content.bytes.length === 0) return null
  const { html, charset } = decodeHtml(content.bytes, contentType)
  const get = (name: string): string | undefined => {
    const values = headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
    return values.length === 0 ? undefined : values.join(', ')
  }
  return { url, html, charset, notes: sourceNotes(html, { get }), answer }
}

function newPage(
  { url, html, charset, notes, answer }: Read,
  candidate: Candidate<Place>,
  from: string,
): Parameters<CorpusStore['add']>[0] {
  const { robots, licences, characters } = notes
  const groups = stratumOf(notes)
  return {
    capture: { html, label: url, url, mode: 'source', status: answer.status, charset, capturedAt: answer.capturedAt ?? '', layout: null },
    loader: 'import',
    imported: {
      id: url.slice(0, 1024),
      from,
      record: {
        groups: { source: candidate.site, ...groups },
        characters,
        ...(robots.length > 0 && { robots }),
        ...(licences.length > 0 && { licences }),
      },
    },
  }
}
