import { hashText } from '../base/random'
import { valueAt } from '../base/once'
import { FEWEST_PAGES } from '../metrics/bootstrap'

export const SINGLE_PAGES = 10_000

/** Number of groups for more than `SINGLE_PAGES` pages. A hash of the page's id selects the group. */
export const PAGE_GROUPS = 2048

/**
 * Numbers in groups are multiples of this number. A sum of such numbers is exact up to 2²¹, so the sum does not depend on the order of the
 * pages.
 */
const GRAIN = 2 ** -32

/** Input of intervals and tests: rows of numbers, one row per page, site or group of pages. */
export interface Units {
  readonly count: number
  readonly width: number
  readonly values: Float64Array
  /** In the order of the page ids; empty for groups. `unit` is the index of a page's unit. */
  readonly pages: readonly { readonly values: Float64Array; readonly unit: number }[]
}

/**
 * Collects the numbers of each page in units. Each site is a unit if pages share sites and there are at least `FEWEST_PAGES` sites.
 * Otherwise each page is a unit. To limit memory, more than `SINGLE_PAGES` pages are summed in `PAGE_GROUPS` groups.
 */
export class PageUnits {
  private single: { readonly id: string; readonly site: string; readonly values: Float64Array }[] = []
  private groups: Float64Array | null = null
  private ordered: Units | null = null
  /** By pair of slots: per group, sum and count of the pages with a value only in the first slot. */
  private readonly unpaired = new Map<number, Float64Array>()

  /** @param width numbers per page @param paired lists of slots that are compared with each other */
  constructor(
    private readonly width: number,
    private readonly paired: readonly (readonly number[])[],
  ) {}

  get grouped(): boolean {
    return this.groups !== null
  }

  /** Number of sites; null if no pages share a site, or if pages are grouped. */
  get sites(): number | null {
    const sites = new Set(this.single.map(({ id, site }) => siteKey(id, site)))
    return sites.size < this.single.length ? sites.size : null
  }

  /** @param values `width` numbers; copied @param site if empty, the page is a separate site */
  add(id: string, values: Float64Array, site = ''): void {
    this.ordered = null
    if (this.groups) return this.addToGroup(this.groups, id, values)
    this.single.push({ id, site, values: values.slice() })
    if (this.single.length <= SINGLE_PAGES) return
    const groups = new Float64Array(PAGE_GROUPS * this.width)
    this.groups = groups
    for (const page of this.single) this.addToGroup(groups, page.id, page.values)
    this.single = []
  }

  private addToGroup(groups: Float64Array, id: string, values: Float64Array): void {
    const group = hashText(id, 0) % PAGE_GROUPS
    const base = group * this.width
    for (let i = 0; i < values.length; i++) groups[base + i] = (groups[base + i] as number) + grains(values[i] as number)
    for (const slots of this.paired) {
      const missing = slots.filter((at) => values[at] === 0)
      if (missing.length === 0 || missing.length === slots.length) continue
      for (const has of slots) {
        if (values[has] === 0) continue
        for (const lacks of missing) {
          const sums = valueAt(this.unpaired, has * this.width + lacks, () => new Float64Array(PAGE_GROUPS * 2))
          sums[group * 2] = (sums[group * 2] as number) + grains(values[has + 1] as number)
          sums[group * 2 + 1] = (sums[group * 2 + 1] as number) + 1
        }
      }
    }
  }

  units(): Units {
    this.ordered ??= this.groups ? { count: PAGE_GROUPS, width: this.width, values: this.groups, pages: [] } : this.orderPages()
    return this.ordered
  }

  private orderPages(): Units {
    const { width, sites } = this
    const bySite = sites !== null && sites >= FEWEST_PAGES
    const places = new Map<string, number>()
    const pages = [...this.single]
      .sort((a, b) => compare(a.id, b.id))
      .map(({ id, site, values }, i) => ({ values, unit: bySite ? valueAt(places, siteKey(id, site), () => places.size) : i }))
    const count = bySite ? places.size : pages.length
    const values = new Float64Array(count * width)
    for (const page of pages)
      for (let i = 0, at = page.unit * width; i < width; i++, at++) values[at] = (values[at] as number) + (page.values[i] as number)
    return { count, width, values, pages }
  }

  totals(): Float64Array {
    const { count, width, values } = this.units()
    const sums = new Float64Array(width)
    for (let unit = 0; unit < count; unit++)
      for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) + (values[unit * width + i] as number)
    return sums
  }

  /**
   * Returns the differences between the values of two slots, over the pages with a value in both slots. See `createSlots` in score-sums.ts.
   * `byPage` has one difference per page; null for groups.
   */
  differences(first: number, second: number) {
    const { count, width, values, pages } = this.units()
    const differences = new Float64Array(count)
    const counts = new Float64Array(count)
    if (!this.grouped) {
      const byPage: number[] = []
      for (const { values: own, unit } of pages) {
        if (own[first] === 0 || own[second] === 0) continue
        const difference = (own[first + 1] as number) - (own[second + 1] as number)
        byPage.push(difference)
        differences[unit] = (differences[unit] as number) + difference
        counts[unit] = (counts[unit] as number) + 1
      }
      return { differences, counts, pages: byPage.length, byPage: Float64Array.from(byPage) }
    }
    const onlyFirst = this.unpaired.get(first * width + second)
    const onlySecond = this.unpaired.get(second * width + first)
    for (let unit = 0; unit < count; unit++) {
      const base = unit * width
      const a = (values[base + first + 1] as number) - (onlyFirst?.[unit * 2] ?? 0)
      const b = (values[base + second + 1] as number) - (onlySecond?.[unit * 2] ?? 0)
      differences[unit] = a - b
      counts[unit] = (values[base + first] as number) - (onlyFirst?.[unit * 2 + 1] ?? 0)
    }
    return { differences, counts, pages: counts.reduce((sum, one) => sum + one, 0), byPage: null }
  }
}

const siteKey = (id: string, site: string): string => (site === '' ? `page ${id}` : `site ${site}`)

const grains = (value: number): number => Math.round(value / GRAIN) * GRAIN

/** Compares by code units. The order is equal on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
