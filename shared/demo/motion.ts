/**
 * The stage on its way from one moment to the next. A chart moves: what stands for the same thing keeps its identity. While a measure
 * appears, the words of a block shrink into its bar; the bars of children, and the numbers in their rows, go up into the sum of their
 * parent.
 */
import { ELEMENT, TEXT, children, type NodeId } from '../page/page-model'
import { collapse } from '../page/text'
import type { Rect } from '../scene/scene'
import type { DemoRun, Frame } from './demo-run'
import type { StageChart, Column } from './stage-chart'

/** The words of a block on their way into the block's bar. */
interface WordsFlight {
  readonly kind: 'words'
  /** The element, or for a line of the source the first text on it. */
  readonly node: NodeId
  /** Its own text, at most `MOST_LETTERS` of it. */
  readonly words: string
  readonly column: number
}

/** A child's value on its way to the place that it has in its parent's sum. */
interface TermFlight {
  readonly kind: 'term'
  readonly child: NodeId
  readonly parent: NodeId
  /** Columns of both; the child's is -1 where another node's bar stands for it. */
  readonly from: number
  readonly to: number
  readonly value: number
  /** What the terms before add up to: on top of it the value lands. */
  readonly below: number
}

export type Flight = WordsFlight | TermFlight

/** Blocks whose words fly at most, those with most words; sums that are shown being made at most, the largest; terms of each. */
const MOST_BLOCKS = 60
const MOST_SUMS = 6
const MOST_TERMS = 24
const MOST_LETTERS = 600

/**
 * What flies between two moments of a run: nothing on the way back, and nothing where no measure of the later moment's chart has
 * appeared in its chapter. Linear in columns, and in the children of the sums that are shown.
 */
export function flightsBetween(run: DemoRun, from: Frame, to: Frame, chart: StageChart | null): Flight[] {
  const { topic } = to
  if (!chart || topic === null || chart.measure !== topic || to.moment <= from.moment || !to.appearing.includes(topic)) return []
  const measure = run.measureOf(topic)
  if (!measure || measure.sum?.over === 'window') return []
  const perLine = measure.per === 'line'
  const columns = new Map<number, number>()
  chart.columns.forEach(({ subject }, c) => subject >= 0 && columns.set(subject, c))
  const fresh = [...columns.keys()].filter((subject) => !run.isKnown(from, topic, subject))
  const terms: Flight[] = []
  if (measure.sum) {
    const { of } = measure.sum
    const sums = fresh
      .map((node) => ({ node, total: run.valueIn(to, topic, node) }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
    let shown = 0
    for (const { node } of sums) {
      if (shown === MOST_SUMS) break
      const made = termsOf(node, of)
      if (made.length > 0) shown++
      terms.push(...made)
    }
  }
  // A sum of another measure is made of its values, not of words.
  const words = measure.sum && measure.sum.of !== topic ? [] : fresh.flatMap(wordsOf)
  return [...words.sort((a, b) => b.words.length - a.words.length).slice(0, MOST_BLOCKS), ...terms]

  function termsOf(parent: NodeId, of: string): TermFlight[] {
    const made: TermFlight[] = []
    let below = 0
    for (const child of children(run.page, parent)) {
      const value = run.page.kind[child] === ELEMENT ? run.valueIn(to, of, child) : Number.NaN
      if (!(value > 0)) continue
      if (made.length < MOST_TERMS)
        made.push({ kind: 'term', child, parent, from: columns.get(child) ?? -1, to: columns.get(parent) ?? -1, value, below })
      below += value
    }
    return made
  }

  function wordsOf(subject: number): WordsFlight[] {
    const column = columns.get(subject) ?? -1
    const { page } = run
    if (perLine) {
      const node = run.textOfLine(subject)
      const words = node < 0 ? '' : collapse(page.text[node] ?? '')
      return words === '' ? [] : [{ kind: 'words', node, words: words.slice(0, MOST_LETTERS), column }]
    }
    let words = ''
    for (const child of children(page, subject)) {
      if (words.length >= MOST_LETTERS) break
      if (page.kind[child] === TEXT) words = collapse(`${words} ${page.text[child] ?? ''}`)
    }
    words = words.trim()
    return words === '' || !(run.valueIn(to, topic ?? '', subject) > 0)
      ? []
      : [{ kind: 'words', node: subject, words: words.slice(0, MOST_LETTERS), column }]
  }
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share

/** Slow, fast, slow. @param share 0 to 1 */
export function eased(share: number): number {
  return share * share * (3 - 2 * share)
}

const top = ({ ticks }: StageChart): number => ticks[ticks.length - 1] || 1

/**
 * The chart at a part of the way. Columns of the same nodes or lines move from what they were: a new one grows from the axis, or
 * comes out of the one behind it; one of another measure is as high at first as the former's was. A new threshold sweeps down
 * from the top. Linear in columns.
 * @param share 0 for `from`, 1 for `to`; `to` itself at the end, and where the two have nothing in common
 */
export function chartBetween(from: StageChart | null, to: StageChart, share: number): StageChart {
  if (share >= 1 || !from || from.per !== to.per || from.columns.length !== to.columns.length) return to
  const scale = from.label === to.label ? 1 : top(to) / top(from)
  const columns = to.columns.map((column, c): Column => {
    if (Number.isNaN(column.value)) return column
    const before = from.columns[c]?.value ?? Number.NaN
    const behind = to.behind?.[c] ?? Number.NaN
    const start = !Number.isNaN(before) && from.label === to.label ? before : !Number.isNaN(behind) ? behind : before * scale
    return { ...column, value: between(Number.isNaN(start) ? 0 : start, column.value, share) }
  })
  const threshold = to.threshold === null ? null : between(from.threshold ?? top(to), to.threshold, share)
  const isAsMany = from.centres.length === to.centres.length
  const centres = isAsMany ? to.centres.map((centre, i) => between(from.centres[i] ?? centre, centre, share)) : to.centres
  return {
    ...to,
    columns,
    threshold,
    centres,
    ...(to.window && {
      window: {
        from: between((from.window ?? to.window).from, to.window.from, share),
        to: between((from.window ?? to.window).to, to.window.to, share),
      },
    }),
    ...(to.curves && {
      curves: to.curves.map((curve, i) => {
        const before = from.curves?.[i] ?? curve
        return {
          weight: between(before.weight, curve.weight, share),
          mean: between(before.mean, curve.mean, share),
          variance: between(before.variance, curve.variance, share),
        }
      }),
    }),
  }
}

/**
 * A flight at a part of its way: the place goes from the one to the other, what is large becomes small before it is there.
 * @param share 0 at the beginning, 1 where it lands
 * @returns its place; how much of the words is still to be seen, and of the bar already: 0 to 1
 */
export function flightAt(from: Rect, to: Rect, share: number): { readonly rect: Rect; readonly words: number; readonly bar: number } {
  const part = Math.max(0, Math.min(1, share))
  // Size before place: words are seen to shrink where they stand.
  const size = 1 - (1 - part) ** 2
  const width = between(from.width, to.width, size)
  const height = between(from.height, to.height, size)
  const x = between(from.x + from.width / 2, to.x + to.width / 2, part) - width / 2
  const y = between(from.y + from.height / 2, to.y + to.height / 2, part) - height / 2
  return { rect: { x, y, width, height }, words: 1 - part ** 3, bar: 0.12 + 0.78 * part }
}
