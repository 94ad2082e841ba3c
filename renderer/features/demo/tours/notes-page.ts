/** The page of the speaker's notes: what it draws of a moment, and its clocks. It knows no window. */
import { clockTime, type NotesPart } from './speaker-notes'

/** What the notes say now. */
export interface NotesNow {
  /** Of a moment; what has the same is drawn already. */
  readonly key: string
  /** Tour and stop: at another one the stop's clock begins anew. */
  readonly place: string
  readonly parts: () => readonly NotesPart[]
}

const TAGS: Readonly<Partial<Record<NotesPart['kind'], string>>> = { title: 'h1' }

/** One talk: begins with its first drawing, ends with its window. Times in milliseconds. */
export class NotesPage {
  readonly #document: Document
  readonly #clock: HTMLElement
  readonly #began: number
  #arrived: number
  #key: string | null = null
  #place = ''

  constructor(document: Document, now: number) {
    this.#document = document
    this.#clock = this.#element('p', 'clock', '')
    this.#began = now
    this.#arrived = now
  }

  draw({ key, place, parts }: NotesNow, now: number): void {
    if (key === this.#key) return
    this.#key = key
    if (place !== this.#place) this.#arrived = now
    this.#place = place
    this.#document.body.replaceChildren(this.#clock, ...parts().map(({ kind, text }) => this.#element(TAGS[kind] ?? 'p', kind, text)))
    this.tick(now)
  }

  /** The time of day, how long the talk is, and how long its stop. */
  tick(now: number): void {
    const day = new Date(now).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    this.#clock.textContent = `${day} · talk ${clockTime(now - this.#began)} · here ${clockTime(now - this.#arrived)}`
  }

  #element(tag: string, className: string, text: string): HTMLElement {
    return Object.assign(this.#document.createElement(tag), { className, textContent: text })
  }
}
