import { seededRandom, shuffle } from '../../../shared/base/random'
import type { Checked } from '../../../shared/contract/contract'
import type { QueueState } from '../../../shared/contract/corpus-data'
import { median } from '../../../shared/metrics/corpus-scores'
import type { PageList } from './page-list'

type QueueRequest = Omit<Checked<'corpus.queue'>, 'corpus'>

/** What an annotator should label next: pages for practice first, then in the order that is asked for. */
export async function labelQueue(
  list: PageList,
  { annotator, order, seed, pages, limit, at, assigned }: QueueRequest,
): Promise<QueueState> {
  const entries = await list.all()
  const assignments = await list.assignments()
  const campaign = await list.campaign()
  const inCampaign = campaign?.annotators.includes(annotator) ?? false
  const isMine = (id: string): boolean => assignments.get(id)?.includes(annotator) ?? false
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

/** The most disputed first, those that are not measured last, both else as they were. */
function byDisagreement(pages: readonly string[], list: PageList): string[] {
  const share = (page: string): number => list.measured(page)?.scores.disagreement ?? -1
  return [...pages].sort((a, b) => share(b) - share(a))
}
