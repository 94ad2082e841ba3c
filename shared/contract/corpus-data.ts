import type { z } from 'zod'
import type { Failure } from '../base/failure'
import type { Agreement } from '../gold/agreement'
import type { CampaignFile, Pace } from '../gold/campaign'
import type { GoldFile, LabelStatus, PageType } from '../gold/gold-file'
import type { Reliability } from '../gold/group-agreement'

export interface Problem {
  readonly place: string
  readonly failure: Failure
}

export interface GoldEntry {
  readonly annotator: string
  readonly status: z.infer<typeof LabelStatus>
  readonly pageType: z.infer<typeof PageType> | null
  readonly spans: number
  /** Number of spans that were not found on the page. */
  readonly lost: number
  readonly flags: readonly string[]
  readonly seconds: number | null
  readonly updatedAt: string
  /** Whether the labels belong to another capture of the page, so that their positions must be found again. */
  readonly stale: boolean
  /** Whether the labels come from a collection, not from an annotator. */
  readonly imported: boolean
}

export interface PageScores {
  /** Among the text that at least one extractor keeps: the share that another extractor drops, in [0,1]; 0 without kept text. */
  readonly disagreement: number
  /**
   * Mean F1 of the extractors against the page's gold standard, in [0,1]. Null without a gold standard, or if the gold standard has changed
   * since the measurement.
   */
  readonly f1: number | null
}

export interface PageFields {
  readonly title?: string
  readonly author?: string
  /** The date in the spelling of the collection. */
  readonly date?: string
}

export interface CorpusPageEntry {
  readonly id: string
  readonly url: string | null
  readonly label: string | null
  /** The first `<title>` of the page; missing if the beginning of the page has no title. */
  readonly title?: string
  readonly capturedAt: string | null
  readonly mode: 'source' | 'rendered' | null
  readonly sha256: string | null
  readonly bytes: number
  readonly hasLayout: boolean
  /** Set if the page has hardly any words outside tags, scripts and styles. Only small pages are checked. */
  readonly almostNoText?: true
  readonly gold: readonly GoldEntry[]
  /** Names of gold texts without positions. */
  readonly texts: readonly string[]
  /** Names of sets of snippets that must or must not be kept. */
  readonly snippets: readonly string[]
  readonly fields?: PageFields
  /** Damaged files and leftover temporary files of the page. */
  readonly problems: readonly { readonly file: string; readonly failure: Failure }[]
  /** Result of `corpus.measure`, stored while this host runs; missing before the measurement. */
  readonly scores?: PageScores
  readonly assigned?: readonly string[]
  /** Set if all annotators of the campaign label the page first, for practice. */
  readonly practice?: true
}

export interface CorpusLabel {
  readonly name: string
  readonly color?: string | undefined
  readonly key?: string | undefined
  readonly description?: string | undefined
}

export interface CorpusInfo {
  /** Absolute path. Requests identify the corpus by this path. */
  readonly path: string
  readonly name: string
  readonly created: string
  readonly labels: readonly CorpusLabel[]
  /** Labels of main content; empty means all. */
  readonly contentLabels: readonly string[]
  readonly guidelines: string
  /** Whether the corpus cannot be changed, because its format is newer than Boilerscope's. */
  readonly readOnly: boolean
  readonly pages: number
  readonly campaign: CampaignFile | null
  readonly leftovers: readonly string[]
}

export interface CorpusPageList {
  /** Entries in order of id. An incomplete list has only the first pages. */
  readonly entries: readonly CorpusPageEntry[]
  readonly total: number
  /** Whether all pages were read. If not, request the list again. */
  readonly complete: boolean
}

export interface StoredGold {
  readonly gold: GoldFile
  /** Hash of the file. A save sends the revision that the annotator edited. */
  readonly revision: string
}

/** Data for labelling a page; `page.openCorpus` opens the page. */
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
      /** Nothing was written. `theirs`: the file on disk. `merged`: both versions merged, with the request's values at conflicts. */
      readonly theirs: GoldFile
      readonly merged: GoldFile
      /** Revision of `theirs`. Save with this revision to resolve the conflict. */
      readonly revision: string
      /** Keys that both sides changed differently; `spans` for labels. */
      readonly conflicts: readonly string[]
    }

export interface BatchOutcome {
  readonly added: readonly string[]
  /** Number of pages that the corpus already contained unchanged. */
  readonly known: number
  /** Existing pages whose gold standard was incomplete before and is complete now. */
  readonly completed?: readonly string[]
  /** Problems with pages and records. A page with an error status is a problem, even if the corpus stores the page. */
  readonly problems: readonly Problem[]
  /** Per gold text, the share of its words that were aligned with the page. */
  readonly coverage: readonly { readonly page: string; readonly coverage: number; readonly missing: number }[]
  /** Sentences about omitted data and limits of the format. */
  readonly notes?: readonly string[]
}

/** Pages that were moved to the trash or restored. A page that cannot be moved does not prevent other moves. */
export interface MovedPages {
  readonly done: readonly string[]
  readonly problems: readonly Problem[]
}

export interface MeasureOutcome {
  /** Number of requested pages that now have scores. */
  readonly measured: number
  readonly problems: readonly Problem[]
}

export interface PairAgreement {
  readonly first: string
  readonly second: string
  /** Agreement over the pages that both annotators labelled independently. */
  readonly agreement: Agreement
  /** Number of excluded pages, on which one annotator copied labels from the other, or both copied from one source. */
  readonly copied: number
}

export interface PageAgreement {
  readonly page: string
  readonly first: string
  readonly second: string
  readonly agreement: Agreement
  /** Whether labels were copied. The page is listed, but all values exclude the page. */
  readonly copied: boolean
}

/** Agreement of all annotators; excludes copied labels, practice pages and gold standards from collections. */
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
  /** Sentences about pages that these values exclude. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

export interface PersonQuality {
  readonly annotator: string
  /** `gold`: practice pages and pages imported with a gold standard. `adjudicated`: adjudicated labels. */
  readonly against: 'gold' | 'adjudicated'
  readonly pages: number
  /** Cohen's κ by characters; null if undefined. */
  readonly kappa: number | null
  /** F1 of content, by characters; null without content labels. */
  readonly f1: number | null
  /** Share, in [0,1], of correct page types, among pages whose gold standard has a type; null without such pages. */
  readonly pageTypes: number | null
}

export interface CampaignReport {
  readonly campaign: CampaignFile | null
  readonly pace: readonly Pace[]
  /** Quality per annotator. While the campaign is blind, the values include only practice pages and adjudicated pages. */
  readonly quality: readonly PersonQuality[]
  /** Sentences about practice pages and adjudication. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

export interface CampaignSite {
  readonly folder: string
  readonly bytes: number
  /** Number of pages with finished or adjudicated labels. */
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
