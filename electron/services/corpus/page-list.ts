/** The page list of a corpus, read from files in the background. It can be used at once and is complete later. */
import pLimit from 'p-limit'
import type { CorpusFilter, CorpusPageEntry, CorpusPageList, PageScores, QueueState } from '../../../shared/contract/corpus-contract'
import { toFailure } from '../../../shared/base/failure'
import { seededRandom, shuffle } from '../../../shared/base/random'
import type { Checked } from '../../../shared/contract/contract'
import type { CampaignFile } from '../../../shared/gold/campaign'
import { median } from '../../../shared/metrics/bootstrap'
import { createTurns } from '../files/file-lock'
import { type Assignments, assignmentsStamp, readAssignments, readCampaign } from './store/assignments'
import type { CorpusStore } from './store/corpus-store'

interface MeasuredScores {
  readonly scores: PageScores
  /** The voting extractors, and the hashes of custom ones. */
  readonly states: readonly string[]
}

function createMeasuredScores() {
  const measured = new Map<string, MeasuredScores>()
  /** Discards the scores against gold texts, of all pages by default. */
  function forgetF1(pages: Iterable<string> = measured.keys()): void {
    for (const page of pages) {
      const known = measured.get(page)
      if (known) measured.set(page, { ...known, scores: { ...known.scores, f1: null } })
    }
  }
  return {
    forgetF1,
    get: (page: string): MeasuredScores | null => measured.get(page) ?? null,
    set: (page: string, scores: MeasuredScores): void => void measured.set(page, scores),
    forget: (page: string): void => void measured.delete(page),
    /** Discards the scores that a change of HTML or gold text invalidates. @param before the previous entry, if known */
    forgetChanged(entry: CorpusPageEntry, before: CorpusPageEntry | undefined): void {
      const known = measured.get(entry.id)
      if (!known || !before) return
      if (entry.sha256 !== before.sha256) measured.delete(entry.id)
      else if (JSON.stringify([entry.gold, entry.texts]) !== JSON.stringify([before.gold, before.texts])) forgetF1([entry.id])
    },
    counts(): Readonly<Record<keyof PageScores, number>> {
      const scored = [...measured.values()].filter(({ scores }) => scores.f1 !== null)
      return { disagreement: measured.size, f1: scored.length }
    },
  }
}

/** Current assignments of a corpus from its files, which other windows and programs also change. */
function createLabelPlan(root: string) {
  /** Returns the current campaign; null if it is missing or damaged. */
  const campaign = (): Promise<CampaignFile | null> => readCampaign(root).catch(() => null)

  let known: { readonly stamp: string | null; readonly assignments: Assignments } = { stamp: null, assignments: new Map() }
  /** Returns the current assignments, including practice pages. Throws FailureError if the file is damaged. */
  async function assignments(): Promise<Assignments> {
    const stamp = await assignmentsStamp(root)
    if (stamp !== known.stamp) known = { stamp, assignments: stamp === null ? new Map() : await readAssignments(root) }
    const { training = [], annotators = [] } = (await campaign()) ?? {}
    if (training.length === 0) return known.assignments
    const practised = training.map((id) => [id, [...new Set([...(known.assignments.get(id) ?? []), ...annotators])].sort()] as const)
    return new Map([...known.assignments, ...practised])
  }

  return { campaign, assignments }
}

export type PageList = ReturnType<typeof createPageList>

export interface OpenCorpus {
  readonly store: CorpusStore
  readonly list: PageList
}

/** Number of entries that are read at the same time. */
const READERS = 16
/** Milliseconds a request waits for unread pages. */
const PATIENCE = 250

/** Starts reading at once. Memory: some hundred bytes per page. */
export function createPageList(store: CorpusStore) {
  const entries = new Map<string, CorpusPageEntry>()
  const measured = createMeasuredScores()
  const plan = createLabelPlan(store.root)
  const inTurn = createTurns()
  let listed = store.pageIds()
  let ids: string[] = []
  let scanned = 0
  let scan = scanAll(listed)

  function scanAll(all: Promise<string[]>): Promise<void> {
    scanned = 0
    const scanning = all.then(async (found) => {
      ids = found
      const there = new Set(found)
      for (const id of entries.keys()) if (!there.has(id)) forget(id)
      await pLimit(READERS).map(found, async (id) => {
        await load(id)
        if (listed === all) scanned++
      })
    })
    // Callers that await the scan receive its failure; otherwise the failure is ignored.
    scanning.catch(() => undefined)
    return scanning
  }

  function forget(id: string): void {
    entries.delete(id)
    measured.forget(id)
  }

  // Reads of one page run one after the other: an older read never replaces an entry that was read after a save.
  const load = (id: string): Promise<void> => inTurn(id, () => loadNow(id))

  async function loadNow(id: string): Promise<void> {
    try {
      const entry = await store.entry(id)
      measured.forgetChanged(entry, entries.get(id))
      entries.set(id, entry)
    } catch (thrown) {
      const reason = toFailure(thrown)
      if (reason.code === 'corpus.no-page') forget(id)
      else entries.set(id, { ...emptyEntry(id), problems: [{ file: `pages/${id}`, failure: reason }] })
    }
  }

  /** Returns the number of known pages. */
  const total = (): number => (scanned < ids.length ? Math.max(ids.length, entries.size) : entries.size)

  return {
    ...plan,
    /** Reads all pages again in the background; known entries stay until then. */
    rescan() {
      listed = store.pageIds()
      scan = scanAll(listed)
    },
    /** Stores the scores of a page until its HTML changes; a change of its gold labels discards the score against them. */
    setScores: measured.set,
    forgetF1: measured.forgetF1,
    measured: measured.get,
    async total() {
      await listed
      return total()
    },
    /** Returns the known entries; waits at most some tenths of a second for more. */
    async read(filter: CorpusFilter, offset: number, limit: number): Promise<CorpusPageList> {
      await listed
      await Promise.race([scan, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
      // Pages can be read and labelled while the file is damaged; planning or counting assignments fails.
      const assigned = await plan.assignments().catch((): Assignments => new Map())
      const practice = new Set((await plan.campaign())?.training)
      const all = [...entries.keys()].sort().flatMap((id) => entries.get(id) ?? [])
      const matching = all
        .map((entry) => withMarks(entry, measured.get(entry.id), assigned.get(entry.id), practice.has(entry.id)))
        .filter((entry) => matchesFilter(entry, filter))
      return {
        entries: matching.slice(offset, offset + limit),
        matching: matching.length,
        scanned: entries.size,
        total: total(),
        complete: scanned >= ids.length,
        scored: measured.counts(),
        annotators: [...new Set(all.flatMap(({ gold }) => gold.map(({ annotator }) => annotator)))].sort(),
        assignees: [...new Set([...assigned.values()].flat())].sort(),
      }
    },
    /** Returns all entries when all are read. */
    async all(): Promise<ReadonlyMap<string, CorpusPageEntry>> {
      await scan
      return entries
    },
    /** Reads these pages again; removes deleted pages from the list. */
    async refresh(pages: readonly string[]) {
      for (const id of pages) await load(id)
    },
  }
}

/** Adds data from other files to an entry. @param assigned annotators of the page */
function withMarks(
  entry: CorpusPageEntry,
  known: MeasuredScores | null,
  assigned: readonly string[] | undefined,
  practice: boolean,
): CorpusPageEntry {
  if (!known && !assigned && !practice) return entry
  return { ...entry, ...(known && { scores: known.scores }), ...(assigned && { assigned }), ...(practice && { practice }) }
}

export function emptyEntry(id: string): CorpusPageEntry {
  return {
    id,
    url: null,
    label: null,
    capturedAt: null,
    mode: null,
    sha256: null,
    bytes: 0,
    hasLayout: false,
    gold: [],
    texts: [],
    snippets: [],
    problems: [],
  }
}

function matchesFilter(entry: CorpusPageEntry, filter: CorpusFilter): boolean {
  const text = filter.text.trim().toLowerCase()
  const { author = '', date = '' } = entry.fields ?? {}
  const title = entry.fields?.title ?? entry.title ?? ''
  if (
    text !== '' &&
    ![entry.id, entry.url ?? '', entry.label ?? '', title, author, date].some((field) => field.toLowerCase().includes(text))
  )
    return false
  const { annotator } = filter
  const gold = annotator === undefined ? entry.gold : entry.gold.filter((g) => g.annotator === annotator)
  if (filter.status === 'unlabelled') {
    if (gold.some((g) => g.spans > 0 || g.status !== 'in-progress')) return false
  } else if (filter.status !== undefined) {
    if (!gold.some((g) => g.status === filter.status)) return false
  } else if (annotator !== undefined && gold.length === 0) return false
  if (filter.pageType === 'none') {
    if (gold.some((g) => g.pageType !== null)) return false
  } else if (filter.pageType !== undefined && !gold.some((g) => g.pageType === filter.pageType)) return false
  const { flag, score, assigned } = filter
  if (assigned !== undefined && !(assigned === false ? !entry.assigned : entry.assigned?.includes(assigned))) return false
  const value = score && (entry.scores?.[score.by] ?? null)
  if (score !== undefined && !(typeof value === 'number' && value >= score.min && value <= score.max)) return false
  if (flag !== undefined && !gold.some((g) => g.flags.includes(flag))) return false
  return filter.problems === undefined || filter.problems === entry.problems.length > 0
}

type QueueRequest = Omit<Checked<'corpus.queue'>, 'corpus'>

/** Returns the next pages of an annotator: practice pages first, then in the requested order. */
export async function labelQueue(
  list: PageList,
  { annotator, order, seed, pages, limit, at, assigned }: QueueRequest,
): Promise<QueueState> {
  const entries = await list.all()
  const assignments = await list.assignments()
  const campaign = await list.campaign()
  const inCampaign = campaign?.annotators.includes(annotator) ?? false
  const isMine = (id: string): boolean => assignments.get(id)?.includes(annotator) ?? false
  // In a campaign an annotator labels only assigned pages.
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
  const place = at === undefined ? -1 : ordered.indexOf(at)
  return {
    page: at ?? null,
    position: place < 0 ? null : place + 1,
    next,
    done,
    skipped,
    total: ordered.length,
    measured: ordered.filter((id) => list.measured(id) !== null).length,
    assigned: [...entries.keys()].filter(isMine).length,
    medianSeconds: median(seconds),
  }
}

/** Sorts by disagreement, highest first and unmeasured last; stable. */
function byDisagreement(pages: readonly string[], list: PageList): string[] {
  const share = (page: string): number => list.measured(page)?.scores.disagreement ?? -1
  return [...pages].sort((a, b) => share(b) - share(a))
}
