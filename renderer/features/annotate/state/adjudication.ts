/** The labels of all who labelled a page side by side, and the final labels made of them. */
import { create } from 'zustand'
import type { CorpusPage } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import {
  adjudicatedGold,
  decideQuestion,
  decideStretch,
  disputedStretches,
  editStretch,
  isSettled,
  startAdjudication,
  takeAllOf,
  takeMajority,
  type Adjudicating,
  type Decided,
  type PageQuestion,
} from '../../../../shared/gold/adjudication'
import { newGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { placeLabels, withLabels } from '../../../../shared/gold/label-commands'
import { textAxis, type AxisRange, type TextAxis } from '../../../../shared/gold/text-axis'
import { annotate, fail, readAllPages, useAnnotate, shownValue } from './annotate'
import { blocksOf, type Blocks } from '../../../../shared/gold/blocks'
import { whileOpen } from './labelling-state'
import { openCorpusPage } from './opening'
import { call } from '../../../window/host/host'

/** Name the final labels go by. */
const FINAL = 'adjudicated'

export interface Adjudication {
  readonly corpus: string
  readonly page: CorpusPage
  readonly summary: PageSummary
  readonly axis: TextAxis
  readonly blocks: Blocks
  readonly golds: readonly GoldFile[]
  readonly state: Adjudicating
  /** States before, the latest last. */
  readonly past: readonly Adjudicating[]
  /** Stretch in view. */
  readonly at: number
  /** Label that is given by pointing at the page; null takes labels away. */
  readonly label: string | null
  readonly saved: boolean
}

export const useAdjudication = create<{
  readonly open: Adjudication | null
  readonly loading: boolean
  /** No page was left when the next one was asked for. */
  readonly isDone: boolean
}>()(() => ({
  open: null,
  loading: false,
  isDone: false,
}))

const { getState: now, setState: set } = useAdjudication
const onOpen = whileOpen(useAdjudication)

function patch(change: Partial<Adjudication>): void {
  set(({ open }) => ({ open: open ? { ...open, ...change } : null }))
}

/** Goes on with another state, which undo takes back. */
const become = onOpen((open, state: Adjudicating, at: number = open.at): void =>
  patch({ state, past: [...open.past, open.state], saved: false, at }),
)

/** What a person decides, signed. */
function signed(value: string | null): Decided {
  return { value, by: useAnnotate.getState().preferences.annotator, at: new Date().toISOString() }
}

/** The next stretch that is open, from one on; the same where none is. */
function nextOpen(state: Adjudicating, from: number): number {
  const open = disputedStretches(state).filter((i) => !isSettled(state, i))
  return open.find((i) => i > from) ?? open[0] ?? from
}

export const adjudication = {
  /** Opens a page with the labels of these annotators; none named: of all who have finished it. */
  async open(id: string, names?: readonly string[]): Promise<void> {
    const { corpus, preferences } = useAnnotate.getState()
    if (!corpus) return
    if (preferences.annotator === '')
      return fail('annotate.no-name', 'Who decides?', 'Give your name at the top right: decisions are kept with who made them.')
    adjudication.close()
    set({ loading: true })
    const opened = shownValue(await openCorpusPage(corpus.path, id))
    set({ loading: false })
    if (!opened) return
    const { page, summary, model } = opened
    const golds = page.labels
      .map(({ gold }) => gold)
      .filter(({ annotator, status }) => (names ? names.includes(annotator) : annotator !== FINAL && status === 'done'))
      .sort((a, b) => (a.annotator < b.annotator ? -1 : 1))
    if (golds.length < 2) {
      void call('page.close', { page: summary.id })
      return fail('annotate.nothing-to-decide', `Fewer than two have finished "${id}".`, 'Choose a page that several have labelled.')
    }
    const axis = textAxis(model)
    const sides = golds.map((gold) => placeLabels(axis, page.sha256, gold).state.spans)
    const final = page.labels.find(({ gold }) => gold.annotator === FINAL)?.gold
    const before = final?.pageSha256 === page.sha256 ? final.adjudication?.decisions : undefined
    const imported = new Set(page.entry.gold.flatMap((own) => (own.imported ? [own.annotator] : [])))
    const state = startAdjudication(axis, golds, sides, { before, imported })
    set({
      open: {
        corpus: corpus.path,
        page,
        summary,
        axis,
        blocks: blocksOf(axis),
        golds,
        state,
        past: [],
        at: nextOpen(state, -1),
        label: corpus.labels[0]?.name ?? 'content',
        saved: false,
      },
    })
  },
  /** Opens the next page that at least two have finished and that is not adjudicated; says so where there is none. Practice pages have their gold. */
  async next(): Promise<void> {
    await annotate.refresh()
    const { corpus } = useAnnotate.getState()
    const entries = corpus && (await readAllPages(corpus.path))
    if (!entries) return
    const current = now().open?.page.entry.id ?? ''
    const waiting = entries.filter(
      ({ id, gold }) =>
        !corpus.campaign?.training.includes(id) &&
        gold.filter(({ status }) => status === 'done').length > 1 &&
        !gold.some(({ status }) => status === 'adjudicated'),
    )
    const next = waiting.find(({ id }) => id > current) ?? waiting[0]
    adjudication.close()
    set({ isDone: next === undefined })
    if (next) await adjudication.open(next.id)
  },
  close(): void {
    const { open } = now()
    if (open) void call('page.close', { page: open.summary.id })
    set({ open: null })
  },
  /** Looks at a stretch: the nearest that is shown. */
  show: (at: number): void => patch({ at }),
  setLabel: (label: string | null): void => patch({ label }),
  /** Decides a stretch and goes on to the next open one. */
  decide: onOpen((open, index: number, value: string | null): void => {
    if (!open.state.stretches[index]) return
    const state = decideStretch(open.state, index, signed(value))
    become(state, nextOpen(state, index))
  }),
  answer: onOpen((open, question: PageQuestion, value: string | null): void => become(decideQuestion(open.state, question, signed(value)))),
  /** Gives text a label by hand, also where all agree. */
  edit: onOpen((open, range: AxisRange, value: string | null): void => {
    const state = editStretch(open.state, { from: range.from, to: range.to, ...signed(value) })
    become(state, nextOpen(state, open.at - 1))
  }),
  takeAll: onOpen((open, annotator: number): void => {
    const { by, at } = signed(null)
    become(takeAllOf(open.state, annotator, by, at))
  }),
  takeMajority: onOpen((open): void => {
    const { by, at } = signed(null)
    const state = takeMajority(open.state, by, at)
    become(state, nextOpen(state, -1))
  }),
  undo: onOpen(({ past }): void => {
    const before = past.at(-1)
    if (before) patch({ state: before, past: past.slice(0, -1), saved: false })
  }),
  /** Writes the labels as decided so far: final where nothing is open, else to go on later. */
  save: onOpen(async ({ axis, page, state, golds, corpus }): Promise<void> => {
    const base = page.labels.find(({ gold }) => gold.annotator === FINAL) ?? null
    const time = new Date().toISOString()
    const file = base?.gold ?? newGoldFile(page.entry.id, page.sha256, FINAL, time)
    const counts = countsAsContent(useAnnotate.getState().corpus?.contentLabels)
    const { adjudication: decisions, ...decided } = adjudicatedGold(axis, state, golds, counts)
    const labels = { flags: file.flags ?? [], ...decided }
    const gold = { ...withLabels(axis, file, labels, time), page: page.entry.id, pageSha256: page.sha256, adjudication: decisions }
    const outcome = shownValue(await call('corpus.saveLabels', { corpus, gold, base }))
    if (!outcome) return
    if (outcome.status === 'conflict') return useAnnotate.setState({ failure: outcome.failure })
    const stored = { gold: outcome.gold, revision: outcome.revision }
    patch({ saved: true, page: { ...page, labels: [...page.labels.filter((l) => l.gold.annotator !== FINAL), stored] } })
    await annotate.refresh()
  }),
}
