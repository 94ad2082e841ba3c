/** Two annotators' labels of one page side by side, and the final labels made of them. */
import { create } from 'zustand'
import type { CorpusPage } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import {
  adjudicate,
  compareLabels,
  openQuestions,
  settledType,
  type Comparison,
  type Decision,
  type TypeDecision,
} from '../../../../shared/gold/adjudication'
import { newGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import { withLabels } from '../../../../shared/gold/label-commands'
import type { LabelSpan } from '../../../../shared/gold/label-spans'
import { textAxis, type TextAxis } from '../../../../shared/gold/text-axis'
import { annotate, useAnnotate, valueOf } from './annotate'
import { blocksOf, type Blocks } from '../../../../shared/gold/blocks'
import { openCorpusPage } from './labelling'
import { placeLabels } from './labels'
import { call } from '../../../window/host'

/** Name the final labels go by. */
export const FINAL = 'adjudicated'

export interface Adjudication {
  readonly corpus: string
  readonly page: CorpusPage
  readonly summary: PageSummary
  readonly axis: TextAxis
  readonly blocks: Blocks
  readonly names: readonly [string, string]
  readonly golds: readonly [GoldFile, GoldFile]
  readonly sides: readonly [readonly LabelSpan[], readonly LabelSpan[]]
  readonly comparison: Comparison
  /** One for each disputed stretch. */
  readonly decisions: readonly (Decision | undefined)[]
  readonly pageType: TypeDecision
  /** Disputed stretch in view. */
  readonly at: number
  readonly saved: boolean
}

export const useAdjudication = create<{ readonly open: Adjudication | null; readonly loading: boolean }>()(() => ({
  open: null,
  loading: false,
}))

const { getState: now, setState: set } = useAdjudication

function patch(change: Partial<Adjudication>): void {
  set(({ open }) => ({ open: open ? { ...open, ...change } : null }))
}

export const adjudication = {
  async open(id: string, names: readonly [string, string]): Promise<void> {
    const { corpus } = useAnnotate.getState()
    if (!corpus) return
    adjudication.close()
    set({ loading: true })
    const opened = valueOf(await openCorpusPage(corpus.path, id))
    set({ loading: false })
    if (!opened) return
    const { page, summary, model } = opened
    const golds = names.map((name) => page.labels.find(({ gold }) => gold.annotator === name)?.gold)
    const [first, second] = golds
    if (!first || !second) {
      void call('page.close', { page: summary.id })
      return
    }
    const axis = textAxis(model)
    const sides = [placeLabels(axis, page.sha256, first).state.spans, placeLabels(axis, page.sha256, second).state.spans] as const
    const comparison = compareLabels(axis, sides[0], sides[1])
    set({
      open: {
        corpus: corpus.path,
        page,
        summary,
        axis,
        blocks: blocksOf(axis),
        names,
        golds: [first, second],
        sides,
        comparison,
        decisions: comparison.disputed.map(() => undefined),
        pageType: settledType(first.pageType, second.pageType),
        at: 0,
        saved: false,
      },
    })
  },
  close(): void {
    const { open } = now()
    if (open) void call('page.close', { page: open.summary.id })
    set({ open: null })
  },
  show(at: number): void {
    const { open } = now()
    if (open) patch({ at: Math.max(0, Math.min(open.comparison.disputed.length - 1, at)) })
  },
  /** Decides a stretch and goes on to the next undecided one. */
  decide(index: number, decision: Decision): void {
    const { open } = now()
    if (!open) return
    const decisions = open.decisions.map((d, i) => (i === index ? decision : d))
    const next = decisions.findIndex((d, i) => d === undefined && i > index)
    const other = next >= 0 ? next : decisions.indexOf(undefined)
    patch({ decisions, at: other >= 0 ? other : index, saved: false })
  },
  setPageType(pageType: TypeDecision): void {
    patch({ pageType, saved: false })
  },
  /** Writes the final labels; what was there under that name is replaced with it as the base. */
  async save(): Promise<void> {
    const { open } = now()
    if (!open) return
    const { axis, page, comparison, decisions, names, corpus, pageType } = open
    if (pageType === undefined || openQuestions(decisions, pageType) > 0) return
    const base = page.labels.find(({ gold }) => gold.annotator === FINAL) ?? null
    const spans = adjudicate(axis, comparison, decisions, names)
    const time = new Date().toISOString()
    const file = base?.gold ?? newGoldFile(page.entry.id, page.sha256, FINAL, time)
    const gold = {
      ...withLabels(axis, file, { spans, pageType, status: 'adjudicated', notes: file.notes, flags: file.flags ?? [] }, time),
      page: page.entry.id,
      pageSha256: page.sha256,
    }
    const outcome = valueOf(await call('corpus.saveLabels', { corpus, gold, base }))
    if (!outcome) return
    if (outcome.status === 'conflict') {
      useAnnotate.setState({ failure: outcome.failure })
      return
    }
    const stored = { gold: outcome.gold, revision: outcome.revision }
    patch({ saved: true, page: { ...page, labels: [...page.labels.filter((l) => l.gold.annotator !== FINAL), stored] } })
    await annotate.refresh()
  },
}
