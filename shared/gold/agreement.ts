import { valueAt } from '../base/once'
import { inkIn, nodeAtAxis, type TextAxis } from './text-axis'
import { cutByLabels, type LabelSpan } from './label-spans'
import type { CountsAsContent } from './gold-text'

/**
 * Number of characters by the first annotator's label, then by the second annotator's label. '' means no label. White space does not count.
 */
export type AgreementTable = Readonly<Record<string, Readonly<Record<string, number>>>>

function cellsOf(table: AgreementTable): { readonly first: string; readonly second: string; readonly characters: number }[] {
  return Object.entries(table).flatMap(([first, row]) => Object.entries(row).map(([second, characters]) => ({ first, second, characters })))
}

function addTo(table: Record<string, Record<string, number>>, first: string, second: string, characters: number): void {
  const row = (table[first] ??= {})
  row[second] = (row[second] ?? 0) + characters
}

export interface Agreement {
  readonly pages: number
  /**
   * Cohen's κ weighted by characters, in [−1,1]. Null without characters, or if both annotators gave all text the same label or no label.
   */
  readonly kappa: number | null
  /** Share of characters with the same label, in [0,1]; null without characters. */
  readonly observed: number | null
  /** 2·both / (first + second) over the characters of content, in [0,1]; null without content labels. */
  readonly f1: number | null
  readonly table: AgreementTable
}

/** Returns the agreement table of one page. `a` and `b` must be sorted and disjoint. */
export function agreementTable(axis: TextAxis, a: readonly LabelSpan[], b: readonly LabelSpan[]): AgreementTable {
  const table: Record<string, Record<string, number>> = {}
  const ink = inkOf(axis)
  let left = ink(axis.length)
  for (const { from, to, labels } of cutByLabels([a, b])) {
    const [first, second] = labels
    const characters = first === null && second === null ? 0 : ink(to) - ink(from)
    left -= characters
    if (characters > 0) addTo(table, first ?? '', second ?? '', characters)
  }
  if (left > 0) addTo(table, '', '', left)
  return table
}

/** Returns a function that counts the characters before a position, without white space. @param passed 0 for text nodes that count */
export function inkOf(axis: TextAxis, passed?: Uint8Array): (at: number) => number {
  const { page, start } = axis
  const before = new Int32Array(page.count + 1)
  let count = 0
  for (let n = 0; n < page.count; n++) {
    before[n] = count
    if (start[n + 1] > start[n] && !passed?.[n]) count += inkIn(page.text[n])
  }
  before[page.count] = count
  return (at) => {
    if (at >= axis.length) return count
    const node = nodeAtAxis(axis, at)
    return before[node] + (passed?.[node] ? 0 : inkIn(page.text[node], at - start[node]))
  }
}

/** Returns the agreement over pages. @param tables one table per page that both annotators labelled */
export function agreementOf(tables: readonly AgreementTable[], counts: CountsAsContent = () => true): Agreement {
  const sum: Record<string, Record<string, number>> = {}
  for (const { first, second, characters } of tables.flatMap(cellsOf)) addTo(sum, first, second, characters)
  let total = 0
  let same = 0
  const firsts = new Map<string, number>()
  const seconds = new Map<string, number>()
  let content = 0
  let both = 0
  for (const { first, second, characters } of cellsOf(sum)) {
    total += characters
    if (first === second) same += characters
    firsts.set(first, (firsts.get(first) ?? 0) + characters)
    seconds.set(second, (seconds.get(second) ?? 0) + characters)
    const inFirst = first !== '' && counts(first)
    const inSecond = second !== '' && counts(second)
    content += (inFirst ? characters : 0) + (inSecond ? characters : 0)
    if (inFirst && inSecond) both += characters
  }
  let chance = 0
  for (const [label, characters] of firsts) chance += (characters / total) * ((seconds.get(label) ?? 0) / total)
  const observed = total === 0 ? null : same / total
  return {
    pages: tables.length,
    observed,
    kappa: observed === null || chance >= 1 - 1e-12 ? null : (observed - chance) / (1 - chance),
    f1: content === 0 ? null : (2 * both) / content,
    table: sum,
  }
}

interface Dispute {
  readonly labels: readonly [string, string]
  readonly characters: number
  /** Share of this pair of labels among all characters with different labels, in (0,1]. */
  readonly share: number
}

export function disputesOf(tables: readonly AgreementTable[]): Dispute[] {
  const found = new Map<string, { labels: [string, string]; characters: number }>()
  let all = 0
  for (const { first, second, characters } of tables.flatMap(cellsOf)) {
    if (first === second) continue
    const labels: [string, string] = first < second ? [first, second] : [second, first]
    valueAt(found, JSON.stringify(labels), () => ({ labels, characters: 0 })).characters += characters
    all += characters
  }
  return [...found.values()].sort((a, b) => b.characters - a.characters).map((dispute) => ({ ...dispute, share: dispute.characters / all }))
}

interface RankedPage {
  readonly page: string
  readonly pairs: number
  /** Share of characters with the same label, over all pairs of annotators, in [0,1]; null without characters. */
  readonly observed: number | null
  readonly disputed: number
}

/** Ranks pages: lowest agreement first, then most disputed characters. Pages without characters are last. */
export function rankPages(pages: readonly { readonly page: string; readonly agreement: Agreement }[]): RankedPage[] {
  const sums = new Map<string, { pairs: number; same: number; all: number }>()
  for (const { page, agreement } of pages) {
    const sum = valueAt(sums, page, () => ({ pairs: 0, same: 0, all: 0 }))
    for (const { first, second, characters } of cellsOf(agreement.table)) {
      sum.all += characters
      if (first === second) sum.same += characters
    }
    sum.pairs++
  }
  return [...sums]
    .map(([page, { pairs, same, all }]): RankedPage => ({ page, pairs, observed: all === 0 ? null : same / all, disputed: all - same }))
    .sort((a, b) => (a.observed ?? 2) - (b.observed ?? 2) || b.disputed - a.disputed || (a.page < b.page ? -1 : 1))
}
