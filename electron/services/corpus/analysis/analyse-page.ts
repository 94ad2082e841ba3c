/** What is worked out on a parsed page of a corpus: pure functions of the page, run in a worker thread. */
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { stretchesOf } from '../../../../shared/gold/adjudication'
import { agreementTable, type AgreementTable } from '../../../../shared/gold/agreement'
import { alignText, type TextAlignment } from '../../../../shared/gold/align-text'
import { pageRatings, type PageRatings } from '../../../../shared/gold/group-agreement'
import { anchorSpans } from '../../../../shared/gold/anchor'
import type { CleanEvalBlock } from '../../../../shared/gold/formats/cleaneval'
import { readWebAnnotation, writeWebAnnotation, type ImportedAnnotations } from '../../../../shared/gold/formats/web-annotation'
import type { GoldFile, GoldSpan, SpanOrigin } from '../../../../shared/gold/gold-file'
import { markElements, type MarkedPage } from '../../../../shared/gold/formats/marked-elements'
import { goldText } from '../../../../shared/gold/gold-text'
import { differencesFrom, type Difference } from '../../../../shared/gold/campaign'
import { addRanges, quoteOf, sortedRanges, toGoldSpans, type LabelSpan } from '../../../../shared/gold/label-spans'
import { spacedText, textAxis, type TextAxis } from '../../../../shared/gold/text-axis'
import { nodeAtOutput } from '../../../../shared/page/output'
import { tagName } from '../../../../shared/page/page-model'
import { parsePage } from '../../../../shared/page/parse-page'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import type { Selection, SelectionReply, SelectionTask } from '../../own/module-selections'
import type { OwnData } from '../../own/own-data'
import { countsAsContent } from '../../../../shared/gold/gold-text'

/** Text on which nobody's label changes, and what each of several label files says of it; null is no label. */
export interface QuotedStretch {
  readonly text: string
  readonly labels: readonly (string | null)[]
}

/** A page as a corpus has it. */
export interface CorpusHtml {
  readonly html: string
  readonly mode: 'source' | 'rendered'
  readonly sha256: string
}

export interface AlignedText {
  readonly spans: readonly GoldSpan[]
  readonly coverage: number
  readonly missing: TextAlignment['missing']
}

export interface LabelledText {
  readonly text: string
  readonly blocks: readonly CleanEvalBlock[]
}

/** How many spans stand where they say, how many only elsewhere, and how many nowhere. */
export interface AnchoredSpans {
  readonly same: number
  readonly moved: number
  readonly lost: number
}

/** Text labelled otherwise than the gold. */
export interface QuotedDifference extends Pick<Difference, 'given' | 'gold'> {
  readonly quote: string
}

export type AnnotationTarget = Pick<GoldFile, 'page' | 'pageSha256' | 'annotator' | 'updatedAt'>

/** Gold as a text, or as labels that stand for one. */
export type PageGoldText = { readonly text: string } | { readonly labels: GoldFile; readonly contentLabels: readonly string[] } | null

/** What can be asked of a page. */
export type PageAnalysis =
  | { readonly kind: 'align'; readonly text: string; readonly label: string; readonly origin: SpanOrigin }
  /** Gold text and its blocks. Spans that are not on the page are left out. */
  | { readonly kind: 'text'; readonly gold: GoldFile; readonly contentLabels: readonly string[] }
  /** The page with elements marked that are labelled as a whole. */
  | { readonly kind: 'marked'; readonly gold: GoldFile; readonly contentLabels: readonly string[] }
  | { readonly kind: 'anchored'; readonly gold: GoldFile }
  | { readonly kind: 'agreement'; readonly first: GoldFile; readonly second: GoldFile }
  /** Text that an annotator labelled otherwise than the gold. */
  | { readonly kind: 'differences'; readonly given: GoldFile; readonly gold: GoldFile }
  /** The page's labelled text, cut where anybody's label changes. */
  | { readonly kind: 'stretches'; readonly golds: readonly GoldFile[] }
  /** What each of several annotators says of the page's characters and blocks. */
  | { readonly kind: 'ratings'; readonly golds: readonly GoldFile[] }
  | {
      readonly kind: 'scores'
      readonly extractors: readonly string[]
      readonly gold: PageGoldText
      readonly layout: CapturedLayout | null
      /** Programs of the person's own among them. */
      readonly own?: OwnData | undefined
      /** What modules of the person's own kept, by the place of the extractor. */
      readonly selections?: ReadonlyMap<number, Selection>
    }
  /** What a module of the person's own keeps, asked in a thread of its own. */
  | { readonly kind: 'selections'; readonly task: SelectionTask }
  | { readonly kind: 'to-web-annotation'; readonly gold: GoldFile; readonly source: string }
  | { readonly kind: 'from-web-annotation'; readonly text: string; readonly file: string; readonly into: AnnotationTarget }

/** The answer to each kind. */
export interface AnalysisResults {
  readonly align: AlignedText
  readonly text: LabelledText
  readonly marked: MarkedPage
  readonly anchored: AnchoredSpans
  readonly agreement: AgreementTable
  readonly differences: readonly QuotedDifference[]
  readonly stretches: readonly QuotedStretch[]
  readonly ratings: PageRatings
  /** `warnings`: what modules of the person's own did that their reader should know. */
  readonly scores: PageScores & { readonly warnings?: readonly string[] }
  readonly selections: SelectionReply
  readonly 'to-web-annotation': string
  readonly 'from-web-annotation': ImportedAnnotations
}

export type AnyAnalysisResult = AnalysisResults[keyof AnalysisResults]

/** A page of a corpus was let in under the limits of its capture; here only the thread's memory and time limit it. */
const ADMITTED = Number.POSITIVE_INFINITY

/** Makes the analysis, which keeps the page it parsed last: several annotators' labels are compared on one page. */
export function createAnalysis(): (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> {
  let last: { readonly key: string; readonly axis: TextAxis } | null = null
  const axisOf = (page: CorpusHtml): TextAxis => {
    const key = `${page.mode} ${page.sha256}`
    if (last?.key !== key)
      last = { key, axis: textAxis(parsePage(page.html, { scriptingEnabled: page.mode === 'rendered', maxNodes: ADMITTED })) }
    return last.axis
  }
  return async (page, analysis) => {
    if (analysis.kind === 'scores') return scores(page, analysis)
    if (analysis.kind === 'selections') return selections(analysis.task)
    return analyse(axisOf(page), page, analysis)
  }
}

type ScoresAnalysis = Extract<PageAnalysis, { kind: 'scores' }>

// The extractors are loaded where they are asked for only: most questions need none of them.
async function selections(task: SelectionTask): Promise<SelectionReply> {
  const { blamingModule, selectByModule } = await import('../../own/own-extractors')
  return blamingModule(() => selectByModule(task))
}

async function scores(page: CorpusHtml, { gold, layout, ...asked }: ScoresAnalysis): Promise<PageScores> {
  const { pageScores } = await import('./page-scores')
  const parsed = parsePage(page.html, { scriptingEnabled: page.mode === 'rendered', sourcePositions: true, layout, maxNodes: ADMITTED })
  if (gold === null) return pageScores(parsed, asked, null)
  const text = 'text' in gold ? gold.text : textOf(textAxis(parsed), page, gold.labels, gold.contentLabels).text
  return pageScores(parsed, asked, text)
}

function textOf(axis: TextAxis, page: CorpusHtml, gold: GoldFile, contentLabels: readonly string[]): ReturnType<typeof goldText> {
  return goldText(axis, labelsOf(axis, page, gold), countsAsContent(contentLabels))
}

function analyse(axis: TextAxis, page: CorpusHtml, analysis: Exclude<PageAnalysis, { kind: 'scores' | 'selections' }>): AnyAnalysisResult {
  switch (analysis.kind) {
    case 'align': {
      const { ranges, coverage, missing } = alignText(axis, analysis.text)
      return { spans: toGoldSpans(axis, addRanges(axis, [], ranges, analysis.label, analysis.origin)), coverage, missing }
    }
    case 'text': {
      const output = textOf(axis, page, analysis.gold, analysis.contentLabels)
      return { text: output.text, blocks: blocksOf(axis, output.text, output.spans) }
    }
    case 'marked': {
      // Only here are the places of tags in the source needed.
      const placed = textAxis(
        parsePage(page.html, { scriptingEnabled: page.mode === 'rendered', sourcePositions: true, maxNodes: ADMITTED }),
      )
      const counts = countsAsContent(analysis.contentLabels)
      return markElements(
        placed,
        labelsOf(placed, page, analysis.gold).filter(({ label }) => counts(label)),
      )
    }
    case 'anchored': {
      const { gold } = analysis
      const { found, lost } = anchorSpans(axis, gold.spans, gold.pageSha256 === page.sha256)
      const same = found.filter(({ how }) => how === 'same').length
      return { same, moved: found.length - same, lost: lost.length }
    }
    case 'agreement':
      return agreementTable(axis, labelsOf(axis, page, analysis.first), labelsOf(axis, page, analysis.second))
    case 'differences':
      return differencesFrom(axis, labelsOf(axis, page, analysis.given), labelsOf(axis, page, analysis.gold)).map(
        ({ from, to, ...said }) => ({
          ...said,
          quote: quoteOf(spacedText(axis, { from, to })),
        }),
      )
    case 'stretches': {
      const sides = analysis.golds.map((gold) => labelsOf(axis, page, gold))
      return stretchesOf(axis, sides).map(({ from, to, labels }) => ({ text: spacedText(axis, { from, to }).trim(), labels }))
    }
    case 'ratings':
      return pageRatings(
        axis,
        analysis.golds.map((gold) => labelsOf(axis, page, gold)),
      )
    case 'to-web-annotation':
      return writeWebAnnotation(axis, analysis.gold, analysis.source)
    case 'from-web-annotation':
      return readWebAnnotation(analysis.text, analysis.file, axis, analysis.into)
  }
}

function labelsOf(axis: TextAxis, page: CorpusHtml, gold: GoldFile): LabelSpan[] {
  const { found } = anchorSpans(axis, gold.spans, gold.pageSha256 === page.sha256)
  const spans: LabelSpan[] = []
  let end = 0
  for (const { span, range } of [...found].sort((x, y) => x.range.from - y.range.from)) {
    const [own] = sortedRanges([{ from: Math.max(end, range.from), to: range.to }])
    if (!own) continue
    spans.push({ ...own, label: span.label })
    end = own.to
  }
  return spans
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
