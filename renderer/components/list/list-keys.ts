/** Where keys and typed letters lead in a list of rows. */

/** Returns the row that a key leads to (`current` is -1 without a cursor); null for keys that do not move the cursor. */
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
 * Returns the next row whose name begins with the typed text, wrapping at the end; null without a match. A single character, typed once or
 * several times, moves to the next match; several different characters may stay on the current row.
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

/** Collects typed characters; a pause starts a new text. */
export class TypedText {
  #text = ''
  #at = Number.NEGATIVE_INFINITY

  /** @param at milliseconds, e.g. `event.timeStamp` */
  add(character: string, at: number): string {
    this.#text = at - this.#at > PAUSE ? character : this.#text + character
    this.#at = at
    return this.#text
  }

  /** Whether a character typed now would extend the text. */
  goesOn(at: number): boolean {
    return this.#text !== '' && at - this.#at <= PAUSE
  }
}

/** Milliseconds, as in the lists of the systems. */
const PAUSE = 700
