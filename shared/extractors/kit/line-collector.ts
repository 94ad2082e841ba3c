import { isHtmlSpace } from '../../page/text'

export const LT = 60
export const AMP = 38
export const LF = 10
export const CR = 13

/** Collects source lines. The open line is the line that is being read. */
export class LineCollector {
  readonly start: number[] = []
  readonly end: number[] = []
  readonly x: number[] = []
  readonly y: number[] = []
  tags = 0
  characters = 0
  from = -1
  until = 0
  width = 0
  #text = 0
  #pending = 0
  #begun = false
  #lineTags = 0
  #marked = false

  text(units: number, space: boolean): void {
    if (space) {
      if (this.#begun) this.#pending += units
      return
    }
    if (this.#begun) this.#text += this.#pending
    this.#pending = 0
    this.#begun = true
    this.#marked = true
    this.#text += units
  }

  /** Adds characters up to `<`, `&`, a line break or `limit`. Returns the offset after the added characters. */
  plain(html: string, from: number, limit: number, ascii: boolean): number {
    let counted = this.#text
    let pending = this.#pending
    let begun = this.#begun
    let i = from
    for (; i < limit; i++) {
      const code = html.charCodeAt(i)
      // Letters have greater codes than `LT`, so one comparison is enough for most characters.
      if (code <= LT && (code === LT || code === AMP || code === LF || code === CR)) break
      if (isHtmlSpace(code)) {
        if (begun) pending++
        continue
      }
      counted += pending
      pending = 0
      begun = true
      if (!ascii || code < 128) counted++
    }
    this.#text = counted
    this.#pending = pending
    this.#begun = begun
    if (begun) this.#marked = true
    if (i > from) this.cover(from, i)
    return i
  }

  decoded(characters: string, ascii: boolean): void {
    for (let k = 0; k < characters.length; k++) {
      const code = characters.charCodeAt(k)
      this.text(ascii && code > 127 ? 0 : 1, isHtmlSpace(code))
    }
  }

  tag(): void {
    this.#lineTags++
    this.tags++
  }

  mark(): void {
    this.#marked = true
  }

  /** Adds the source range [from, to) to the open line, or opens a line. */
  cover(from: number, to: number): void {
    if (this.from < 0) this.from = from
    this.until = to
    this.width += to - from
  }

  /** Ends the open line. Discards a line without text and without a call of `mark`. */
  close(): void {
    if (this.from >= 0 && this.#marked) {
      this.start.push(this.from)
      this.end.push(this.until)
      this.x.push(this.#text)
      this.y.push(this.#lineTags)
      this.characters += this.width
    }
    this.from = -1
    this.width = 0
    this.#text = 0
    this.#pending = 0
    this.#begun = false
    this.#lineTags = 0
    this.#marked = false
  }
}
