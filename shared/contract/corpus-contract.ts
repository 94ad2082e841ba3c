import { z } from 'zod'
import { ContentLabels, LabelDefinition } from '../gold/corpus-labels'
import { GoldFile, PageType } from '../gold/gold-file'
import type * as data from './corpus-data'
import { out, request } from './conditions'
import { CaptureOptions, PageLimits, Source } from './capture'

export type * from './corpus-data'

const path = z.string().min(1).max(4096)
const corpus = path
const page = z.string().min(1).max(80)
const annotator = z.string().min(1).max(80)
const pages = z.array(page).max(1_000_000).optional()

export const EXCHANGE_FORMATS = ['folder', 'benchmark', 'wcxb', 'json-lines', 'cc-select', 'warc', 'wacz'] as const
export const ExchangeFormat = z.enum(EXCHANGE_FORMATS)
export type ExchangeFormat = z.infer<typeof ExchangeFormat>

/** Requests about corpora. `corpus` is the absolute path of the corpus folder. */
export const corpusContract = {
  'corpus.recent': request(out<readonly data.RecentCorpus[]>(), {}),
  /** Opens the corpus of the samples; creates the corpus if missing. */
  'corpus.openSample': request(out<data.CorpusInfo>(), {}),
  /** Returns the subfolders of a folder on this machine, for windows without native dialogs. Default: the home folder. */
  'corpus.folders': request(out<data.FolderListing>(), { path: path.optional() }),
  'corpus.create': request(out<data.CorpusInfo>(), { path, name: z.string().min(1).max(200) }),
  'corpus.open': request(out<data.CorpusInfo>(), { path }),
  /** Returns the pages of a corpus. While the host still reads a large corpus, returns only the first pages. */
  'corpus.list': request(out<data.CorpusPageList>(), { corpus }),
  'corpus.page': request(out<data.CorpusPage>(), {
    corpus,
    page,
    /** The requesting annotator. A blind campaign hides imported metadata, and labels, texts and snippets of other annotators. */
    annotator: annotator.optional(),
  }),
  /** Captures and adds pages. A failed page is a problem in the outcome. Reports progress; can be cancelled. */
  'corpus.addPages': request(out<data.BatchOutcome>(), {
    corpus,
    sources: z.array(Source).min(1).max(100_000),
    options: CaptureOptions.prefault({}),
    /** Milliseconds between two captures from the same host. */
    delay: z.number().int().min(0).max(600_000).default(1000),
  }),
  /** Captures pages again under their ids. Moves old captures of changed pages to the trash. `added`: changed pages; `known`: unchanged. */
  'corpus.recapture': request(out<data.BatchOutcome>(), {
    corpus,
    pages: z.array(page).min(1).max(100_000),
    limits: PageLimits.prefault({}),
    delay: z.number().int().min(0).max(600_000).default(1000),
  }),
  /** Saves the labels of one annotator. `base`: the edited revision; null for new labels. Another stored revision causes a conflict. */
  'corpus.saveLabels': request(out<data.SaveOutcome & { readonly entry: data.CorpusPageEntry | undefined }>(), {
    corpus,
    gold: GoldFile,
    base: z.object({ revision: z.string().max(64), gold: GoldFile }).nullable(),
  }),
  /** Moves pages to the trash. `done` contains handles for `corpus.restore`. */
  'corpus.remove': request(out<data.MovedPages>(), { corpus, pages: z.array(page).min(1).max(100_000) }),
  /** Restores pages from the trash. `done` contains page ids, and a problem has the handle as its `place`. */
  'corpus.restore': request(out<data.MovedPages>(), { corpus, removed: z.array(z.string().min(1).max(120)).min(1).max(100_000) }),
  'corpus.rename': request(out<data.CorpusPageEntry>(), { corpus, page, to: page }),
  'corpus.describe': request(out<data.CorpusInfo>(), {
    corpus,
    name: z.string().min(1).max(200).optional(),
    labels: z.array(z.object(LabelDefinition.shape)).max(100).optional(),
    contentLabels: ContentLabels.optional(),
    guidelines: z.string().max(1_000_000).optional(),
  }),
  /** Stores scores of extractors in the page list. Skips pages with current scores. Reports progress; can be cancelled. */
  'corpus.measure': request(out<data.MeasureOutcome>(), {
    corpus,
    extractors: z.array(z.string().min(1).max(80)).min(2).max(30).optional(),
    pages,
  }),
  /** Returns numbers of pages, pace and quality per annotator. Reports progress; can be cancelled. */
  'corpus.campaign': request(out<data.CampaignReport>(), { corpus }),
  /** Assigns every page except practice pages to `overlap` annotators. Replaces earlier assignments. */
  'corpus.planCampaign': request(out<data.CampaignReport>(), {
    corpus,
    annotators: z.array(annotator).min(1).max(1000),
    overlap: z.number().int().min(1).max(1000),
    seed: z.number().int().min(0).max(0xffffffff).default(1),
    /** Practice pages. Each practice page must have a finished gold standard. */
    training: z.array(page).max(10_000).default([]),
    /** Minimum F1 to pass a practice page; missing: no limit. */
    passMark: z.number().min(0).max(1).optional(),
    /** Page types that annotators can choose. If missing or empty: the types in the gold files; without types, the standard types. */
    pageTypes: z.array(PageType).max(100).optional(),
  }),
  'corpus.setBlind': request(out<data.CampaignReport>(), { corpus, blind: z.boolean() }),
  /** Writes one bundle per annotator, or per annotator in `annotators`, to a folder. Reports progress; can be cancelled. */
  'corpus.distribute': request(out<data.BatchOutcome>(), { corpus, path, annotators: z.array(annotator).max(1000).optional() }),
  /**
   * Writes agreement, disputed text and decisions as a website. Reports progress; can be cancelled. Fails with `campaign.blind` while the
   * campaign is blind.
   */
  'corpus.publish': request(out<data.CampaignSite>(), {
    corpus,
    folder: path,
    withNames: z.boolean().default(true),
    withText: z.boolean().default(true),
  }),
  'corpus.importBundles': request(out<data.BatchOutcome>(), { corpus, paths: z.array(path).min(1).max(1000) }),
  /** Returns the differences between an annotator's finished labels of a practice page and the gold standard. */
  'corpus.feedback': request(out<data.TrainingFeedback>(), { corpus, page, annotator }),
  'corpus.picture': request(out<{ readonly type: string; readonly base64: string }>(), { corpus, name: z.string().min(1).max(200) }),
  /**
   * Returns the agreement of all annotators together, per pair of annotators, and per page. Reports progress; can be cancelled. Fails with
   * `campaign.blind` while the campaign is blind.
   */
  'corpus.agreement': request(out<data.AgreementReport>(), { corpus }),
  'corpus.import': request(out<data.BatchOutcome>(), {
    corpus,
    format: ExchangeFormat,
    path,
    /** Name of the annotator to whom the imported gold standard belongs. */
    annotator: annotator.default('imported'),
    align: z.boolean().default(true),
  }),
  'corpus.export': request(out<data.BatchOutcome>(), {
    corpus,
    format: ExchangeFormat,
    path,
    /** Annotator whose labels are exported. If missing, the gold standard of each page is exported. */
    annotator: annotator.optional(),
    pages,
  }),
} as const
