import { z } from 'zod'
import type { Agreement } from '../gold/agreement'
import type { Reliability } from '../gold/group-agreement'
import { GoldFile, LabelStatus } from '../gold/gold-file'
import type { CampaignFile, Pace } from '../gold/campaign'
import { PageType } from '../gold/page-type'
import { StoredHistory } from '../gold/stored-history'
import type { Failure } from '../base/failure'
import { out } from './out'
import { CaptureOptions, PageLimits, Source } from './source'

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
  /** `merged`: another window had changed the file elsewhere; `gold` holds both changes. */
  | ({ readonly status: 'saved' | 'merged' } & StoredGold)
  | {
      readonly status: 'conflict'
      readonly failure: Failure
      /** What was to be saved, what is there, and both where they agree with mine elsewhere. Nothing was written. */
      readonly mine: GoldFile
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
  readonly problems: readonly { readonly place: string; readonly failure: Failure }[]
  /** Alignment of gold texts: share of their words found on the page. */
  readonly coverage: readonly { readonly page: string; readonly coverage: number; readonly missing: number }[]
  /** What a format could not carry, or what was left out, in sentences. */
  readonly notes?: readonly string[]
}

/** What was moved to the trash or back, one by one: a page that cannot be moved does not keep back the others. */
export interface MovedPages {
  readonly done: readonly string[]
  readonly problems: readonly { readonly place: string; readonly failure: Failure }[]
}

export interface MeasureOutcome {
  /** Pages that have scores now, of those asked for. */
  readonly measured: number
  readonly problems: readonly { readonly place: string; readonly failure: Failure }[]
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
  readonly problems: readonly { readonly place: string; readonly failure: Failure }[]
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
  /** Share of pages with the same type, in [0,1]. */
  readonly pageTypes: number | null
}

export interface CampaignReport {
  readonly campaign: CampaignFile | null
  readonly pace: readonly Pace[]
  /** While the campaign is blind, of practice pages alone. */
  readonly quality: readonly PersonQuality[]
  /** What to know of practice pages and decisions, in sentences. */
  readonly notes: readonly string[]
  readonly problems: readonly { readonly place: string; readonly failure: Failure }[]
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

const corpus = z.string().min(1).max(4096)
const page = z.string().min(1).max(80)
const annotator = z.string().min(1).max(80)
const pages = z.array(page).max(1_000_000).optional()

export const CorpusFilter = z.object({
  /** In id, address or label. */
  text: z.string().max(500).default(''),
  status: z.union([LabelStatus, z.literal('unlabelled')]).optional(),
  /** `none`: pages without a type. */
  pageType: PageType.optional(),
  /** Only labels of this annotator count; with `status: 'unlabelled'`, pages they have not labelled. */
  annotator: annotator.optional(),
  flag: z.string().max(80).optional(),
  /** Pages with damaged or left-over files. */
  problems: z.boolean().optional(),
  /** Pages assigned to this annotator; `false`: to nobody. */
  assigned: z.union([annotator, z.literal(false)]).optional(),
  /** Pages whose score lies between two bounds, both included; pages that are not measured are left out. */
  score: z
    .object({
      by: z.enum(['disagreement', 'f1']),
      min: z.number().min(0).max(1).default(0),
      max: z.number().min(0).max(1).default(1),
    })
    .optional(),
})
export type CorpusFilter = z.infer<typeof CorpusFilter>

export const EXCHANGE_FORMATS = ['folder', 'benchmark', 'wcxb', 'json-lines', 'cc-select', 'warc', 'wacz', 'web-annotation'] as const
export const ExchangeFormat = z.enum(EXCHANGE_FORMATS)
export type ExchangeFormat = z.infer<typeof ExchangeFormat>

/** Requests on corpora. A corpus is named by the absolute path of its folder. */
export const corpusContract = {
  'corpus.recent': { in: z.object({}), out: out<readonly RecentCorpus[]>() },
  /** Makes a corpus of the samples where there is none yet, and opens it. */
  'corpus.openSample': { in: z.object({}), out: out<CorpusInfo>() },
  /** The folders in a folder of this machine, the home folder without a path; for windows without native dialogs. */
  'corpus.folders': { in: z.object({ path: z.string().min(1).max(4096).optional() }), out: out<FolderListing>() },
  'corpus.create': { in: z.object({ path: corpus, name: z.string().min(1).max(200) }), out: out<CorpusInfo>() },
  /** Opens a corpus and reads all its pages anew. */
  'corpus.open': { in: z.object({ path: corpus }), out: out<CorpusInfo>() },
  /** The pages known so far; a large corpus is complete after some calls. */
  'corpus.list': {
    in: z.object({
      corpus,
      filter: CorpusFilter.prefault({}),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(100_000).default(1000),
    }),
    out: out<CorpusPageList>(),
  },
  /** The labels, texts and snippets of a page. */
  'corpus.page': {
    in: z.object({
      corpus,
      page,
      /** Who asks: while the corpus's campaign is blind, nobody else's labels are given. */
      annotator: annotator.optional(),
    }),
    out: out<CorpusPage>(),
  },
  /** Captures and adds pages one after the other; one that fails is a problem in the outcome. Reports progress; can be cancelled. */
  'corpus.addPages': {
    in: z.object({
      corpus,
      sources: z.array(Source).min(1).max(100_000),
      options: CaptureOptions.prefault({}),
      /** Milliseconds between two requests to the same host. */
      delay: z.number().int().min(0).max(600_000).default(1000),
    }),
    out: out<BatchOutcome>(),
  },
  /**
   * Captures pages again from their addresses, under their ids; `added` are those that changed, `known` counts the others. The
   * pages as they were go to the trash; labels are anchored by their quotes when a page is opened. Reports progress; can be cancelled.
   */
  'corpus.recapture': {
    in: z.object({
      corpus,
      pages: z.array(page).min(1).max(100_000),
      limits: PageLimits.prefault({}),
      delay: z.number().int().min(0).max(600_000).default(1000),
    }),
    out: out<BatchOutcome>(),
  },
  /** Saves one annotator's labels. `base` is what the changes started from, null for a new file. */
  'corpus.saveLabels': {
    in: z.object({
      corpus,
      gold: GoldFile,
      base: z.object({ revision: z.string().max(64), gold: GoldFile }).nullable(),
    }),
    out: out<SaveOutcome>(),
  },
  /** Undo and redo of one annotator's labels as last kept; null where there are none. They may not fit the labels on disk. */
  'corpus.history': { in: z.object({ corpus, page, annotator }), out: out<StoredHistory | null>() },
  /** Keeps undo and redo beside the corpus; null forgets them. */
  'corpus.keepHistory': { in: z.object({ corpus, page, annotator, history: StoredHistory.nullable() }), out: out<null>() },
  /** Says that a window has a change that is not saved yet, or has none any more: if the program ends first, the next opening tells of it. */
  'corpus.noteUnsaved': { in: z.object({ corpus, page, annotator, unsaved: z.boolean() }), out: out<null>() },
  /** When a change of this annotator was made that never came to disk; null where none was lost. */
  'corpus.lostChange': { in: z.object({ corpus, page, annotator }), out: out<string | null>() },
  /** What state an annotator's labels are in on disk, to see saves of other windows; null where there are none. */
  'corpus.revision': { in: z.object({ corpus, page, annotator }), out: out<string | null>() },
  /** Moves pages to the trash folder; `done` are handles to restore them. */
  'corpus.remove': { in: z.object({ corpus, pages: z.array(page).min(1).max(100_000) }), out: out<MovedPages>() },
  /** Puts pages back from the trash; `done` are their ids, the places of problems are handles. */
  'corpus.restore': {
    in: z.object({ corpus, removed: z.array(z.string().min(1).max(120)).min(1).max(100_000) }),
    out: out<MovedPages>(),
  },
  'corpus.rename': { in: z.object({ corpus, page, to: page }), out: out<CorpusPageEntry>() },
  /** Name, labels, guidelines of the corpus. */
  'corpus.describe': {
    in: z.object({
      corpus,
      name: z.string().min(1).max(200).optional(),
      labels: z
        .array(
          z.object({
            name: z.string().min(1).max(40),
            color: z.string().max(40).optional(),
            key: z.string().max(20).optional(),
            description: z.string().max(2000).optional(),
          }),
        )
        .max(100)
        .optional(),
      contentLabels: z.array(z.string().min(1).max(40)).max(100).optional(),
      guidelines: z.string().max(1_000_000).optional(),
    }),
    out: out<CorpusInfo>(),
  },
  /** What an annotator should label next. */
  'corpus.queue': {
    in: z.object({
      corpus,
      annotator,
      /** `disagreement`: pages on which the extractors differ most come first, those that are not measured last. */
      order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
      seed: z.number().int().min(0).max(0xffffffff).default(1),
      /** Only these pages: an assignment, or the sample with most disagreement. Their order counts with `by-id`. */
      pages,
      /** Only pages assigned to the annotator. */
      assigned: z.boolean().default(false),
      /** A page whose place in the queue is asked for. */
      at: page.optional(),
      limit: z.number().int().min(1).max(10_000).default(50),
    }),
    out: out<QueueState>(),
  },
  /**
   * Runs extractors on the pages and keeps their scores with the entries of the list, for its filter and for the queue. Pages
   * measured before with the same extractors are not done again. Reports progress; can be cancelled, what is done counts.
   */
  'corpus.measure': {
    in: z.object({
      corpus,
      /** Ids; none: one extractor of each paper, and the person's own. */
      extractors: z.array(z.string().min(1).max(80)).min(2).max(31).optional(),
      pages,
    }),
    out: out<MeasureOutcome>(),
  },
  /** The campaign, progress and pace by person, and their quality against adjudicated labels. Reports progress; can be cancelled. */
  'corpus.campaign': { in: z.object({ corpus }), out: out<CampaignReport>() },
  /** Plans a campaign, or plans it anew: every page but those for training goes to `overlap` annotators. What was assigned before is replaced. */
  'corpus.planCampaign': {
    in: z.object({
      corpus,
      annotators: z.array(annotator).min(1).max(1000),
      overlap: z.number().int().min(1).max(1000),
      seed: z.number().int().min(0).max(0xffffffff).default(1),
      /** Pages with finished gold, for practice. */
      training: z.array(page).max(10_000).default([]),
    }),
    out: out<CampaignReport>(),
  },
  /** Ends blindness, or begins it again. */
  'corpus.setBlind': { in: z.object({ corpus, blind: z.boolean() }), out: out<CampaignReport>() },
  /** Writes a bundle for each annotator into a folder, or for those named. Reports progress; can be cancelled. */
  'corpus.handOut': {
    in: z.object({ corpus, path: z.string().min(1).max(4096), annotators: z.array(annotator).max(1000).optional() }),
    out: out<BatchOutcome>(),
  },
  /** Takes the labels of bundles back. Reports progress; can be cancelled. */
  'corpus.takeIn': { in: z.object({ corpus, paths: z.array(z.string().min(1).max(4096)).min(1).max(1000) }), out: out<BatchOutcome>() },
  /** How an annotator's finished labels of a training page differ from its gold. */
  'corpus.feedback': { in: z.object({ corpus, page, annotator }), out: out<TrainingFeedback>() },
  /** A picture of the guidelines. */
  'corpus.picture': {
    in: z.object({ corpus, name: z.string().min(1).max(200) }),
    out: out<{ readonly type: string; readonly base64: string }>(),
  },
  /** Agreement of all pairs of annotators, per page and over all. Reports progress; can be cancelled. */
  'corpus.agreement': { in: z.object({ corpus, pages }), out: out<AgreementReport>() },
  'corpus.import': {
    in: z.object({
      corpus,
      format: ExchangeFormat,
      /** Absolute path of the file or folder. */
      path: z.string().min(1).max(4096),
      /** Name the imported gold goes by. */
      annotator: annotator.default('imported'),
      /** Lay gold texts on the page. */
      align: z.boolean().default(true),
    }),
    out: out<BatchOutcome>(),
  },
  'corpus.export': {
    in: z.object({
      corpus,
      format: ExchangeFormat,
      path: z.string().min(1).max(4096),
      /** Whose labels; none: the gold of each page. */
      annotator: annotator.optional(),
      pages,
    }),
    out: out<BatchOutcome>(),
  },
} as const
