/** Saving the page being labelled: by itself, a moment after each change, without overwriting what another window saved. */
import { z } from 'zod'
import { GoldFile, newGoldFile } from '../../../../shared/gold/gold-file'
import { withLabels } from '../../../../shared/gold/label-commands'
import { storeHistory } from '../../../../shared/gold/stored-history'
import { annotate } from './annotate'
import { useLabelling, type Conflict, type Labelling } from './labelling-state'
import { placeLabels } from './labels'
import { createStopwatch } from './stopwatch'
import { call } from '../../../window/host/host'
import { readValue, writeText, writeValue } from '../../../window/host/storage'

const { getState: now, setState: set } = useLabelling

/** Changes the open page. */
export function patch(change: Partial<Labelling>): void {
  set(({ open }) => (open ? { open: { ...open, ...change } } : {}))
}

export const stopwatch = createStopwatch()

/** Seconds spent on the open page in this sitting and before. */
export function secondsSpent(): number {
  return Math.round(((now().open?.base?.gold.seconds ?? 0) + (stopwatch.elapsed() - now().savedSpent) / 1000) * 10) / 10
}

/** Starts the time of a page that was just opened. */
export function restartTime(): void {
  stopwatch.reset()
  set({ savedSpent: 0 })
}

/** Milliseconds without a change after which is saved. */
const PAUSE = 500

/** Whether something is not on disk yet. */
export function isDirty(open: Labelling): boolean {
  return open.history.present !== open.savedState || open.lostChanged
}

/** Tells the host of the first change since the last save: should everything end now, the next opening says that it is lost. */
export function noteUnsaved(): void {
  const { open } = now()
  if (!open || open.noted || open.save === 'read-only') return
  patch({ noted: true })
  const { corpus, page, annotator } = open
  void call('corpus.noteUnsaved', { corpus, page: page.entry.id, annotator, unsaved: true })
}

function noteSaved({ corpus, page, annotator, noted }: Labelling): void {
  if (!noted) return
  patch({ noted: false })
  void call('corpus.noteUnsaved', { corpus, page: page.entry.id, annotator, unsaved: false })
}

export function scheduleSave(): void {
  clearTimeout(now().timer)
  set({ timer: setTimeout(() => void flush(), PAUSE) })
}

/** Saves what is unsaved, now. */
export async function flush(): Promise<void> {
  clearTimeout(now().timer)
  while (now().saving) await now().saving
  const { open } = now()
  if (!open || !isDirty(open) || open.save === 'read-only' || open.save === 'conflict' || open.annotator === '') return
  const saving = write(open, goldOf(open), open.base)
  set({ saving })
  try {
    await saving
  } finally {
    set({ saving: null })
  }
}

/** The gold file of the open page as it is now. */
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

/** Keeps undo and redo beyond this window. Which of its states is the one on disk is found out when it is read. */
function keepHistory(open: Labelling): void {
  const { corpus, page, annotator, history } = open
  void call('corpus.keepHistory', { corpus, page: page.entry.id, annotator, history: storeHistory(history, page.sha256) })
}

const Unsent = z.object({
  gold: GoldFile,
  base: z.object({ revision: z.string(), gold: GoldFile }).nullable(),
})

const unsentKey = (corpus: string, page: string, annotator: string): string =>
  `boilerscope.unsent:${JSON.stringify([corpus, page, annotator])}`

/** Keeps labels that the host did not take in the window's storage, over a reload and its end, until it takes them. */
function keepUnsent({ corpus, page, annotator }: Labelling, unsent: z.infer<typeof Unsent> | null): void {
  const key = unsentKey(corpus, page.entry.id, annotator)
  if (unsent) writeValue(key, unsent)
  else writeText(key, null)
}

/**
 * Sends labels that were given while there was no host. What else was saved meanwhile is merged.
 * @returns them and the conflict where both changed the same text; null where there is nothing to decide
 */
export async function sendUnsent(
  corpus: string,
  page: string,
  annotator: string,
): Promise<{ readonly gold: GoldFile; readonly conflict: Conflict } | null> {
  const key = unsentKey(corpus, page, annotator)
  const unsent = readValue(key, Unsent)
  if (!unsent) return null
  const answer = await call('corpus.saveLabels', { corpus, ...unsent })
  if (!answer.ok) return null
  if (answer.value.status === 'conflict') return { gold: unsent.gold, conflict: answer.value }
  writeText(key, null)
  return null
}

async function write(open: Labelling, gold: GoldFile, base: Labelling['base']): Promise<void> {
  const state = open.history.present
  const { lost } = open
  patch({ save: 'saving' })
  const time = stopwatch.elapsed()
  // First, so that a window that is being closed sends both.
  keepHistory(open)
  const answer = await call('corpus.saveLabels', { corpus: open.corpus, gold, base })
  const current = now().open
  if (!answer.ok) keepUnsent(open, { gold, base })
  else if (answer.value.status !== 'conflict') keepUnsent(open, null)
  if (current?.summary.id !== open.summary.id) return
  if (!answer.ok) {
    patch({ save: 'failed', saveFailure: answer.failure })
    return
  }
  const outcome = answer.value
  if (outcome.status === 'conflict') {
    patch({ save: 'conflict', conflict: outcome, saveFailure: outcome.failure })
    return
  }
  set({ savedSpent: time })
  const { revision } = outcome
  const clean = current.history.present === state && current.lost === lost
  if (outcome.status === 'merged') {
    if (clean) {
      takeOver(outcome.gold, revision, 'Labels made in another window were merged.')
      return
    }
    // Labels were given meanwhile: what was sent is what both have in common, so the next save merges again.
    patch({ base: { revision: '', gold }, savedState: state, save: 'unsaved' })
    scheduleSave()
    return
  }
  patch({
    base: { revision, gold: outcome.gold },
    savedState: state,
    lostChanged: current.lost !== lost,
    save: clean ? 'saved' : 'unsaved',
    saveFailure: null,
  })
  if (clean) noteSaved(current)
  else scheduleSave()
  if (state.status !== 'in-progress') void annotate.refreshQueue()
}

/** Takes what is on disk as the present; one step of undo leads back. */
function takeOver(gold: GoldFile, revision: string, said: string): void {
  const { open } = now()
  if (!open) return
  const { state, moved, lost } = placeLabels(open.axis, open.page.sha256, gold)
  const { past, present } = open.history
  set({ savedSpent: stopwatch.elapsed() })
  patch({
    base: { revision, gold },
    history: { past: [...past, present], present: state, future: [] },
    savedState: state,
    moved,
    lost,
    lostChanged: false,
    save: 'saved',
    saveFailure: null,
    conflict: null,
  })
  const taken = now().open
  if (taken) {
    keepUnsent(taken, null)
    keepHistory(taken)
    noteSaved(taken)
  }
  set({ said })
}

/** Milliseconds between two looks at what other windows saved. */
const LOOK = 1500

/** Shows labels that the same annotator gave in another window, as soon as they are on disk; what is unsaved here is merged by its save. */
export function followSaves(): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking || document.visibilityState === 'hidden') return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, LOOK)
  return () => clearInterval(timer)
}

async function look(): Promise<void> {
  const { open } = now()
  if (!open || now().saving || isDirty(open) || open.save !== 'saved') return
  const { corpus, annotator } = open
  const page = open.page.entry.id
  const revision = await call('corpus.revision', { corpus, page, annotator })
  if (!revision.ok || revision.value === null || revision.value === open.base?.revision) return
  const there = await call('corpus.page', { corpus, page, annotator })
  const stored = there.ok ? there.value.labels.find(({ gold }) => gold.annotator === annotator) : undefined
  // What happened here meanwhile comes first.
  if (!stored || now().open !== open || now().saving) return
  takeOver(stored.gold, stored.revision, 'Labels made in another window are shown.')
}

/** Decides a conflict: what is in view, what is on disk, or both where they agree. */
export async function decide(choice: 'mine' | 'theirs' | 'merged'): Promise<void> {
  const { open } = now()
  const conflict = open?.conflict
  if (!open || !conflict) return
  const base = { revision: conflict.revision, gold: conflict.theirs }
  if (choice === 'theirs') {
    takeOver(conflict.theirs, conflict.revision, 'The labels on disk were taken.')
    return
  }
  patch({ conflict: null, base, save: 'unsaved' })
  if (choice === 'merged') {
    const { state, moved, lost } = placeLabels(open.axis, open.page.sha256, conflict.merged)
    const { past, present } = open.history
    patch({ history: { past: [...past, present], present: state, future: [] }, moved, lost })
  }
  patch({ lostChanged: true })
  await flush()
}

/** Tries to save again after a failure. */
export async function retrySave(): Promise<void> {
  patch({ save: 'unsaved', saveFailure: null })
  await flush()
}
