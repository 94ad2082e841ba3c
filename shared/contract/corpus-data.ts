import type { z } from 'zod'
import type { Failure } from '../base/failure'
import type { Agreement, Reliability } from '../gold/agreement'
import type { CampaignFile, Pace } from '../gold/campaign'
import type { LabelDefinition } from '../gold/corpus-labels'
import type { GoldFile, LabelStatus, PageType } from '../gold/gold-file'

export interface Problem {
  readonly place: string
  readonly failure: Failure
}

export interface GoldEntry {
  readonly annotator: string
  readonly status: z.infer<typeof LabelStatus>
  readonly pageType: z.infer<typeof PageType> | null
  readonly spans: number
  readonly lost: number
  readonly flags: readonly string[]
  readonly seconds: number | null
  readonly updatedAt: string
  /** Whether the labels belong to another capture of the page. */
  readonly stale: boolean
  /** Whether the labels come from a collection instead of an annotator. */
  readonly imported: boolean
}

export interface PageScores {
  /** Text that only some extractors keep, as a share in [0,1] of the text that at least one extractor keeps. 0 without kept text. */
  readonly disagreement: number
  /** Mean F1 of the extractors, in [0,1]. Null without a gold standard, or after a change of the gold standard. */
  readonly f1: number | null
}

export interface PageFields {
  readonly title?: string
  readonly author?: string
  readonly date?: string
}

export interface CorpusPageEntry {
  readonly id: string
  readonly url: string | null
  readonly label: string | null
  /** The first `<title>`; missing if the beginning of the page has no title. */
  readonly title?: string
  readonly capturedAt: string | null
  readonly mode: 'source' | 'rendered' | null
  readonly sha256: string | null
  readonly bytes: number
  readonly hasLayout: boolean
  /** Set if the page has almost no words. Only small pages are checked. */
  readonly almostNoText?: true
  readonly gold: readonly GoldEntry[]
  /** Names of gold texts. A gold text has no positions. */
  readonly texts: readonly string[]
  readonly snippets: readonly string[]
  readonly fields?: PageFields
  readonly problems: readonly { readonly file: string; readonly failure: Failure }[]
  /** Result of `corpus.measure`; missing before the measurement. */
  readonly scores?: PageScores
  readonly assigned?: readonly string[]
  readonly practice?: true
}

export type CorpusLabel = Readonly<Pick<LabelDefinition, 'name' | 'color' | 'key' | 'description'>>

export interface CorpusInfo {
  /** Absolute path. Requests identify the corpus by the path. */
  readonly path: string
  readonly name: string
  readonly created: string
  readonly labels: readonly CorpusLabel[]
  /** Labels of main content; empty means all. */
  readonly contentLabels: readonly string[]
  readonly guidelines: string
  /** Whether the corpus cannot be changed, because the format is newer than this Boilerscope. */
  readonly readOnly: boolean
  readonly pages: number
  readonly campaign: CampaignFile | null
  readonly leftovers: readonly string[]
}

export interface CorpusPageList {
  /** Entries in order of id. An incomplete list contains only the first pages. */
  readonly entries: readonly CorpusPageEntry[]
  readonly total: number
  readonly complete: boolean
}

export interface StoredGold {
  readonly gold: GoldFile
  /** Hash of the file. A save sends the revision that the annotator edited. */
  readonly revision: string
}

export interface CorpusPage {
  readonly entry: CorpusPageEntry
  readonly url: string | null
  readonly mode: 'source' | 'rendered'
  readonly sha256: string
  readonly labels: readonly StoredGold[]
  readonly texts: readonly { readonly name: string; readonly text: string }[]
  readonly snippets: readonly { readonly name: string; readonly with: readonly string[]; readonly without: readonly string[] }[]
}

export type SaveOutcome =
  | ({ readonly status: 'saved' } & StoredGold)
  | {
      readonly status: 'conflict'
      readonly failure: Failure
      /** `theirs` is the file on disk. `merged` is the merge of both versions, see `MergedGold`. */
      readonly theirs: GoldFile
      readonly merged: GoldFile
      readonly revision: string
      /** Keys with different changes on both sides; `spans` for labels. */
      readonly conflicts: readonly string[]
    }

export interface BatchOutcome {
  readonly added: readonly string[]
  /** Number of pages that the corpus already contained unchanged. */
  readonly known: number
  /** Existing pages to which the import added gold texts, snippets or a gold file. */
  readonly completed?: readonly string[]
  /** A page with an error status is a problem, even if the corpus stores the page. */
  readonly problems: readonly Problem[]
  /** `coverage` is the share of a gold text's words that were aligned with the page. */
  readonly coverage: readonly { readonly page: string; readonly coverage: number; readonly missing: number }[]
  readonly notes?: readonly string[]
}

/** Pages that were moved to the trash or restored. Problems with one page do not affect other pages. */
export interface MovedPages {
  readonly done: readonly string[]
  readonly problems: readonly Problem[]
}

export interface MeasureOutcome {
  readonly measured: number
  readonly problems: readonly Problem[]
}

export interface PairAgreement {
  readonly first: string
  readonly second: string
  readonly agreement: Agreement
  /** Number of pages with copied labels. `agreement` excludes these pages. */
  readonly copied: number
}

export interface PageAgreement extends Omit<PairAgreement, 'copied'> {
  readonly page: string
  /** Whether labels were copied. The agreement of the pair excludes a page with copied labels. */
  readonly copied: boolean
}

/** Agreement of all annotators. Counts copies of the same labels once. Excludes practice pages and imported gold standards. */
export interface GroupAgreement {
  readonly annotators: readonly string[]
  readonly characters: Reliability
  readonly blocks: Reliability
  readonly pageTypes: Reliability
}

export interface AgreementReport {
  readonly group: GroupAgreement
  readonly pairs: readonly PairAgreement[]
  readonly pages: readonly PageAgreement[]
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

export interface PersonQuality {
  readonly annotator: string
  /** `gold`: practice pages and pages with an imported gold standard. `adjudicated`: pages with adjudicated labels. */
  readonly against: 'gold' | 'adjudicated'
  readonly pages: number
  /** Cohen's κ by characters; null if undefined. */
  readonly kappa: number | null
  /** F1 of content by characters; null without content labels. */
  readonly f1: number | null
  /** Share in [0,1] of correct page types; null if no gold standard has a type. */
  readonly pageTypes: number | null
}

export interface CampaignReport {
  readonly campaign: CampaignFile | null
  readonly pace: readonly Pace[]
  /** While the campaign is blind, the quality includes only practice pages and adjudicated pages. */
  readonly quality: readonly PersonQuality[]
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

export interface CampaignSite {
  readonly folder: string
  readonly bytes: number
  readonly pages: number
  readonly problems: readonly Problem[]
}

export interface TrainingFeedback {
  readonly passMark: number | null
  readonly f1: number | null
  readonly pageType: { readonly given: string | null; readonly gold: string | null }
  readonly differences: readonly { readonly quote: string; readonly given: string | null; readonly gold: string | null }[]
}

export interface FolderListing {
  readonly path: string
  readonly parent: string | null
  readonly folders: readonly { readonly name: string; readonly path: string; readonly isCorpus: boolean }[]
}

export interface RecentCorpus {
  readonly path: string
  readonly name: string
  readonly openedAt: string
}
