/** Where keys and typed letters lead in a list of rows. */

/** The row that a key leads to, from -1 where none is current; null for keys that do not move. */
export function rowOfKey(key: string, current: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  }
  const by = steps[key]
  return by === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, current + by))
}

/**
 * The next row whose name begins with what was typed, round the end; null if there is none. A single character, or one
 * typed several times, goes on to the next such row; more characters may stay on the current one.
 */
export function rowOfTyping(typed: string, current: number, count: number, nameOf: (row: number) => string): number | null {
  const wanted = typed.toLowerCase()
  const isOne = [...wanted].every((character) => character === wanted[0])
  const start = isOne ? wanted.slice(0, 1) : wanted
  const first = isOne ? current + 1 : Math.max(0, current)
  for (let i = 0; i < count; i++) {
    const row = (first + i) % count
    if (nameOf(row).trimStart().toLowerCase().startsWith(start)) return row
  }
  return null
}

/** What was typed, character after character; a pause begins anew. */
export class TypedText {
  #text = ''
  #at = Number.NEGATIVE_INFINITY

  /** @param at milliseconds, e.g. `event.timeStamp` */
  add(character: string, at: number): string {
    this.#text = at - this.#at > PAUSE ? character : this.#text + character
    this.#at = at
    return this.#text
  }

  /** Whether a character typed now would go on with the text. */
  goesOn(at: number): boolean {
    return this.#text !== '' && at - this.#at <= PAUSE
  }
}

/** Milliseconds, as in the lists of the systems. */
const PAUSE = 700
