import { z } from 'zod'
import type { StoreApi } from 'zustand'
import { createRequestSlot, resolveIfCurrent } from '../../../../shared/base/request-slot'
import { blocksOf, outlineOf } from '../../../../shared/gold/blocks'
import { rangesOfSelection } from '../../../../shared/gold/gold-text'
import { placeLabels } from '../../../../shared/gold/label-commands'
import { textAxis } from '../../../../shared/gold/text-axis'
import { annotate, fail, useAnnotate, shownValue, type StartFrom } from './annotate'
import { isDirty, JUST_OPENED, useLabelling, type Labelling, type OpenPage } from './labelling-state'
import { pointing } from './cursor'
import { flush, run, stopwatch, unsavedOf } from './saving'
import { call } from '../../../window/host/host'
import { readValue, writeText, writeValue } from '../../../window/host/storage'
import { closePage, openCorpusCapture } from '../../../window/page/open-page'

const { getState: now, setState: set } = useLabelling

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

/** Opens the pages of a store, one at a time. @param save saves the open page; returns false if the page must stay open */
export function createOpener<T extends OpenPage>(
  store: StoreApi<{ readonly open: T | null; readonly loading: string | null }>,
  save: () => Promise<boolean>,
) {
  const slot = createRequestSlot()
  const discard = (): void => {
    const { open } = store.getState()
    if (open) closePage(open.summary)
    store.setState({ open: null })
  }
  const close = async (): Promise<boolean> => {
    const isSaved = await save()
    if (isSaved) discard()
    return isSaved
  }
  return {
    /** Closes the page without saving. */
    discard,
    /** If saving fails, returns false and keeps the page open. */
    leave: (): Promise<boolean> => {
      slot.cancel()
      store.setState({ loading: null })
      return close()
    },
    /** Saves and closes the open page first. Returns null after a failure, and if another page was requested meanwhile. */
    open: (corpus: string, id: string, start: (opened: OpenPage) => T | null): Promise<T | null> =>
      slot.replace(async ({ signal }) => {
        const isClosed = await close()
        if (!isClosed || signal.aborted) return null
        store.setState({ loading: id })
        const opened = await openCorpusPage(corpus, id, signal)
        if (signal.aborted) return null
        const open = opened && start(opened)
        store.setState({ loading: null, open })
        return open
      }),
  }
}

export function isNameMissing(reason = 'Labels are stored per annotator.'): boolean {
  const isMissing = useAnnotate.getState().preferences.annotator === ''
  if (isMissing) fail('annotate.no-name', 'Your name is missing.', `Enter your name at the top right. ${reason}`)
  return isMissing
}

const opener = createOpener(useLabelling, async () => {
  stopwatch.pause()
  await flush()
  const { open } = now()
  if (!open || !isDirty(open) || open.readOnly) return true
  // oxlint-disable-next-line stale/no-stale-update -- the state was read after the save
  set({ announcement: 'This page stays open, because its labels are not saved.' })
  return false
})
export const { leave } = opener

export async function openToLabel(id: string): Promise<void> {
  const { corpus, preferences } = useAnnotate.getState()
  if (!corpus || isNameMissing()) return
  set({ finished: false })
  const page = await opener.open(corpus.path, id, (opened) => {
    stopwatch.reset()
    stopwatch.touch()
    set({ label: corpus.labels[0]?.name ?? 'content', announcement: `Opened ${id}.` })
    return startLabelling(opened, preferences.annotator, corpus.readOnly)
  })
  if (page && !page.stored) await flush()
  else if (page && !page.base) await startFrom(preferences.startFrom)
}

/** Reads the annotator's labels of an opened page. Prefers labels that the window stored because the host could not save them. */
function startLabelling(opened: OpenPage, annotator: string, readOnly: boolean): Labelling {
  const { page, axis, blocks } = opened
  const unsaved = unsavedOf(opened.corpus, annotator, page.entry)
  const base = unsaved ? unsaved.base : (page.labels.find(({ gold }) => gold.annotator === annotator) ?? null)
  const { state, ...placed } = placeLabels(axis, page.sha256, unsaved?.gold ?? base?.gold ?? null)
  return {
    ...opened,
    ...JUST_OPENED,
    ...placed,
    outline: outlineOf(axis, blocks),
    annotator,
    readOnly,
    base,
    history: { past: [], present: state, future: [] },
    stored: unsaved ? null : { state, lost: placed.lost },
    // The next save adds the time that the user spent on the unsaved labels.
    savedSpent: unsaved ? ((base?.gold.seconds ?? 0) - (unsaved.gold.seconds ?? 0)) * 1000 : 0,
  }
}

export async function startFrom(from: StartFrom): Promise<void> {
  const { open, label } = now()
  if (!open || from.kind === 'blank') return
  if (from.kind === 'annotator') {
    const gold = open.page.labels.find((labels) => labels.gold.annotator === from.annotator)?.gold
    if (!gold) return
    const { spans } = placeLabels(open.axis, open.page.sha256, gold).state
    return run({ kind: 'replace', ranges: spans, origin: { kind: 'annotator', name: from.annotator } })
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

const KEY = 'boilerscope.annotate.place'
const Place = z.object({
  corpus: z.string().max(4096),
  view: z.enum(['pages', 'label', 'agreement', 'campaign']),
  page: z.string().max(80).nullable(),
})

function storePlace(): void {
  const { corpus, view } = useAnnotate.getState()
  const { open, loading } = useLabelling.getState()
  if (corpus) writeValue(KEY, { corpus: corpus.path, view, page: open?.page.entry.id ?? loading } satisfies z.infer<typeof Place>, 'window')
  else writeText(KEY, null, 'window')
}

export async function resumePlace(): Promise<void> {
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
