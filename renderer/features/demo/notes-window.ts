/** The speaker's notes: a second window for the lecturer's own screen, with this stop's text and what comes next. */
import { stopText, type TourStop } from '../../../shared/demo/tours/tour'
import { formatNumber } from '../../components/number-format'
import { momentOf, useDemo } from './state/demo'
import { isTourRun, momentOfStop } from './state/tour-place'
import { actions, getState } from '../../window/workspace'
import { activeTab } from '../../window/workspace-state'

let notes: Window | null = null
let stop: (() => void) | null = null

function line(doc: Document, tag: string, text: string, part = ''): HTMLElement {
  const element = doc.createElement(tag)
  element.textContent = text
  element.className = part
  return element
}

function draw(): void {
  if (!notes || notes.closed) {
    stop?.()
    stop = null
    notes = null
    return
  }
  const demo = useDemo.getState()
  const { document: doc } = notes
  const now = demo.tour?.tour.stops[demo.tour.stop]
  const next: TourStop | undefined = demo.tour?.tour.stops[demo.tour.stop + 1]
  const frame = demo.run?.frameAt(momentOf(demo))
  // What a stop says is true of its own run only.
  const told =
    demo.tour && demo.run && isTourRun(demo, activeTab(getState()).source) ? demo.run.frameAt(momentOfStop(demo.tour, demo.run)) : null
  doc.body.replaceChildren(
    line(doc, 'p', demo.tour ? `${demo.tour.tour.title} · ${demo.tour.stop + 1} of ${demo.tour.tour.stops.length}` : 'No tour', 'tour'),
    line(doc, 'h1', now?.title ?? frame?.chapter.step.name ?? ''),
    line(doc, 'p', now && told ? stopText(now, told, formatNumber) : (frame?.chapter.step.caption ?? '')),
    line(doc, 'p', next ? `Next: ${next.title}` : demo.tour ? 'This is the last stop.' : '', 'next'),
  )
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
    opened.addEventListener('keydown', ({ key, code, shiftKey }) =>
      window.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, cancelable: true })),
    )
    stop?.()
    stop = useDemo.subscribe(draw)
    draw()
  })
}
