/** Reads the page list of a corpus in the background. Callers can use the incomplete list. */
import pLimit from 'p-limit'
import type { CorpusPageEntry, CorpusPageList, PageScores } from '../../../shared/contract/corpus-contract'
import { toFailure } from '../../../shared/base/failure'
import { createTurns } from '../files/file-lock'
import { type Assignments, assignmentsStamp, readAssignments, readCampaign } from './store/assignments'
import type { CorpusStore } from './store/corpus-store'

interface MeasuredScores {
  readonly scores: PageScores
  /** The extractors' ids, the hashes of custom extractors, and the main-content labels. */
  readonly states: readonly string[]
}

function createAssignmentReader(root: string): () => Promise<Assignments> {
  let known: { readonly stamp: string | null; readonly assignments: Assignments } = { stamp: null, assignments: new Map() }
  return async () => {
    const stamp = await assignmentsStamp(root)
    if (stamp !== known.stamp) known = { stamp, assignments: stamp === null ? new Map() : await readAssignments(root) }
    const { training = [], annotators = [] } = (await readCampaign(root).catch(() => null)) ?? {}
    if (training.length === 0) return known.assignments
    const practised = training.map((id) => [id, [...new Set([...(known.assignments.get(id) ?? []), ...annotators])].sort()] as const)
    return new Map([...known.assignments, ...practised])
  }
}

export type PageList = ReturnType<typeof createPageList>

export interface OpenCorpus {
  readonly store: CorpusStore
  readonly list: PageList
}

const READERS = 16
/** Maximum milliseconds that a request waits for the complete list. */
const PATIENCE = 250
const FIRST_PAGES = 1000

export function createPageList(store: CorpusStore) {
  const entries = new Map<string, CorpusPageEntry>()
  const measured = new Map<string, MeasuredScores>()
  const assignments = createAssignmentReader(store.root)
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
    measured.delete(id)
  }

  function forgetF1(pages: Iterable<string> = measured.keys()): void {
    for (const page of pages) {
      const known = measured.get(page)
      if (known) measured.set(page, { ...known, scores: { ...known.scores, f1: null } })
    }
  }

  function forgetChangedScores(entry: CorpusPageEntry, before: CorpusPageEntry): void {
    if (entry.sha256 !== before.sha256) measured.delete(entry.id)
    else if (JSON.stringify([entry.gold, entry.texts]) !== JSON.stringify([before.gold, before.texts])) forgetF1([entry.id])
  }

  // The reads of a page run one after the other. Otherwise, an older read could replace an entry that was read after a save.
  const load = (id: string): Promise<void> => inTurn(id, () => loadNow(id))

  async function loadNow(id: string): Promise<void> {
    try {
      const entry = await store.entry(id)
      const before = entries.get(id)
      if (before && measured.has(id)) forgetChangedScores(entry, before)
      entries.set(id, entry)
    } catch (thrown) {
      const reason = toFailure(thrown)
      if (reason.code === 'corpus.no-page') forget(id)
      else entries.set(id, { ...emptyEntry(id), problems: [{ file: `pages/${id}`, failure: reason }] })
    }
  }

  const total = (): number => (scanned < ids.length ? Math.max(ids.length, entries.size) : entries.size)

  async function marked(pages: readonly string[]): Promise<CorpusPageEntry[]> {
    // Pages can be read and labelled even if the file of assignments is damaged.
    const plan = await assignments().catch((): Assignments => new Map())
    const campaign = await readCampaign(store.root)
    const practice = new Set(campaign?.training)
    return pages.flatMap((id) => {
      const entry = entries.get(id)
      const scores = measured.get(id)?.scores
      const assigned = plan.get(id)
      const marks = { ...(scores && { scores }), ...(assigned && { assigned }), ...(practice.has(id) && { practice: true as const }) }
      return entry ? [{ ...(campaign?.blind ? blindEntry(entry) : entry), ...marks }] : []
    })
  }

  return {
    assignments,
    rescan() {
      listed = store.pageIds()
      scan = scanAll(listed)
    },
    setScores: (page: string, scores: MeasuredScores): void => void measured.set(page, scores),
    forgetF1,
    measured: (page: string): MeasuredScores | undefined => measured.get(page),
    async total() {
      await listed
      return total()
    },
    async read(): Promise<CorpusPageList> {
      await listed
      await Promise.race([scan, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
      const complete = scanned >= ids.length
      const known = [...entries.keys()].sort()
      return { entries: await marked(complete ? known : known.slice(0, FIRST_PAGES)), total: total(), complete }
    },
    entry: async (id: string): Promise<CorpusPageEntry | undefined> => (await marked([id]))[0],
    async all(): Promise<ReadonlyMap<string, CorpusPageEntry>> {
      await scan
      return entries
    },
    async refresh(pages: readonly string[]) {
      for (const id of pages) await load(id)
    },
  }
}

/** Omits `fields`: a blind campaign hides the imported metadata. */
export function blindEntry({ fields: _, ...entry }: CorpusPageEntry): CorpusPageEntry {
  return entry
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
