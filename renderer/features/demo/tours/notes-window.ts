/** The speaker's notes: a second window for the lecturer's own screen, with script, question, what comes next, and a clock. */
import { stopMoment, type StagePart } from '../../../../shared/demo/tours/tour'
import { momentOf, useDemo } from '../state/demo'
import { isTourRun } from '../state/tour-place'
import { actions, currentTab } from '../../../window/window'
import { composeFigure } from '../../../figures/figure-frame'
import { dataUrl, measureIn } from '../../../figures/figure-file'
import { DEFAULT_FIGURE, type FigureOptions } from '../../../figures/figure-style'
import { partsThere, stageFigure, type FigurePart, type ShownRun } from '../out/stage-figure'
import type { Demo } from '../state/demo-state'
import { clockTime, speakerNotes, type NotesPart } from './speaker-notes'

/** What the notes say now. */
export interface NotesNow {
  /** Of a moment; what has the same is drawn already. */
  readonly key: string
  /** Tour and stop: at another one the stop's clock begins anew. */
  readonly place: string
  readonly parts: () => readonly NotesPart[]
  /** The picture of what comes next, and what it is of: it is drawn anew when that is another. */
  readonly next?: { readonly of: string; readonly draw: () => NextPicture | null }
}

/** One talk: it begins with the first move on the stage, not when its notes are opened, and ends with its window. Times in milliseconds. */
export class NotesPage {
  readonly #document: Document
  readonly #clock: HTMLElement
  #began: number | null = null
  #arrived: number
  #key: string | null = null
  #place = ''
  #pictured = ''
  #picture: HTMLElement | null = null

  constructor(document: Document, now: number) {
    this.#document = document
    this.#clock = this.#element('p', 'clock', '')
    this.#arrived = now
  }

  draw({ key, place, parts, next }: NotesNow, now: number): void {
    if (key === this.#key) return
    if (this.#key !== null && this.#began === null) this.#began = this.#arrived = now
    this.#key = key
    if (place !== this.#place) this.#arrived = now
    this.#place = place
    if (next && next.of !== this.#pictured) {
      this.#pictured = next.of
      this.#picture = this.#imageOf(next.draw())
    }
    const told = parts().map(({ kind, text }) => this.#element(kind === 'title' ? 'h1' : 'p', kind, text))
    this.#document.body.replaceChildren(this.#clock, ...told, ...(this.#picture ? [this.#picture] : []))
    this.tick(now)
  }

  /** The time of day, how long the talk is, and how long its stop. */
  tick(now: number): void {
    const day = new Date(now).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const since = (then: number): string => clockTime(this.#began === null ? 0 : now - then)
    this.#clock.textContent = `${day} · talk ${since(this.#began ?? now)} · here ${since(this.#arrived)}`
  }

  #imageOf(picture: NextPicture | null): HTMLElement | null {
    if (!picture) return null
    const image = this.#element('img', 'picture', '')
    image.setAttribute('src', picture.address)
    image.setAttribute('alt', picture.words)
    return image
  }

  #element(tag: string, className: string, text: string): HTMLElement {
    return Object.assign(this.#document.createElement(tag), { className, textContent: text })
  }
}

function notesOfNow(): NotesNow {
  const demo = useDemo.getState()
  const { tour, run } = demo
  const onTour = isTourRun(demo, currentTab().source)
  return {
    // Playing changes the stage with every picture; the notes with every moment only.
    key: JSON.stringify([tour?.tour.id, tour?.stop, tour?.asking, tour?.answer, tour?.coming, run?.info.id, momentOf(demo)]),
    place: `${tour?.tour.id} ${tour?.stop}`,
    parts: () => speakerNotes(demo, onTour),
    next: { of: `${tour?.tour.id} ${tour?.stop} ${onTour}`, draw: () => (onTour ? nextPicture(demo) : null) },
  }
}

/** Milliseconds after which the notes' page is given up. */
const PATIENCE = 10_000

/** Calls back once the notes' own page is there, instead of the blank one that every window begins with. */
function whenLoaded(opened: Window, ready: () => void, since = performance.now()): void {
  const loaded = opened.location.pathname.endsWith('/notes.html') && opened.document.readyState === 'complete'
  if (loaded) ready()
  else if (!opened.closed && performance.now() - since < PATIENCE) setTimeout(() => whenLoaded(opened, ready, since), 25)
}

/** The remote control may act on either window. */
function passOn(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event
  const passedOn = new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, altKey, metaKey, cancelable: true })
  // What the player does with a key, the notes do not do too: arrows would scroll them.
  if (!window.dispatchEvent(passedOn)) event.preventDefault()
}

/** Shows the notes in a window until it is closed. */
function follow(opened: Window): void {
  const page = new NotesPage(opened.document, Date.now())
  const unlessClosed = (then: () => void) => (): void => {
    if (!opened.closed) return then()
    unsubscribe()
    clearInterval(timer)
  }
  const draw = unlessClosed(() => page.draw(notesOfNow(), Date.now()))
  const unsubscribe = useDemo.subscribe(draw)
  const timer = setInterval(
    unlessClosed(() => page.tick(Date.now())),
    1000,
  )
  opened.addEventListener('keydown', passOn)
  draw()
}

/** The window of the notes, of which there is one at most. */
let notes: Window | null = null

/** Opens the notes, or brings them to the front. They follow the demonstration until they are closed. */
export function openNotes(): void {
  if (notes && !notes.closed) return notes.focus()
  const opened = window.open('notes.html', 'boilerscope-notes', 'popup,width=720,height=520')
  notes = opened
  if (opened) whenLoaded(opened, () => follow(opened))
  else actions.notify('A second window was not allowed here; the notes are also in the tour’s card.')
}

/** As the notes show it: half of their width, on paper whatever their colours are. */
const OPTIONS: FigureOptions = { ...DEFAULT_FIGURE, width: 110, height: 70, pageHeight: 70, fontSize: 8, caption: false }

interface NextPicture {
  /** As a `data:` address of an SVG. */
  readonly address: string
  readonly words: string
}

/** What is drawn of a part: of the page, which takes a picture of its own, the tree with what is kept and dropped. */
const drawnFor = (look: StagePart, there: readonly FigurePart[]): FigurePart => (there.includes(look) ? look : 'tree')

/** @returns null at the last stop, before a stop about another page, and where the run does not have the stop's step */
function nextPicture({ tour, run }: Demo): NextPicture | null {
  const stop = tour?.tour.stops[tour.stop]
  const next = tour?.tour.stops[tour.stop + 1]
  if (!run || !stop || !next || next.example !== stop.example) return null
  // Of a stop that asks, its answer: only the lecturer sees it.
  const moment = stopMoment(run, next)
  if (moment < 0) return null
  const shown: ShownRun = { run, moment, name: run.info.title }
  const part = drawnFor(next.look, partsThere(shown, null))
  const measure = measureIn(OPTIONS.font)
  const content = stageFigure(
    { part, runs: [shown], picture: null, title: '', caption: '', legend: false },
    OPTIONS,
    measure,
    measureIn('serif'),
  )
  const { svg } = composeFigure(content, OPTIONS, measure)
  return { address: dataUrl(svg), words: `The ${part} at the next stop, ${next.title}` }
}
