/** What a corpus needs to know of a parsed page: where a gold text lies, what labels say, how far annotators agree. */
import { agreementTable, type AgreementTable } from '../../../shared/gold/agreement'
import { alignText, type TextAlignment } from '../../../shared/gold/align-text'
import { anchorSpans } from '../../../shared/gold/anchor'
import type { CleanEvalBlock } from '../../../shared/gold/formats/cleaneval'
import { readWebAnnotation, writeWebAnnotation, type ImportedAnnotations } from '../../../shared/gold/formats/web-annotation'
import type { GoldFile, GoldSpan, SpanOrigin } from '../../../shared/gold/gold-file'
import { goldText } from '../../../shared/gold/gold-text'
import { addRanges, sortedRanges, toGoldSpans, type LabelSpan } from '../../../shared/gold/label-spans'
import { textAxis, type TextAxis } from '../../../shared/gold/text-axis'
import { nodeAtOutput } from '../../../shared/extractors/core/output'
import { tagName } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'

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

/** Parsing takes a while: where a host has workers, this is done there. */
export interface PageAnalyst {
  align(page: CorpusHtml, text: string, label: string, origin: SpanOrigin): Promise<AlignedText>
  /** Gold text and its blocks. Spans that are not on the page are left out. */
  text(
    page: CorpusHtml,
    gold: GoldFile,
    contentLabels: readonly string[],
  ): Promise<{ readonly text: string; readonly blocks: readonly CleanEvalBlock[] }>
  /** How many spans stand where they say, how many only elsewhere, and how many nowhere. */
  anchored(page: CorpusHtml, gold: GoldFile): Promise<{ readonly same: number; readonly moved: number; readonly lost: number }>
  agreement(page: CorpusHtml, first: GoldFile, second: GoldFile): Promise<AgreementTable>
  toWebAnnotation(page: CorpusHtml, gold: GoldFile, source: string): Promise<string>
  fromWebAnnotation(
    page: CorpusHtml,
    text: string,
    file: string,
    into: Pick<GoldFile, 'page' | 'pageSha256' | 'annotator' | 'updatedAt'>,
  ): Promise<ImportedAnnotations>
}

/** An analyst that parses in its own thread; for the command line, which has nothing else to do. */
export function createPageAnalyst(): PageAnalyst {
  const axisOf = async (page: CorpusHtml): Promise<TextAxis> => {
    // Between two pages others have their turn.
    await new Promise((resolve) => setImmediate(resolve))
    return textAxis(parsePage(page.html, { scriptingEnabled: page.mode === 'rendered' }))
  }
  return {
    async align(page, text, label, origin) {
      const axis = await axisOf(page)
      const { ranges, coverage, missing } = alignText(axis, text)
      return { spans: toGoldSpans(axis, addRanges(axis, [], ranges, label, origin)), coverage, missing }
    },
    async text(page, gold, contentLabels) {
      const axis = await axisOf(page)
      const spans = labelsOf(axis, page, gold)
      const output = goldText(axis, spans, (label) => contentLabels.length === 0 || contentLabels.includes(label))
      return { text: output.text, blocks: blocksOf(axis, output.text, output.spans) }
    },
    async anchored(page, gold) {
      const { found, lost } = anchorSpans(await axisOf(page), gold.spans, gold.pageSha256 === page.sha256)
      const same = found.filter(({ how }) => how === 'same').length
      return { same, moved: found.length - same, lost: lost.length }
    },
    async agreement(page, first, second) {
      const axis = await axisOf(page)
      return agreementTable(axis, labelsOf(axis, page, first), labelsOf(axis, page, second))
    },
    async toWebAnnotation(page, gold, source) {
      return writeWebAnnotation(await axisOf(page), gold, source)
    },
    async fromWebAnnotation(page, text, file, into) {
      return readWebAnnotation(text, file, await axisOf(page), into)
    },
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
