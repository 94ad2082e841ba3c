/** What a person does to the page being labelled: labels with undo, the cursor, autosave, time. */
import type { CorpusPage } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import { failure, type Result } from '../../../../shared/base/failure'
import type { LostSpan } from '../../../../shared/gold/anchor'
import type { FieldName, LabelStatus, SpanOrigin } from '../../../../shared/gold/gold-file'
import type { PageType } from '../../../../shared/gold/page-type'
import { rangesOfSelection } from '../../../../shared/gold/gold-text'
import {
  recordCommand,
  redo,
  spanAt,
  startHistory,
  undo,
  type LabelCommand,
  type LabelHistory,
} from '../../../../shared/gold/label-commands'
import { suggestionsOf } from '../../../../shared/gold/review'
import { countsAsContent } from '../../../../shared/gold/text-of-labels'
import { readDate } from '../../../../shared/gold/read-date'
import { resumeHistory } from '../../../../shared/gold/stored-history'
import { positionAt, spacedText, textAxis, type AxisRange } from '../../../../shared/gold/text-axis'
import type { PageModel } from '../../../../shared/page/page-model'
import { annotate, useAnnotate, valueOf } from './annotate'
import { blocksOf } from '../../../../shared/gold/blocks'
import { findText } from '../../../../shared/gold/find-text'
import { outlineOf, type Jump } from '../../../../shared/gold/page-outline'
import {
  blockAt,
  commandFor,
  cursorBetween,
  cursorOnBlock,
  cursorOnRange,
  jumpCursor,
  moveCursor,
  movedEnd,
  stepOverFolded,
  type BlockCursor,
  type CursorMove,
} from './cursor'
import { isField, useLabelling, type Tool } from './labelling-state'
import { placeLabels } from './labels'
import type { StartFrom } from './preferences'
import { decide, flush, isDirty, noteUnsaved, patch, restartTime, retrySave, scheduleSave, sendUnsent, stopwatch } from './saving'
import { call } from '../../../window/host/host'
import { requestedLimits } from '../../../window/page/limits'
import { closePage, withModel } from '../../../window/page/open-page'

const { getState: now, setState: set } = useLabelling

// ---- opening

/** Opens a page of the corpus with its capture's node ids. Nothing is loaded anew. */
export async function openCorpusPage(
  corpus: string,
  page: string,
): Promise<Result<{ readonly page: CorpusPage; readonly summary: PageSummary; readonly model: PageModel }>> {
  const { annotator } = useAnnotate.getState().preferences
  const [content, opened] = await Promise.all([
    call('corpus.page', { corpus, page, annotator: annotator || undefined }),
    call('page.openCorpus', { corpus, page, limits: requestedLimits() }).then((answer) => withModel(answer)),
  ])
  if (!opened.ok) return opened
  const { page: summary, model } = opened.value
  if (content.ok) return { ok: true, value: { page: content.value, summary, model } }
  closePage(summary)
  return content
}

async function open(id: string): Promise<void> {
  const { corpus, preferences } = useAnnotate.getState()
  if (!corpus) return
  if (preferences.annotator === '') {
    useAnnotate.setState({
      failure: failure('annotate.no-name', 'Who labels?', 'Give your name at the top right: labels are kept by annotator.'),
    })
    return
  }
  const mine = now().opening + 1
  set({ opening: mine })
  if (!(await leave()) || mine !== now().opening) return
  set({ loading: id, finished: false })
  const { annotator } = preferences
  const unsent = await sendUnsent(corpus.path, id, annotator)
  if (mine !== now().opening) return
  const [answer, kept, unsaved] = await Promise.all([
    openCorpusPage(corpus.path, id),
    call('corpus.history', { corpus: corpus.path, page: id, annotator }),
    call('corpus.lostChange', { corpus: corpus.path, page: id, annotator }),
  ])
  if (mine !== now().opening) {
    if (answer.ok) closePage(answer.value.summary)
    return
  }
  set({ loading: null })
  const opened = valueOf(answer)
  if (!opened) return
  const { page, summary, model } = opened
  const axis = textAxis(model)
  const base = page.labels.find(({ gold }) => gold.annotator === annotator) ?? null
  const { state, moved, lost } = placeLabels(axis, page.sha256, unsent?.gold ?? base?.gold ?? null)
  const fits = kept.ok && kept.value?.pageSha256 === page.sha256 ? kept.value : null
  const history = (fits && resumeHistory(fits, axis.length, state)) ?? startHistory(state)
  restartTime()
  const blocks = blocksOf(axis)
  const names = corpus.labels.map(({ name }) => name)
  set({
    // A page starts with the first label, whatever the last one ended with.
    label: names[0] ?? 'content',
    open: {
      corpus: corpus.path,
      page,
      summary,
      model,
      axis,
      blocks,
      outline: outlineOf(axis, blocks),
      annotator,
      base,
      history,
      savedState: history.present,
      moved,
      lost,
      settled: [],
      lostChanged: unsent !== null,
      cursor: null,
      anchor: null,
      reach: null,
      focus: 0,
      find: null,
      save: corpus.readOnly ? 'read-only' : unsent ? 'conflict' : 'saved',
      noted: false,
      lostChange: unsaved.ok ? unsaved.value : null,
      saveFailure: unsent?.conflict.failure ?? null,
      conflict: unsent?.conflict ?? null,
      asks: null,
      feedback: null,
      preparing: false,
    },
    said: `Opened ${id}.`,
  })
  void annotate.refreshQueue()
  stopwatch.touch()
  if (!base && history.past.length === 0 && preferences.startFrom.kind !== 'blank') await startFrom(preferences.startFrom)
}

/** Saves and lets go of the open page. False where it cannot be saved: then it stays open, so that nothing is lost. */
async function leave(): Promise<boolean> {
  if (!now().open) return true
  stopwatch.pause()
  await flush()
  const { open } = now()
  if (!open) return true
  if (isDirty(open) && open.save !== 'read-only' && open.annotator !== '') {
    set({ said: 'This page is not saved yet; it stays open.' })
    return false
  }
  closePage(open.summary)
  set({ open: null })
  return true
}

// ---- what a page starts from

/** Replaces the labels by an extractor's selection or by another annotator's labels; where they came from is kept. */
async function startFrom(from: StartFrom): Promise<void> {
  const { open } = now()
  if (!open || from.kind === 'blank') return
  const { label } = now()
  if (from.kind === 'annotator') {
    const other = open.page.labels.find(({ gold }) => gold.annotator === from.annotator)
    if (!other) return
    const { state } = placeLabels(open.axis, open.page.sha256, other.gold)
    const origin: SpanOrigin = { kind: 'annotator', name: from.annotator }
    run({ kind: 'replace', ranges: state.spans.map(({ from: a, to, label: l }) => ({ from: a, to, label: l })), origin })
    return
  }
  patch({ preparing: true })
  const { extractor, preset, params } = from
  const answer = await call('extraction.run', { page: open.summary.id, extractor, preset, params, trace: false })
  if (now().open?.summary.id !== open.summary.id) return
  patch({ preparing: false })
  const result = valueOf(answer)
  if (!result) return
  const ranges = rangesOfSelection(open.axis, result.extraction.selected).map((range) => ({ ...range, label }))
  run({
    kind: 'replace',
    ranges,
    origin: { kind: 'extractor', name: extractor, params: { ...result.extraction.params } },
  })
  set({
    said: ranges.length === 0 ? `${extractor} kept nothing of this page.` : `Labels of ${extractor} taken over; correct them or go on.`,
  })
}

// ---- what a person does

function run(command: LabelCommand): void {
  const { open } = now()
  if (!open || open.save === 'read-only') return
  stopwatch.touch()
  const history = recordCommand(open.axis, open.history, command)
  if (history === open.history) return
  setHistory(history)
}

function setHistory(history: LabelHistory): void {
  patch({ history, ...(now().open?.save === 'conflict' ? {} : { save: 'unsaved' as const }) })
  noteUnsaved()
  scheduleSave()
}

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

/** Moves the cursor, or while a range is made its other end. */
function toTarget(target: BlockCursor | null, changesSize: boolean): void {
  const { open } = now()
  if (!open) return
  stopwatch.touch()
  const { anchor, cursor } = open
  if (!target || !anchor || changesSize)
    patch({ cursor: target, reach: anchor ? target : null, focus: target ? movedEnd(cursor, target) : 0 })
  else patch({ cursor: cursorBetween(anchor, target), reach: target, focus: target.from })
}

function showMatch(): void {
  const { open } = now()
  const match = open?.find?.matches[open.find.at]
  const block = open && match ? cursorOnBlock(open.blocks, blockAt(open.blocks, match.from)) : null
  if (open && block && match) {
    toTarget(block, false)
    patch({ focus: match.from })
  }
}

const EMPTY_RANGE: AxisRange = { from: 0, to: 0 }

export const labelling = {
  open,
  leave,
  flush,
  /** Somebody did something on the page. */
  touch(): void {
    stopwatch.touch()
  },
  run,
  startFrom,
  /** What was said of a lost change was read. */
  dismissLostChange(): void {
    const { open } = now()
    if (!open) return
    patch({ lostChange: null })
    if (!open.noted)
      void call('corpus.noteUnsaved', { corpus: open.corpus, page: open.page.entry.id, annotator: open.annotator, unsaved: false })
  },
  setLabel(label: string): void {
    set({ label })
  },
  setTool(tool: Tool): void {
    set(({ tool: before }) => ({ tool: before === tool ? 'label' : tool }))
  },
  say(said: string): void {
    set({ said })
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
  /** Lets the cursor reach from where it is to a stretch. */
  extendTo(range: AxisRange): void {
    const { open } = now()
    const start = open?.anchor ?? open?.cursor
    if (!open || !start) return labelling.putCursor(range)
    patch({ cursor: cursorBetween(start, range), focus: range.from })
  },
  /** Begins a range at the cursor; every move then changes its other end. Once more, or Escape, ends it without a label. */
  toggleRange(): void {
    const { open } = now()
    if (!open) return
    const { anchor, blocks } = open
    const start = open.cursor ?? moveCursor(open.axis, blocks, null, 'first')
    patch(anchor ? { anchor: null, reach: null, cursor: anchor, focus: anchor.from } : { anchor: start, reach: start, cursor: start })
    set({ said: anchor ? 'No range any more.' : 'A range begins here. Move to its other end, then label it.' })
  },
  moveCursor(move: CursorMove): void {
    const { open } = now()
    if (!open) return
    const changesSize = !/^(?:next|previous|first|last|page-down|page-up)$/.test(move)
    const from = changesSize ? open.cursor : (open.reach ?? open.cursor)
    const moved = moveCursor(open.axis, open.blocks, from, move)
    const steps = now().folded && moved !== null && moved !== from && (move === 'next' || move === 'previous' || from === null)
    const target = steps ? stepOverFolded(open.blocks, open.outline, moved, move !== 'previous') : moved
    toTarget(target, changesSize)
  },
  jump(to: Jump): void {
    const { open } = now()
    if (!open) return
    const from = open.reach ?? open.cursor
    const target = jumpCursor(open.blocks, open.outline, from, to)
    if (target === from) set({ said: `No ${to.startsWith('next') ? 'later' : 'earlier'} one.` })
    else toTarget(target, false)
  },
  putCursor(range: AxisRange | null): void {
    const { open } = now()
    if (!open) return
    const cursor = range ? cursorOnRange(open.blocks, range) : null
    if (open.anchor && cursor) patch({ cursor: cursorBetween(open.anchor, cursor), reach: cursor, focus: cursor.from })
    else patch({ cursor, focus: cursor?.from ?? 0 })
  },
  toggleFolded(): void {
    set(({ folded }) => ({ folded: !folded, said: folded ? 'Navigation is shown.' : 'Navigation is folded away.' }))
  },
  /** Opens the field to look for words, or closes it; the cursor stays on what was found. */
  openFind(isOpen: boolean): void {
    const { open } = now()
    if (open) patch({ find: isOpen ? (open.find ?? { query: '', matches: [], at: 0 }) : null })
  },
  /** Looks for words as they are typed: the cursor goes to the first block that has them, from where it was. */
  find(query: string): void {
    const { open } = now()
    if (!open?.find) return
    const matches = findText(open.axis, open.blocks, query)
    const start = open.find.matches[open.find.at]?.from ?? open.cursor?.from ?? 0
    const next = matches.findIndex(({ to }) => to > start)
    patch({ find: { query, matches, at: Math.max(0, next) } })
    showMatch()
  },
  findNext(step: 1 | -1): void {
    const { open } = now()
    const count = open?.find?.matches.length ?? 0
    if (!open?.find || count === 0) return
    patch({ find: { ...open.find, at: (open.find.at + step + count) % count } })
    showMatch()
  },
  /** Labels what the cursor points to. */
  labelCursor(label = now().label): void {
    const cursor = now().open?.cursor
    if (cursor) labelling.mark(cursor, label)
  },
  eraseCursor(): void {
    const cursor = now().open?.cursor
    if (cursor) labelling.mark(cursor, null)
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
  relabel(range: AxisRange, label: string): void {
    const { open } = now()
    if (open) run({ kind: 'relabel', at: range.from, label })
  },
  remove(range: AxisRange): void {
    run({ kind: 'remove', at: range.from })
  },
  /** Puts the cursor on the next label, or the one before. */
  toLabel(step: 1 | -1): void {
    const { open } = now()
    const spans = open?.history.present.spans ?? []
    if (!open || spans.length === 0) return
    const at = open.cursor ?? EMPTY_RANGE
    const next =
      step > 0
        ? (spans.find((s) => s.from > at.from || !open.cursor) ?? spans[0])
        : (spans.findLast((s) => s.from < at.from) ?? spans.at(-1))
    if (next) labelling.putCursor(next)
  },
  undo(): void {
    const { open } = now()
    if (!open) return
    const history = undo(open.history)
    if (history === open.history) return
    setHistory(history)
    set({ said: 'Undone.' })
  },
  redo(): void {
    const { open } = now()
    if (!open) return
    const history = redo(open.history)
    if (history === open.history) return
    setHistory(history)
    set({ said: 'Done again.' })
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
  setNotes(notes: string): void {
    run({ kind: 'set-notes', notes })
  },
  setStatus(status: LabelStatus): void {
    run({ kind: 'set-status', status })
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
    const asks =
      status !== 'done' || open.save === 'read-only' ? null : isPending ? 'suggestions' : isEmpty && !noContent ? 'content' : null
    patch({ asks })
    if (asks) return
    run({ kind: 'set-status', status, noContent: status === 'done' && isEmpty && noContent })
    await flush()
    if (status === 'done' && (await showFeedback())) return
    await labelling.next()
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
    await labelling.next()
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
  /** Opens the next page of the queue, leaving this one as it is. */
  async next(): Promise<void> {
    const current = now().open?.page.entry.id
    await annotate.refreshQueue()
    const list = useAnnotate.getState().queue?.next ?? []
    const here = list.indexOf(current ?? '')
    const next = list[here + 1] ?? list.find((id) => id !== current)
    if (next === undefined) {
      await leave()
      set({ finished: true, said: 'All pages are labelled.' })
      return
    }
    annotate.show('label')
    await open(next)
  },
  /** Saves labels that moved to a new capture at the places where they were found. */
  async acceptMoved(): Promise<void> {
    const { open } = now()
    if (!open || open.save === 'read-only') return
    patch({ lostChanged: true, save: 'unsaved' })
    await flush()
  },
  /** Places a lost span where a person says, or drops it. */
  settleLost(lost: LostSpan, range: AxisRange | null): void {
    const { open } = now()
    if (!open) return
    patch({ lost: open.lost.filter((l) => l !== lost), settled: [lost, ...open.settled], lostChanged: true, save: 'unsaved' })
    if (range) run({ kind: 'add-range', range, label: lost.span.label, exact: true })
    scheduleSave()
  },
  unsettleLost(lost: LostSpan): void {
    const { open } = now()
    if (!open) return
    patch({ lost: [...open.lost, lost], settled: open.settled.filter((l) => l !== lost), lostChanged: true, save: 'unsaved' })
    scheduleSave()
  },
  decide,
  retrySave,
}

/** Saves and stops the time when the window goes out of sight, for as long as it lives. */
export function followWindow(): void {
  window.addEventListener('pagehide', () => void flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      stopwatch.pause()
      void flush()
    } else if (now().open) stopwatch.touch()
  })
}
