import { KEPT, OUT, PATH } from '../page/selection'
import { ELEMENT, type PageModel } from '../page/page-model'
import { OUTCOMES } from '../extractors/core/probe'
import { excerpt } from '../explain/node-label'
import type { NumberFormat } from '../explain/reason-sentence'
import { codePlace, codeValues, type CodeValue } from './code-place'
import { lineTopic, nodeTopic, shownNode, type DemoRun, type Frame } from './demo-run'
import { limitSet } from './limit-set'
import { narrate } from './narration'
import { stageChart, type StageChart } from './stage-chart'
import { stagePlane, type StagePlane } from './stage-plane'
import { rowOf, takenOut, treeRows } from './stage-tree'
import { chapterDuration, REVEAL_PARTS } from './timeline'

/** Moments an exported film has at most; of longer runs it shows the telling ones, and says how many it leaves out. */
export const MOST_MOMENTS = 20_000
const COLUMNS = 240
/** Rows of the tree at most; deeper or later elements of a large page are left out of the exported tree, not of the page. */
const MOST_ROWS = 4000

/** One moment. What is missing is as in the moment before; `fates` and `skipped` are of this moment alone. */
export interface ExportedMoment {
  /** Index into `sentences`. */
  readonly text?: number
  /** Row of the tree, -1 for none. */
  readonly row?: number
  /** The element framed on the page, -1 for none. */
  readonly node?: number
  /** Index into `measures`, and how much of it is known: 1 is all. */
  readonly measure?: number
  readonly known?: number
  /** Index into `charts`, -1 for none. */
  readonly chart?: number
  /** Kept columns as hexadecimal digits, four columns each. */
  readonly kept?: string
  readonly column?: number
  /** The point being decided on a plane, empty for none. */
  readonly spot?: readonly number[]
  /** Pairs of element and new fate since the moment before. */
  readonly fates?: readonly number[]
  /** Moments left out just before this one. */
  readonly skipped?: number
  /** Index into `cards`, -1 for none; and what fills it, parted by U+001F. */
  readonly card?: number
  readonly filling?: string
  /** Index into `lineMeasures` where the moment is about lines of the source, -1 where the tree is shown; how much of it is known. */
  readonly lineMeasure?: number
  readonly lineKnown?: number
  /** Line being decided, -1 for none. */
  readonly line?: number
  /** Pairs of line and whether it is kept (1) or not (0) since the moment before. */
  readonly lineFates?: readonly number[]
  /** Line of the pseudocode just run and the one that runs next, from 1, 0 for none; what stands beside the lines, an index into `notes`. */
  readonly ran?: number
  readonly next?: number
  readonly notes?: number
  /** How the moment's decision frames its element, and what stays of that while its step lasts: indices into `MARKS`. */
  readonly mark?: number
  readonly trail?: number
  /** Least value that the page is coloured from, null where there is no limit. */
  readonly least?: number | null
}

/** What a decision says of its element: nothing; it is kept or passes; it fails a test or is dropped; it is out with all that is in it. */
export const MARKS = ['none', 'good', 'bad', 'out'] as const

/** A value beside a line of the pseudocode: the line from 1, the text, and for a comparison whether it holds. */
export type FilmNote = readonly [line: number, text: string, holds?: boolean]

/** A formula card: markup with places (null) for numbers and names. */
export interface FilmCard {
  readonly parts: readonly (string | null)[]
  /** Text for each place. */
  readonly filling: readonly string[]
}

/** A tour that goes along with a film. */
export interface FilmTour {
  readonly title: string
  readonly stops: readonly { readonly moment: number; readonly title: string; readonly text: string }[]
}

/** What a film has beside the run. */
export interface FilmExtras {
  /** The formula card of a moment; the markup is the caller's, what fills it is text. */
  readonly card?: (frame: Frame) => FilmCard | null
  /** With moments of the run. */
  readonly tour?: FilmTour | null
  /** How numbers are written in sentences. */
  readonly format?: NumberFormat
  /** What stands beside a line of the pseudocode. */
  readonly note?: (value: CodeValue) => string
  /** What is said at the last moment. */
  readonly ending?: string
}

/** Between two fillings. */
export const FILLING_END = '\u001f'

/** A chart without what changes from moment to moment. */
type ExportedChart =
  | (Omit<StageChart, 'columns' | 'behind'> & {
      readonly behind: readonly (number | null)[] | null
      readonly values: readonly (number | null)[]
      /** Cluster of each column, -1 for none; null where no column has one. */
      readonly clusters: readonly number[] | null
    })
  | { readonly plane: Omit<StagePlane, 'current'> }

/** A measure by row or line: null where it has no value. `share`: in [0,1], written in per cent. */
interface ExportedMeasure {
  readonly label: string
  readonly share: boolean
  /** Largest value of the whole page: the top of the bars. */
  readonly max: number
  readonly values: readonly (number | null)[]
}

/** A run as plain data for the exported player, which knows neither extractor nor trace. */
export interface ExportedRun {
  readonly title: string
  readonly method: string
  readonly source: string
  /** CSS pixels the page was laid out in. */
  readonly width: number
  /** Moments of the whole run. */
  readonly length: number
  /** Nodes of the page. */
  readonly nodes: number
  readonly sentences: readonly string[]
  readonly chapters: readonly {
    readonly name: string
    readonly first: number
    readonly duration: number
    /** Nodes of the way through the tree that it looks along, and what it finds on it. */
    readonly way?: readonly number[]
    readonly found?: number
  }[]
  readonly notes: readonly (readonly FilmNote[])[]
  /** What is said at the last moment; empty for nothing. */
  readonly ending: string
  readonly code: readonly string[]
  /** `speaks`: it has text of its own, and is coloured by the measure that appears. */
  readonly rows: readonly {
    readonly node: number
    readonly depth: number
    readonly label: string
    readonly height: number
    readonly speaks?: 1
  }[]
  readonly cards: readonly (readonly (string | null)[])[]
  /** Beginnings of the lines of the source; empty for methods that read no lines. */
  readonly lines: readonly string[]
  readonly lineMeasures: readonly ExportedMeasure[]
  /** With moments of the film. */
  readonly tour: FilmTour | null
  readonly greatestHeight: number
  readonly measures: readonly ExportedMeasure[]
  readonly charts: readonly ExportedChart[]
  readonly moments: readonly ExportedMoment[]
}

/** Counts exactly, other numbers as far as they are written out. */
const short = (value: number): number | null => {
  if (!Number.isFinite(value)) return null
  return Number.isInteger(value) ? value : Number(value.toPrecision(4))
}

/**
 * Which moments of a run a film shows: all where they are few enough. Otherwise, as far as there is room, in this order: the end,
 * the beginnings of chapters and what they reveal; the first decision of each rule in each chapter with each outcome; decisions that
 * change what is kept, evenly; the other decisions, evenly.
 */
export function filmMoments(run: DemoRun, most: number): number[] {
  const { timeline, trace } = run
  const { length, chapters } = timeline
  if (length <= most) return Array.from({ length }, (_, m) => m)
  const chosen = new Set<number>([length - 1])
  const add = (moments: readonly number[]): void => {
    const fresh = moments.filter((m) => !chosen.has(m))
    const room = Math.min(fresh.length, Math.max(0, most - chosen.size))
    for (let i = 0; i < room; i++) chosen.add(fresh[Math.floor((i * fresh.length) / room)] as number)
  }
  add(chapters.map((chapter) => chapter.start))
  add(chapters.flatMap((chapter) => Array.from({ length: chapter.reveals }, (_, r) => chapter.start + 1 + r)))
  const firsts: number[] = []
  const telling: number[] = []
  const others: number[] = []
  for (const chapter of chapters) {
    const seen = new Set<number>()
    for (let k = 0; k < chapter.decisions; k++) {
      const d = chapter.firstDecision + k
      const moment = chapter.start + chapter.reveals + k + 1
      const outcome = trace.outcome[d] as number
      const kind = (trace.rule[d] as number) * OUTCOMES.length + outcome
      if (!seen.has(kind)) {
        seen.add(kind)
        firsts.push(moment)
      } else if (outcome === OUTCOMES.indexOf('pass') || outcome === OUTCOMES.indexOf('fail')) others.push(moment)
      else telling.push(moment)
    }
  }
  add(firsts)
  add(telling)
  add(others)
  return [...chosen].sort((a, b) => a - b)
}

/** Fate of each element as the page is tinted: an element with kept text of its own counts as kept. */
function elementFates(page: PageModel, selected: Uint8Array): Uint8Array {
  const fates = new Uint8Array(page.count)
  for (let n = page.count - 1; n >= 0; n--) {
    if (page.kind[n] === ELEMENT) {
      if (fates[n] === OUT) fates[n] = selected[n] ?? OUT
    } else if (selected[n] === KEPT && (page.parent[n] ?? -1) >= 0) fates[page.parent[n] as number] = KEPT
  }
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT && selected[n] === PATH && fates[n] === OUT) fates[n] = PATH
  return fates
}

/** Moments between two reports of `exportParts`. */
const PART = 25

/** Numbers equal things the same, in the order in which they first come. */
class Numbering<T> {
  readonly list: T[] = []
  readonly #index = new Map<string, number>()

  of(key: string, value: T): number {
    const known = this.#index.get(key)
    if (known !== undefined) return known
    this.#index.set(key, this.list.length)
    return this.list.push(value) - 1
  }
}

/**
 * Turns a run into the exported player's data, little by little: yields the share that is done, so that a window can stay
 * awake and stop it. Linear in moments times nodes.
 * @param most moments of the film at most
 * @param extras formula cards, what stands beside the pseudocode, and a tour
 */
export function* exportParts(
  run: DemoRun,
  title: string,
  most = MOST_MOMENTS,
  { card, tour = null, format, note, ending = '' }: FilmExtras = {},
): Generator<number, ExportedRun, void> {
  const { page, info, timeline } = run
  const height = new Int32Array(page.count)
  for (let n = page.count - 1; n > 0; n--) {
    const p = page.parent[n] as number
    if (p >= 0) height[p] = Math.max(height[p] as number, (height[n] as number) + 1)
  }
  const allRows = treeRows(page, takenOut(run))
  const rows = allRows.slice(0, MOST_ROWS)
  const lines = linesOf(run)
  const perLine = lines.length === 0 ? [] : info.measures.filter((m) => m.per === 'line' && run.valuesOf(m.id) !== null)
  const cards = new Numbering<readonly (string | null)[]>()
  let linesBefore: Uint8Array = new Uint8Array(lines.length)
  const perNode = info.measures.filter((m) => m.per === 'node' && run.valuesOf(m.id) !== null)
  const charts = new Numbering<ExportedChart>()
  const sentences = new Numbering<string>()
  const chosen = filmMoments(run, most)
  const moments: ExportedMoment[] = []
  const notes = new Numbering<readonly FilmNote[]>()
  let fatesBefore: Uint8Array = new Uint8Array(page.count)
  let before: ReturnType<typeof stateAt> | null = null

  const stateAt = (frame: Frame) => {
    const plane = stagePlane(run, frame)
    const chart = plane ? null : stageChart(run, frame, COLUMNS)
    let kept = ''
    if (chart)
      for (let c = 0; c < chart.columns.length; c += 4)
        kept += [0, 1, 2, 3].reduce((bits, k) => bits | (chart.columns[c + k]?.kept ? 1 << k : 0), 0).toString(16)
    const id = nodeTopic(run, frame) ?? undefined
    const sentence = narrate(run, frame, format)
    const told = card?.(frame) ?? null
    const ofLines = lineTopic(run, frame)
    const { ran, next } = codePlace(run, frame.moment)
    const beside = note ? Array.from(codeValues(run, frame), ([at, value]) => noteAt(at, value, note)) : []
    const limit = id === undefined ? Number.NEGATIVE_INFINITY : limitSet(run, frame, id)
    const row = rowOf(allRows, page, shownNode(run, frame))
    const element = frame.node >= 0 && page.kind[frame.node] !== ELEMENT ? (page.parent[frame.node] ?? -1) : frame.node
    return {
      text: sentences.of(sentence, sentence),
      row: row < rows.length ? row : -1,
      node: element,
      measure: id === undefined ? -1 : perNode.findIndex((spec) => spec.id === id),
      known: id !== undefined && frame.appearing.includes(id) ? frame.revealed / REVEAL_PARTS : 1,
      chart: plane ? planeNumber(charts, plane) : chart ? chartNumber(charts, chart) : -1,
      spot: plane?.current ? [plane.current.x, plane.current.y] : NO_SPOT,
      kept,
      column: chart?.columns.findIndex((c) => c.current) ?? -1,
      card: told ? cards.of(JSON.stringify(told.parts), told.parts) : -1,
      filling: told?.filling.join(FILLING_END) ?? '',
      lineMeasure: ofLines === null ? -1 : perLine.findIndex((spec) => spec.id === ofLines),
      lineKnown:
        ofLines === null
          ? 1
          : !frame.measures.includes(ofLines)
            ? 0
            : frame.appearing.includes(ofLines)
              ? frame.revealed / REVEAL_PARTS
              : 1,
      line: ofLines === null ? -1 : (frame.decision?.line ?? -1),
      ran,
      next,
      notes: notes.of(JSON.stringify(beside), beside),
      mark: MARKS.indexOf(markOf(frame)),
      trail: MARKS.indexOf(trailOf(frame)),
      least: Number.isFinite(limit) ? limit : null,
    }
  }

  for (const [k, m] of chosen.entries()) {
    if (k % PART === 0) yield k / chosen.length
    const frame = run.frameAt(m)
    const now = stateAt(frame)
    const fates = elementFates(page, frame.selected)
    const changes: number[] = []
    for (let n = 0; n < page.count; n++) if (fates[n] !== fatesBefore[n]) changes.push(n, fates[n] as number)
    const lineChanges: number[] = []
    const linesNow = new Uint8Array(lines.length)
    for (let l = 0; l < lines.length; l++) {
      linesNow[l] = KEEPING.has(frame.lines[l] ?? 0) ? 1 : 0
      if (linesNow[l] !== linesBefore[l]) lineChanges.push(l, linesNow[l] as number)
    }
    linesBefore = linesNow
    const skipped = m - (chosen[k - 1] ?? -1) - 1
    moments.push({
      ...changesOf(now, before),
      ...(changes.length === 0 ? {} : { fates: changes }),
      ...(lineChanges.length === 0 ? {} : { lineFates: lineChanges }),
      ...(skipped === 0 ? {} : { skipped }),
    })
    before = now
    fatesBefore = fates
  }
  const speaking = new Set<number>()
  for (let node = 1; node < page.count; node++)
    if (page.kind[node] !== ELEMENT && /\S/.test(page.text[node] ?? '')) speaking.add(page.parent[node] ?? -1)
  let greatestHeight = 0
  for (const h of height) greatestHeight = Math.max(greatestHeight, h)
  return {
    title,
    method: info.title,
    source: `${info.paper.authors}: ${info.paper.title}, ${info.paper.venue} ${info.paper.year}`,
    width: page.layout?.viewport.width ?? 1100,
    length: timeline.length,
    nodes: page.count,
    sentences: sentences.list,
    chapters: timeline.chapters.map((chapter) => ({
      name: chapter.step.name,
      first: chosen.findIndex((m) => m >= chapter.start),
      duration: Math.round(chapterDuration(chapter)),
      ...(chapter.step.way ? { way: chapter.step.way, found: chapter.step.node ?? -1 } : {}),
    })),
    notes: notes.list,
    ending,
    code: info.pseudocode,
    rows: rows.map(({ node, depth, label }) => ({
      node,
      depth,
      label,
      height: node < 0 ? 0 : (height[node] as number),
      ...(speaking.has(node) ? { speaks: 1 as const } : {}),
    })),
    cards: cards.list,
    lines,
    lineMeasures: perLine.map((spec) => ({
      label: spec.label,
      share: spec.share ?? false,
      max: largestOf(run.valuesOf(spec.id)),
      values: Array.from(run.valuesOf(spec.id)?.subarray(0, lines.length) ?? [], short),
    })),
    tour: tour && {
      title: tour.title,
      // A stop whose moment is left out is shown at the next one that is there.
      stops: tour.stops.map((stop) => ({ ...stop, moment: Math.max(0, indexFrom(chosen, stop.moment)) })),
    },
    greatestHeight,
    measures: perNode.map((spec) => ({
      label: spec.label,
      share: spec.share ?? false,
      max: largestOf(run.valuesOf(spec.id)),
      values: rows.map(({ node }) => short(run.valuesOf(spec.id)?.[node] ?? Number.NaN)),
    })),
    charts: charts.list,
    moments,
  }
}

function largestOf(values: Float64Array | null): number {
  let max = 0
  for (const value of values ?? []) if (value > max && value !== Number.POSITIVE_INFINITY) max = value
  return max
}

function noteAt(line: number, value: CodeValue, note: (value: CodeValue) => string): FilmNote {
  return value.kind === 'test' ? [line, note(value), value.holds] : [line, note(value)]
}

type Mark = (typeof MARKS)[number]

function markOf({ decision }: Frame): Mark {
  if (!decision) return 'none'
  return decision.outcome === 'fail' || decision.outcome === 'drop' || decision.outcome === 'dropNode' ? 'bad' : 'good'
}

/** Lines and ways leave nothing on the page; a test that changes nothing by itself leaves an outline only. */
function trailOf(frame: Frame): Mark {
  const { decision, selected } = frame
  if (!decision || decision.line >= 0 || decision.outcome === 'path') return 'none'
  const mark = markOf(frame)
  return mark === 'bad' && decision.outcome !== 'fail' && selected[decision.node] === OUT ? 'out' : mark
}

const KEEPING = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])

/** Lines of the source in a film at most, and letters of each. */
const MOST_LINES = 3000
const LINE = 80

function linesOf(run: DemoRun): string[] {
  const { lines } = run.extraction
  if (!lines) return []
  return Array.from(lines.start.subarray(0, MOST_LINES), (start, line) =>
    excerpt(run.page.html.slice(start, Math.min(lines.end[line] ?? start, start + 600)), LINE),
  )
}

/** Place in the film of the first of its moments that is not before another; the last one's where all are. */
function indexFrom(chosen: readonly number[], moment: number): number {
  const found = chosen.findIndex((m) => m >= moment)
  return found < 0 ? chosen.length - 1 : found
}

/** What is not as it was before. */
function changesOf<T extends object>(now: T, before: T | null): Partial<T> {
  const changed: Partial<T> = {}
  for (const key in now) if (now[key] !== before?.[key]) changed[key] = now[key]
  return changed
}

const NO_SPOT: readonly number[] = []

function chartNumber(charts: Numbering<ExportedChart>, { columns, behind, ...rest }: StageChart): number {
  const clusters = columns.map((c) => c.cluster)
  const shape = {
    ...rest,
    values: columns.map((c) => short(c.value)),
    behind: behind?.map(short) ?? null,
    clusters: clusters.some((c) => c >= 0) ? clusters : null,
  }
  return charts.of(JSON.stringify(shape), shape)
}

function planeNumber(charts: Numbering<ExportedChart>, { current: _, ...plane }: StagePlane): number {
  const points = plane.points.map(({ x, y, cluster }) => ({ x: short(x) ?? 0, y: short(y) ?? 0, cluster }))
  const shape = { plane: { ...plane, points } }
  return charts.of(JSON.stringify(shape), shape)
}
