import type { PageFacts, PageResult } from './evaluation-row'
import { FEWEST_PAGES } from '../metrics/bootstrap'
import { metricInfo, type MetricId, METRICS } from './metric-list'
import { needsNoGold, POLICY_NOTES, withPolicy, worstOf, type FailurePolicy } from './failure-policy'
import { LeftOutPages, NotedPages } from './noted-pages'
import { compare, PAGE_GROUPS, PageUnits } from './page-units'
import { valueAt } from '../base/once'
import { counted } from '../base/written-number'
import type { SummedFigure } from './measured-text'

export const GROUPINGS = [
  { id: 'type', label: 'page type', of: (facts: PageFacts): string => facts.pageType },
  { id: 'source', label: 'source', of: (facts: PageFacts): string => facts.host },
  { id: 'language', label: 'language', of: (facts: PageFacts): string => facts.language },
  { id: 'gold', label: 'kind of gold standard', of: (facts: PageFacts): string => facts.gold },
  { id: 'style', label: 'style', of: (facts: PageFacts): string => facts.groups?.style ?? '' },
  { id: 'level', label: 'level', of: (facts: PageFacts): string => facts.groups?.level ?? '' },
] as const
export type Grouping = (typeof GROUPINGS)[number]['id']

/**
 * Positions in the numbers of a page: one slot per row and value. A slot contains 1 if the page counts for the value, otherwise 0. The
 * summed numbers of the value follow.
 */
function createSlots(rows: number, figures: readonly Figure[]) {
  const places = new Map<string, number>()
  let stride = 0
  for (const { id, size } of figures) {
    places.set(id, stride)
    stride += size + 1
  }
  const of = (row: number, { id }: Pick<Figure, 'id'>): number => {
    const place = places.get(id)
    if (place === undefined) throw new RangeError(`${id} was not added up`)
    return row * stride + place
  }
  return { rows, figures, width: stride * rows, of }
}
type Slots = ReturnType<typeof createSlots>

/** The pages of a column of a table. */
export class Column {
  readonly units: PageUnits
  /** Per slot, the number of pages that count for the value and on which the row is not `empty`. */
  readonly nonEmpty: Float64Array
  private withGold = 0
  private goldless = 0
  private readonly page: Float64Array

  constructor(readonly slots: Slots) {
    const { rows, figures, width } = slots
    const means = figures.filter(({ metric }) => metric !== null)
    this.units = new PageUnits(
      width,
      means.map((figure) => Array.from({ length: rows }, (_, row) => slots.of(row, figure))),
    )
    this.nonEmpty = new Float64Array(width)
    this.page = new Float64Array(width)
  }

  add({ facts, rows }: PageResult, isScored: boolean): void {
    if (isScored && facts.gold !== 'none') this.withGold++
    else if (isScored) this.goldless++
    const { page, slots, nonEmpty } = this
    page.fill(0)
    for (const row of rows) {
      for (const figure of slots.figures) {
        const part = figure.part(row)
        if (part === null) continue
        const at = slots.of(row.configuration, figure)
        page[at] = 1
        for (const [i, number] of part.entries()) page[at + 1 + i] = number
        if (!row.empty) nonEmpty[at] = (nonEmpty[at] as number) + 1
      }
    }
    this.units.add(facts.page, page, facts.host)
  }

  /**
   * Returns the number of scored pages. For a metric that needs a gold standard, counts only pages with a gold standard. @param metric
   * null counts all scored pages
   */
  scored(metric: MetricId | null): number {
    return this.withGold + (countsGoldless(metric) ? this.goldless : 0)
  }
}

const countsGoldless = (metric: MetricId | null): boolean => metric === null || needsNoGold(metric)

/** Sums for all tables of a run. Pages can be added in any order. */
export class ScoreSums {
  present = 0
  private unread = 0
  private lost = 0
  readonly all: Column
  private readonly groupSlots: Slots
  private readonly groups: ReadonlyMap<Grouping, Map<string, Column>>
  private readonly reasons = new LeftOutPages()
  private readonly goldless = new NotedPages()
  private readonly wordless = new NotedPages()
  private readonly began = new NotedPages()
  private readonly counts: { withGold: number; goldless: number; failures: number; empties: number; apart: number }[]

  /** @param rows number of configurations @param groupings properties by which pages are grouped, such as the page type */
  constructor(
    rows: number,
    private readonly metrics: readonly MetricId[],
    groupings: readonly Grouping[] = [],
    private readonly policy: FailurePolicy = 'row',
  ) {
    this.all = new Column(createSlots(rows, figuresOf(metrics)))
    this.groupSlots = createSlots(rows, metrics.map(meanFigure))
    this.groups = new Map(groupings.map((grouping) => [grouping, new Map()]))
    this.counts = Array.from({ length: rows }, () => ({ withGold: 0, goldless: 0, failures: 0, empties: 0, apart: 0 }))
  }

  get scored(): number {
    return this.all.scored(null)
  }

  add(given: PageResult): void {
    const result = withPolicy(given, this.policy, this.metrics)
    const { facts, rows, failure } = result
    this.present++
    const hasGold = facts.gold !== 'none'
    const lacksRow = this.policy === 'all' && rows.some((row) => row.failure !== null)
    const isScored = !failure && (hasGold || (this.metrics.some(needsNoGold) && !lacksRow))
    this.all.add(result, isScored)
    for (const [grouping, groups] of this.groups) {
      const name = GROUPINGS.find(({ id }) => id === grouping)?.of(facts) ?? ''
      valueAt(groups, name, () => new Column(this.groupSlots)).add(result, isScored)
    }
    for (const row of rows) {
      const counts = this.counts[row.configuration]
      if (!counts) continue
      if (isScored && (row.failure === null || this.policy === 'zero')) counts[hasGold ? 'withGold' : 'goldless']++
      if (row.failure !== null) counts.failures++
      else if (row.empty) counts.empties++
      if (row.failure === null && row.apart && isScored) counts.apart++
    }
    if (isScored && rows.some(({ lengths }) => lengths?.gold === 0)) this.wordless.add('', facts.page)
    for (const id of facts.began ?? []) this.began.add(id, facts.page)
    const reason = facts.leftOut ?? 'no gold standard'
    if (failure) {
      this.unread++
      this.reasons.add(failure.code, facts.page, failure.message)
    } else if (!isScored) this.reasons.add(`gold ${reason}`, facts.page, reason)
    else {
      if (rows.every((row) => row.failure !== null)) this.lost++
      if (!hasGold && !this.metrics.every(needsNoGold)) this.goldless.add(reason, facts.page)
    }
  }

  private noteFailures(): string {
    if (this.policy !== 'zero' || this.lost === 0) return ''
    const known = worstOf({ gold: 'text', snippets: { with: 1, without: 1 } }, [], this.metrics)
    const without = this.all.slots.figures.filter(({ part }) => part(known) === null).map(({ label }) => label)
    if (without.length === 0) return ''
    return ` Values that omit ${counted(this.lost, 'page')} on which every extractor failed: ${without.join('; ')}.`
  }

  /** @param metric metric of the table; null for a table of all metrics */
  countsOf(row: number, metric: MetricId | null): { readonly pages: number; readonly failures: number; readonly empties: number } {
    const { withGold = 0, goldless = 0, failures = 0, empties = 0 } = this.counts[row] ?? {}
    return { pages: withGold + (countsGoldless(metric) ? goldless : 0), failures, empties }
  }

  groupsOf(grouping: Grouping): [string, Column][] {
    return [...(this.groups.get(grouping) ?? [])].sort(([a], [b]) => compare(a, b))
  }

  notes(names: readonly string[]): string[] {
    const left = this.reasons.sentences()
    const began = this.began.sentences(
      (pages, id) => `The gold standard of ${pages} started from the selection of ${id}, so the scores of ${id} may be too high there.`,
    )
    left.push(...this.goldless.sentences((pages, reason) => `Metrics that need a gold text omit ${pages}. Reason: ${reason}.`))
    left.push(...this.wordless.sentences((pages) => `The gold text of ${pages} is empty: recall is not defined there.`))
    const unread = this.unread
    const fell = this.counts.flatMap(({ failures }, row) => (failures > unread ? [`${names[row] ?? ''} ${failures - unread}`] : []))
    if (fell.length > 0) left.push(`${POLICY_NOTES[this.policy]}: ${fell.join(', ')}.${this.noteFailures()}`)
    for (const [row, { apart, withGold, goldless }] of this.counts.entries())
      if (apart > 0)
        left.push(
          `${names[row] ?? ''}: the scores use the text that the program returned. On ${apart} of ${withGold + goldless} pages, this text has other words than the nodes that Inspect shows.`,
        )
    const few = this.scored > 0 && this.scored < FEWEST_PAGES
    if (few) left.push(`Fewer than ${FEWEST_PAGES} pages: no intervals, no tests, nothing marked as best.`)
    return [...left, ...began, ...(few ? [] : this.drawnNotes())]
  }

  private drawnNotes(): string[] {
    const { grouped, sites } = this.all.units
    if (grouped) return [`Intervals and tests use ${PAGE_GROUPS.toLocaleString('en')} random groups of pages as units.`]
    if (sites === null) return []
    return sites >= FEWEST_PAGES
      ? [`Intervals and tests use the ${sites} sites as units, not single pages: pages of a site are not independent.`]
      : [
          `The pages come from ${counted(sites, 'site')}, too few to use sites as units. Pages count as independent, so intervals may be too narrow and p too small.`,
        ]
  }
}

export function sumsOf(results: Iterable<PageResult>, ...of: ConstructorParameters<typeof ScoreSums>): ScoreSums {
  const sums = new ScoreSums(...of)
  for (const result of results) sums.add(result)
  return sums
}

export interface Figure extends SummedFigure {
  readonly larger: boolean
  /** The metric of a column of means; null for a column of other values. */
  readonly metric: MetricId | null
}

export function meanFigure(metric: MetricId): Figure {
  const { id, label, larger } = metricInfo(metric)
  return {
    id,
    label,
    larger,
    metric,
    size: 1,
    part: ({ metrics }) => {
      const value = metrics[metric]
      return typeof value === 'number' ? [value] : null
    },
    of: ([total = 0], pages) => total / pages,
  }
}

export function figuresOf(metrics: readonly MetricId[]): Figure[] {
  const beside = METRICS.flatMap(({ id, sums = [] }) => (metrics.includes(id) ? sums : []))
  return [...metrics.map(meanFigure), ...beside.map((figure) => ({ ...figure, larger: true, metric: null }))]
}

export function isMetric(column: string): column is MetricId {
  return !METRICS.some(({ sums }) => sums?.some(({ id }) => id === column))
}
