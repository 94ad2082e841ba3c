import { axisOfPosition, joinOverSpace, positionAt, spacedText, trimRange, type AxisRange, type TextAxis } from './text-axis'
import type { CountsAsContent } from './gold-text'
import { FIELDS, type GoldDecision, type GoldFields, type GoldFile, type SpanOrigin } from './gold-file'
import type { LabelState } from './label-commands'
import { addRanges, cutByLabels, quoteOf, sortedRanges, subtractRanges, tidy, type LabelSpan, type Stretch } from './label-spans'
import { collapse } from '../page/text'

/**
 * Divides the labelled text at the borders of labels. Merges neighbours with equal labels across white space. The labels of each annotator
 * must be sorted and disjoint.
 */
export function stretchesOf(axis: TextAxis, sides: readonly (readonly LabelSpan[])[]): Stretch[] {
  const labelled = cutByLabels(sides).flatMap(({ labels, ...cut }): Stretch[] => {
    const range = labels.every((label) => label === null) ? null : trimRange(axis, cut)
    return range ? [{ ...range, labels }] : []
  })
  return joinOverSpace(axis, labelled, (a, b) => a.labels.every((label, i) => label === b.labels[i]))
}

export const isAgreed = (values: readonly (string | null)[]): boolean => values.every((value) => value === values[0])

/**
 * Returns the value of more than half of the annotators; undefined without a majority, or with fewer than two annotators. Values of
 * imported gold standards do not count.
 */
export function majorityOf({ imported }: Pick<Adjudicating, 'imported'>, values: readonly (string | null)[]): string | null | undefined {
  const given = values.filter((_, i) => !imported[i])
  if (given.length < 2) return undefined
  return given.find((value) => given.filter((other) => other === value).length * 2 > given.length)
}

export const PAGE_QUESTIONS = ['pageType', ...FIELDS, 'notes'] as const
export type PageQuestion = (typeof PAGE_QUESTIONS)[number]

function answerOf(gold: Pick<GoldFile, 'pageType' | 'fields' | 'notes'>, question: PageQuestion): string | null {
  if (question === 'pageType') return gold.pageType
  if (question === 'notes') return gold.notes.trim() === '' ? null : gold.notes
  return gold.fields?.[question]?.text ?? null
}

export interface Decided {
  readonly value: string | null
  readonly by: string
  readonly at: string
}

/** A range whose label the adjudicator set or removed by hand. An edit can change agreed labels and cross the borders of stretches. */
export interface Edit extends AxisRange, Decided {}

/** An adjudication in progress. Every change creates a new object. */
export interface Adjudicating {
  readonly annotators: readonly string[]
  readonly imported: readonly boolean[]
  readonly stretches: readonly Stretch[]
  /** One decision per stretch; null while undecided. Agreed stretches need no decision. */
  readonly decided: readonly (Decided | null)[]
  /** Edits in chronological order. A later edit covers earlier edits. */
  readonly edits: readonly Edit[]
  readonly answers: Readonly<Record<PageQuestion, readonly (string | null)[]>>
  readonly settled: Readonly<Partial<Record<PageQuestion, Decided>>>
}

/**
 * Starts an adjudication of the annotators' labels. From `before`, reuses the answers about the page, the edits whose positions exist on
 * the page, and the decisions about stretches that still have the same borders. `imported` contains the annotator names of imported gold
 * standards.
 */
export function startAdjudication(
  axis: TextAxis,
  golds: readonly GoldFile[],
  sides: readonly (readonly LabelSpan[])[],
  { before = [], imported = new Set() }: { readonly before?: readonly GoldDecision[]; readonly imported?: ReadonlySet<string> } = {},
): Adjudicating {
  const stretches = stretchesOf(axis, sides)
  const decided: (Decided | null)[] = stretches.map(() => null)
  const edits: Edit[] = []
  const settled: Partial<Record<PageQuestion, Decided>> = {}
  for (const { about, start, end, value, by, at } of before) {
    const decision = { value, by, at }
    if (about !== 'stretch' && about !== 'edit') {
      settled[about] = decision
      continue
    }
    const from = start ? axisOfPosition(axis, start) : null
    const to = end ? axisOfPosition(axis, end) : null
    if (from === null || to === null || from >= to) continue
    const index = stretches.findIndex((stretch) => stretch.from === from && stretch.to === to)
    if (about === 'edit') edits.push({ from, to, ...decision })
    else if (index >= 0) decided[index] = decision
  }
  const answers = PAGE_QUESTIONS.map((question) => [question, golds.map((gold) => answerOf(gold, question))])
  return {
    annotators: golds.map(({ annotator }) => annotator),
    imported: golds.map(({ annotator }) => imported.has(annotator)),
    stretches,
    decided,
    edits,
    answers: Object.fromEntries(answers) as Adjudicating['answers'],
    settled,
  }
}

/** Returns whether a stretch is settled: the annotators agree, the adjudicator decided, or edits cover the whole stretch. */
export function isSettled({ stretches, decided, edits }: Adjudicating, index: number): boolean {
  const stretch = stretches[index]
  return (
    isAgreed(stretch.labels) || decided[index] !== null || subtractRanges([{ ...stretch, label: '' }], sortedRanges(edits)).length === 0
  )
}

export function disputedQuestions({ answers }: Adjudicating): PageQuestion[] {
  return PAGE_QUESTIONS.filter((question) => !isAgreed(answers[question]))
}

export function disputedStretches({ stretches }: Adjudicating): number[] {
  return stretches.flatMap(({ labels }, i) => (isAgreed(labels) ? [] : [i]))
}

/** Returns the number of disputed stretches that are not settled, plus the number of disputed answers without a decision. */
export function openQuestions(state: Adjudicating): number {
  const stretches = disputedStretches(state).filter((i) => !isSettled(state, i)).length
  return stretches + disputedQuestions(state).filter((question) => !state.settled[question]).length
}

export function decideStretch(state: Adjudicating, index: number, decision: Decided): Adjudicating {
  return { ...state, decided: state.decided.map((before, i) => (i === index ? decision : before)) }
}

export function decideQuestion(state: Adjudicating, question: PageQuestion, decision: Decided): Adjudicating {
  return { ...state, settled: { ...state.settled, [question]: decision } }
}

export function editStretch(state: Adjudicating, edit: Edit): Adjudicating {
  return { ...state, edits: [...state.edits, edit] }
}

/** Decides each open dispute for which `choose` returns a value. @param choose receives the values of all annotators */
export function decideEach(
  state: Adjudicating,
  choose: (values: readonly (string | null)[]) => string | null | undefined,
  { by, at }: Pick<Decided, 'by' | 'at'>,
): Adjudicating {
  let next = state
  for (const i of disputedStretches(state)) {
    const value = choose(state.stretches[i].labels)
    if (value !== undefined && !isSettled(state, i)) next = decideStretch(next, i, { value, by, at })
  }
  for (const question of disputedQuestions(state)) {
    const value = choose(state.answers[question])
    if (value !== undefined && !state.settled[question]) next = decideQuestion(next, question, { value, by, at })
  }
  return next
}

/** Returns the agreed and decided labels after the edits. Without an edit, an undecided stretch has no label. */
export function adjudicatedSpans(axis: TextAxis, state: Adjudicating): LabelSpan[] {
  const origin: SpanOrigin = { kind: 'adjudication', name: state.annotators.join(' + ').slice(0, 200) }
  const spans = state.stretches.flatMap(({ from, to, labels }, i): LabelSpan[] => {
    const label = isAgreed(labels) ? labels[0] : (state.decided[i]?.value ?? null)
    return label === null ? [] : [{ from, to, label, origin }]
  })
  let result: LabelSpan[] = tidy(axis, spans)
  for (const { from, to, value } of state.edits)
    result =
      value === null
        ? tidy(axis, subtractRanges(result, [{ from, to }]))
        : addRanges(axis, result, [{ from, to }], { label: value, origin })
  return result
}

/** Returns the decided answer about the page. Without a decision, returns the answer that all annotators share, or null. */
export function adjudicatedAnswer({ answers, settled }: Adjudicating, question: PageQuestion): string | null {
  const values = answers[question]
  return settled[question] !== undefined ? settled[question].value : isAgreed(values) ? (values[0] ?? null) : null
}

/**
 * Returns the part of the gold file that the adjudication determines. `noContent` requires that the result is final and contains no main
 * content. In addition, all annotators must have confirmed this, or the adjudicator must have decided about a stretch or edited labels.
 */
export function adjudicatedGold(
  axis: TextAxis,
  state: Adjudicating,
  golds: readonly GoldFile[],
  counts: CountsAsContent = () => true,
): Omit<LabelState, 'flags'> & Required<Pick<GoldFile, 'adjudication'>> {
  const fields: GoldFields = {}
  for (const name of FIELDS) {
    const text = adjudicatedAnswer(state, name)
    if (text !== null) fields[name] = golds.map((gold) => gold.fields?.[name]).find((field) => field?.text === text) ?? { text }
  }
  const spans = adjudicatedSpans(axis, state)
  const isFinal = openQuestions(state) === 0
  const isAnswered =
    golds.every(({ noContent }) => noContent) || state.edits.length > 0 || state.decided.some((decision) => decision !== null)
  return {
    spans,
    noContent: isFinal && isAnswered && !spans.some(({ label }) => counts(label)),
    pageType: adjudicatedAnswer(state, 'pageType'),
    notes: adjudicatedAnswer(state, 'notes') ?? '',
    status: isFinal ? 'adjudicated' : 'in-progress',
    fields,
    adjudication: { annotators: [...state.annotators], decisions: decisionsOf(axis, state) },
  }
}

export function decisionsOf(axis: TextAxis, state: Adjudicating): GoldDecision[] {
  const { annotators } = state
  const placed = (range: AxisRange): Pick<GoldDecision, 'start' | 'end' | 'quote'> => ({
    start: positionAt(axis, range.from),
    end: positionAt(axis, range.to, true),
    quote: quoteOf(collapse(spacedText(axis, range))),
  })
  const annotatorsOf = (values: readonly (string | null)[], value: string | null): string[] =>
    annotators.filter((_, i) => values[i] === value)
  return [
    ...state.stretches.flatMap((stretch, i): GoldDecision[] => {
      const decision = state.decided[i]
      return decision ? [{ about: 'stretch', ...placed(stretch), ...decision, of: annotatorsOf(stretch.labels, decision.value) }] : []
    }),
    ...state.edits.map(({ from, to, ...decision }): GoldDecision => ({ about: 'edit', ...placed({ from, to }), ...decision, of: [] })),
    ...PAGE_QUESTIONS.flatMap((question): GoldDecision[] => {
      const decision = state.settled[question]
      return decision ? [{ about: question, ...decision, of: annotatorsOf(state.answers[question], decision.value) }] : []
    }),
  ]
}
