import type { ExtractorInfo, MeasureSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { firstTextOfLines } from '../explain/node-label'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT } from '../page/output'
import { Replay } from './replay'
import { buildTimeline, clampMoment, placeOf, REVEAL_PARTS, type Chapter, type Timeline } from './timeline'

export interface ShownDecision {
  readonly index: number
  /** The node of the decision; for a line the first text on it, -1 if missing. */
  readonly node: NodeId
  /** The line decided about, or -1. */
  readonly line: number
  readonly outcome: Outcome
  readonly rule: string
  readonly value: number
  readonly limit: number
}

/** Whether the subject of a decision is dropped, or fails. */
export const isDropped = ({ outcome }: Pick<ShownDecision, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'drop' || outcome === 'dropNode'

/** The content of the stage at one moment. */
export interface Frame {
  readonly moment: number
  readonly chapter: Chapter
  /** Decisions made so far. */
  readonly decided: number
  readonly decision: ShownDecision | null
  /** The node of the moment; -1 without a node. */
  readonly node: NodeId
  /** `OUT`, `KEPT` or `PATH` for every node, by the decisions so far; at the last moment what the extractor selected. */
  readonly selected: Uint8Array
  /** Index into `OUTCOMES` of the last decision about each line plus 1; 0 before. */
  readonly lines: Uint8Array
  /** The measure of the moment: the compared measure, else the latest; null before the first. */
  readonly topic: string | null
  /** Measures that are known completely or partly, latest first. */
  readonly measures: readonly string[]
  readonly appearing: readonly string[]
  /** Number of visible parts of the appearing measures, of `REVEAL_PARTS`. */
  readonly revealed: number
  /** Page-level values known so far. */
  readonly values: Readonly<Record<string, number>>
  readonly series: Chapter['step']['series'] | null
  readonly centres: readonly (readonly number[])[]
  readonly curves: Chapter['step']['curves'] | null
}

/** Plays a recorded run: the exact frame of any moment, forward and back. Independent of algorithms. */
export class DemoRun {
  readonly page: PageModel
  readonly info: ExtractorInfo
  readonly extraction: Extraction
  readonly trace: Trace
  readonly timeline: Timeline
  readonly #replay: Replay
  /** Height of each node over its deepest descendant. */
  readonly #height: Int32Array
  readonly #greatestHeight: number
  /** Chapter in which each measure appears. */
  readonly #appearsIn = new Map<string, number>()
  #lineTexts: Int32Array | null = null
  #frame: Frame | null = null

  constructor(page: PageModel, info: ExtractorInfo, extraction: Extraction, trace: Trace) {
    this.page = page
    this.info = info
    this.extraction = extraction
    this.trace = trace
    this.timeline = buildTimeline(trace, info.measures)
    this.#replay = new Replay(page, extraction, trace)
    this.#height = new Int32Array(page.count)
    let greatest = 0
    for (let n = page.count - 1; n > 0; n--) {
      const p = page.parent[n] as number
      if (p >= 0) this.#height[p] = Math.max(this.#height[p] as number, (this.#height[n] as number) + 1)
    }
    for (const h of this.#height) greatest = Math.max(greatest, h)
    this.#greatestHeight = greatest
    const { chapters } = this.timeline
    for (const chapter of chapters)
      for (const id of chapter.step.measures ?? []) if (!this.#appearsIn.has(id)) this.#appearsIn.set(id, chapter.index)
    // Measures that no step mentions are known at the end.
    for (const { id } of info.measures) if (!this.#appearsIn.has(id)) this.#appearsIn.set(id, chapters.length - 1)
  }

  /** Maximum bytes for going back, in addition to the trace. */
  get memory(): number {
    return this.#replay.memory
  }

  /** The frame of a moment (clamped to the timeline). */
  frameAt(wanted: number): Frame {
    const moment = clampMoment(this.timeline, wanted)
    if (this.#frame?.moment === moment) return this.#frame
    const { chapter, revealed, decided, decision } = placeOf(this.timeline, moment)
    const state = this.#replay.seek(decided)
    const last = moment === this.timeline.length - 1
    const appearing = chapter.reveals > 0 ? (chapter.step.measures ?? []) : []
    const known: string[] = []
    for (const [id, at] of this.#appearsIn)
      if (at < chapter.index || (at === chapter.index && (chapter.reveals === 0 || revealed > 0))) known.push(id)
    // Latest first; among simultaneous measures, formulas before counts.
    const derived = (id: string): number => ((this.measureOf(id)?.tex ?? '') === '' ? 0 : 1)
    known.sort((a, b) => (this.#appearsIn.get(b) ?? 0) - (this.#appearsIn.get(a) ?? 0) || derived(b) - derived(a))
    const values: Record<string, number> = {}
    for (let c = 0; c <= chapter.index; c++) Object.assign(values, this.timeline.chapters[c]?.step.values)
    if (last) Object.assign(values, this.extraction.values)
    const shown = decision < 0 ? null : this.decisionAt(decision)
    this.#frame = {
      moment,
      chapter,
      decided,
      decision: shown,
      node: shown ? shown.node : (chapter.step.node ?? -1),
      selected: last ? this.extraction.selected : this.#replay.selectedIn(state),
      lines: state.lines.slice(),
      topic: this.#topic(known, shown, chapter, values),
      measures: known,
      appearing,
      revealed,
      values,
      series: this.#lately((c) => c.step.series, chapter) ?? null,
      centres: this.#lately((c) => c.step.centres, chapter) ?? [],
      curves: this.#lately((c) => c.step.curves, chapter) ?? null,
    }
    return this.#frame
  }

  /** Returns the measure that the decision's rule compares, else the measure of a threshold at the moment, else the latest. */
  #topic(
    known: readonly string[],
    decision: ShownDecision | null,
    chapter: Chapter,
    values: Readonly<Record<string, number>>,
  ): string | null {
    const compared = decision && this.info.rules.find(({ id }) => id === decision.rule)?.measure
    if (compared && known.includes(compared)) return compared
    // A threshold is about the measure that it is drawn across.
    const threshold = this.info.charts.find((c) => c.threshold !== undefined && chapter.step.values?.[c.threshold] !== undefined)
    const judged = this.info.charts.find((c) => c.threshold !== undefined && decision !== null && values[c.threshold] === decision.limit)
    const drawn = (threshold ?? judged)?.series.find((id) => known.includes(id))
    return drawn ?? known[0] ?? null
  }

  decisionAt(index: number): ShownDecision {
    const { trace } = this
    const subject = trace.subject[index] as number
    const perLine = trace.perLine[index] === 1
    return {
      index,
      node: perLine ? this.textOfLine(subject) : subject,
      line: perLine ? subject : -1,
      outcome: OUTCOMES[trace.outcome[index] as number] ?? 'fail',
      rule: trace.rules[trace.rule[index] as number] ?? '',
      value: trace.value[index] as number,
      limit: trace.limit[index] as number,
    }
  }

  /** Returns the first text with visible characters on a source line; -1 if missing. */
  textOfLine(line: number): NodeId {
    const { lines } = this.extraction
    if (!lines) return -1
    this.#lineTexts ??= firstTextOfLines(this.page, lines)
    return this.#lineTexts[line] ?? -1
  }

  /** Returns the value of the latest chapter that has one. */
  #lately<T>(read: (chapter: Chapter) => T | undefined, from: Chapter): T | undefined {
    for (let c = from.index; c >= 0; c--) {
      const chapter = this.timeline.chapters[c]
      const found = chapter && read(chapter)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Whether a measure's value of a subject (node or line) is known in a frame. */
  isComputed(frame: Frame, id: string, subject: number): boolean {
    const at = this.#appearsIn.get(id)
    if (at === undefined || at > frame.chapter.index) return false
    if (at < frame.chapter.index || frame.chapter.reveals === 0) return true
    const share = frame.revealed / REVEAL_PARTS
    if (this.measureOf(id)?.per === 'line') return subject < share * (this.extraction.lines?.content.length ?? 0)
    return frame.revealed > 0 && (this.#height[subject] ?? 0) <= share * this.#greatestHeight
  }

  measureOf(id: string): MeasureSpec | undefined {
    return this.info.measures.find((measure) => measure.id === id)
  }

  /** All values of a measure, by node or line. */
  valuesOf(id: string): Float64Array | null {
    return (this.measureOf(id)?.per === 'line' ? this.extraction.lines?.measures[id] : this.extraction.measures[id]) ?? null
  }

  /** The value of a measure for a subject, if it is known in a frame; NaN otherwise. */
  valueIn(frame: Frame, id: string, subject: number): number {
    return this.isComputed(frame, id, subject) ? (this.valuesOf(id)?.[subject] ?? Number.NaN) : Number.NaN
  }
}

/** Returns the moment's node; at the end the first kept part, at least half as long as the longest, of the most kept element. -1: none. */
export function shownNode(run: DemoRun, frame: Frame): NodeId {
  if (frame.moment < run.timeline.length - 1) return frame.node
  const { page } = run
  /** The outermost kept element around each node, 0 if missing; the kept text of each element, and of all in the same element. */
  const outermost = new Int32Array(page.count)
  const own = new Float64Array(page.count)
  const together = new Float64Array(page.count)
  let best = 0
  for (let n = page.body + 1; n < (page.subtreeEnd[page.body] ?? 0); n++) {
    const kept = frame.selected[n] === KEPT
    const top = outermost[page.parent[n] ?? 0] || (kept && page.kind[n] === ELEMENT ? n : 0)
    outermost[n] = top
    if (top === 0 || !kept || page.kind[n] === ELEMENT) continue
    const characters = (page.text[n] ?? '').trim().length
    const around = page.parent[top] ?? 0
    own[top] = (own[top] ?? 0) + characters
    together[around] = (together[around] ?? 0) + characters
    if ((together[around] ?? 0) > (together[best] ?? 0)) best = around
  }
  if (best === 0) return frame.node
  const isPart = (n: NodeId): boolean => outermost[n] === n && page.parent[n] === best
  let longest = 0
  for (let n = best; n < (page.subtreeEnd[best] ?? 0); n++) if (isPart(n)) longest = Math.max(longest, own[n] ?? 0)
  for (let n = best; n < (page.subtreeEnd[best] ?? 0); n++) if (isPart(n) && (own[n] ?? 0) >= longest / 2) return n
  return frame.node
}

/** The measure to show on nodes at a moment: its topic, or the latest known one that nodes have. */
export function nodeTopic(run: DemoRun, frame: Frame): string | null {
  const onNodes = (id: string): boolean => run.measureOf(id)?.per === 'node'
  if (frame.topic !== null && onNodes(frame.topic)) return frame.topic
  return frame.measures.find(onNodes) ?? null
}

/** The measure to show on lines of the source at a moment; null if the moment is not about lines. */
export function lineTopic(run: DemoRun, frame: Frame): string | null {
  if (!run.extraction.lines || (frame.decision !== null && frame.decision.line < 0)) return null
  const onLines = run.info.measures.filter((m) => m.per === 'line')
  if (frame.topic !== null) return onLines.some((m) => m.id === frame.topic) ? frame.topic : null
  return onLines[0]?.id ?? null
}

export interface PageValue {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly value: number
  /** The node that the value names; -1 if it is a plain number. */
  readonly node: number
}

/** Returns the name of a page value; its id if the extractor names none. */
export function valueName({ values, measures }: ExtractorInfo, id: string): string {
  return values?.[id]?.label ?? measures.find((m) => m.id === id)?.label ?? id
}

/** Returns the named page values known at a moment; all page values if the extractor names none. */
export function pageValues({ info, page }: DemoRun, frame: Frame): PageValue[] {
  return Object.entries(frame.values).flatMap(([id, value]) => {
    const spec = info.values?.[id]
    if (info.values && !spec) return []
    const node = spec?.node && Number.isInteger(value) && value >= 0 && value < page.count ? value : -1
    return [{ id, label: valueName(info, id), unit: spec?.unit ?? '', value, node }]
  })
}

/** The threshold of a measure that a step has set, above which the page is highlighted; -∞ without a threshold. */
export function limitSet({ info }: DemoRun, { chapter }: Frame, measure: string): number {
  const threshold = info.charts.find((chart) => chart.threshold !== undefined && chart.series.includes(measure))?.threshold
  return (threshold === undefined ? undefined : chapter.step.values?.[threshold]) ?? Number.NEGATIVE_INFINITY
}
