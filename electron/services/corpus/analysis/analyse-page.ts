import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { stretchesOf } from '../../../../shared/gold/adjudication'
import { agreementTable, pageRatings } from '../../../../shared/gold/agreement'
import { alignText } from '../../../../shared/gold/align-text'
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
import type { OwnData } from '../../own/own-file'

export interface CorpusHtml {
  readonly html: string
  readonly mode: 'source' | 'rendered'
  readonly sha256: string
}

export type PageGoldText = { readonly text: string } | Content | null

interface Content {
  readonly labels: GoldFile
  readonly contentLabels: readonly string[]
}
interface ScoreRequest {
  readonly extractors: readonly string[]
  readonly gold: PageGoldText
  readonly layout: CapturedLayout | null
  readonly own?: OwnData | undefined
}

interface AnalysedPage {
  readonly page: CorpusHtml
  readonly axis: () => TextAxis
  readonly spansOf: (gold: GoldFile) => LabelSpan[]
}

interface Golds {
  readonly golds: readonly GoldFile[]
}

const ANSWERS = {
  align: (
    { axis }: AnalysedPage,
    { text, label, origin }: { readonly text: string; readonly label: string; readonly origin: SpanOrigin },
  ) => {
    const { ranges, coverage, missing } = alignText(axis(), text)
    return { spans: toGoldSpans(axis(), addRanges(axis(), [], ranges, { label, origin })), coverage, missing }
  },
  text: ({ axis, spansOf }: AnalysedPage, { labels, contentLabels }: Content) => {
    const { text, spans } = goldText(axis(), spansOf(labels), countsAsContent(contentLabels))
    return { text, blocks: blocksOf(axis(), text, spans) }
  },
  marked: ({ page }: AnalysedPage, { labels, contentLabels }: Content) => {
    // `markElements` needs source positions. The axis of the other analyses has none.
    const axis = textAxis(parsed(page, { sourcePositions: true }))
    const counts = countsAsContent(contentLabels)
    return markElements(
      axis,
      labelsOf(axis, page, labels).filter(({ label }) => counts(label)),
    )
  },
  anchored: ({ axis, page }: AnalysedPage, { gold }: { readonly gold: GoldFile }) => {
    const { found, lost } = anchorSpans(axis(), gold.spans, gold.pageSha256 === page.sha256)
    const same = found.filter(({ how }) => how === 'same').length
    return { same, moved: found.length - same, lost: lost.length }
  },
  agreement: ({ axis, spansOf }: AnalysedPage, { first, second }: { readonly first: GoldFile; readonly second: GoldFile }) =>
    agreementTable(axis(), spansOf(first), spansOf(second)),
  differences: ({ axis, spansOf }: AnalysedPage, { given, gold }: { readonly given: GoldFile; readonly gold: GoldFile }) =>
    differencesFrom(axis(), spansOf(given), spansOf(gold)).map(({ from, to, ...said }) => ({
      ...said,
      quote: quoteOf(spacedText(axis(), { from, to })),
    })),
  /** Splits the labelled text of the page at each change of a label. Each piece has one label or null per gold file. */
  stretches: ({ axis, spansOf }: AnalysedPage, { golds }: Golds) =>
    stretchesOf(axis(), golds.map(spansOf)).map(({ labels, ...range }) => ({
      text: spacedText(axis(), range).trim(),
      labels,
    })),
  ratings: ({ axis, spansOf }: AnalysedPage, { golds }: Golds) => pageRatings(axis(), golds.map(spansOf)),
  // Extractors are loaded on demand, because most analyses need none.
  scores: async ({ page }: AnalysedPage, { gold, layout, ...request }: ScoreRequest): Promise<PageScores> => {
    const { pageScores } = await import('./page-scores')
    const model = parsed(page, { sourcePositions: true, layout })
    if (gold === null || 'text' in gold) return pageScores(model, request, gold && gold.text)
    const axis = textAxis(model)
    return pageScores(model, request, goldText(axis, labelsOf(axis, page, gold.labels), countsAsContent(gold.contentLabels)).text)
  },
}

type Answers = typeof ANSWERS
type Kind = keyof Answers
type Question<K extends Kind> = { readonly kind: K } & Parameters<Answers[K]>[1]
export type PageAnalysis = { [K in Kind]: Question<K> }[Kind]
export type AnalysisResults = { readonly [K in Kind]: Awaited<ReturnType<Answers[K]>> }

export type AnyAnalysisResult = AnalysisResults[Kind]

/** The number of nodes is unlimited, because the capture or import already limited the size of the page. */
const ADMITTED = Number.POSITIVE_INFINITY

const parsed = ({ html, mode }: CorpusHtml, options: Parameters<typeof parsePage>[1] = {}): PageModel =>
  parsePage(html, { scriptingEnabled: mode === 'rendered', maxNodes: ADMITTED, ...options })

export function createAnalysis(): (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> {
  let last: { readonly key: string; readonly axis: TextAxis } | null = null
  const axisOf = (page: CorpusHtml): TextAxis => {
    const key = `${page.mode} ${page.sha256}`
    if (last?.key !== key) last = { key, axis: textAxis(parsed(page)) }
    return last.axis
  }
  return async (page, analysis) => {
    const answer = ANSWERS[analysis.kind] as (
      analysed: AnalysedPage,
      analysis: PageAnalysis,
    ) => AnyAnalysisResult | Promise<AnyAnalysisResult>
    return answer({ page, axis: () => axisOf(page), spansOf: (gold) => labelsOf(axisOf(page), page, gold) }, analysis)
  }
}

function labelsOf(axis: TextAxis, page: CorpusHtml, gold: GoldFile): LabelSpan[] {
  const { found } = anchorSpans(axis, gold.spans, gold.pageSha256 === page.sha256)
  return disjoint(found.map(({ span, range }) => ({ ...range, label: span.label })))
}

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
