/** The speaker's notes: a second window for the lecturer's own screen, with script, question, what comes next, and a clock. */
import { clockTime, speakerNotes, type NotesPart } from './speaker-notes'
import { momentOf, useDemo } from '../state/demo'
import { isTourRun } from '../state/tour-place'
import { actions, getState } from '../../../window/workspace'
import { activeTab } from '../../../window/workspace-state'

let notes: Window | null = null
let stop: (() => void) | null = null
/** When the talk began, and when its stop did. */
let began = 0
let arrived = 0
let drawn = ''

const TAGS: Readonly<Partial<Record<NotesPart['kind'], string>>> = { title: 'h1' }

function end(): void {
  stop?.()
  stop = null
  notes = null
}

function draw(): void {
  if (!notes || notes.closed) {
    end()
    return
  }
  const demo = useDemo.getState()
  const { tour } = demo
  // Playing changes the stage with every picture; the notes with every moment only.
  const key = JSON.stringify([tour?.tour.id, tour?.stop, tour?.asking, tour?.answer, tour?.coming, demo.run?.info.id, momentOf(demo)])
  if (key === drawn) return
  drawn = key
  const { document: doc } = notes
  const place = `${tour?.tour.id} ${tour?.stop}`
  if (place !== doc.body.dataset['place']) arrived = Date.now()
  doc.body.dataset['place'] = place
  const clock = doc.querySelector('.clock') ?? doc.createElement('p')
  clock.className = 'clock'
  const parts = speakerNotes(demo, isTourRun(demo, activeTab(getState()).source)).map(({ kind, text }) => {
    const element = doc.createElement(TAGS[kind] ?? 'p')
    element.textContent = text
    element.className = kind
    return element
  })
  doc.body.replaceChildren(clock, ...parts)
  tick()
}

/** The time of day, how long the talk is, and how long its stop. */
function tick(): void {
  const clock = notes?.closed === false ? notes.document.querySelector('.clock') : null
  if (!clock) return
  const now = Date.now()
  const day = new Date(now).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  clock.textContent = `${day} · talk ${clockTime(now - began)} · here ${clockTime(now - arrived)}`
}

/** Milliseconds after which the notes' page is given up. */
const PATIENCE = 10_000

/** Calls back once the notes' own page is there, instead of the blank one that every window begins with. */
function whenLoaded(opened: Window, ready: () => void, since = performance.now()): void {
  const loaded = opened.location.pathname.endsWith('/notes.html') && opened.document.readyState === 'complete'
  if (loaded) ready()
  else if (!opened.closed && performance.now() - since < PATIENCE) setTimeout(() => whenLoaded(opened, ready, since), 25)
}

/** Opens the notes, or brings them to the front. They follow the demonstration until they are closed. */
export function openNotes(): void {
  if (notes && !notes.closed) {
    notes.focus()
    return
  }
  const opened = window.open('notes.html', 'boilerscope-notes', 'popup,width=720,height=520')
  notes = opened
  if (!opened) {
    actions.notify('A second window was not allowed here; the notes are also in the tour’s card.')
    return
  }
  whenLoaded(opened, () => {
    // The remote control may act on either window.
    opened.addEventListener('keydown', (event) => {
      const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event
      const passedOn = new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, altKey, metaKey, cancelable: true })
      // What the player does with a key, the notes do not do too: arrows would scroll them.
      if (!window.dispatchEvent(passedOn)) event.preventDefault()
    })
    stop?.()
    began = Date.now()
    drawn = ''
    const unsubscribe = useDemo.subscribe(draw)
    const timer = setInterval(tick, 1000)
    stop = () => {
      unsubscribe()
      clearInterval(timer)
    }
    draw()
  })
}
