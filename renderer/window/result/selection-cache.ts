/** Selections by what they were made from; those used least recently go first where there are too many. */
export class SelectionCache {
  readonly #kept = new Map<string, Uint8Array>()
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0

  /** @param most selections, @param mostBytes bytes of them together */
  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  get(key: string): Uint8Array | undefined {
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
    }
    return known
  }

  set(key: string, selected: Uint8Array): void {
    this.#drop(key)
    this.#kept.set(key, selected)
    this.#bytes += selected.byteLength
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most && this.#bytes <= this.#mostBytes) break
      this.#drop(oldest)
    }
  }

  /** Drops those whose key is meant. */
  forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isMeant(key)) this.#drop(key)
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.byteLength ?? 0
    this.#kept.delete(key)
  }
}
