/** Responses of the corpus requests. */
import type { z } from 'zod'
import type { Failure } from '../base/failure'
import type { Agreement } from '../gold/agreement'
import type { CampaignFile, Pace } from '../gold/campaign'
import type { GoldFile, LabelStatus, PageType } from '../gold/gold-file'
import type { Reliability } from '../gold/group-agreement'

/** A failed part of a request, with its place. */
export interface Problem {
  readonly place: string
  readonly failure: Failure
}

/** Summary of one annotator's labels for the page list. */
export interface GoldEntry {
  readonly annotator: string
  readonly status: z.infer<typeof LabelStatus>
  readonly pageType: z.infer<typeof PageType> | null
  readonly spans: number
  /** Spans that could not be found again. */
  readonly lost: number
  readonly flags: readonly string[]
  readonly seconds: number | null
  readonly updatedAt: string
  /** Labels of another capture of the page, which need new anchors. */
  readonly stale: boolean
  /** Whether the labels come from a collection, not from an annotator. */
  readonly imported: boolean
}

export interface PageScores {
  /** Share of the text kept by at least one extractor that others drop, in [0,1]; 0 if all drop everything. */
  readonly disagreement: number
  /** Mean F1 of the extractors against the gold standard of the page, in [0,1]; null without a gold standard or after a change of it. */
  readonly f1: number | null
}

/** Metadata of a page from a collection: the gold standard for extractors of such fields. */
export interface PageFields {
  readonly title?: string
  readonly author?: string
  /** As the collection writes it. */
  readonly date?: string
}

export interface CorpusPageEntry {
  readonly id: string
  readonly url: string | null
  readonly label: string | null
  /** The first `<title>` of the page; missing if its beginning has none. */
  readonly title?: string
  readonly capturedAt: string | null
  readonly mode: 'source' | 'rendered' | null
  readonly sha256: string | null
  /** Size of the HTML. */
  readonly bytes: number
  readonly hasLayout: boolean
  /** The page has hardly any words outside of tags, scripts and styles. Checked only for small pages, which are read whole. */
  readonly almostNoText?: true
  readonly gold: readonly GoldEntry[]
  /** Names of gold texts without anchors. */
  readonly texts: readonly string[]
  /** Names of sets of snippets that must or must not be kept. */
  readonly snippets: readonly string[]
  /** Title, author and date from its collection. */
  readonly fields?: PageFields
  /** Damaged or stale files. */
  readonly problems: readonly { readonly file: string; readonly failure: Failure }[]
  /** Result of `corpus.measure`, stored while this host runs; absent before. */
  readonly scores?: PageScores
  /** Annotators of the page; missing if unassigned. */
  readonly assigned?: readonly string[]
  /** All annotators of the campaign label it first, for practice. */
  readonly practice?: true
}

export interface CorpusLabel {
  readonly name: string
  readonly color?: string | undefined
  readonly key?: string | undefined
  readonly description?: string | undefined
}

export interface CorpusInfo {
  /** Absolute path; also the handle of the corpus. */
  readonly path: string
  readonly name: string
  readonly created: string
  readonly labels: readonly CorpusLabel[]
  /** Labels that count as main content; empty means all. */
  readonly contentLabels: readonly string[]
  readonly guidelines: string
  /** A newer version of the format. */
  readonly readOnly: boolean
  readonly pages: number
  readonly campaign: CampaignFile | null
  /** Unknown or temporary files and folders in the corpus. */
  readonly leftovers: readonly string[]
}

export interface CorpusPageList {
  /** In order of id, from `offset` on. */
  readonly entries: readonly CorpusPageEntry[]
  /** Pages that match the filter among those scanned. */
  readonly matching: number
  readonly scanned: number
  readonly total: number
  /** Whether every page was scanned; if not, request the list again. */
  readonly complete: boolean
  /** Pages of the whole corpus that have each score. */
  readonly scored: Readonly<Record<keyof PageScores, number>>
  /** Annotators with labels or assigned pages, independent of the filter. */
  readonly annotators: readonly string[]
  readonly assignees: readonly string[]
}

/** A gold file and the state it was read in. */
export interface StoredGold {
  readonly gold: GoldFile
  /** Hash of the file; a save names the revision it started from. */
  readonly revision: string
}

/** Data for labelling a page; `page.openCorpus` opens the page itself. */
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
      /** Nothing was written: the file on disk, and the merge; where both changed the same labels, the request wins. */
      readonly theirs: GoldFile
      readonly merged: GoldFile
      /** Of `theirs`: save with it to decide. */
      readonly revision: string
      /** Keys both changed; `spans` for labels. */
      readonly conflicts: readonly string[]
    }

export interface BatchOutcome {
  readonly added: readonly string[]
  /** Pages that were there already, whole. */
  readonly known: number
  /** Existing pages whose incomplete gold standard is now complete. */
  readonly completed?: readonly string[]
  /** Pages that could not be loaded, and error pages, which are added anyway. */
  readonly problems: readonly Problem[]
  /** Alignment of gold texts: share of their words found on the page. */
  readonly coverage: readonly { readonly page: string; readonly coverage: number; readonly missing: number }[]
  /** Omitted data and limits of the format, in sentences. */
  readonly notes?: readonly string[]
}

/** Pages that were moved to the trash or restored; a page that cannot be moved does not stop the others. */
export interface MovedPages {
  readonly done: readonly string[]
  readonly problems: readonly Problem[]
}

export interface MeasureOutcome {
  /** Requested pages that have scores now. */
  readonly measured: number
  readonly problems: readonly Problem[]
}

export interface PairAgreement {
  readonly first: string
  readonly second: string
  /** Over the pages both labelled independently. */
  readonly agreement: Agreement
  /** Pages excluded because one annotator's labels were copied from the other, or both from one source. */
  readonly copied: number
}

export interface PageAgreement {
  readonly page: string
  readonly first: string
  readonly second: string
  readonly agreement: Agreement
  /** Whether labels were copied: the page is shown, but excluded from all figures. */
  readonly copied: boolean
}

/** Agreement of all annotators; excludes copied labels and gold standards from collections. */
export interface GroupAgreement {
  /** Who they are. */
  readonly annotators: readonly string[]
  readonly characters: Reliability
  readonly blocks: Reliability
  readonly pageTypes: Reliability
}

export interface AgreementReport {
  readonly group: GroupAgreement
  readonly pairs: readonly PairAgreement[]
  readonly pages: readonly PageAgreement[]
  /** Pages missing from these figures, in sentences. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

/** Quality of an annotator's finished pages. */
export interface PersonQuality {
  readonly annotator: string
  /** `gold`: practice pages, and pages imported with a gold standard; `adjudicated`: adjudicated labels, which may include their own. */
  readonly against: 'gold' | 'adjudicated'
  readonly pages: number
  /** Cohen's κ by characters; null if it is not defined. */
  readonly kappa: number | null
  /** F1 of content, by characters; null if neither annotator labelled any. */
  readonly f1: number | null
  /** Share of pages with the same type, in [0,1], among pages whose gold standard names one; null without such pages. */
  readonly pageTypes: number | null
}

export interface CampaignReport {
  readonly campaign: CampaignFile | null
  readonly pace: readonly Pace[]
  /** While the campaign is blind, only of practice pages. */
  readonly quality: readonly PersonQuality[]
  /** Notes about practice pages and adjudication, in sentences. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

export interface CampaignSite {
  readonly folder: string
  readonly bytes: number
  /** Pages that at least one annotator finished. */
  readonly pages: number
  readonly problems: readonly Problem[]
}

export interface TrainingFeedback {
  /** Least F1 to pass; null without a pass mark. */
  readonly passMark: number | null
  readonly f1: number | null
  readonly pageType: { readonly given: string | null; readonly gold: string | null }
  readonly differences: readonly { readonly quote: string; readonly given: string | null; readonly gold: string | null }[]
}

/** The contents of a folder on this machine. */
export interface FolderListing {
  /** Absolute. */
  readonly path: string
  /** Null at the root. */
  readonly parent: string | null
  readonly folders: readonly { readonly name: string; readonly path: string; readonly isCorpus: boolean }[]
}

export interface RecentCorpus {
  readonly path: string
  readonly name: string
  readonly openedAt: string
}

export interface QueueState {
  /** The requested page and its position, from 1; null if it is not in the queue. */
  readonly page: string | null
  readonly position: number | null
  /** Next pages to label, the nearest first. */
  readonly next: readonly string[]
  readonly done: number
  readonly skipped: number
  readonly total: number
  /** Number of these pages with a known disagreement. */
  readonly measured: number
  /** Pages of the corpus assigned to the annotator, independent of the request. */
  readonly assigned: number
  /** Median seconds per page of the measured pages. */
  readonly medianSeconds: number | null
}
