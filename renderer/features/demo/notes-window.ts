/** The speaker's notes: a second window for the lecturer's own screen, with this stop's text and what comes next. */
import { stopText, type TourStop } from '../../../shared/demo/tours/tour'
import { formatNumber } from '../../components/number-format'
import { momentOf, useDemo } from '../../stores/demo'
import { actions } from '../../stores/workspace'

let notes: Window | null = null
let stop: (() => void) | null = null

function line(doc: Document, tag: string, text: string, size: string): HTMLElement {
  const element = doc.createElement(tag)
  element.textContent = text
  element.style.fontSize = size
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
  doc.body.replaceChildren(
    line(doc, 'p', demo.tour ? `${demo.tour.tour.title} · ${demo.tour.stop + 1} of ${demo.tour.tour.stops.length}` : 'No tour', '16px'),
    line(doc, 'h1', now?.title ?? frame?.chapter.step.name ?? '', '34px'),
    line(doc, 'p', now && frame ? stopText(now, frame, formatNumber) : (frame?.chapter.step.caption ?? ''), '26px'),
    line(doc, 'p', next ? `Next: ${next.title}` : 'This is the last stop.', '20px'),
  )
}

/** Opens the notes, or brings them to the front. They follow the demonstration until they are closed. */
export function openNotes(): void {
  if (notes && !notes.closed) {
    notes.focus()
    return
  }
  notes = window.open('', 'boilerscope-notes', 'popup,width=720,height=520')
  if (!notes) {
    actions.notify('A second window was not allowed here; the notes are also in the tour’s card.')
    return
  }
  notes.document.title = 'Notes – Boilerscope'
  notes.document.documentElement.lang = 'en'
  notes.document.body.style.cssText = 'margin:28px;font-family:system-ui,sans-serif;line-height:1.45;background:#fff;color:#111'
  // The remote control may act on either window.
  notes.addEventListener('keydown', ({ key, code, shiftKey }) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, cancelable: true })),
  )
  stop?.()
  stop = useDemo.subscribe(draw)
  draw()
}
