import { hashText } from '../base/hash'
import { valueAt } from '../base/once'

/** Pages up to which each is kept by itself. */
export const SINGLE_PAGES = 10_000

/** Groups that more pages are put into, by a hash of their ids. */
export const PAGE_GROUPS = 2048

/** Groups hold multiples of this: sums of such numbers are exact (below 2²¹ a group), hence the same in any order of the pages. */
const GRAIN = 2 ** -32

/** What intervals and tests draw from: rows of numbers, one for each page or each group of pages. */
export interface Units {
  readonly count: number
  readonly width: number
  /** `count × width` numbers. */
  readonly values: Float64Array
}

/**
 * The numbers of pages that figures of a corpus are added up from. Up to `SINGLE_PAGES` pages are kept one by one, in the order
 * of their ids; more are added up in `PAGE_GROUPS` random groups, so that memory does not grow with them. What comes out does
 * not depend on the order in which pages come.
 */
export class PageUnits {
  /** Pages added. */
  pages = 0
  private ids: string[] = []
  private single: Float64Array[] = []
  private groups: Float64Array | null = null
  private ordered: Units | null = null
  /** Sums and counts of pages that one of two slots has and the other has not, by both places; only for groups. */
  private readonly unpaired = new Map<number, Float64Array>()

  /**
   * @param width numbers a page gives.
   * @param paired lists of slots, of one number each, that are compared with each other.
   */
  constructor(
    private readonly width: number,
    private readonly paired: readonly (readonly number[])[],
  ) {}

  /** Whether pages are put together in groups. */
  get grouped(): boolean {
    return this.groups !== null
  }

  /** Adds a page. @param values `width` numbers; they are copied. */
  add(id: string, values: Float64Array): void {
    this.pages++
    this.ordered = null
    if (this.groups) return this.addToGroup(this.groups, id, values)
    this.single.push(values.slice())
    this.ids.push(id)
    if (this.ids.length > SINGLE_PAGES) this.group()
  }

  private group(): void {
    const { ids, single, width } = this
    const groups = new Float64Array(PAGE_GROUPS * width)
    this.groups = groups
    for (const [i, id] of ids.entries()) this.addToGroup(groups, id, single[i] as Float64Array)
    this.ids = []
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
          const sums = this.unpairedSums(has, lacks)
          sums[group * 2] = (sums[group * 2] as number) + grains(values[has + 1] as number)
          sums[group * 2 + 1] = (sums[group * 2 + 1] as number) + 1
        }
      }
    }
  }

  private unpairedSums(has: number, lacks: number): Float64Array {
    return valueAt(this.unpaired, has * this.width + lacks, () => new Float64Array(PAGE_GROUPS * 2))
  }

  /** Pages in the order of their ids, or groups. */
  units(): Units {
    this.ordered ??= this.order()
    return this.ordered
  }

  private order(): Units {
    const { ids, width } = this
    if (this.groups) return { count: PAGE_GROUPS, width, values: this.groups }
    const values = new Float64Array(ids.length * width)
    const order = ids.map((_, i) => i).sort((a, b) => compare(ids[a] as string, ids[b] as string))
    for (const [place, i] of order.entries()) values.set(this.single[i] as Float64Array, place * width)
    return { count: ids.length, width, values }
  }

  /** Sums over all pages. */
  totals(): Float64Array {
    const { count, width, values } = this.units()
    const sums = new Float64Array(width)
    for (let unit = 0; unit < count; unit++)
      for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) + (values[unit * width + i] as number)
    return sums
  }

  /** Differences of two slots, one for each page that has both, or one for each group over the pages in it that do; and how many pages these are. */
  differences(first: number, second: number): { readonly differences: Float64Array; readonly pages: number } {
    const { count, width, values } = this.units()
    const differences = new Float64Array(count)
    let pages = 0
    if (!this.grouped) {
      for (let unit = 0; unit < count; unit++) {
        const base = unit * width
        if (values[base + first] === 0 || values[base + second] === 0) continue
        differences[pages++] = (values[base + first + 1] as number) - (values[base + second + 1] as number)
      }
      return { differences: differences.subarray(0, pages), pages }
    }
    const onlyFirst = this.unpaired.get(first * width + second)
    const onlySecond = this.unpaired.get(second * width + first)
    for (let unit = 0; unit < count; unit++) {
      const base = unit * width
      const a = (values[base + first + 1] as number) - (onlyFirst?.[unit * 2] ?? 0)
      const b = (values[base + second + 1] as number) - (onlySecond?.[unit * 2] ?? 0)
      differences[unit] = a - b
      pages += (values[base + first] as number) - (onlyFirst?.[unit * 2 + 1] ?? 0)
    }
    return { differences, pages }
  }
}

/** A number as a multiple of `GRAIN`; whole numbers stay as they are. */
function grains(value: number): number {
  return Math.round(value / GRAIN) * GRAIN
}

/** By code units, as on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
