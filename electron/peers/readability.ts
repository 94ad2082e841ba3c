import { isProbablyReaderable, Readability } from '@mozilla/readability'
import type { ExtractionCore, Extractor, Verdict } from '../../shared/extractors/core/extractor'
import type { ParamValues } from '../../shared/extractors/core/params'
import type { Probe } from '../../shared/extractors/core/probe'
import { outputOfHtml, runPeer, type PeerOutput } from '../../shared/extractors/peers/peer-extraction'
import { candidatesOf, measuresOf, type ReadabilityRecord, valuesOf } from '../../shared/extractors/peers/readability-record'
import { READABILITY_MEASURES, readabilityInfo } from '../../shared/extractors/peers/readability-info'
import { reportReadability } from '../../shared/extractors/peers/readability-story'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { type DomElement, buildPeerDocument, piecesOf, stampOf, withoutStamps, type PeerDocument, type PeerElement } from './peer-document'
import { watchReader } from './readability-observer'
import { observeBeside } from './observed-library'
import { Places, type ReaderInternals } from './readability-watch'

export type ReadabilityParams = ParamValues<typeof readabilityInfo.params>

function createReader(document: PeerDocument, params: ReadabilityParams, Library: typeof Readability): ReaderInternals {
  const { charThreshold, nbTopCandidates, linkDensityModifier, disableJSONLD } = params
  const reader = new Library<PeerElement>(document, {
    charThreshold,
    nbTopCandidates,
    linkDensityModifier,
    disableJSONLD,
    serializer: (element) => element,
  }) as unknown as ReaderInternals
  if (!params.stripUnlikelys) reader._removeFlag(reader.FLAG_STRIP_UNLIKELYS)
  if (!params.weightClasses) reader._removeFlag(reader.FLAG_WEIGHT_CLASSES)
  if (!params.cleanConditionally) reader._removeFlag(reader.FLAG_CLEAN_CONDITIONALLY)
  return reader
}

export function runPlain(page: PageModel, params: ReadabilityParams, Library = Readability): PeerOutput & { readonly html: string } {
  const built = buildPeerDocument(page, 'markup')
  const root = createReader(built.document, params, Library).parse()?.content ?? null
  const pieces = piecesOf(root, built.ids)
  const html = root?.outerHTML ?? ''
  return { text: root ? outputOfHtml(html).text : '', html: withoutStamps(html), pieces, measures: {}, warnings: [] }
}

/** @throws the library's errors, and an error for an unsupported version */
export function runObserved(page: PageModel, params: ReadabilityParams, Library = Readability) {
  const built = buildPeerDocument(page, 'elements')
  const verdict = readerVerdict(built.document)
  const reader = createReader(built.document, params, Library)
  const watch = watchReader(reader, new Places(page, built.ids), () => built.document.body as DomElement)
  const root = reader.parse()?.content ?? null
  return { html: withoutStamps(root?.outerHTML ?? ''), record: watch as ReadabilityRecord, verdict }
}

export function readabilityOf(Library: typeof Readability, info: typeof readabilityInfo): Extractor<typeof readabilityInfo.params> {
  const run = (page: PageModel, params: ReadabilityParams, probe: Probe): ExtractionCore => {
    let found: ReturnType<typeof runObserved> | null = null
    const core = runPeer(page, { library: info.title, measureIds: READABILITY_MEASURES }, probe, (peerProbe) => {
      const plain = runPlain(page, params, Library)
      const version = { title: info.title, known: '0.6.0', isSupported: info === readabilityInfo }
      const { observed, warnings } = observeBeside(version, page, peerProbe, {
        run: () => runObserved(page, params, Library),
        isSame: ({ html }) => html === plain.html,
      })
      found = observed
      if (observed) reportReadability(page, observed.record, peerProbe)
      else
        peerProbe.step(
          'unobserved',
          `${info.title} runs. The observed run failed or returned a different text, so the reasons are unknown.`,
        )
      return { ...plain, measures: measuresOf(page, observed?.record ?? null), warnings }
    })
    if (!found) return core
    const { record, verdict }: ReturnType<typeof runObserved> = found
    const values = { ...core.values, ...valuesOf(record) }
    return { ...core, values, candidates: candidatesOf(record), ...(verdict && { verdict }) }
  }
  return { ...info, run }
}

export const readability = readabilityOf(Readability, readabilityInfo)

const MIN_SCORE = 20
const MIN_LENGTH = 140
/** Values and order as in Readability-readerable.js 0.6.0. */
const UNLIKELY =
  /-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote/i
const MAYBE = /and|article|body|column|content|main|shadow/i

function isVisible(node: DomElement): boolean {
  const { className } = node
  return (
    node.style?.display !== 'none' &&
    !node.hasAttribute('hidden') &&
    (node.getAttribute('aria-hidden') !== 'true' || (typeof className === 'string' && className.includes('fallback-image')))
  )
}

/**
 * Returns the result of `isProbablyReaderable` and the sum that decides the result. Returns undefined if the sum contradicts the result, or
 * if the document has no root element.
 */
function readerVerdict(document: PeerDocument): Verdict | undefined {
  const root = document.documentElement as DomElement | null
  if (!root) return undefined
  const nodes = new Set<DomElement>(Array.from(root.querySelectorAll('p, pre, article')))
  for (const br of Array.from(root.querySelectorAll('div > br'))) if (br.parentNode) nodes.add(br.parentNode)
  let score = 0
  const evidence: NodeId[] = []
  for (const node of nodes) {
    const words = `${String(node.className)} ${node.id}`
    if (!isVisible(node) || (UNLIKELY.test(words) && !MAYBE.test(words)) || node.matches('li p')) continue
    const length = node.textContent.trim().length
    if (length < MIN_LENGTH) continue
    score += Math.sqrt(length - MIN_LENGTH)
    if (stampOf(node) >= 0) evidence.push(stampOf(node))
  }
  const readable = score > MIN_SCORE
  if (isProbablyReaderable(document) !== readable) return undefined
  const sum = `score ${score.toFixed(1)} from paragraphs and articles of at least ${MIN_LENGTH} characters`
  return {
    pageType: readable ? 'article' : 'overview',
    quantity: 'sum over paragraphs and articles',
    value: score,
    limit: MIN_SCORE,
    margin: score - MIN_SCORE,
    sentence: `isProbablyReaderable: ${readable ? 'yes' : 'no'}, ${sum} (needs more than ${MIN_SCORE}).`,
    evidence,
  }
}
