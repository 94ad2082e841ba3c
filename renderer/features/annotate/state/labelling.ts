/** What a person does to the labels of the open page. */
import { failure } from '../../../../shared/base/failure'
import type { LostSpan } from '../../../../shared/gold/anchor'
import type { FieldName } from '../../../../shared/gold/gold-file'
import { redo, spanAt, undo } from '../../../../shared/gold/label-commands'
import type { PageType } from '../../../../shared/gold/page-type'
import { readDate } from '../../../../shared/gold/read-date'
import { suggestionsOf } from '../../../../shared/gold/review'
import { positionAt, spacedText, type AxisRange } from '../../../../shared/gold/text-axis'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { useAnnotate, valueOf } from './annotate'
import { commandFor, cursorBetween, cursorOnRange } from './cursor'
import { isField, patch, useLabelling, type Tool } from './labelling-state'
import { leave, next, openToLabel, startFrom } from './opening'
import { pointing } from './pointing'
import { becomeHistory, decide, flush, noteUnsaved, run, scheduleSave, stopwatch } from './saving'
import { call } from '../../../window/host/host'

const { getState: now, setState: set } = useLabelling

/** Shows how a training page differs from its gold. False where it is none, or nothing can be told. */
async function showFeedback(): Promise<boolean> {
  const { open } = now()
  const training = useAnnotate.getState().corpus?.campaign?.training ?? []
  if (!open || !training.includes(open.page.entry.id)) return false
  const answer = await call('corpus.feedback', { corpus: open.corpus, page: open.page.entry.id, annotator: open.annotator })
  const feedback = valueOf(answer)
  if (!feedback || now().open?.summary.id !== open.summary.id) return false
  patch({ feedback })
  return true
}

export const labelling = {
  ...pointing,
  open: openToLabel,
  leave,
  next,
  startFrom,
  flush,
  decide,
  run,
  /** Somebody did something on the page. */
  touch: () => stopwatch.touch(),
  /** What was said of a lost change was read. */
  dismissLostChange(): void {
    const { open } = now()
    if (!open) return
    patch({ lostChange: null })
    if (!open.noted) noteUnsaved(open, false)
  },
  setLabel(label: string): void {
    set({ label })
  },
  setTool(tool: Tool): void {
    set(({ tool: before }) => ({ tool: before === tool ? 'label' : tool }))
  },
  /** Labels a stretch with the label in force and puts the cursor there; `null` takes labels away. */
  mark(range: AxisRange, label: string | null = now().tool === 'erase' ? null : now().label): void {
    const { open } = now()
    if (!open) return
    run(commandFor(open.axis, open.blocks, range, label))
    // A label of a field's name says what the field is, where nobody said it yet.
    if (isField(label) && !open.history.present.fields?.[label]) labelling.setField(label, range)
    // What was just labelled is in view already.
    patch({ cursor: cursorOnRange(open.blocks, range), anchor: null, reach: null, focus: open.anchor ? open.focus : range.from })
    if (open.anchor) set({ said: label === null ? 'The range is not labelled any more.' : `The range is labelled ${label}.` })
  },
  /** Labels everything from the cursor to a stretch, both included; without a cursor, the stretch. */
  markTo(range: AxisRange, label?: string | null): void {
    const { open } = now()
    if (!open) return
    const start = open.anchor ?? open.cursor
    labelling.mark(start ? cursorBetween(start, range) : range, label)
  },
  /** Labels what the cursor points to; `null` takes its labels away. */
  labelCursor(label: string | null = now().label): void {
    const cursor = now().open?.cursor
    if (cursor) labelling.mark(cursor, label)
  },
  /** Grows or shrinks the label at the cursor by one level; without one there, the cursor. */
  resize(kind: 'grow' | 'shrink'): void {
    const { open } = now()
    if (!open?.cursor) return
    const home = open.blocks.from[open.cursor.home] ?? open.cursor.from
    const { spans } = open.history.present
    const at = spanAt(spans, open.cursor.from) ? open.cursor.from : home
    const span = spanAt(spans, at)
    if (!span) {
      labelling.moveCursor(kind === 'grow' ? 'out' : 'in')
      return
    }
    // Towards the block the person chose, also after growing past it.
    run({ kind, at: home >= span.from && home < span.to ? home : at })
    const after = now().open
    const grown = after ? spanAt(after.history.present.spans, home) : null
    if (after && grown) patch({ cursor: { from: grown.from, to: grown.to, home: open.cursor.home } })
  },
  /** Accepts or rejects labels that were given beforehand, in one step of undo. */
  review(ranges: readonly AxisRange[], accept: boolean): void {
    run({ kind: 'review', ranges: ranges.map(({ from, to }) => ({ from, to })), accept })
    const { open } = now()
    const left = open ? suggestionsOf(open.blocks, open.history.present.spans).length : 0
    set({ said: `${accept ? 'Accepted' : 'Rejected'}; ${left === 0 ? 'nothing is left to look at' : `${left} left to look at`}.` })
  },
  /** The same with the block at the cursor, else the next suggested one; the cursor goes on to the one after it. */
  reviewCursor(accept: boolean): void {
    const { open } = now()
    if (!open) return
    const suggestions = suggestionsOf(open.blocks, open.history.present.spans)
    const { cursor } = open
    const at = Math.max(
      0,
      suggestions.findIndex(({ to }) => cursor === null || to > cursor.from),
    )
    const suggestion = suggestions[at]
    if (!suggestion) return set({ said: 'Nothing is suggested that was not looked at.' })
    // What is decided is in view before it is decided.
    if (!cursor || suggestion.from >= cursor.to) return labelling.putCursor(suggestion)
    labelling.review([suggestion], accept)
    const next = suggestions[at + 1]
    if (next) labelling.putCursor(next)
  },
  undo(): void {
    const { open } = now()
    if (open && becomeHistory(undo(open.history))) set({ said: 'Undone.' })
  },
  redo(): void {
    const { open } = now()
    if (open && becomeHistory(redo(open.history))) set({ said: 'Done again.' })
  },
  setPageType(pageType: PageType | null): void {
    run({ kind: 'set-page-type', pageType })
    set({ said: pageType ? `Page type: ${pageType}.` : 'No page type.' })
  },
  toggleFlag(flag: string): void {
    const on = !(now().open?.history.present.flags.includes(flag) ?? false)
    run({ kind: 'set-flag', flag, on })
    set({ said: on ? 'Flagged.' : 'Flag removed.' })
  },
  /**
   * Finishes the page (or puts it aside) and opens the next one. Suggestions that nobody looked at, and a page without main content,
   * are asked about first.
   * @param noContent the answer that it has none
   */
  async finish(status: 'done' | 'skipped', noContent = now().open?.history.present.noContent ?? false): Promise<void> {
    const { open } = now()
    if (!open) return
    const counts = countsAsContent(useAnnotate.getState().corpus?.contentLabels)
    const isEmpty = !open.history.present.spans.some(({ label }) => counts(label))
    const isPending = suggestionsOf(open.blocks, open.history.present.spans).length > 0
    const asks = status !== 'done' || open.readOnly ? null : isPending ? 'suggestions' : isEmpty && !noContent ? 'content' : null
    patch({ asks })
    if (asks) return
    run({ kind: 'set-status', status, noContent: status === 'done' && isEmpty && noContent })
    await flush()
    if (status === 'done' && (await showFeedback())) return
    await next()
  },
  /** Goes back to the page without the answer. */
  goOnLabelling(): void {
    patch({ asks: null })
  },
  /** Accepts, or takes away, every suggestion that nobody looked at, and finishes the page. */
  async finishSuggestions(accept: boolean): Promise<void> {
    const { open } = now()
    if (!open) return
    labelling.review(suggestionsOf(open.blocks, open.history.present.spans), accept)
    await labelling.finish('done')
  },
  /** Goes on after what was told of a training page. */
  async afterFeedback(): Promise<void> {
    patch({ feedback: null })
    await next()
  },
  /** Gives a field the text of a stretch, or a text that was typed; null takes it away. */
  setField(name: FieldName, value: AxisRange | string | null): void {
    const { open } = now()
    if (!open) return
    const range = typeof value === 'string' ? null : value
    const words = (typeof value === 'string' ? value : range ? spacedText(open.axis, range) : '').replace(/\s+/g, ' ').trim().slice(0, 2000)
    const text = name === 'date' && words !== '' ? readDate(words) : words
    if (text === null) {
      const said = `No date can be read in “${words.slice(0, 60)}”.`
      useAnnotate.setState({ failure: failure('annotate.no-date', said, 'Type it as yyyy-mm-dd, or point to another text.') })
      set({ said })
      return
    }
    const place = range ? { start: positionAt(open.axis, range.from), end: positionAt(open.axis, range.to, true) } : {}
    run({ kind: 'set-field', name, field: text === '' ? null : { text, ...place } })
    if (now().tool === name) set({ tool: 'label' })
    set({ said: text === '' ? `No ${name}.` : `The ${name} is: ${text}` })
  },
  fieldFromCursor(name: FieldName): void {
    const cursor = now().open?.cursor
    if (cursor) labelling.setField(name, cursor)
    else set({ said: `Put the cursor on the ${name} first.` })
  },
  /** Saves labels that moved to a new capture at the places where they were found. */
  async acceptMoved(): Promise<void> {
    const { open } = now()
    if (!open || open.readOnly) return
    patch({ stored: null })
    await flush()
  },
  /** Places a lost span where a person says, or drops it. */
  settleLost(lost: LostSpan, range: AxisRange | null): void {
    const { open } = now()
    if (!open) return
    patch({ lost: open.lost.filter((l) => l !== lost), settled: [lost, ...open.settled] })
    if (range) run({ kind: 'add-range', range, label: lost.span.label, exact: true })
    scheduleSave()
  },
  unsettleLost(lost: LostSpan): void {
    const { open } = now()
    if (!open) return
    patch({ lost: [...open.lost, lost], settled: open.settled.filter((l) => l !== lost) })
    scheduleSave()
  },
}
