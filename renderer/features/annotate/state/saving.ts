/** Changing the labels of the open page, and saving them: by itself, a moment after each change, without overwriting what another window saved. */
import { z } from 'zod'
import type { Failure } from '../../../../shared/base/failure'
import { GoldFile, newGoldFile } from '../../../../shared/gold/gold-file'
import { placeLabels, recordCommand, withLabels, type LabelCommand, type LabelHistory } from '../../../../shared/gold/label-commands'
import { storeHistory } from '../../../../shared/gold/stored-history'
import { annotate } from './annotate'
import { isDirty, onPage, patch, saveStateOf, useLabelling, type Conflict, type Labelling } from './labelling-state'
import { call } from '../../../window/host/host'
import { readValue, writeText, writeValue } from '../../../window/host/storage'

const { getState: now, setState: set } = useLabelling

/** Milliseconds without anything done after which the time no longer counts. */
const IDLE = 60_000

/** The time spent on a page: only while somebody does something. @param clock milliseconds that never go back */
export function createStopwatch(clock: () => number = () => performance.now()) {
  let since: number | null = null
  let last = 0
  let spent = 0
  const running = (): number => (since === null ? 0 : Math.min(clock(), last + IDLE) - since)
  /** Stops until the next touch. */
  const pause = (): void => {
    spent += running()
    since = null
  }
  return {
    /** Starts from nothing. */
    reset() {
      since = null
      spent = 0
    },
    /** Somebody did something. */
    touch() {
      const time = clock()
      if (since !== null && time - last > IDLE) pause()
      since ??= time
      last = time
    },
    pause,
    /** Milliseconds so far. */
    elapsed: () => spent + running(),
  }
}

export const stopwatch = createStopwatch()

/** Seconds spent on the open page in this sitting and before. */
export function secondsSpent(): number {
  const { open } = now()
  return open ? Math.round(((open.base?.gold.seconds ?? 0) + (stopwatch.elapsed() - open.savedSpent) / 1000) * 10) / 10 : 0
}

/** Does to the labels what a person asks for; what changes nothing leaves no step of undo. */
export const run = onPage(({ axis, history, readOnly }, command: LabelCommand): void => {
  if (readOnly) return
  stopwatch.touch()
  becomeHistory(recordCommand(axis, history, command))
})

/** Goes on with another history of labels. False where it is the one that is there. */
export function becomeHistory(history: LabelHistory): boolean {
  const { open } = now()
  if (!open || history === open.history) return false
  if (!open.noted && !open.readOnly) noteUnsaved(open, true)
  patch({ history })
  scheduleSave()
  return true
}

/** Tells the host whether there is a change that is not saved: should everything end now, the next opening says that it is lost. */
export function noteUnsaved({ corpus, page, annotator }: Labelling, unsaved: boolean): void {
  patch({ noted: unsaved })
  void call('corpus.noteUnsaved', { corpus, page: page.entry.id, annotator, unsaved })
}

/** Milliseconds without a change after which is saved. */
const PAUSE = 500

/** Saves soon; a failure before says nothing of it. */
export function scheduleSave(): void {
  clearTimeout(now().timer)
  if (!now().open?.conflict) patch({ saveFailure: null })
  set({ timer: setTimeout(() => void flush(), PAUSE) })
}

/** Saves what is unsaved, now; also after a failure. */
export async function flush(): Promise<void> {
  clearTimeout(now().timer)
  while (now().saving) await now().saving
  const { open } = now()
  if (!open || !isDirty(open) || open.readOnly || open.conflict || open.annotator === '') return
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
function keepHistory({ corpus, page, annotator, history }: Labelling): void {
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

/** Labels that are not on disk yet, what they were made from, and why they are not there. */
interface NotTaken extends z.infer<typeof Unsent> {
  readonly failure: Failure
  /** Where both changed the same text. */
  readonly conflict: Conflict | null
}

/**
 * Sends labels that were given while the host did not take them. What else was saved meanwhile is merged.
 * @returns null where nothing is unsent any more
 */
export async function sendUnsent(corpus: string, page: string, annotator: string): Promise<NotTaken | null> {
  const key = unsentKey(corpus, page, annotator)
  const unsent = readValue(key, Unsent)
  if (!unsent) return null
  const answer = await call('corpus.saveLabels', { corpus, ...unsent })
  if (!answer.ok) return { ...unsent, failure: answer.failure, conflict: null }
  if (answer.value.status === 'conflict') return { ...unsent, failure: answer.value.failure, conflict: answer.value }
  writeText(key, null)
  // All is there: nothing is missing of the change that was noted.
  await call('corpus.noteUnsaved', { corpus, page, annotator, unsaved: false })
  return null
}

async function write(open: Labelling, gold: GoldFile, base: Labelling['base']): Promise<void> {
  const stored = { state: open.history.present, lost: open.lost }
  const savedSpent = stopwatch.elapsed()
  // First, so that a window that is being closed sends both.
  keepHistory(open)
  const answer = await call('corpus.saveLabels', { corpus: open.corpus, gold, base })
  if (!answer.ok) keepUnsent(open, { gold, base })
  else if (answer.value.status !== 'conflict') keepUnsent(open, null)
  const current = now().open
  if (current?.summary.id !== open.summary.id) return
  if (!answer.ok) return patch({ saveFailure: answer.failure })
  const outcome = answer.value
  if (outcome.status === 'conflict') return patch({ conflict: outcome, saveFailure: outcome.failure })
  const { revision } = outcome
  const isWhole = !isDirty({ ...current, stored })
  if (outcome.status === 'merged' && isWhole) return takeOver(outcome.gold, revision, 'Labels made in another window were merged.')
  // Labels were given while others were merged: what was sent is what both have in common, so the next save merges again.
  const common = outcome.status === 'merged' ? { revision: '', gold } : { revision, gold: outcome.gold }
  patch({ base: common, stored, savedSpent, saveFailure: null })
  if (!isWhole) scheduleSave()
  else if (current.noted) noteUnsaved(current, false)
  if (stored.state.status !== 'in-progress' && outcome.status !== 'merged') void annotate.refreshQueue()
}

/** Puts the labels of a file in view; one step of undo leads back. */
function showGold(open: Labelling, gold: GoldFile): Pick<Labelling, 'history' | 'moved' | 'lost'> {
  const { state, moved, lost } = placeLabels(open.axis, open.page.sha256, gold)
  const { past, present } = open.history
  return { history: { past: [...past, present], present: state, future: [] }, moved, lost }
}

/** Takes what is on disk as the present. */
const takeOver = onPage((open, gold: GoldFile, revision: string, said: string): void => {
  const shown = showGold(open, gold)
  const stored = { state: shown.history.present, lost: shown.lost }
  const taken = { ...open, ...shown, stored, base: { revision, gold }, savedSpent: stopwatch.elapsed(), saveFailure: null, conflict: null }
  set({ open: taken, said })
  keepUnsent(taken, null)
  keepHistory(taken)
  if (taken.noted) noteUnsaved(taken, false)
})

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
  if (!open || saveStateOf(now()) !== 'saved') return
  const { corpus, annotator } = open
  const page = open.page.entry.id
  const revision = await call('corpus.revision', { corpus, page, annotator })
  if (!revision.ok || revision.value === null || revision.value === open.base?.revision) return
  const there = await call('corpus.page', { corpus, page, annotator })
  const found = there.ok ? there.value.labels.find(({ gold }) => gold.annotator === annotator) : undefined
  // What happened here meanwhile comes first.
  if (!found || now().open !== open || now().saving) return
  takeOver(found.gold, found.revision, 'Labels made in another window are shown.')
}

/** Decides a conflict: what is in view, what is on disk, or both where they agree. */
export const decide = onPage(async (open, choice: 'mine' | 'theirs' | 'merged'): Promise<void> => {
  if (!open.conflict) return
  const { revision, theirs, merged } = open.conflict
  if (choice === 'theirs') return takeOver(theirs, revision, 'The labels on disk were taken.')
  const shown = choice === 'merged' ? showGold(open, merged) : {}
  patch({ ...shown, base: { revision, gold: theirs }, stored: null, conflict: null, saveFailure: null })
  await flush()
})
