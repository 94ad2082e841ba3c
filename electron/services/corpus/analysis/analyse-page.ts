/** What is worked out on a parsed page of a corpus: pure functions of the page, run in a worker thread. */
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { stretchesOf } from '../../../../shared/gold/adjudication'
import { agreementTable } from '../../../../shared/gold/agreement'
import { alignText } from '../../../../shared/gold/align-text'
import { pageRatings } from '../../../../shared/gold/group-agreement'
import { anchorSpans } from '../../../../shared/gold/anchor'
import type { CleanEvalBlock } from '../../../../shared/gold/formats/cleaneval'
import type { GoldFile, SpanOrigin } from '../../../../shared/gold/gold-file'
import { markElements } from '../../../../shared/gold/formats/marked-elements'
import { countsAsContent, goldText } from '../../../../shared/gold/gold-text'
import { differencesFrom } from '../../../../shared/gold/campaign'
import { addRanges, disjoint, quoteOf, toGoldSpans, type LabelSpan } from '../../../../shared/gold/label-spans'
import { spacedText, textAxis, type TextAxis } from '../../../../shared/gold/text-axis'
import { nodeAtOutput } from '../../../../shared/page/output'
import { tagName, type PageModel } from '../../../../shared/page/page-model'
import { parsePage } from '../../../../shared/page/parse-page'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import type { OwnData } from '../../own/own-data'

/** A page as a corpus has it. */
export interface CorpusHtml {
  readonly html: string
  readonly mode: 'source' | 'rendered'
  readonly sha256: string
}

/** Gold as a text, or as labels that stand for one. */
export type PageGoldText = { readonly text: string } | Content | null

interface OfGold {
  readonly gold: GoldFile
}
/** Labels, and which of them count as main content; none named: all. */
interface Content {
  readonly labels: GoldFile
  readonly contentLabels: readonly string[]
}
interface OfGolds {
  readonly golds: readonly GoldFile[]
}
interface AskedScores {
  readonly extractors: readonly string[]
  readonly gold: PageGoldText
  readonly layout: CapturedLayout | null
  /** Programs of the person's own among them. */
  readonly own?: OwnData | undefined
}

/** A page that something is asked about, and its text where the answer needs it. */
interface Asked {
  readonly page: CorpusHtml
  readonly axis: () => TextAxis
}

/** What can be asked of a page, and how it is answered. */
const ANSWERS = {
  /** Lays a gold text on the page. */
  align: ({ axis }: Asked, { text, label, origin }: { readonly text: string; readonly label: string; readonly origin: SpanOrigin }) => {
    const { ranges, coverage, missing } = alignText(axis(), text)
    return { spans: toGoldSpans(axis(), addRanges(axis(), [], ranges, { label, origin })), coverage, missing }
  },
  /** Gold text and its blocks. Spans that are not on the page are left out. */
  text: ({ axis, page }: Asked, { labels, contentLabels }: Content) => {
    const { text, spans } = goldText(axis(), labelsOf(axis(), page, labels), countsAsContent(contentLabels))
    return { text, blocks: blocksOf(axis(), text, spans) }
  },
  /** The page with elements marked that are labelled as a whole. */
  marked: ({ page }: Asked, { labels, contentLabels }: Content) => {
    // Only here are the places of tags in the source needed.
    const axis = textAxis(parsed(page, { sourcePositions: true }))
    const counts = countsAsContent(contentLabels)
    return markElements(
      axis,
      labelsOf(axis, page, labels).filter(({ label }) => counts(label)),
    )
  },
  /** How many spans stand where they say, how many only elsewhere, and how many nowhere. */
  anchored: ({ axis, page }: Asked, { gold }: OfGold) => {
    const { found, lost } = anchorSpans(axis(), gold.spans, gold.pageSha256 === page.sha256)
    const same = found.filter(({ how }) => how === 'same').length
    return { same, moved: found.length - same, lost: lost.length }
  },
  agreement: ({ axis, page }: Asked, { first, second }: { readonly first: GoldFile; readonly second: GoldFile }) =>
    agreementTable(axis(), labelsOf(axis(), page, first), labelsOf(axis(), page, second)),
  /** Text that an annotator labelled otherwise than the gold. */
  differences: ({ axis, page }: Asked, { given, gold }: OfGold & { readonly given: GoldFile }) =>
    differencesFrom(axis(), labelsOf(axis(), page, given), labelsOf(axis(), page, gold)).map(({ from, to, ...said }) => ({
      ...said,
      quote: quoteOf(spacedText(axis(), { from, to })),
    })),
  /** The page's labelled text, cut where anybody's label changes, and what each of several label files says of it; null is no label. */
  stretches: ({ axis, page }: Asked, { golds }: OfGolds) =>
    stretchesOf(
      axis(),
      golds.map((gold) => labelsOf(axis(), page, gold)),
    ).map(({ labels, ...range }) => ({ text: spacedText(axis(), range).trim(), labels })),
  /** What each of several annotators says of the page's characters and blocks. */
  ratings: ({ axis, page }: Asked, { golds }: OfGolds) =>
    pageRatings(
      axis(),
      golds.map((gold) => labelsOf(axis(), page, gold)),
    ),
  // The extractors are loaded where they are asked for only: most questions need none of them.
  scores: async ({ page }: Asked, { gold, layout, ...asked }: AskedScores): Promise<PageScores> => {
    const { pageScores } = await import('./page-scores')
    const model = parsed(page, { sourcePositions: true, layout })
    if (gold === null || 'text' in gold) return pageScores(model, asked, gold && gold.text)
    const axis = textAxis(model)
    return pageScores(model, asked, goldText(axis, labelsOf(axis, page, gold.labels), countsAsContent(gold.contentLabels)).text)
  },
}

type Answers = typeof ANSWERS
type Kind = keyof Answers
type Question<K extends Kind> = { readonly kind: K } & Parameters<Answers[K]>[1]
/** A question about a page. */
export type PageAnalysis = { [K in Kind]: Question<K> }[Kind]
/** The answer to each kind. */
export type AnalysisResults = { readonly [K in Kind]: Awaited<ReturnType<Answers[K]>> }

export type AnyAnalysisResult = AnalysisResults[Kind]

/** A page of a corpus was let in under the limits of its capture; here only the thread's memory and time limit it. */
const ADMITTED = Number.POSITIVE_INFINITY

const parsed = ({ html, mode }: CorpusHtml, options: Parameters<typeof parsePage>[1] = {}): PageModel =>
  parsePage(html, { scriptingEnabled: mode === 'rendered', maxNodes: ADMITTED, ...options })

/** Makes the analysis, which keeps the page it parsed last: several annotators' labels are compared on one page. */
export function createAnalysis(): (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> {
  let last: { readonly key: string; readonly axis: TextAxis } | null = null
  const axisOf = (page: CorpusHtml): TextAxis => {
    const key = `${page.mode} ${page.sha256}`
    if (last?.key !== key) last = { key, axis: textAxis(parsed(page)) }
    return last.axis
  }
  return async (page, analysis) => {
    // Each kind is answered by the function of its name.
    const answer = ANSWERS[analysis.kind] as (asked: Asked, analysis: PageAnalysis) => AnyAnalysisResult | Promise<AnyAnalysisResult>
    return answer({ page, axis: () => axisOf(page) }, analysis)
  }
}

function labelsOf(axis: TextAxis, page: CorpusHtml, gold: GoldFile): LabelSpan[] {
  const { found } = anchorSpans(axis, gold.spans, gold.pageSha256 === page.sha256)
  return disjoint(found.map(({ span, range }) => ({ ...range, label: span.label })))
}

/** Lines of a gold text with the CleanEval mark of the element they stand in. */
function blocksOf(axis: TextAxis, text: string, spans: Int32Array): CleanEvalBlock[] {
  const blocks: CleanEvalBlock[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const first = start + (line.length - line.trimStart().length)
    if (line.trim() !== '') blocks.push({ mark: markOf(axis, nodeAtOutput(spans, first)), text: line })
    start += line.length + 1
  }
  return blocks
}

function markOf({ page }: TextAxis, node: number): CleanEvalBlock['mark'] {
  for (let n = node; n > 0; n = page.parent[n] as number) {
    const tag = tagName(page, n)
    if (/^h[1-6]$/.test(tag)) return 'h'
    if (tag === 'li' || tag === 'dt' || tag === 'dd') return 'l'
    if (tag === 'p') return 'p'
  }
  return 'p'
}
