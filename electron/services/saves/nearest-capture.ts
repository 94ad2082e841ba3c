/** Which of an address's captures belongs to a page: an archive may hold a site as it was at several times. */

/** Milliseconds between two captures; where one says no time it is farther than all that do. */
export function timeBetween(page: string | null, part: string | null): number {
  const between = Math.abs(Date.parse(part ?? '') - Date.parse(page ?? ''))
  return Number.isNaN(between) ? Infinity : between
}

/** Of each address the capture that is nearest in time to a page, of equally near ones the first; the latest taken stand last. */
export class NearestCaptures<Value> {
  readonly #captures = new Map<string, Value>()
  readonly #times = new Map<string, string | null>()

  constructor(private readonly page: string | null) {}

  get all(): ReadonlyMap<string, Value> {
    return this.#captures
  }

  /** Whether a capture is to be taken in place of what is there. */
  isNearer(url: string, capturedAt: string | null): boolean {
    if (!this.#captures.has(url)) return true
    return timeBetween(this.page, capturedAt) < timeBetween(this.page, this.#times.get(url) ?? null)
  }

  /** Takes a capture if it is nearer. */
  add(url: string, capturedAt: string | null, value: Value): void {
    if (!this.isNearer(url, capturedAt)) return
    this.delete(url)
    this.#captures.set(url, value)
    this.#times.set(url, capturedAt)
  }

  delete(url: string): void {
    this.#captures.delete(url)
    this.#times.delete(url)
  }
}
