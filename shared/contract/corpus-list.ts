import { seededRandom, shuffle } from '../base/random'
import type { CampaignFile } from '../gold/campaign'
import { median } from '../metrics/bootstrap'
import type { CorpusPageEntry, GoldEntry, PageScores } from './corpus-data'

export interface CorpusFilter {
  /** Text in the id, address, label, title, author or date. */
  readonly text?: string | undefined
  readonly status?: GoldEntry['status'] | 'unlabelled' | undefined
  /** `none` accepts pages without a type. */
  readonly pageType?: string | undefined
  /** Considers only labels of this annotator. Pages without these labels match only `status: 'unlabelled'`. */
  readonly annotator?: string | undefined
  readonly flag?: string | undefined
  /** True accepts only pages with problems. False accepts only pages without problems. */
  readonly problems?: boolean | undefined
  /** Accepts only pages that are assigned to this annotator. `false` accepts only unassigned pages. */
  readonly assigned?: string | false | undefined
  /** Accepts only pages with a score in [min,max]. */
  readonly score?: { readonly by: keyof PageScores; readonly min: number; readonly max: number } | undefined
}

export function matchesFilter(entry: CorpusPageEntry, filter: CorpusFilter): boolean {
  const { text = '', annotator, flag, score, assigned, problems } = filter
  const { title = entry.title, author, date } = entry.fields ?? {}
  const phrase = text.trim().toLowerCase()
  if (![entry.id, entry.url, entry.label, title, author, date].some((field) => field?.toLowerCase().includes(phrase))) return false
  const gold = annotator === undefined ? entry.gold : entry.gold.filter((g) => g.annotator === annotator)
  if (filter.status === 'unlabelled') {
    if (gold.some((g) => g.spans > 0 || g.status !== 'in-progress')) return false
  } else if (filter.status !== undefined) {
    if (!gold.some((g) => g.status === filter.status)) return false
  } else if (annotator !== undefined && gold.length === 0) return false
  if (filter.pageType === 'none') {
    if (gold.some((g) => g.pageType !== null)) return false
  } else if (filter.pageType !== undefined && !gold.some((g) => g.pageType === filter.pageType)) return false
  if (assigned !== undefined && !(assigned === false ? !entry.assigned : entry.assigned?.includes(assigned))) return false
  const value = score && entry.scores?.[score.by]
  if (score && !(typeof value === 'number' && value >= score.min && value <= score.max)) return false
  if (flag !== undefined && !gold.some((g) => g.flags.includes(flag))) return false
  return problems === undefined || problems === entry.problems.length > 0
}

interface QueueChoice {
  readonly annotator: string
  /** `disagreement`: pages with the largest disagreement first, and unmeasured pages last. */
  readonly order: 'by-id' | 'random' | 'disagreement'
  readonly seed: number
  /** Whether the queue contains only assigned pages. The queue of a campaign's annotator always contains only assigned pages. */
  readonly mine: boolean
}

export type LabelQueue = ReturnType<typeof labelQueue>

/** Returns the queue of an annotator. Practice pages are first for annotators of the campaign. @param entries all pages of the corpus */
export function labelQueue(
  entries: readonly CorpusPageEntry[],
  campaign: CampaignFile | null,
  { annotator, order, seed, mine }: QueueChoice,
) {
  const isInCampaign = campaign?.annotators.includes(annotator) ?? false
  const assigned = entries.filter((entry) => entry.assigned?.includes(annotator))
  const wanted = mine || isInCampaign ? assigned : entries
  const disagreementOf = ({ scores }: CorpusPageEntry): number => scores?.disagreement ?? -1
  const inOrder =
    order === 'random'
      ? shuffle(wanted, seededRandom(seed))
      : order === 'disagreement'
        ? [...wanted].sort((a, b) => disagreementOf(b) - disagreementOf(a))
        : wanted
  const isFirst = ({ practice }: CorpusPageEntry): boolean => isInCampaign && practice === true
  const pages = [...inOrder.filter(isFirst), ...inOrder.filter((entry) => !isFirst(entry))]
  const own = pages.map(({ id, gold }) => ({ id, labels: gold.find((one) => one.annotator === annotator) }))
  const isDone = (status: string | undefined): boolean => status === 'done' || status === 'adjudicated'
  return {
    pages: pages.map(({ id }) => id),
    next: own.flatMap(({ id, labels }) => (isDone(labels?.status) || labels?.status === 'skipped' ? [] : [id])),
    done: own.filter(({ labels }) => isDone(labels?.status)).length,
    skipped: own.filter(({ labels }) => labels?.status === 'skipped').length,
    measured: pages.filter(({ scores }) => scores).length,
    assigned: assigned.length,
    /** Median seconds of the pages with a recorded time; null if no time is recorded. */
    medianSeconds: median(own.flatMap(({ labels }) => labels?.seconds || [])),
  }
}
