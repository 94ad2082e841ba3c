import { create } from 'zustand'
import {
  adjudicatedGold,
  decideEach,
  decideQuestion,
  decideStretch,
  disputedStretches,
  editStretch,
  isSettled,
  majorityOf,
  startAdjudication,
  type Adjudicating,
  type Decided,
  type PageQuestion,
} from '../../../../shared/gold/adjudication'
import type { StoredGold } from '../../../../shared/contract/corpus-contract'
import { newGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { placeLabels, withLabels } from '../../../../shared/gold/label-commands'
import type { AxisRange } from '../../../../shared/gold/text-axis'
import { annotate, fail, updateEntry, useAnnotate, shownValue } from './annotate'
import { createAutosave, whileOpen, type OpenPage } from './labelling-state'
import { resolveIfCurrent } from '../../../../shared/base/request-slot'
import { closePage } from '../../../window/page/open-page'
import { createOpener, isNameMissing } from './opening'
import { call } from '../../../window/host/host'

const FINAL = 'adjudicated'

export interface Adjudication extends OpenPage {
  readonly golds: readonly GoldFile[]
  readonly state: Adjudicating
  readonly past: readonly Adjudicating[]
  readonly at: number
  readonly label: string | null
  /** The file that was read or written last; null for a page without decisions. */
  readonly base: StoredGold | null
  readonly stored: Adjudicating | null
  readonly failed: boolean
}

export const useAdjudication = create(() => ({ open: null as Adjudication | null, loading: null as string | null, isDone: false }))

const { getState: now, setState: set } = useAdjudication
const onOpen = whileOpen(useAdjudication)

const patch = onOpen((open, change: Partial<Adjudication>): void => set({ open: { ...open, ...change } }))

const autosave = createAutosave(async (isFinal = false) => {
  const { open } = now()
  return !open || (!isFinal && !isUnsaved(open)) || write(open, isFinal)
})

function applyChange(change: Pick<Adjudication, 'state' | 'past'> & Partial<Adjudication>): void {
  patch(change)
  autosave.schedule()
}

const replaceState = onOpen((open, state: Adjudicating, at: number = open.at): void =>
  applyChange({ state, past: [...open.past, open.state], at }),
)

export function isUnsaved(open: Adjudication | null): boolean {
  if (!open || useAnnotate.getState().corpus?.readOnly) return false
  return open.stored ? open.state !== open.stored : open.past.length > 0
}

async function write({ axis, page, summary, state, golds, corpus, base }: Adjudication, isFinal: boolean): Promise<boolean> {
  const time = new Date().toISOString()
  const file = base?.gold ?? newGoldFile(page.entry.id, page.sha256, FINAL, time)
  const counts = countsAsContent(useAnnotate.getState().corpus?.contentLabels)
  const { adjudication: decisions, ...decided } = adjudicatedGold(axis, state, golds, counts)
  const wasFinal = file.status === 'adjudicated' && file.pageSha256 === page.sha256
  const status = isFinal || wasFinal ? decided.status : 'in-progress'
  const made = { flags: file.flags ?? [], ...decided, status }
  const gold = { ...withLabels(axis, file, made, time), page: page.entry.id, pageSha256: page.sha256, adjudication: decisions }
  const outcome = shownValue(await call('corpus.saveLabels', { corpus, gold, base }))
  if (outcome) updateEntry(corpus, outcome.entry)
  if (outcome?.status === 'conflict') shownValue({ ok: false, failure: outcome.failure })
  const written = outcome?.status === 'saved' ? { gold: outcome.gold, revision: outcome.revision } : null
  if (now().open?.summary.id === summary.id) patch(written ? { base: written, stored: state, failed: false } : { failed: true })
  return written !== null
}

const opener = createOpener(useAdjudication, async () => {
  do {
    if (!(await autosave.flush())) {
      annotate.show('agreement')
      return false
    }
  } while (isUnsaved(now().open))
  return true
})

function signed(value: string | null = null): Decided {
  return { value, by: useAnnotate.getState().preferences.annotator, at: new Date().toISOString() }
}

function nextOpen(state: Adjudicating, from: number): number {
  const open = disputedStretches(state).filter((i) => !isSettled(state, i))
  return open.find((i) => i > from) ?? open[0] ?? from
}

export const adjudication = {
  /** Opens the labels of all annotators who finished the page. */
  async open(id: string): Promise<void> {
    const { corpus } = useAnnotate.getState()
    if (!corpus || isNameMissing('Decisions are stored with their author.')) return
    await opener.open(corpus.path, id, (opened) => {
      const { page, axis } = opened
      const golds = page.labels
        .map(({ gold }) => gold)
        .filter(({ annotator, status }) => annotator !== FINAL && status === 'done')
        .sort((a, b) => (a.annotator < b.annotator ? -1 : 1))
      if (golds.length < 2) {
        closePage(opened.summary)
        fail('annotate.nothing-to-decide', `Fewer than two annotators finished "${id}".`, 'Choose a page that several annotators finished.')
        return null
      }
      const sides = golds.map((gold) => placeLabels(axis, page.sha256, gold).state.spans)
      const base = page.labels.find(({ gold }) => gold.annotator === FINAL) ?? null
      const before = base?.gold.pageSha256 === page.sha256 ? base.gold.adjudication?.decisions : undefined
      const imported = new Set(page.entry.gold.flatMap((gold) => (gold.imported ? [gold.annotator] : [])))
      const state = startAdjudication(axis, golds, sides, { before, imported })
      const label = corpus.labels[0]?.name ?? 'content'
      return { ...opened, golds, state, past: [], at: nextOpen(state, -1), label, base, stored: null, failed: false }
    })
  },
  async next(): Promise<void> {
    if (!(await autosave.flush())) return
    await annotate.refresh()
    const { corpus, list } = useAnnotate.getState()
    if (!corpus || !list.complete) return
    const current = now().open?.page.entry.id ?? ''
    const waiting = list.entries.filter(
      ({ id, gold }) =>
        !corpus.campaign?.training.includes(id) &&
        gold.filter(({ status }) => status === 'done').length > 1 &&
        !gold.some(({ status }) => status === 'adjudicated'),
    )
    const next = waiting.find(({ id }) => id > current) ?? waiting[0]
    if (next) return adjudication.open(next.id)
    if (await resolveIfCurrent(() => useAnnotate.getState().corpus?.path, adjudication.close())) set({ isDone: true })
  },
  store: (): Promise<boolean> => autosave.flush(),
  close: opener.leave,
  leave: opener.discard,
  show: (at: number): void => patch({ at }),
  setLabel: (label: string | null): void => patch({ label }),
  decide: onOpen((open, index: number, value: string | null): void => {
    if (!open.state.stretches[index]) return
    const state = decideStretch(open.state, index, signed(value))
    replaceState(state, nextOpen(state, index))
  }),
  answer: onOpen((open, question: PageQuestion, value: string | null): void =>
    replaceState(decideQuestion(open.state, question, signed(value))),
  ),
  edit: onOpen((open, range: AxisRange, value: string | null): void => {
    const state = editStretch(open.state, { from: range.from, to: range.to, ...signed(value) })
    replaceState(state, nextOpen(state, open.at - 1))
  }),
  /** Decides all open disputes with the values of one annotator. */
  applyLabels: onOpen(({ state }, annotator: number): void => replaceState(decideEach(state, (values) => values[annotator], signed()))),
  decideByMajority: onOpen((open): void => {
    const state = decideEach(open.state, (values) => majorityOf(open.state, values), signed())
    replaceState(state, nextOpen(state, -1))
  }),
  undo: onOpen(({ past }): void => {
    const before = past.at(-1)
    if (before) applyChange({ state: before, past: past.slice(0, -1) })
  }),
  save: (): Promise<boolean> => autosave.flush(true),
}
