import type { ExtractorInfo, MeasureSpec, ValueSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace, type TraceStep } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { firstTextOfLines } from '../explain/node-label'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT } from '../page/output'
import { createReplay } from './replay'
import { buildTimeline, clampMoment, placeOf, REVEAL_PARTS, type Chapter, type Timeline } from './timeline'

export type ShownDecision = Readonly<ReturnType<DemoRun['decisionAt']>>

/** Whether a decision drops its subject, or reports that the subject failed a test. */
export const isDropped = ({ outcome }: Pick<ShownDecision, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'drop' || outcome === 'dropNode'

export interface Frame {
  readonly moment: number
  readonly chapter: Chapter
  readonly decided: number
  readonly decision: ShownDecision | null
  readonly node: NodeId
  /** `OUT`, `KEPT` or `PATH` per node, by the decisions so far; at the last moment the selection of the extractor. */
  readonly selected: Uint8Array
  /** Per line, 1 + the index in `OUTCOMES` of the outcome of the last decision about the line; 0 without a decision. */
  readonly lines: Uint8Array
  /**
   * The measure of the moment: the compared measure; if missing, a measure of the chart whose threshold the moment sets or compares; if
   * missing, the latest measure. Null before the first measure.
   */
  readonly topic: string | null
  /** Measures with known values, latest first. */
  readonly measures: readonly string[]
  readonly appearing: readonly string[]
  readonly revealed: number
  readonly values: Readonly<Record<string, number>>
  readonly series: Chapter['step']['series'] | null
  readonly centres: readonly (readonly number[])[]
  readonly curves: Chapter['step']['curves'] | null
}

/** Plays a recorded run of any extractor. Returns the exact frame of any moment. */
export class DemoRun {
  readonly timeline: Timeline
  readonly #replay: ReturnType<typeof createReplay>
  /** Per node, the number of levels down to the deepest descendant. */
  readonly #height: Int32Array
  readonly #appearsIn = new Map<string, number>()
  #lineTexts: Int32Array | null = null
  #frame: Frame | null = null

  constructor(
    readonly page: PageModel,
    readonly info: ExtractorInfo,
    readonly extraction: Extraction,
    readonly trace: Trace,
  ) {
    this.timeline = buildTimeline(trace, info.measures)
    this.#replay = createReplay(page, extraction, trace)
    this.#height = new Int32Array(page.count)
    for (let n = page.count - 1; n > 0; n--) {
      const p = page.parent[n] as number
      this.#height[p] = Math.max(this.#height[p] as number, (this.#height[n] as number) + 1)
    }
    const { chapters } = this.timeline
    for (const chapter of chapters)
      for (const id of chapter.step.measures ?? []) if (!this.#appearsIn.has(id)) this.#appearsIn.set(id, chapter.index)
    for (const { id } of info.measures) if (!this.#appearsIn.has(id)) this.#appearsIn.set(id, chapters.length - 1)
  }

  get memory(): number {
    return this.#replay.memory
  }

  /** Returns the frame of a moment. For a number outside the timeline, returns the frame of the nearest moment. */
  frameAt(requested: number): Frame {
    const moment = clampMoment(this.timeline, requested)
    if (this.#frame?.moment === moment) return this.#frame
    const { chapter, revealed, decided, decision } = placeOf(this.timeline, moment)
    const state = this.#replay.seek(decided)
    const last = moment === this.timeline.length - 1
    const appearing = chapter.reveals > 0 ? (chapter.step.measures ?? []) : []
    const known: string[] = []
    for (const [id, at] of this.#appearsIn)
      if (at < chapter.index || (at === chapter.index && (chapter.reveals === 0 || revealed > 0))) known.push(id)
    // Latest measures first. Within a chapter, measures with a formula come before measures without a formula.
    const derived = (id: string): number => ((this.measureOf(id)?.tex ?? '') === '' ? 0 : 1)
    known.sort((a, b) => (this.#appearsIn.get(b) ?? 0) - (this.#appearsIn.get(a) ?? 0) || derived(b) - derived(a))
    const values: Record<string, number> = {}
    for (let c = 0; c <= chapter.index; c++) Object.assign(values, this.timeline.chapters[c]?.step.values)
    if (last) Object.assign(values, this.extraction.values)
    const shown = decision < 0 ? null : this.decisionAt(decision)
    const frame = {
      moment,
      chapter,
      decided,
      decision: shown,
      node: shown ? shown.node : (chapter.step.node ?? -1),
      selected: last ? this.extraction.selected : this.#replay.selectedIn(state),
      lines: state.lines.slice(),
      measures: known,
      appearing,
      revealed,
      values,
      series: this.#latest('series', chapter) ?? null,
      centres: this.#latest('centres', chapter) ?? [],
      curves: this.#latest('curves', chapter) ?? null,
    }
    this.#frame = { ...frame, topic: this.#topic(frame) }
    return this.#frame
  }

  #topic({ measures, decision, chapter, values }: Omit<Frame, 'topic'>): string | null {
    const compared = decision && this.info.rules.find(({ id }) => id === decision.rule)?.measure
    if (compared && measures.includes(compared)) return compared
    // If the moment sets a threshold, or the decision compares a threshold, the topic is a series of the chart with this threshold.
    const threshold = this.info.charts.find((c) => c.threshold !== undefined && chapter.step.values?.[c.threshold] !== undefined)
    const judged = this.info.charts.find((c) => c.threshold !== undefined && decision !== null && values[c.threshold] === decision.limit)
    const drawn = (threshold ?? judged)?.series.find((id) => measures.includes(id))
    return drawn ?? measures[0] ?? null
  }

  decisionAt(index: number) {
    const { trace } = this
    const subject = trace.subject[index] as number
    const perLine = trace.perLine[index] === 1
    return {
      index,
      /** The node of the decision. At a decision about a line: the first text on the line; -1 if missing. */
      node: perLine ? this.#textOfLine(subject) : subject,
      /** The line of the decision; -1 for a decision about a node. */
      line: perLine ? subject : -1,
      outcome: OUTCOMES[trace.outcome[index] as number] as Outcome,
      rule: trace.rules[trace.rule[index] as number] ?? '',
      value: trace.value[index] as number,
      limit: trace.limit[index] as number,
    }
  }

  #textOfLine(line: number): NodeId {
    const { lines } = this.extraction
    if (!lines) return -1
    this.#lineTexts ??= firstTextOfLines(this.page, lines)
    return this.#lineTexts[line] ?? -1
  }

  #latest<K extends keyof TraceStep>(name: K, until: Chapter): TraceStep[K] | undefined {
    return this.timeline.chapters.findLast(({ index, step }) => index <= until.index && step[name] !== undefined)?.step[name]
  }

  isComputed(frame: Frame, id: string, subject: number): boolean {
    const at = this.#appearsIn.get(id)
    if (at === undefined || at > frame.chapter.index) return false
    if (at < frame.chapter.index || frame.chapter.reveals === 0) return true
    const share = frame.revealed / REVEAL_PARTS
    if (this.measureOf(id)?.per === 'line') return subject < share * (this.extraction.lines?.content.length ?? 0)
    return frame.revealed > 0 && (this.#height[subject] ?? 0) <= share * (this.#height[0] ?? 0)
  }

  measureOf(id: string): MeasureSpec | undefined {
    return this.info.measures.find((measure) => measure.id === id)
  }

  valuesOf(id: string): Float64Array | null {
    return (this.measureOf(id)?.per === 'line' ? this.extraction.lines?.measures[id] : this.extraction.measures[id]) ?? null
  }

  /** Returns the value of a measure for a subject; NaN if the value is unknown in a frame. */
  valueIn(frame: Frame, id: string, subject: number): number {
    return this.isComputed(frame, id, subject) ? (this.valuesOf(id)?.[subject] ?? Number.NaN) : Number.NaN
  }
}

/**
 * Returns the node of the moment; -1 without a node. At the last moment, finds the parent whose outermost kept children contain the most
 * kept text, and returns the first of these children with at least half of the kept characters of the largest child. Without kept text in
 * an element, returns the node of the moment.
 */
export function shownNode(run: DemoRun, frame: Frame): NodeId {
  if (frame.moment < run.timeline.length - 1) return frame.node
  const { page } = run
  /** Per node, the outermost kept element that contains the node; 0 if missing. */
  const outermost = new Int32Array(page.count)
  /** `characters`: kept characters of each outermost kept element. `inParent`: sum of `characters` over the children of each parent. */
  const characters = new Float64Array(page.count)
  const inParent = new Float64Array(page.count)
  let best = 0
  for (let n = page.body + 1; n < (page.subtreeEnd[page.body] ?? 0); n++) {
    const kept = frame.selected[n] === KEPT
    const top = outermost[page.parent[n] ?? 0] || (kept && page.kind[n] === ELEMENT ? n : 0)
    outermost[n] = top
    if (top === 0 || !kept || page.kind[n] === ELEMENT) continue
    const length = (page.text[n] ?? '').trim().length
    const parent = page.parent[top] ?? 0
    characters[top] = (characters[top] ?? 0) + length
    inParent[parent] = (inParent[parent] ?? 0) + length
    if ((inParent[parent] ?? 0) > (inParent[best] ?? 0)) best = parent
  }
  if (best === 0) return frame.node
  const isPart = (n: NodeId): boolean => outermost[n] === n && page.parent[n] === best
  let longest = 0
  for (let n = best; n < (page.subtreeEnd[best] ?? 0); n++) if (isPart(n)) longest = Math.max(longest, characters[n] ?? 0)
  for (let n = best; n < (page.subtreeEnd[best] ?? 0); n++) if (isPart(n) && (characters[n] ?? 0) >= longest / 2) return n
  return frame.node
}

/**
 * Returns the measure that nodes show at a moment: the topic or, if the topic is not a measure of nodes, the latest known measure of nodes.
 * Null without such a measure.
 */
export function nodeTopic(run: DemoRun, frame: Frame): string | null {
  const onNodes = (id: string): boolean => run.measureOf(id)?.per === 'node'
  if (frame.topic !== null && onNodes(frame.topic)) return frame.topic
  return frame.measures.find(onNodes) ?? null
}

/** Returns the measure that source lines show at a moment; null if the moment is not about lines. */
export function lineTopic(run: DemoRun, frame: Frame): string | null {
  if (!run.extraction.lines || (frame.decision !== null && frame.decision.line < 0)) return null
  const onLines = run.info.measures.filter((m) => m.per === 'line')
  if (frame.topic !== null) return onLines.some((m) => m.id === frame.topic) ? frame.topic : null
  return onLines[0]?.id ?? null
}

/** Returns the description of a page value or a measure; undefined if missing. */
export const specOf = ({ values, measures }: ExtractorInfo, id: string): ValueSpec | undefined =>
  values?.[id] ?? measures.find((m) => m.id === id)
