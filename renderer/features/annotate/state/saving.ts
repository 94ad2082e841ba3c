/** Saves the labels of the open page. A save never overwrites labels that another window saved. */
import { z } from 'zod'
import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { GoldFile, newGoldFile } from '../../../../shared/gold/gold-file'
import { placeLabels, recordCommand, withLabels, type LabelCommand, type LabelHistory } from '../../../../shared/gold/label-commands'
import { updateEntry, useAnnotate } from './annotate'
import { createAutosave, isDirty, onPage, patch, useLabelling, type Labelling } from './labelling-state'
import { call } from '../../../window/host/host'
import { readValue, writeText } from '../../../window/host/storage'

const { getState: now, setState: set } = useLabelling

const MOST_IDLE_MS = 60_000

/** Measures the active milliseconds on a page. Activity ends one minute after the last action. */
export function createStopwatch(clock: () => number = () => performance.now()) {
  let since: number | null = null
  let last = 0
  let spent = 0
  const running = (): number => (since === null ? 0 : Math.min(clock(), last + MOST_IDLE_MS) - since)
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

export function secondsSpent(): number {
  const { open } = now()
  return open ? Math.round(((open.base?.gold.seconds ?? 0) + (stopwatch.elapsed() - open.savedSpent) / 1000) * 10) / 10 : 0
}

export const run = onPage(({ axis, history, readOnly }, command: LabelCommand): void => {
  if (readOnly) return
  stopwatch.touch()
  replaceHistory(recordCommand(axis, history, command))
})

export function replaceHistory(history: LabelHistory): boolean {
  const { open } = now()
  if (!open || history === open.history) return false
  patch({ history })
  scheduleSave()
  return true
}

const autosave = createAutosave(saveChanges)

export function scheduleSave(): void {
  if (!now().open?.conflict) patch({ saveFailure: null })
  autosave.schedule()
}

export const flush = (): Promise<void> => autosave.flush()

async function saveChanges(): Promise<void> {
  const { open } = now()
  if (!open || !isDirty(open) || open.readOnly || open.conflict) return
  set({ saving: true })
  await save(open).finally(() => set({ saving: false }))
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
  const gold = goldOf(open)
  const stored = { state: open.history.present, lost: open.lost }
  const savedSpent = stopwatch.elapsed()
  const answer = await call('corpus.saveLabels', { corpus: open.corpus, gold, base: open.base })
  storeUnsaved(open, answer.ok ? null : gold)
  if (answer.ok) updateEntry(open.corpus, answer.value.entry)
  const current = now().open
  if (current?.summary.id !== open.summary.id) return
  if (!answer.ok) return patch({ saveFailure: answer.failure })
  if (answer.value.status === 'conflict') return patch({ conflict: answer.value, saveFailure: answer.value.failure })
  const { revision, gold: written } = answer.value
  patch({ base: { revision, gold: written }, stored, savedSpent, saveFailure: null })
  if (isDirty({ ...current, stored })) scheduleSave()
}

const Unsaved = z.object({ gold: GoldFile, base: z.object({ revision: z.string(), gold: GoldFile }).nullable() })
type Unsaved = z.infer<typeof Unsaved>

const unsavedKey = (corpus: string): string => `boilerscope.unsaved:${corpus}`

const readUnsaved = (corpus: string): readonly Unsaved[] => readValue(unsavedKey(corpus), z.array(Unsaved)) ?? []

/** Whether stored labels belong to the annotator and the page. `pageSha256` identifies a renamed page. */
function isOf({ gold }: Unsaved, annotator: string, { id, sha256 }: CorpusPageEntry): boolean {
  const isRenamed = (): boolean =>
    gold.pageSha256 === sha256 && !useAnnotate.getState().list.entries.some((entry) => entry.id === gold.page)
  return gold.annotator === annotator && (gold.page === id || isRenamed())
}

export function unsavedOf(corpus: string, annotator: string, page: CorpusPageEntry): Unsaved | null {
  return readUnsaved(corpus).find((stored) => isOf(stored, annotator, page)) ?? null
}

/** Stores labels that the host could not save. Null removes the stored labels. */
function storeUnsaved({ corpus, base, page, annotator }: Labelling, gold: GoldFile | null): void {
  const others = readUnsaved(corpus).filter((stored) => !isOf(stored, annotator, page.entry))
  const unsaved = gold ? [...others, { gold, base }] : others
  writeText(unsavedKey(corpus), unsaved.length > 0 ? JSON.stringify(unsaved) : null)
}

export const decide = onPage(async (open, choice: 'merge' | 'reload'): Promise<void> => {
  if (!open.conflict) return
  const { revision, theirs, merged } = open.conflict
  const gold = choice === 'merge' ? merged : theirs
  const { state, ...placed } = placeLabels(open.axis, open.page.sha256, gold)
  const { past, present } = open.history
  const history = { past: [...past, present], present: state, future: [] }
  const stored = choice === 'reload' ? { state, lost: placed.lost } : null
  const base = { revision, gold: theirs }
  patch({ ...placed, history, stored, base, savedSpent: stopwatch.elapsed(), conflict: null, saveFailure: null })
  if (choice === 'reload') storeUnsaved(open, null)
  await flush()
})
