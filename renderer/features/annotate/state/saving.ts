/** Changes the labels of the open page, and saves them half a second after each change: one request at a time, which never overwrites another window's save. */
import { z } from 'zod'
import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { ifCurrent } from '../../../../shared/base/request-slot'
import { GoldFile, newGoldFile } from '../../../../shared/gold/gold-file'
import { placeLabels, recordCommand, withLabels, type LabelCommand, type LabelHistory } from '../../../../shared/gold/label-commands'
import { annotate, useAnnotate } from './annotate'
import { isDirty, onPage, patch, useLabelling, type Labelling } from './labelling-state'
import { call } from '../../../window/host/host'
import { readValue, writeText, writeValue } from '../../../window/host/storage'

const { getState: now, setState: set } = useLabelling

const MOST_IDLE_MS = 60_000

/** Measures the active time on a page. @param clock monotonic milliseconds */
export function createStopwatch(clock: () => number = () => performance.now()) {
  let since: number | null = null
  let last = 0
  let spent = 0
  const running = (): number => (since === null ? 0 : Math.min(clock(), last + MOST_IDLE_MS) - since)
  /** Stops until the next touch. */
  const pause = (): void => {
    spent += running()
    since = null
  }
  return {
    reset() {
      since = null
      spent = 0
    },
    touch() {
      const time = clock()
      if (since !== null && time - last > MOST_IDLE_MS) pause()
      since ??= time
      last = time
    },
    pause,
    elapsed: () => spent + running(),
  }
}

export const stopwatch = createStopwatch()

/** Returns the seconds spent on the open page in this and earlier sessions. */
export function secondsSpent(): number {
  const { open } = now()
  return open ? Math.round(((open.base?.gold.seconds ?? 0) + (stopwatch.elapsed() - open.savedSpent) / 1000) * 10) / 10 : 0
}

/** Applies a command to the labels. A command without an effect adds no undo step. */
export const run = onPage(({ axis, history, readOnly }, command: LabelCommand): void => {
  if (readOnly) return
  stopwatch.touch()
  replaceHistory(recordCommand(axis, history, command))
})

/** Replaces the history of labels. Returns false if it is the same one. */
export function replaceHistory(history: LabelHistory): boolean {
  const { open } = now()
  if (!open || history === open.history) return false
  patch({ history })
  scheduleSave()
  return true
}

const SAVE_PAUSE_MS = 500
let timer: ReturnType<typeof setTimeout> | undefined
let saving: Promise<void> | null = null

export function scheduleSave(): void {
  clearTimeout(timer)
  if (!now().open?.conflict) patch({ saveFailure: null })
  timer = setTimeout(() => void flush(), SAVE_PAUSE_MS)
}

/** Saves unsaved labels now, after the save under way. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  while (saving) await saving
  const { open } = now()
  if (!open || !isDirty(open) || open.readOnly || open.conflict || open.annotator === '') return
  saving = save(open).finally(() => {
    saving = null
    set({ saving: false })
  })
  await saving
}

function goldOf(open: Labelling): GoldFile {
  const file = open.base?.gold ?? newGoldFile(open.page.entry.id, open.page.sha256, open.annotator, '')
  const { lost: _lost, ...rest } = withLabels(open.axis, file, open.history.present, new Date().toISOString())
  return {
    ...rest,
    page: open.page.entry.id,
    pageSha256: open.page.sha256,
    ...(open.lost.length > 0 ? { lost: open.lost.map(({ span }) => span) } : {}),
    seconds: secondsSpent(),
  }
}

async function save(open: Labelling): Promise<void> {
  set({ saving: true })
  const gold = goldOf(open)
  const stored = { state: open.history.present, lost: open.lost }
  const savedSpent = stopwatch.elapsed()
  const request = call('corpus.saveLabels', { corpus: open.corpus, gold, base: open.base })
  storeUnsaved(open, (await request).ok ? null : gold)
  const answer = await ifCurrent(() => now().open?.summary.id === open.summary.id, request)
  const current = now().open
  if (!answer || !current) return
  if (!answer.ok) return patch({ saveFailure: answer.failure })
  if (answer.value.status === 'conflict') return patch({ conflict: answer.value, saveFailure: answer.value.failure })
  const { revision, gold: written } = answer.value
  patch({ base: { revision, gold: written }, stored, savedSpent, saveFailure: null })
  if (isDirty({ ...current, stored })) scheduleSave()
  if (stored.state.status !== 'in-progress') void annotate.refreshQueue()
}

const Unsaved = z.object({ gold: GoldFile, base: z.object({ revision: z.string(), gold: GoldFile }).nullable() })
type Unsaved = z.infer<typeof Unsaved>

const unsavedKey = (corpus: string): string => `boilerscope.unsaved:${corpus}`

/** Labels of a corpus that the host could not save. */
const readUnsaved = (corpus: string): readonly Unsaved[] => readValue(unsavedKey(corpus), z.array(Unsaved)) ?? []

/** Whether labels are of this page: by its id or, if no page has their id any more, by its content. */
function isOf({ annotator, page, pageSha256 }: GoldFile, by: string, { id, sha256 }: CorpusPageEntry): boolean {
  const isRenamed = (): boolean => pageSha256 === sha256 && !useAnnotate.getState().entries.some((entry) => entry.id === page)
  return annotator === by && (page === id || isRenamed())
}

/** Returns labels of a page that the host could not save, or null. */
export function unsavedOf(corpus: string, annotator: string, page: CorpusPageEntry): Unsaved | null {
  return readUnsaved(corpus).find(({ gold }) => isOf(gold, annotator, page)) ?? null
}

/** Stores labels that the host could not save in the window's storage until they are saved. Null removes them. */
function storeUnsaved({ corpus, base, page, annotator }: Labelling, gold: GoldFile | null): void {
  const before = readUnsaved(corpus)
  const others = before.filter((one) => !isOf(one.gold, annotator, page.entry))
  if (gold) writeValue(unsavedKey(corpus), [...others, { gold, base }])
  else if (others.length === 0) writeText(unsavedKey(corpus), null)
  else if (others.length < before.length) writeValue(unsavedKey(corpus), others)
}

/** Decides a conflict: merges both versions, or replaces the labels in view by those on disk. Undo brings the labels back. */
export const decide = onPage(async (open, choice: 'merge' | 'reload'): Promise<void> => {
  if (!open.conflict) return
  const { revision, theirs, merged } = open.conflict
  const gold = choice === 'merge' ? merged : theirs
  const { state, moved, lost } = placeLabels(open.axis, open.page.sha256, gold)
  const { past, present } = open.history
  const history = { past: [...past, present], present: state, future: [] }
  const stored = choice === 'reload' ? { state, lost } : null
  patch({
    history,
    moved,
    lost,
    stored,
    base: { revision, gold: theirs },
    savedSpent: stopwatch.elapsed(),
    conflict: null,
    saveFailure: null,
  })
  if (choice === 'reload') storeUnsaved(open, null)
  await flush()
})
