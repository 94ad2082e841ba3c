/** Open corpora of this host: their lists of pages, what to label next, agreement, and batches. */
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { failed, toFailure, type FailureError } from '../../../shared/base/failure'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CorpusFilter,
  CorpusInfo,
  CorpusPage,
  CorpusPageEntry,
  CorpusPageList,
  MeasureOutcome,
  MovedPages,
  QueueState,
  SaveOutcome,
  TrainingFeedback,
} from '../../../shared/contract/corpus-contract'
import type { CaptureOptions, Source } from '../../../shared/contract/source'
import type { GoldFile } from '../../../shared/gold/gold-file'
import { median } from '../../../shared/metrics/corpus-scores'
import { seededRandom, shuffle } from '../../../shared/base/random'
import type { PageLoader } from '../capture/loader'
import { moveAssignment, replaceAssignments } from './store/assignments'
import { addSources } from './exchange/add-sources'
import { agreementReport } from './analysis/agreement-report'
import { measurePages, type OwnVoters } from './analysis/measure-pages'
import { exportFrom, type ExportOptions } from './exchange/corpus-export'
import type { BatchContext, Problem } from './batch-context'
import { importInto } from './exchange/corpus-import'
import type { ImportOptions } from './exchange/import-options'
import { createCorpus, openCorpus, type CorpusStore } from './store/corpus-store'
import { checkWritable } from './store/corpus-schema'
import { readStoredGold, saveGold, type GoldBase } from './store/gold-store'
import type { PageAnalyst } from './analysis/page-analyst'
import { createPageList, type OpenCorpus, type PageList } from './page-list'
import { recapturePages, type RecaptureOptions } from './exchange/recapture'
import { CAMPAIGN_FORMAT, CAMPAIGN_VERSION, planAssignment } from '../../../shared/gold/campaign'
import { campaignOf, GUIDELINES, handOut, pictureType, takeIn, type Picture } from './campaign/bundles'
import { campaignReport } from './campaign/campaign-report'
import { readCampaign, writeCampaign } from './campaign/campaign-store'
import { goldOfTraining, noTeacher, trainingFeedback } from './campaign/training'
import { checkAnnotator, pathInside, readBytes } from './store/corpus-files'
import type { RecentCorpora } from './store/recent-corpora'

export interface CorpusServicePorts {
  readonly loader: PageLoader
  readonly analyst: PageAnalyst
  readonly recent: RecentCorpora
  /** Extractors of the person's own vote, too. */
  readonly voters?: OwnVoters
  readonly now: () => string
}

interface CampaignPlan {
  readonly annotators: readonly string[]
  readonly overlap: number
  readonly seed: number
  readonly training: readonly string[]
}

interface QueueRequest {
  readonly annotator: string
  readonly order: 'by-id' | 'random' | 'disagreement'
  readonly seed: number
  readonly pages?: readonly string[] | undefined
  /** Only pages assigned to the annotator; default all. */
  readonly assigned?: boolean
  /** A page whose place is asked for. */
  readonly at?: string | undefined
  readonly limit: number
}

/** The use cases of corpora, for the window and the command line. */
export function createCorpusService(ports: CorpusServicePorts) {
  /** By the folder as the machine names it: a corpus has one list, however many windows opened it and by which path. */
  const corpora = new Map<string, OpenCorpus>()
  const folderOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

  async function opened(path: string): Promise<OpenCorpus> {
    return corpora.get(await folderOf(path)) ?? (await reopen(path))
  }
  async function reopen(path: string): Promise<OpenCorpus> {
    const store = await openCorpus(path)
    const folder = await folderOf(path)
    const list = corpora.get(folder)?.list
    // What was measured stays, also what another window measures just now.
    list?.rescan()
    const open = { store, list: list ?? createPageList(store) }
    corpora.set(folder, open)
    return open
  }
  async function info({ store, list }: OpenCorpus): Promise<CorpusInfo> {
    const { file } = store
    return {
      path: store.root,
      name: file.name,
      created: file.created,
      labels: file.labels.map(({ name, color, key, description }) => ({ name, color, key, description })),
      contentLabels: file.contentLabels ?? [],
      guidelines: file.guidelines ?? '',
      readOnly: store.readOnly,
      pages: await list.total(),
      campaign: await readCampaign(store.root),
      leftovers: await store.leftovers(),
    }
  }

  async function report(path: string, context: BatchContext): Promise<CampaignReport> {
    const open = await opened(path)
    return campaignReport(open, await readCampaign(open.store.root), ports.analyst, context)
  }

  return {
    async create(path: string, name: string): Promise<CorpusInfo> {
      await createCorpus(path, name, ports.now())
      const open = await reopen(path)
      await ports.recent.add({ path, name, openedAt: ports.now() })
      return info(open)
    },
    async open(path: string): Promise<CorpusInfo> {
      const open = await reopen(path)
      await ports.recent.add({ path, name: open.store.file.name, openedAt: ports.now() })
      return info(open)
    },
    async list(path: string, filter: CorpusFilter, offset: number, limit: number): Promise<CorpusPageList> {
      const { store, list } = await opened(path)
      const read = await list.read(filter, offset, limit)
      return (await readCampaign(store.root))?.blind ? { ...read, entries: read.entries.map(blindEntry) } : read
    },
    async store(path: string): Promise<CorpusStore> {
      return (await opened(path)).store
    },
    /** All pages, once all are read, by id. */
    async entries(path: string): Promise<CorpusPageEntry[]> {
      const entries = await (await opened(path)).list.all()
      return [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async addPages(
      path: string,
      sources: readonly Source[],
      options: CaptureOptions,
      delay: number,
      context: BatchContext,
    ): Promise<BatchOutcome> {
      const { store, list } = await opened(path)
      checkWritable(store.file)
      const outcome = await addSources(store, ports.loader, { sources, options: { ...options, screenshot: true }, delay }, context)
      await list.refresh(outcome.added)
      return outcome
    },
    /** Captures pages again under their ids. */
    async recapture(path: string, pages: readonly string[], options: RecaptureOptions, context: BatchContext): Promise<BatchOutcome> {
      const { store, list } = await opened(path)
      const outcome = await recapturePages(store, ports.loader, pages, options, context)
      await list.refresh(outcome.added)
      return outcome
    },
    async save(path: string, gold: GoldFile, base: GoldBase | null): Promise<SaveOutcome> {
      const { store, list } = await opened(path)
      checkWritable(store.file)
      const outcome = await saveGold(store.root, gold, base)
      await list.refresh([gold.page])
      return outcome
    },
    /** Of the labels of one annotator on disk; null where there are none. */
    async revision(path: string, page: string, annotator: string): Promise<string | null> {
      return (await readStoredGold((await opened(path)).store.root, page, annotator))?.revision ?? null
    },
    async remove(path: string, pages: readonly string[]): Promise<MovedPages> {
      const { store, list } = await opened(path)
      const moved = await moveEach(pages, (page) => store.remove(page))
      await list.refresh(pages)
      return moved
    },
    async restore(path: string, handles: readonly string[]): Promise<MovedPages> {
      const { store, list } = await opened(path)
      const moved = await moveEach(handles, (handle) => store.restore(handle))
      await list.refresh(moved.done)
      return moved
    },
    async rename(path: string, page: string, to: string): Promise<CorpusPageEntry> {
      const { store, list } = await opened(path)
      await store.rename(page, to)
      await list.refresh([page, to])
      await moveAssignment(store.root, page, to)
      return store.entry(to)
    },
    async describe(path: string, changes: Parameters<CorpusStore['describe']>[0]): Promise<CorpusInfo> {
      const open = await opened(path)
      await open.store.describe(changes)
      return info(open)
    },
    async queue(path: string, { annotator, order, seed, pages, limit, at, assigned = false }: QueueRequest): Promise<QueueState> {
      const { list } = await opened(path)
      const entries = await list.all()
      const assignments = await list.assignments()
      const campaign = await list.campaign()
      const inCampaign = campaign?.annotators.includes(annotator) ?? false
      const isMine = (id: string): boolean => assignments.get(id)?.includes(annotator) ?? false
      const mine = [...entries.keys()].filter(isMine).length
      // Whoever is in a campaign labels what it gave them.
      const wanted = (pages ?? [...entries.keys()].sort()).filter((id) => !(assigned || inCampaign) || isMine(id))
      const inOrder =
        order === 'random' ? shuffle(wanted, seededRandom(seed)) : order === 'disagreement' ? byDisagreement(wanted, list) : wanted
      const practice = new Set(inCampaign ? campaign?.training : [])
      const ordered = [...inOrder.filter((id) => practice.has(id)), ...inOrder.filter((id) => !practice.has(id))]
      const next: string[] = []
      const seconds: number[] = []
      let done = 0
      let skipped = 0
      for (const id of ordered) {
        const entry = entries.get(id)
        if (!entry) continue
        const own = entry.gold.find((gold) => gold.annotator === annotator)
        if (own?.seconds) seconds.push(own.seconds)
        if (own?.status === 'done' || own?.status === 'adjudicated') done++
        else if (own?.status === 'skipped') skipped++
        else if (next.length < limit) next.push(id)
      }
      const measured = ordered.filter((id) => list.measured(id) !== null).length
      const place = at === undefined ? -1 : ordered.indexOf(at)
      return {
        page: at ?? null,
        position: place < 0 ? null : place + 1,
        next,
        done,
        skipped,
        total: ordered.length,
        measured,
        assigned: mine,
        medianSeconds: median(seconds),
      }
    },
    async measure(
      path: string,
      extractors: readonly string[] | undefined,
      pages: readonly string[] | undefined,
      context: BatchContext,
    ): Promise<MeasureOutcome> {
      return measurePages(await opened(path), ports.analyst, { extractors, pages }, context, ports.voters)
    },
    /** The labels of a page; of a blind campaign only those of who asks. */
    async page(path: string, page: string, annotator: string | undefined): Promise<CorpusPage> {
      const { store } = await opened(path)
      const whole = await store.labelled(page)
      const campaign = await readCampaign(store.root)
      if (!campaign?.blind) return whole
      // Texts and snippets of others would tell as much as their labels.
      const isOwn = (name: string): boolean => name === annotator
      return {
        ...whole,
        entry: blindEntry(whole.entry),
        labels: whole.labels.filter(({ gold }) => isOwn(gold.annotator)),
        texts: whole.texts.filter(({ name }) => isOwn(name)),
        snippets: whole.snippets.filter(({ name }) => isOwn(name)),
      }
    },
    async campaign(path: string, context: BatchContext): Promise<CampaignReport> {
      return report(path, context)
    },
    async planCampaign(path: string, plan: CampaignPlan, context: BatchContext): Promise<CampaignReport> {
      const { store, list } = await opened(path)
      checkWritable(store.file)
      const entries = await list.all()
      plan.annotators.forEach(checkAnnotator)
      const unknown = plan.training.filter((id) => !entries.has(id))
      if (unknown.length > 0) throw noPages(unknown)
      // Told now, and not to each annotator who finished such a page.
      const untaught: string[] = []
      for (const id of plan.training) if (!(await goldOfTraining(store, id))) untaught.push(id)
      if (untaught.length > 0) throw noTeacher(untaught)
      const pages = [...entries.values()]
        .filter(({ id }) => !plan.training.includes(id))
        .map((entry) => ({ id: entry.id, kind: kindOf(entry) }))
      const assigned = planAssignment(pages, plan.annotators, plan.overlap, plan.seed)
      await replaceAssignments(store.root, assigned)
      const before = await readCampaign(store.root)
      const changed = [...new Set([...plan.training, ...(before?.training ?? [])])]
      await writeCampaign(store.root, {
        ...before,
        format: CAMPAIGN_FORMAT,
        version: CAMPAIGN_VERSION,
        annotators: [...new Set(plan.annotators)],
        overlap: plan.overlap,
        seed: plan.seed,
        training: [...plan.training],
        pageTypes: [...new Set([...entries.values()].flatMap(({ gold }) => gold.flatMap(({ pageType }) => pageType ?? [])))].sort(),
        blind: before?.blind ?? true,
      })
      // What is practice has other gold than what is not.
      for (const id of changed) {
        const known = list.measured(id)
        if (known) list.setScores(id, { ...known, scores: { ...known.scores, f1: null } })
      }
      return report(path, context)
    },
    async setBlind(path: string, blind: boolean, context: BatchContext): Promise<CampaignReport> {
      const { store } = await opened(path)
      const campaign = await campaignOf(store.root)
      if (campaign.bundle && !blind)
        throw failed('campaign.blind', 'A bundle stays blind: it holds nobody else’s labels.', 'End blindness in the corpus it came from.')
      await writeCampaign(store.root, { ...campaign, blind })
      return report(path, context)
    },
    async handOut(path: string, folder: string, annotators: readonly string[] | undefined, context: BatchContext): Promise<BatchOutcome> {
      return handOut((await opened(path)).store, folder, annotators, ports.now(), context)
    },
    async takeIn(path: string, folders: readonly string[], context: BatchContext): Promise<BatchOutcome> {
      const { store, list } = await opened(path)
      checkWritable(store.file)
      const outcome = await takeIn(store, folders, context)
      await list.refresh([...new Set(outcome.added)])
      return outcome
    },
    async feedback(path: string, page: string, annotator: string): Promise<TrainingFeedback> {
      const { store } = await opened(path)
      return trainingFeedback(store, ports.analyst, await campaignOf(store.root), page, annotator)
    },
    async picture(path: string, name: string): Promise<Picture> {
      const { store } = await opened(path)
      const type = pictureType(name)
      const bytes = await readBytes(await pathInside(store.root, GUIDELINES, name), PICTURE_LIMIT)
      return { type, base64: bytes.toString('base64') }
    },
    async agreement(path: string, pages: readonly string[] | undefined, context: BatchContext): Promise<AgreementReport> {
      const { store, list } = await opened(path)
      const campaign = await readCampaign(store.root)
      if (campaign?.blind)
        throw failed(
          'campaign.blind',
          'This campaign is blind: labels are not compared before it ends.',
          'When all have finished, end blindness in the view of the campaign, or by boilerscope corpus campaign open.',
        )
      return agreementReport(store, await list.all(), pages, new Set(campaign?.training), ports.analyst, context)
    },
    async import(path: string, options: Omit<ImportOptions, 'now'>, context: BatchContext): Promise<BatchOutcome> {
      const { store, list } = await opened(path)
      checkWritable(store.file)
      const outcome = await importInto(store, ports.analyst, { ...options, now: ports.now() }, context)
      await list.refresh([...outcome.added, ...(outcome.completed ?? [])])
      return outcome
    },
    async export(path: string, options: ExportOptions, context: BatchContext): Promise<BatchOutcome> {
      return exportFrom((await opened(path)).store, ports.analyst, options, context)
    },
  }
}

export type CorpusService = ReturnType<typeof createCorpusService>

/** Moves pages one by one; one that cannot be moved is a problem, and the others are moved all the same. */
async function moveEach(names: readonly string[], move: (name: string) => Promise<string>): Promise<MovedPages> {
  const done: string[] = []
  const problems: Problem[] = []
  for (const name of names)
    try {
      done.push(await move(name))
    } catch (thrown) {
      problems.push({ place: name, failure: toFailure(thrown) })
    }
  return { done, problems }
}

/** Bytes of a picture of the guidelines. */
const PICTURE_LIMIT = 8 * 1024 * 1024

/** A page as a blind campaign shows it: what its collection says of it is gold, too. */
function blindEntry({ fields: _, ...entry }: CorpusPageEntry): CorpusPageEntry {
  return entry
}

/** The sort of page an assignment shares out evenly: the type it was given, if any. */
function kindOf({ gold }: CorpusPageEntry): string {
  return gold.find(({ pageType }) => pageType !== null)?.pageType ?? ''
}

function noPages(ids: readonly string[]): FailureError {
  const shown = ids.slice(0, 10).map((id) => `"${id}"`)
  return failed(
    'corpus.no-page',
    `There ${ids.length === 1 ? 'is no page' : `are ${ids.length} pages that do not exist:`} ${shown.join(', ')}${ids.length > shown.length ? ' …' : ''}. Nothing was assigned.`,
    'Look at the ids in the list of pages.',
  )
}

/** The most disputed first, those that are not measured last, both else as they were. */
function byDisagreement(pages: readonly string[], list: PageList): string[] {
  const share = (page: string): number => list.measured(page)?.scores.disagreement ?? -1
  return [...pages].sort((a, b) => share(b) - share(a))
}

/** A corpus path as the window gives it. @throws FailureError `corpus.relative-path`. */
export function checkCorpusPath(path: string, isAbsolute: (path: string) => boolean): string {
  if (isAbsolute(path) && !path.includes('\0')) return path
  throw failed(
    'corpus.relative-path',
    `"${path.slice(0, 200)}" is not an absolute path.`,
    'Choose the folder in the dialog, or give its whole path.',
  )
}
