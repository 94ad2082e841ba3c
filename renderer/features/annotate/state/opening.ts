import { z } from 'zod'
import { createRequestSlot, resolveIfCurrent } from '../../../../shared/base/request-slot'
import { blocksOf, outlineOf } from '../../../../shared/gold/blocks'
import type { SpanOrigin } from '../../../../shared/gold/gold-file'
import { rangesOfSelection } from '../../../../shared/gold/gold-text'
import { placeLabels } from '../../../../shared/gold/label-commands'
import { textAxis } from '../../../../shared/gold/text-axis'
import { annotate, fail, useAnnotate, shownValue, type StartFrom } from './annotate'
import { isDirty, useLabelling, type Labelling, type OpenPage } from './labelling-state'
import { pointing } from './cursor'
import { flush, run, stopwatch, unsavedOf } from './saving'
import { call } from '../../../window/host/host'
import { readValue, writeText, writeValue } from '../../../window/host/storage'
import { closePage, openCorpusCapture } from '../../../window/page/open-page'

const { getState: now, setState: set } = useLabelling

const opening = createRequestSlot()

export async function openCorpusPage(corpus: string, id: string, signal: AbortSignal): Promise<OpenPage | null> {
  const { annotator } = useAnnotate.getState().preferences
  const [content, opened] = await Promise.all([
    call('corpus.page', { corpus, page: id, annotator: annotator || undefined }),
    openCorpusCapture(corpus, id),
  ])
  const isCurrent = !signal.aborted && useAnnotate.getState().corpus?.path === corpus
  if (opened.ok && !(content.ok && isCurrent)) closePage(opened.value.page)
  if (!isCurrent) return null
  const view = shownValue(opened)
  const page = shownValue(content)
  if (!view || !page) return null
  const axis = textAxis(view.model)
  return { corpus, page, summary: view.page, model: view.model, axis, blocks: blocksOf(axis) }
}

function isNameMissing(): boolean {
  const isMissing = useAnnotate.getState().preferences.annotator === ''
  if (isMissing) fail('annotate.no-name', 'Your name is missing.', 'Enter your name at the top right. Labels are stored per annotator.')
  return isMissing
}

export async function openToLabel(id: string): Promise<void> {
  const { corpus, preferences } = useAnnotate.getState()
  if (!corpus) return
  const { annotator, startFrom: from } = preferences
  if (isNameMissing()) return
  const page = await opening.replace(async ({ signal }) => {
    const isClosed = await saveAndClose()
    if (!isClosed || signal.aborted) return null
    set({ loading: id, finished: false })
    const opened = await openCorpusPage(corpus.path, id, signal)
    if (!opened && !signal.aborted) set({ loading: null })
    return opened && startLabelling(opened, annotator, corpus.readOnly)
  })
  if (!page) return
  stopwatch.reset()
  set({
    loading: null,
    label: corpus.labels[0]?.name ?? 'content',
    open: page,
    announcement: `Opened ${id}.`,
  })
  stopwatch.touch()
  if (!page.stored) await flush()
  else if (!page.base) await startFrom(from)
}

/** Reads the annotator's labels of an opened page. Prefers labels that the window stored because the host could not save them. */
function startLabelling(opened: OpenPage, annotator: string, readOnly: boolean): Labelling {
  const { page, axis, blocks } = opened
  const unsaved = unsavedOf(opened.corpus, annotator, page.entry)
  const base = unsaved ? unsaved.base : (page.labels.find(({ gold }) => gold.annotator === annotator) ?? null)
  const { state, moved, lost } = placeLabels(axis, page.sha256, unsaved?.gold ?? base?.gold ?? null)
  return {
    ...opened,
    outline: outlineOf(axis, blocks),
    annotator,
    readOnly,
    base,
    history: { past: [], present: state, future: [] },
    stored: unsaved ? null : { state, lost },
    // The next save adds the time that the user spent on the unsaved labels.
    savedSpent: unsaved ? ((base?.gold.seconds ?? 0) - (unsaved.gold.seconds ?? 0)) * 1000 : 0,
    moved,
    lost,
    settled: [],
    cursor: null,
    anchor: null,
    reach: null,
    focus: 0,
    find: null,
    saveFailure: null,
    conflict: null,
    question: null,
    feedback: null,
  }
}

/** If saving fails, returns false and keeps the page open. */
export function leave(): Promise<boolean> {
  opening.cancel()
  set({ loading: null })
  return saveAndClose()
}

async function saveAndClose(): Promise<boolean> {
  if (!now().open) return true
  stopwatch.pause()
  await flush()
  const { open } = now()
  if (!open) return true
  if (isDirty(open) && !open.readOnly) {
    // oxlint-disable-next-line stale/no-stale-update -- the state was read after the save
    set({ announcement: 'This page stays open, because its labels are not saved.' })
    return false
  }
  closePage(open.summary)
  // oxlint-disable-next-line stale/no-stale-update -- the state was read after the save
  set({ open: null })
  return true
}

export async function startFrom(from: StartFrom): Promise<void> {
  const { open, label } = now()
  if (!open || from.kind === 'blank') return
  if (from.kind === 'annotator') {
    const gold = open.page.labels.find((labels) => labels.gold.annotator === from.annotator)?.gold
    if (!gold) return
    const { spans } = placeLabels(open.axis, open.page.sha256, gold).state
    const origin: SpanOrigin = { kind: 'annotator', name: from.annotator }
    return run({ kind: 'replace', ranges: spans.map((span) => ({ from: span.from, to: span.to, label: span.label })), origin })
  }
  const { extractor, preset, params } = from
  const request = { page: open.summary.id, extractor, preset, params, trace: true }
  const answer = await resolveIfCurrent(() => now().open?.summary.id, call('extraction.run', request))
  const result = answer && shownValue(answer)
  if (!result) return
  const ranges = rangesOfSelection(open.axis, result.extraction.selected).map((range) => ({ ...range, label }))
  run({ kind: 'replace', ranges, origin: { kind: 'extractor', name: extractor, params: { ...result.extraction.params } } })
  if (ranges[0]) pointing.putCursor(ranges[0])
  set({
    announcement:
      ranges.length === 0
        ? `${extractor} keeps no text of this page.`
        : `The labels of ${extractor} are suggested. Accept, change or remove each label.`,
  })
}

export async function next(): Promise<void> {
  if (isNameMissing()) return
  const current = now().open?.page.entry.id
  const queue = await annotate.readQueue()
  if (!queue) return
  const list = queue.next
  const id = list[list.indexOf(current ?? '') + 1] ?? list.find((other) => other !== current)
  if (id === undefined) {
    if (await resolveIfCurrent(() => useAnnotate.getState().corpus?.path, leave()))
      set({ finished: true, announcement: 'The queue has no further page.' })
    return
  }
  annotate.show('label')
  await openToLabel(id)
}

function followWindow(): void {
  window.addEventListener('pagehide', () => void flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      stopwatch.pause()
      void flush()
    } else if (now().open) stopwatch.touch()
  })
}

const KEY = 'boilerscope.annotate.place'
const Place = z.object({
  corpus: z.string().max(4096),
  view: z.enum(['pages', 'label', 'agreement', 'campaign']),
  page: z.string().max(80).nullable(),
})
type Place = z.infer<typeof Place>

function storePlace(): void {
  const { corpus, view } = useAnnotate.getState()
  const { open, loading } = useLabelling.getState()
  if (corpus) writeValue(KEY, { corpus: corpus.path, view, page: open?.page.entry.id ?? loading } satisfies Place, 'window')
  else writeText(KEY, null, 'window')
}

export async function resumePlace(): Promise<void> {
  if (useAnnotate.getState().followed) return
  useAnnotate.setState({ followed: true })
  followWindow()
  const place = readValue(KEY, Place, 'window')
  if (place && useAnnotate.getState().corpus === null && (await annotate.open(place.corpus))) {
    annotate.show(place.view)
    if (place.page !== null && useAnnotate.getState().preferences.annotator !== '') await openToLabel(place.page)
  }
  storePlace()
  useAnnotate.subscribe((state, before) => {
    if (state.corpus !== before.corpus || state.view !== before.view) storePlace()
  })
  useLabelling.subscribe((state, before) => {
    if (state.open?.page !== before.open?.page || state.loading !== before.loading) storePlace()
  })
}
