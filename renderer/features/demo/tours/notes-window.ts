/** The speaker's notes: a second window for the lecturer's own screen, with script, question, what comes next, and a clock. */
import { NotesPage, type NotesNow } from './notes-page'
import { speakerNotes } from './speaker-notes'
import { momentOf, useDemo } from '../state/demo'
import { isTourRun } from '../state/tour-place'
import { actions, currentTab } from '../../../window/window'

function notesOfNow(): NotesNow {
  const demo = useDemo.getState()
  const { tour, run } = demo
  return {
    // Playing changes the stage with every picture; the notes with every moment only.
    key: JSON.stringify([tour?.tour.id, tour?.stop, tour?.asking, tour?.answer, tour?.coming, run?.info.id, momentOf(demo)]),
    place: `${tour?.tour.id} ${tour?.stop}`,
    parts: () => speakerNotes(demo, isTourRun(demo, currentTab().source)),
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
class NotesWindow {
  #opened: Window | null = null

  /** Opens the notes, or brings them to the front. They follow the demonstration until they are closed. */
  open(): void {
    if (this.#opened && !this.#opened.closed) return this.#opened.focus()
    const opened = window.open('notes.html', 'boilerscope-notes', 'popup,width=720,height=520')
    this.#opened = opened
    if (opened) whenLoaded(opened, () => follow(opened))
    else actions.notify('A second window was not allowed here; the notes are also in the tour’s card.')
  }
}

export const notesWindow = new NotesWindow()
