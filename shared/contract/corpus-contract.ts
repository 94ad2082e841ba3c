import { z } from 'zod'
import { ContentLabels, LabelDefinition } from '../gold/corpus-labels'
import { GoldFile, LabelStatus, PageType } from '../gold/gold-file'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CampaignSite,
  CorpusInfo,
  CorpusPage,
  CorpusPageEntry,
  CorpusPageList,
  FolderListing,
  MeasureOutcome,
  MovedPages,
  QueueState,
  RecentCorpus,
  SaveOutcome,
  TrainingFeedback,
} from './corpus-data'
import { out } from './conditions'
import { CaptureOptions, PageLimits, Source } from './capture'

export type * from './corpus-data'

/** Absolute path of a folder or file. */
const path = z.string().min(1).max(4096)
const corpus = path
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
  /** Pages with damaged or stale files. */
  problems: z.boolean().optional(),
  /** Pages assigned to this annotator; `false`: unassigned pages. */
  assigned: z.union([annotator, z.literal(false)]).optional(),
  /** Pages whose score lies between two bounds, both included; pages that are not measured are omitted. */
  score: z
    .object({
      by: z.enum(['disagreement', 'f1']),
      min: z.number().min(0).max(1).default(0),
      max: z.number().min(0).max(1).default(1),
    })
    .optional(),
})
export type CorpusFilter = z.infer<typeof CorpusFilter>

export const EXCHANGE_FORMATS = ['folder', 'benchmark', 'wcxb', 'json-lines', 'cc-select', 'warc', 'wacz'] as const
export const ExchangeFormat = z.enum(EXCHANGE_FORMATS)
export type ExchangeFormat = z.infer<typeof ExchangeFormat>

/** Requests on corpora. A corpus is named by the absolute path of its folder. */
export const corpusContract = {
  'corpus.recent': { in: z.object({}), out: out<readonly RecentCorpus[]>() },
  /** Creates a corpus of the samples if it does not exist, and opens it. */
  'corpus.openSample': { in: z.object({}), out: out<CorpusInfo>() },
  /** The folders in a folder of this machine, the home folder without a path; for windows without native dialogs. */
  'corpus.folders': { in: z.object({ path: path.optional() }), out: out<FolderListing>() },
  'corpus.create': { in: z.object({ path, name: z.string().min(1).max(200) }), out: out<CorpusInfo>() },
  /** Opens a corpus and reads all its pages again. */
  'corpus.open': { in: z.object({ path }), out: out<CorpusInfo>() },
  /** The pages read so far; a large corpus is complete after several calls. */
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
      /** The requesting annotator: while the campaign is blind, labels of other annotators are withheld. */
      annotator: annotator.optional(),
    }),
    out: out<CorpusPage>(),
  },
  /** Captures and adds pages one after the other; a failed page is a problem in the outcome. Reports progress; can be cancelled. */
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
  /** Captures pages again under their ids; `added` are changed pages, `known` counts others. Old pages go to the trash. */
  'corpus.recapture': {
    in: z.object({
      corpus,
      pages: z.array(page).min(1).max(100_000),
      limits: PageLimits.prefault({}),
      delay: z.number().int().min(0).max(600_000).default(1000),
    }),
    out: out<BatchOutcome>(),
  },
  /** Saves one annotator's labels, edited from version `base` (null: new). Another stored version is a conflict; nothing is written. */
  'corpus.saveLabels': {
    in: z.object({
      corpus,
      gold: GoldFile,
      base: z.object({ revision: z.string().max(64), gold: GoldFile }).nullable(),
    }),
    out: out<SaveOutcome>(),
  },
  /** Moves pages to the trash folder; `done` are handles to restore them. */
  'corpus.remove': { in: z.object({ corpus, pages: z.array(page).min(1).max(100_000) }), out: out<MovedPages>() },
  /** Restores pages from the trash; `done` has their ids, the places of problems are handles. */
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
      labels: z.array(z.object(LabelDefinition.shape)).max(100).optional(),
      contentLabels: ContentLabels.optional(),
      guidelines: z.string().max(1_000_000).optional(),
    }),
    out: out<CorpusInfo>(),
  },
  /** The next pages for an annotator. */
  'corpus.queue': {
    in: z.object({
      corpus,
      annotator,
      /** `disagreement`: pages with the largest differences between extractors first, unmeasured pages last. */
      order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
      seed: z.number().int().min(0).max(0xffffffff).default(1),
      /** Only these pages: an assignment, or the sample with most disagreement. Their order counts with `by-id`. */
      pages,
      /** Only pages assigned to the annotator. */
      assigned: z.boolean().default(false),
      /** A page whose position in the queue is requested. */
      at: page.optional(),
      limit: z.number().int().min(1).max(10_000).default(50),
    }),
    out: out<QueueState>(),
  },
  /** Stores scores of extractors in the page list, for filter and queue. Skips measured pages. Can be cancelled. */
  'corpus.measure': {
    in: z.object({
      corpus,
      /** Ids of extractors, at most `MOST_SELECTIONS`; empty: one extractor of each paper, and all custom extractors. */
      extractors: z.array(z.string().min(1).max(80)).min(2).max(30).optional(),
      pages,
    }),
    out: out<MeasureOutcome>(),
  },
  /** The campaign, progress and pace by person, and their quality against adjudicated labels. Reports progress; can be cancelled. */
  'corpus.campaign': { in: z.object({ corpus }), out: out<CampaignReport>() },
  /** Plans a campaign, replacing earlier assignments: every page except training pages goes to `overlap` annotators. */
  'corpus.planCampaign': {
    in: z.object({
      corpus,
      annotators: z.array(annotator).min(1).max(1000),
      overlap: z.number().int().min(1).max(1000),
      seed: z.number().int().min(0).max(0xffffffff).default(1),
      /** Pages with a finished gold standard, for practice. */
      training: z.array(page).max(10_000).default([]),
      /** Minimum F1 to pass a practice page; missing: no limit. */
      passMark: z.number().min(0).max(1).optional(),
      /** Page types that annotators can choose; default: the types of the pages, or the standard types. */
      pageTypes: z.array(PageType).max(100).optional(),
    }),
    out: out<CampaignReport>(),
  },
  /** Ends blindness, or begins it again. */
  'corpus.setBlind': { in: z.object({ corpus, blind: z.boolean() }), out: out<CampaignReport>() },
  /** Writes a bundle for each annotator, or for the listed annotators, into a folder. Reports progress; can be cancelled. */
  'corpus.distribute': {
    in: z.object({ corpus, path, annotators: z.array(annotator).max(1000).optional() }),
    out: out<BatchOutcome>(),
  },
  /** Writes agreement, disputed text and decisions as a site of files. Reports progress; can be cancelled. @throws `campaign.blind` */
  'corpus.publish': {
    in: z.object({ corpus, folder: path, withNames: z.boolean().default(true), withText: z.boolean().default(true) }),
    out: out<CampaignSite>(),
  },
  /** Imports the labels of bundles. Reports progress; can be cancelled. */
  'corpus.importBundles': { in: z.object({ corpus, paths: z.array(path).min(1).max(1000) }), out: out<BatchOutcome>() },
  /** Differences between an annotator's finished labels of a training page and its gold standard. */
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
      path,
      /** Annotator name of the imported gold standard. */
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
      path,
      /** Annotator of the labels; default: the gold standard of each page. */
      annotator: annotator.optional(),
      pages,
    }),
    out: out<BatchOutcome>(),
  },
} as const
