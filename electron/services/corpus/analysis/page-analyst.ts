/** The port through which a corpus asks about parsed pages. Parsing takes a while, so hosts do it in worker threads. */
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import type { AgreementTable } from '../../../../shared/gold/agreement'
import type { PageRatings } from '../../../../shared/gold/group-agreement'
import type { MarkedPage } from '../../../../shared/gold/formats/marked-elements'
import type { ImportedAnnotations } from '../../../../shared/gold/formats/web-annotation'
import type { GoldFile, SpanOrigin } from '../../../../shared/gold/gold-file'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import type { OwnData } from '../../own/own-data'
import type {
  AlignedText,
  AnalysisResults,
  AnchoredSpans,
  AnnotationTarget,
  AnyAnalysisResult,
  CorpusHtml,
  LabelledText,
  PageAnalysis,
  PageGoldText,
  QuotedDifference,
} from './analyse-page'

export interface PageAnalyst {
  align(page: CorpusHtml, text: string, label: string, origin: SpanOrigin): Promise<AlignedText>
  /** Gold text and its blocks. Spans that are not on the page are left out. */
  text(page: CorpusHtml, gold: GoldFile, contentLabels: readonly string[]): Promise<LabelledText>
  /** The HTML with elements marked that are labelled as a whole. */
  marked(page: CorpusHtml, gold: GoldFile, contentLabels: readonly string[]): Promise<MarkedPage>
  anchored(page: CorpusHtml, gold: GoldFile): Promise<AnchoredSpans>
  agreement(page: CorpusHtml, first: GoldFile, second: GoldFile): Promise<AgreementTable>
  /** Text that an annotator labelled otherwise than the gold. */
  differences(page: CorpusHtml, given: GoldFile, gold: GoldFile): Promise<readonly QuotedDifference[]>
  /** What each of several annotators says of the page's characters and blocks. */
  ratings(page: CorpusHtml, golds: readonly GoldFile[]): Promise<PageRatings>
  /** @param own files of the person's own extractors among them */
  scores(
    page: CorpusHtml,
    extractors: readonly string[],
    gold: PageGoldText,
    layout: CapturedLayout | null,
    own?: OwnData,
  ): Promise<PageScores>
  toWebAnnotation(page: CorpusHtml, gold: GoldFile, source: string): Promise<string>
  fromWebAnnotation(page: CorpusHtml, text: string, file: string, into: AnnotationTarget): Promise<ImportedAnnotations>
}

/** Makes an analyst over whatever answers an analysis: a pool of threads, or, in a test, the analysis itself. */
export function createPageAnalyst(
  answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> | AnyAnalysisResult,
): PageAnalyst {
  async function ask<K extends PageAnalysis['kind']>(
    page: CorpusHtml,
    analysis: Extract<PageAnalysis, { kind: K }>,
  ): Promise<AnalysisResults[K]> {
    // A corpus page carries more than is needed; only this crosses to the thread.
    const { html, mode, sha256 } = page
    // Each kind of question is answered with that kind's result.
    return (await answer({ html, mode, sha256 }, analysis)) as AnalysisResults[K]
  }
  return {
    align: (page, text, label, origin) => ask<'align'>(page, { kind: 'align', text, label, origin }),
    text: (page, gold, contentLabels) => ask<'text'>(page, { kind: 'text', gold, contentLabels }),
    marked: (page, gold, contentLabels) => ask<'marked'>(page, { kind: 'marked', gold, contentLabels }),
    anchored: (page, gold) => ask<'anchored'>(page, { kind: 'anchored', gold }),
    agreement: (page, first, second) => ask<'agreement'>(page, { kind: 'agreement', first, second }),
    differences: (page, given, gold) => ask<'differences'>(page, { kind: 'differences', given, gold }),
    ratings: (page, golds) => ask<'ratings'>(page, { kind: 'ratings', golds }),
    scores: (page, extractors, gold, layout, own) => ask<'scores'>(page, { kind: 'scores', extractors, gold, layout, own }),
    toWebAnnotation: (page, gold, source) => ask<'to-web-annotation'>(page, { kind: 'to-web-annotation', gold, source }),
    fromWebAnnotation: (page, text, file, into) => ask<'from-web-annotation'>(page, { kind: 'from-web-annotation', text, file, into }),
  }
}
