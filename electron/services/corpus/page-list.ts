/** The list of a corpus's pages, read from the files in the background: usable at once, complete after a while. */
import pLimit from 'p-limit'
import type { CorpusFilter, CorpusPageEntry, CorpusPageList, PageScores } from '../../../shared/contract/corpus-contract'
import { toFailure } from '../../../shared/base/failure'
import { assignmentsStamp, readAssignments, type Assignments } from './store/assignments'
import { readCampaign } from './store/assignments'
import type { CampaignFile } from '../../../shared/gold/campaign'
import type { CorpusStore } from './store/corpus-store'

export interface PageList {
  total(): Promise<number>
  /** What is known now; waits at most some tenths of a second for more. */
  read(filter: CorpusFilter, offset: number, limit: number): Promise<CorpusPageList>
  /** All entries, once all are read. */
  all(): Promise<ReadonlyMap<string, CorpusPageEntry>>
  /** Keeps what was measured on a page, until its HTML changes; a change of its gold forgets the score against it. */
  setScores(page: string, measured: MeasuredScores): void
  /** Reads all pages anew in the background; until they are read, what was known stays. */
  rescan(): void
  /** Who is to label what, as it is on disk now, practice pages among it; nobody anything where the file is damaged. */
  assignments(): Promise<Assignments>
  /** The campaign as it is on disk now; null where there is none, or it is damaged. */
  campaign(): Promise<CampaignFile | null>
  /** What was measured on a page and still holds. */
  measured(page: string): MeasuredScores | null
  /** Reads these pages anew; those that are gone leave the list. */
  refresh(pages: readonly string[]): Promise<void>
}

/** A corpus that is open, with its list. */
export interface OpenCorpus {
  readonly store: CorpusStore
  readonly list: PageList
}

interface MeasuredScores {
  readonly scores: PageScores
  /** The extractors that voted, and the hashes of those of the person's own. */
  readonly states: readonly string[]
}

/** Entries read at the same time. */
const READERS = 16
/** Milliseconds a request waits for pages that are not read yet. */
const PATIENCE = 250

/** Starts reading at once. Memory: some hundred bytes a page. */
export function createPageList(store: CorpusStore): PageList {
  const entries = new Map<string, CorpusPageEntry>()
  const measured = new Map<string, MeasuredScores>()
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
    // Whoever waits for the scan hears of its failure; nobody may be waiting.
    scanning.catch(() => undefined)
    return scanning
  }

  function forget(id: string): void {
    entries.delete(id)
    measured.delete(id)
  }

  async function load(id: string): Promise<void> {
    try {
      const entry = await store.entry(id)
      forgetScores(entry, entries.get(id))
      entries.set(id, entry)
    } catch (thrown) {
      const reason = toFailure(thrown)
      if (reason.code === 'corpus.no-page') forget(id)
      else entries.set(id, damaged(id, reason))
    }
  }

  function forgetScores(entry: CorpusPageEntry, before: CorpusPageEntry | undefined): void {
    const known = measured.get(entry.id)
    if (!known || !before) return
    if (entry.sha256 !== before.sha256) measured.delete(entry.id)
    else if (JSON.stringify([entry.gold, entry.texts]) !== JSON.stringify([before.gold, before.texts]))
      measured.set(entry.id, { ...known, scores: { ...known.scores, f1: null } })
  }
  const withScores = (entry: CorpusPageEntry, assigned: Assignments, practice: ReadonlySet<string>): CorpusPageEntry => {
    const known = measured.get(entry.id)
    const to = assigned.get(entry.id)
    const more = {
      ...(known ? { scores: known.scores } : {}),
      ...(to ? { assigned: to } : {}),
      ...(practice.has(entry.id) ? { practice: true as const } : {}),
    }
    return Object.keys(more).length > 0 ? { ...entry, ...more } : entry
  }
  const campaign = (): Promise<CampaignFile | null> => readCampaign(store.root).catch(() => null)

  let given: { readonly stamp: string | null; readonly assignments: Assignments } = { stamp: null, assignments: new Map() }
  async function assignments(): Promise<Assignments> {
    const stamp = await assignmentsStamp(store.root)
    if (stamp !== given.stamp)
      given = { stamp, assignments: stamp === null ? new Map() : await readAssignments(store.root).catch(() => new Map()) }
    const { training = [], annotators = [] } = (await campaign()) ?? {}
    if (training.length === 0) return given.assignments
    const practised = training.map((id) => [id, [...new Set([...(given.assignments.get(id) ?? []), ...annotators])].sort()] as const)
    return new Map([...given.assignments, ...practised])
  }

  return {
    assignments,
    campaign,
    rescan() {
      listed = store.pageIds()
      scan = scanAll(listed)
    },
    setScores: (page, scores) => void measured.set(page, scores),
    measured: (page) => measured.get(page) ?? null,
    async total() {
      await listed
      return scanned < ids.length || ids.length === 0 ? Math.max(ids.length, entries.size) : entries.size
    },
    async read(filter, offset, limit) {
      await listed
      await Promise.race([scan, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
      const found: CorpusPageEntry[] = []
      const assigned = await assignments()
      const practice = new Set((await campaign())?.training)
      const annotators = new Set<string>()
      let matching = 0
      for (const id of [...entries.keys()].sort()) {
        const known = entries.get(id) as CorpusPageEntry
        for (const { annotator } of known.gold) annotators.add(annotator)
        const entry = withScores(known, assigned, practice)
        if (!matchesFilter(entry, filter)) continue
        if (matching >= offset && found.length < limit) found.push(entry)
        matching++
      }
      const complete = scanned >= ids.length
      const scored = { disagreement: measured.size, f1: 0 }
      for (const { scores } of measured.values()) if (scores.f1 !== null) scored.f1++
      return {
        entries: found,
        matching,
        scanned: entries.size,
        total: complete ? entries.size : Math.max(ids.length, entries.size),
        complete,
        scored,
        annotators: [...annotators].sort(),
        assignees: [...new Set([...assigned.values()].flat())].sort(),
      }
    },
    async all() {
      await scan
      return entries
    },
    async refresh(pages) {
      for (const id of pages) await load(id)
    },
  }
}

function damaged(id: string, reason: ReturnType<typeof toFailure>): CorpusPageEntry {
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
    problems: [{ file: `pages/${id}`, failure: reason }],
  }
}

/** Whether a page belongs to a filter; an empty filter takes all. */
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
  if (score !== undefined) {
    const value = entry.scores?.[score.by] ?? null
    if (value === null || value < score.min || value > score.max) return false
  }
  if (flag !== undefined && !gold.some((g) => g.flags.includes(flag))) return false
  return filter.problems === undefined || filter.problems === entry.problems.length > 0
}
