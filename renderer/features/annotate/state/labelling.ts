/** What a person does to the labels of the open page. */
import type { LostSpan } from '../../../../shared/gold/anchor'
import { isFieldName, type FieldName } from '../../../../shared/gold/gold-file'
import { redo, spanAt, undo } from '../../../../shared/gold/label-commands'
import type { PageType } from '../../../../shared/gold/page-type'
import { readDate } from '../../../../shared/gold/read-date'
import { suggestionsOf, type Suggestion } from '../../../../shared/gold/review'
import { positionAt, spacedText, type AxisRange } from '../../../../shared/gold/text-axis'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { fail, useAnnotate, shownValue } from './annotate'
import { commandFor, cursorBetween, cursorOnRange } from './cursor'
import { onPage, patch, useLabelling, type Labelling, type Tool } from './labelling-state'
import { leave, next, openToLabel, startFrom } from './opening'
import { pointing } from './pointing'
import { becomeHistory, decide, flush, run, scheduleSave, stopwatch } from './saving'
import { call } from '../../../window/host/host'

const { getState: now, setState: set } = useLabelling

/** What was suggested on a page and nobody looked at yet. */
const pendingIn = ({ blocks, history }: Labelling): Suggestion[] => suggestionsOf(blocks, history.present.spans)

/** Shows how a training page differs from its gold. False where it is none, or nothing can be told. */
async function showFeedback(open: Labelling): Promise<boolean> {
  const training = useAnnotate.getState().corpus?.campaign?.training ?? []
  if (!training.includes(open.page.entry.id)) return false
  const answer = await call('corpus.feedback', { corpus: open.corpus, page: open.page.entry.id, annotator: open.annotator })
  const feedback = shownValue(answer)
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
  setLabel(label: string): void {
    set({ label })
  },
  setTool(tool: Tool): void {
    set(({ tool: before }) => ({ tool: before === tool ? 'label' : tool }))
  },
  /** Labels a stretch with the label in force and puts the cursor there; `null` takes labels away. */
  mark: onPage((open, range: AxisRange, label: string | null = now().tool === 'erase' ? null : now().label): void => {
    run(commandFor(open.axis, open.blocks, range, label))
    // A label of a field's name says what the field is, where nobody said it yet.
    if (isFieldName(label) && !open.history.present.fields?.[label]) labelling.setField(label, range)
    // What was just labelled is in view already.
    patch({ cursor: cursorOnRange(open.blocks, range), anchor: null, reach: null, focus: open.anchor ? open.focus : range.from })
    if (open.anchor) set({ said: label === null ? 'The range is not labelled any more.' : `The range is labelled ${label}.` })
  }),
  /** Labels everything from the cursor to a stretch, both included; without a cursor, the stretch. */
  markTo: onPage(({ anchor, cursor }, range: AxisRange, label?: string | null): void => {
    const start = anchor ?? cursor
    labelling.mark(start ? cursorBetween(start, range) : range, label)
  }),
  /** Labels what the cursor points to; `null` takes its labels away. */
  labelCursor: onPage(({ cursor }, label: string | null = now().label): void => {
    if (cursor) labelling.mark(cursor, label)
  }),
  /** Grows or shrinks the label at the cursor by one level; without one there, the cursor. */
  resize: onPage(({ blocks, cursor, history }, kind: 'grow' | 'shrink'): void => {
    if (!cursor) return
    const home = blocks.from[cursor.home] ?? cursor.from
    const { spans } = history.present
    const at = spanAt(spans, cursor.from) ? cursor.from : home
    const span = spanAt(spans, at)
    if (!span) return labelling.moveCursor(kind === 'grow' ? 'out' : 'in')
    // Towards the block the person chose, also after growing past it.
    run({ kind, at: home >= span.from && home < span.to ? home : at })
    const grown = spanAt(now().open?.history.present.spans ?? [], home)
    if (grown) patch({ cursor: { from: grown.from, to: grown.to, home: cursor.home } })
  }),
  /** Accepts or rejects labels that were given beforehand, in one step of undo. */
  review(ranges: readonly AxisRange[], accept: boolean): void {
    run({ kind: 'review', ranges: ranges.map(({ from, to }) => ({ from, to })), accept })
    const { open } = now()
    const left = open ? pendingIn(open).length : 0
    set({ said: `${accept ? 'Accepted' : 'Rejected'}; ${left === 0 ? 'nothing is left to look at' : `${left} left to look at`}.` })
  },
  /** The same with the block at the cursor, else the next suggested one; the cursor goes on to the one after it. */
  reviewCursor: onPage((open, accept: boolean): void => {
    const suggestions = pendingIn(open)
    const { cursor } = open
    const first = suggestions.findIndex(({ to }) => cursor === null || to > cursor.from)
    const at = Math.max(0, first)
    const suggestion = suggestions[at]
    if (!suggestion) return set({ said: 'No open suggestions.' })
    // What is decided is in view before it is decided.
    if (!cursor || suggestion.from >= cursor.to) return labelling.putCursor(suggestion)
    labelling.review([suggestion], accept)
    const next = suggestions[at + 1]
    if (next) labelling.putCursor(next)
  }),
  undo: onPage(({ history }): void => {
    if (becomeHistory(undo(history))) set({ said: 'Undone.' })
  }),
  redo: onPage(({ history }): void => {
    if (becomeHistory(redo(history))) set({ said: 'Done again.' })
  }),
  setPageType(pageType: PageType | null): void {
    run({ kind: 'set-page-type', pageType })
    set({ said: pageType ? `Page type: ${pageType}.` : 'No page type.' })
  },
  toggleFlag: onPage(({ history }, flag: string): void => {
    const on = !history.present.flags.includes(flag)
    run({ kind: 'set-flag', flag, on })
    set({ said: on ? 'Flagged.' : 'Flag removed.' })
  }),
  /**
   * Finishes the page (or puts it aside) and opens the next one. Suggestions that nobody looked at, and a page without main content,
   * are asked about first.
   * @param answer true: that it has none
   */
  finish: onPage(async (open, status: 'done' | 'skipped', answer?: boolean): Promise<void> => {
    const { spans, noContent: before = false } = open.history.present
    const noContent = answer ?? before
    const counts = countsAsContent(useAnnotate.getState().corpus?.contentLabels)
    const isEmpty = !spans.some(({ label }) => counts(label))
    const isPending = pendingIn(open).length > 0
    const asks = status !== 'done' || open.readOnly ? null : isPending ? 'suggestions' : isEmpty && !noContent ? 'content' : null
    patch({ asks })
    if (asks) return
    run({ kind: 'set-status', status, noContent: status === 'done' && isEmpty && noContent })
    await flush()
    if (status === 'done' && (await showFeedback(open))) return
    await next()
  }),
  /** Goes back to the page without the answer. */
  goOnLabelling: () => patch({ asks: null }),
  /** Accepts, or takes away, every suggestion that nobody looked at, and finishes the page. */
  finishSuggestions: onPage(async (open, accept: boolean): Promise<void> => {
    labelling.review(pendingIn(open), accept)
    await labelling.finish('done')
  }),
  /** Goes on after what was told of a training page. */
  async afterFeedback(): Promise<void> {
    patch({ feedback: null })
    await next()
  },
  /** Gives a field the text of a stretch, or a text that was typed; null takes it away. */
  setField: onPage(({ axis }, name: FieldName, value: AxisRange | string | null): void => {
    const range = typeof value === 'string' ? null : value
    const words = (typeof value === 'string' ? value : range ? spacedText(axis, range) : '').replace(/\s+/g, ' ').trim().slice(0, 2000)
    const text = name === 'date' && words !== '' ? readDate(words) : words
    if (text === null) {
      const said = `No date can be read in “${words.slice(0, 60)}”.`
      fail('annotate.no-date', said, 'Type it as yyyy-mm-dd, or point to another text.')
      return set({ said })
    }
    const place = range ? { start: positionAt(axis, range.from), end: positionAt(axis, range.to, true) } : {}
    run({ kind: 'set-field', name, field: text === '' ? null : { text, ...place } })
    if (now().tool === name) set({ tool: 'label' })
    set({ said: text === '' ? `No ${name}.` : `The ${name} is: ${text}` })
  }),
  fieldFromCursor: onPage(({ cursor }, name: FieldName): void => {
    if (cursor) labelling.setField(name, cursor)
    else set({ said: `Put the cursor on the ${name} first.` })
  }),
  /** Saves labels that moved to a new capture at the places where they were found. */
  acceptMoved: onPage(async ({ readOnly }): Promise<void> => {
    if (readOnly) return
    patch({ stored: null })
    await flush()
  }),
  /** Places a lost span where a person says, or drops it. */
  settleLost: onPage((open, lost: LostSpan, range: AxisRange | null): void => {
    patch({ lost: open.lost.filter((l) => l !== lost), settled: [lost, ...open.settled] })
    if (range) run({ kind: 'add-range', range, label: lost.span.label, exact: true })
    scheduleSave()
  }),
  unsettleLost: onPage((open, lost: LostSpan): void => {
    patch({ lost: [...open.lost, lost], settled: open.settled.filter((l) => l !== lost) })
    scheduleSave()
  }),
}
