import { KEPT, OUT, PATH } from '../extractors/core/extractor'
import { ELEMENT, type PageModel } from '../page/page-model'
import { nodeTopic, type DemoRun } from './demo-run'
import { narrate } from './narration'
import { stageChart } from './stage-chart'
import { rowOf, treeRows } from './stage-tree'
import { chapterDuration, REVEAL_PARTS } from './timeline'

/** Moments an exported film has at most; longer runs leave out decisions evenly. */
export const MOST_MOMENTS = 1200
const COLUMNS = 240
/** Rows of the tree at most; deeper or later elements of a large page are left out of the exported tree, not of the page. */
const MOST_ROWS = 4000

interface ExportedMoment {
  readonly chapter: number
  readonly sentence: string
  /** Row of the tree, -1 for none. */
  readonly row: number
  readonly node: number
  readonly code: readonly number[]
  /** Index into `measures`, and how much of it is known: 1 is all. */
  readonly measure: number
  readonly known: number
  /** Index into `charts`, -1 for none. */
  readonly chart: number
  /** Kept columns as hexadecimal digits, four columns each. */
  readonly kept: string
  readonly column: number
  /** Pairs of element and new fate since the moment before. */
  readonly fates: readonly number[]
}

/** A run as plain data for the exported player, which knows neither extractor nor trace. */
export interface ExportedRun {
  readonly title: string
  readonly method: string
  readonly source: string
  /** CSS pixels the page was laid out in. */
  readonly width: number
  readonly chapters: readonly { readonly name: string; readonly first: number; readonly duration: number }[]
  readonly code: readonly string[]
  readonly rows: readonly { readonly node: number; readonly depth: number; readonly label: string; readonly height: number }[]
  readonly greatestHeight: number
  readonly measures: readonly { readonly label: string; readonly values: readonly (number | null)[] }[]
  readonly charts: readonly {
    readonly label: string
    readonly values: readonly (number | null)[]
    readonly max: number
    readonly min: number
    readonly threshold: number | null
    readonly centres: readonly number[]
  }[]
  readonly moments: readonly ExportedMoment[]
}

const short = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(4)) : null)

/** Which moments are exported: all of a short run; of a long one every beginning and evenly chosen decisions. */
function chosenMoments(run: DemoRun): number[] {
  const { length, chapters } = run.timeline
  if (length <= MOST_MOMENTS) return Array.from({ length }, (_, m) => m)
  const chosen = new Set<number>([length - 1])
  for (const chapter of chapters) {
    for (let r = 0; r <= chapter.reveals && chosen.size < MOST_MOMENTS; r++) chosen.add(chapter.start + r)
  }
  const stride = Math.ceil(length / Math.max(1, MOST_MOMENTS - chosen.size))
  for (let m = 0; m < length && chosen.size < MOST_MOMENTS; m += stride) chosen.add(m)
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

/** Turns a run into the exported player's data. */
export function exportRun(run: DemoRun, title: string): ExportedRun {
  const { page, info, timeline } = run
  const height = new Int32Array(page.count)
  for (let n = page.count - 1; n > 0; n--) {
    const p = page.parent[n] as number
    if (p >= 0) height[p] = Math.max(height[p] as number, (height[n] as number) + 1)
  }
  const allRows = treeRows(page)
  const rows = allRows.slice(0, MOST_ROWS)
  const perNode = info.measures.filter((m) => m.per === 'node' && run.valuesOf(m.id) !== null)
  const charts: ExportedRun['charts'][number][] = []
  const chartKeys = new Map<string, number>()
  let before: Uint8Array = new Uint8Array(page.count)
  const chosen = chosenMoments(run)
  const moments = chosen.map((m): ExportedMoment => {
    const frame = run.frameAt(m)
    const chart = stageChart(run, frame, COLUMNS)
    let chartIndex = -1
    let kept = ''
    if (chart) {
      const shape = {
        label: `${chart.label}, ${chart.per === 'line' ? 'by line' : 'by node in document order'}`,
        values: chart.columns.map((c) => short(c.value)),
        max: chart.max,
        min: chart.min,
        threshold: chart.threshold,
        centres: chart.centres,
      }
      const key = JSON.stringify(shape)
      chartIndex = chartKeys.get(key) ?? charts.length
      if (chartIndex === charts.length) {
        chartKeys.set(key, chartIndex)
        charts.push(shape)
      }
      for (let c = 0; c < chart.columns.length; c += 4)
        kept += [0, 1, 2, 3].reduce((bits, k) => bits | (chart.columns[c + k]?.kept ? 1 << k : 0), 0).toString(16)
    }
    const fates = elementFates(page, frame.selected)
    const changes: number[] = []
    for (let n = 0; n < page.count; n++) if (fates[n] !== before[n]) changes.push(n, fates[n] as number)
    before = fates
    const id = nodeTopic(run, frame) ?? undefined
    const row = rowOf(allRows, page, frame.node)
    return {
      chapter: frame.chapter.index,
      sentence: narrate(run, frame),
      row: row < rows.length ? row : -1,
      node: frame.node >= 0 && page.kind[frame.node] !== ELEMENT ? (page.parent[frame.node] ?? -1) : frame.node,
      code: frame.pseudocode,
      measure: id === undefined ? -1 : perNode.findIndex((spec) => spec.id === id),
      known: id !== undefined && frame.appearing.includes(id) ? frame.revealed / REVEAL_PARTS : 1,
      chart: chartIndex,
      kept,
      column: chart?.columns.findIndex((c) => c.current) ?? -1,
      fates: changes,
    }
  })
  let greatestHeight = 0
  for (const h of height) greatestHeight = Math.max(greatestHeight, h)
  return {
    title,
    method: info.title,
    source: `${info.paper.authors}: ${info.paper.title}, ${info.paper.venue} ${info.paper.year}`,
    width: page.layout?.viewport.width ?? 1100,
    chapters: timeline.chapters.map((chapter) => ({
      name: chapter.step.name,
      first: chosen.findIndex((m) => m >= chapter.start),
      duration: Math.round(chapterDuration(chapter)),
    })),
    code: info.pseudocode,
    rows: rows.map(({ node, depth, label }) => ({ node, depth, label, height: height[node] as number })),
    greatestHeight,
    measures: perNode.map((spec) => ({
      label: spec.label,
      values: rows.map(({ node }) => short(run.valuesOf(spec.id)?.[node] ?? Number.NaN)),
    })),
    charts,
    moments,
  }
}
