/** What the requests on corpora answer with. */
import type { z } from 'zod'
import type { Failure } from '../base/failure'
import type { Agreement } from '../gold/agreement'
import type { CampaignFile, Pace } from '../gold/campaign'
import type { GoldFile, LabelStatus } from '../gold/gold-file'
import type { Reliability } from '../gold/group-agreement'
import type { PageType } from '../gold/page-type'

/** What was not done, and where. */
export interface Problem {
  readonly place: string
  readonly failure: Failure
}

/** What the list shows of one annotator's labels. */
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
  /** Made on another capture of the page: to be anchored anew. */
  readonly stale: boolean
  /** Brought by a collection: nobody's judgement. */
  readonly imported: boolean
}

/** How extractors fare on a page. */
export interface PageScores {
  /** Share of the text kept by any that not all keep, in [0,1]; 0 where nobody keeps any. */
  readonly disagreement: number
  /** Mean F1 of the extractors against the page's gold, in [0,1]; null where it has none, or where it changed since. */
  readonly f1: number | null
}

/** What a collection says of a page beside its main text: gold for extractors of such fields. */
export interface PageFields {
  readonly title?: string
  readonly author?: string
  /** As the collection writes it. */
  readonly date?: string
}

/** A page in the list. */
export interface CorpusPageEntry {
  readonly id: string
  readonly url: string | null
  readonly label: string | null
  /** What the page says of itself in its first `<title>`; absent where it says nothing near its beginning. */
  readonly title?: string
  readonly capturedAt: string | null
  readonly mode: 'source' | 'rendered' | null
  readonly sha256: string | null
  /** Of the HTML. */
  readonly bytes: number
  readonly hasLayout: boolean
  /** Hardly any words outside of tags, scripts and styles: seen of small pages, which are read whole. */
  readonly almostNoText?: true
  readonly gold: readonly GoldEntry[]
  /** Names of gold texts without anchors. */
  readonly texts: readonly string[]
  /** Names of gold snippets. */
  readonly snippets: readonly string[]
  /** Title, author and date as its collection says them. */
  readonly fields?: PageFields
  /** Damaged or left-over files. */
  readonly problems: readonly { readonly file: string; readonly failure: Failure }[]
  /** What `corpus.measure` found, as long as this host runs; absent before. */
  readonly scores?: PageScores
  /** Annotators it is assigned to; absent: nobody. */
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
  /** The campaign it is part of. */
  readonly campaign: CampaignFile | null
  /** Files and folders of the corpus that are none of ours, or were left behind. */
  readonly leftovers: readonly string[]
}

export interface CorpusPageList {
  /** In order of id, from `offset` on. */
  readonly entries: readonly CorpusPageEntry[]
  /** Pages that match the filter among those scanned. */
  readonly matching: number
  readonly scanned: number
  readonly total: number
  /** Whether every page was scanned; otherwise ask again. */
  readonly complete: boolean
  /** Pages of the whole corpus that have each score. */
  readonly scored: Readonly<Record<keyof PageScores, number>>
  /** Who has labels in the corpus, and to whom pages of it are assigned; whatever the filter. */
  readonly annotators: readonly string[]
  readonly assignees: readonly string[]
}

/** A gold file and the state it was read in. */
export interface StoredGold {
  readonly gold: GoldFile
  /** Hash of the file; saving says which one it started from. */
  readonly revision: string
}

/** What there is to label on a page; the page itself is opened by `page.openCorpus`. */
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
      /** The file on disk, and both versions merged, with the request's labels where both changed the same. Nothing was written. */
      readonly theirs: GoldFile
      readonly merged: GoldFile
      /** Of `theirs`: save with it to decide. */
      readonly revision: string
      /** Keys both changed; `spans` for labels. */
      readonly conflicts: readonly string[]
    }

export interface BatchOutcome {
  /** Ids of pages that were added. */
  readonly added: readonly string[]
  /** Pages that were there already, whole. */
  readonly known: number
  /** Pages that were there without all of their gold, and have it now. */
  readonly completed?: readonly string[]
  /** Pages that did not come, and such as came with an error of the server, which are added all the same. */
  readonly problems: readonly Problem[]
  /** Alignment of gold texts: share of their words found on the page. */
  readonly coverage: readonly { readonly page: string; readonly coverage: number; readonly missing: number }[]
  /** What a format could not carry, or what was left out, in sentences. */
  readonly notes?: readonly string[]
}

/** What was moved to the trash or back, one by one: a page that cannot be moved does not keep back the others. */
export interface MovedPages {
  readonly done: readonly string[]
  readonly problems: readonly Problem[]
}

export interface MeasureOutcome {
  /** Pages that have scores now, of those asked for. */
  readonly measured: number
  readonly problems: readonly Problem[]
}

export interface PairAgreement {
  readonly first: string
  readonly second: string
  /** Over the pages both labelled independently. */
  readonly agreement: Agreement
  /** Pages left out because labels were taken over from the other, or by both from one source. */
  readonly copied: number
}

/** Agreement of two annotators on one page. */
export interface PageAgreement {
  readonly page: string
  readonly first: string
  readonly second: string
  readonly agreement: Agreement
  /** Labels were taken over: it is shown, and counts nowhere. */
  readonly copied: boolean
}

/** Agreement of all annotators together; labels that were taken over are left out, as is gold that a collection brought. */
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
  /** What is in none of these figures, in sentences. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

/** How well a person labels the pages they finished. */
export interface PersonQuality {
  readonly annotator: string
  /** `gold`: practice pages, and pages whose gold came with them; `adjudicated`: decisions, in which their own labels had a part. */
  readonly against: 'gold' | 'adjudicated'
  readonly pages: number
  /** Cohen's κ by characters; null where it is not defined. */
  readonly kappa: number | null
  /** Of content, by characters; null where neither labelled any. */
  readonly f1: number | null
  /** Share of pages with the same type, in [0,1], of those whose gold names one; null where none does. */
  readonly pageTypes: number | null
}

export interface CampaignReport {
  readonly campaign: CampaignFile | null
  readonly pace: readonly Pace[]
  /** While the campaign is blind, of practice pages alone. */
  readonly quality: readonly PersonQuality[]
  /** What to know of practice pages and decisions, in sentences. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

/** What was published of a campaign. */
export interface CampaignSite {
  readonly folder: string
  readonly bytes: number
  /** Pages that somebody finished. */
  readonly pages: number
  readonly problems: readonly Problem[]
}

/** What an annotator is told of a training page. */
export interface TrainingFeedback {
  readonly f1: number | null
  readonly pageType: { readonly given: string | null; readonly gold: string | null }
  readonly differences: readonly { readonly quote: string; readonly given: string | null; readonly gold: string | null }[]
}

/** What a folder of this machine holds. */
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
  /** The page that was asked about, and its place among all, from 1; null where it is none of them. */
  readonly page: string | null
  readonly position: number | null
  /** Next pages to label, the nearest first. */
  readonly next: readonly string[]
  readonly done: number
  readonly skipped: number
  readonly total: number
  /** Those of them whose disagreement is known. */
  readonly measured: number
  /** Pages of the corpus assigned to the annotator, whatever was asked for. */
  readonly assigned: number
  /** Median seconds a page among those measured. */
  readonly medianSeconds: number | null
}
