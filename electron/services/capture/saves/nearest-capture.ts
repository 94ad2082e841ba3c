/** Chooses the capture of an address for a page: an archive may contain a site at several times. */
import type { KeptResponse } from '../../../../shared/contract/capture'

/** Returns the milliseconds between two captures; if a time is missing, more than between any two known times. */
export function timeBetween(page: string | null, part: string | null): number {
  const between = Math.abs(Date.parse(part ?? '') - Date.parse(page ?? ''))
  return Number.isNaN(between) ? Infinity : between
}

/** Stores one capture per address: the capture nearest in time to a page, the first if several are equally near. Keeps the order of insertion. */
export class NearestCaptures<Value> {
  readonly #captures = new Map<string, Value>()
  readonly #times = new Map<string, string | null>()

  constructor(private readonly page: string | null) {}

  get all(): ReadonlyMap<string, Value> {
    return this.#captures
  }

  isNearer(url: string, capturedAt: string | null): boolean {
    if (!this.#captures.has(url)) return true
    return timeBetween(this.page, capturedAt) < timeBetween(this.page, this.#times.get(url) ?? null)
  }

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

/** The parts of a page that are stored while an archive is read, up to a limit of bytes. */
export class HeldParts {
  readonly #nearest: NearestCaptures<KeptResponse>
  readonly #byDigest = new Map<string, KeptResponse>()
  /** All stored parts, oldest first, with the digest of each body, or null. A replaced part with a digest stays, because a response for another address may refer to its digest. */
  readonly #held = new Map<KeptResponse, string | null>()
  #bytes = 0
  isCut = false

  /** @param most limit of the total bytes of all parts */
  constructor(
    page: string | null,
    private readonly most: number,
  ) {
    this.#nearest = new NearestCaptures(page)
  }

  get all(): ReadonlyMap<string, KeptResponse> {
    return this.#nearest.all
  }

  get isFull(): boolean {
    return this.#bytes >= this.most
  }

  /** Stores a part if it is the nearest capture of its address. Without room, a part before the page replaces the oldest parts; a later part is dropped. */
  add(part: KeptResponse, capturedAt: string | null, digest: string | null, isBeforePage: boolean): void {
    if (!this.#nearest.isNearer(part.url, capturedAt)) return
    const before = this.all.get(part.url)
    if (before && this.#held.get(before) === null) this.#drop(before)
    this.#nearest.add(part.url, capturedAt, part)
    this.#held.set(part, digest)
    this.#bytes += part.body.length
    if (digest !== null) this.#byDigest.set(digest, part)
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.most || this.#held.size === 1) break
      this.#drop(isBeforePage ? oldest : part)
      this.isCut = true
      if (!isBeforePage) break
    }
  }

  /** Stores a response that repeats a stored one. */
  repeat(answer: Pick<KeptResponse, 'url' | 'status' | 'headers'>, capturedAt: string | null, digest: string | null): void {
    const same = digest === null ? undefined : this.#byDigest.get(digest)
    const headers = answer.headers.length > 0 ? answer.headers : (same?.headers ?? [])
    if (same) this.#nearest.add(answer.url, capturedAt, { ...same, ...answer, headers })
  }

  #drop(part: KeptResponse): void {
    const digest = this.#held.get(part) ?? null
    if (digest !== null && this.#byDigest.get(digest) === part) this.#byDigest.delete(digest)
    if (this.all.get(part.url) === part) this.#nearest.delete(part.url)
    this.#held.delete(part)
    this.#bytes -= part.body.length
  }
}
