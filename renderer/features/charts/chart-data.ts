import { csvText, type CsvCell } from '../../../shared/base/escape'
import { valueAt } from '../../../shared/base/once'
import type { Axis } from '../../../shared/scene/binning'
import { excerpt, nodeLabel, textPreview, firstTextOfLines, linesOfNode } from '../../../shared/explain/node-label'
import { KEPT } from '../../../shared/page/output'
import type { ChartSpec, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import { TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'

export interface Series {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly share: boolean
  readonly values: Float64Array
}

export interface ChartSource {
  readonly model: PageModel
  readonly extraction: Extraction
  readonly info: ExtractorInfo
  readonly spec: ChartSpec
}

export type ChartData = Readonly<NonNullable<ReturnType<typeof chartData>>>

/**
 * Subjects are node ids if `per` is `node`, otherwise line indices. `changeOf`: 1 if the last change added the subject, −1 if the last
 * change removed the subject, otherwise 0. `nodeOf`: the node to select for a subject; null for a line without text.
 * @param before the result before a marked change
 * @returns null if the result lacks the measures or lines of the chart
 */
export function chartData({ model: page, extraction, info, spec }: ChartSource, before: Extraction | null) {
  const { lines } = extraction
  if (spec.per === 'line' && !lines) return null
  const source = spec.per === 'line' ? (lines?.measures ?? {}) : extraction.measures
  const seriesOf = (id: string): Series[] => {
    const values = source[id]
    if (!values) return []
    const measure = info.measures.find((m) => m.id === id && m.per === spec.per) ?? info.measures.find((m) => m.id === id)
    return [{ id, label: measure?.label ?? id, unit: measure?.unit ?? '', share: measure?.share ?? false, values }]
  }
  const series = spec.series.flatMap(seriesOf)
  const [main, ...others] = series
  if (!main) return null
  const raw = spec.cluster ? source[spec.cluster] : undefined
  const ranked = raw ? rankClusters(raw, main.values) : null
  const threshold = spec.threshold === undefined ? undefined : extraction.values[spec.threshold]
  const common = {
    spec,
    per: spec.per,
    series: [main, ...others] as readonly [Series, ...Series[]],
    across: (spec.across === undefined ? undefined : seriesOf(spec.across)[0]) ?? null,
    threshold: threshold === undefined || Number.isNaN(threshold) ? null : threshold,
    /** Rank of each subject's cluster. Rank 0 has the lowest mean. Null without clusters. */
    cluster: ranked?.rank ?? null,
    clusters: ranked?.count ?? 0,
  }
  if (spec.per === 'line' && lines) {
    // Compute this index only for the pointer and keys. Computing the index for each result would slow a moving slider.
    let first: Int32Array | null = null
    const lineText = (l: number): string => page.html.slice(lines.start[l] ?? 0, Math.min(lines.end[l] ?? 0, (lines.start[l] ?? 0) + 4000))
    const previous = before?.lines?.content
    return {
      ...common,
      isKept: (l: number) => lines.content[l] === 1,
      changeOf: (l: number) => (previous?.length === lines.content.length ? (lines.content[l] ?? 0) - (previous[l] ?? 0) : 0),
      nodeOf: (l: number): NodeId | null => {
        first ??= firstTextOfLines(page, lines)
        const node = first[l] ?? -1
        return node < 0 ? null : node
      },
      subjectOf: (node: NodeId) => linesOfNode(page, lines, node, 1)[0]?.line ?? -1,
      nameOf: (l: number) => `line ${l + 1}`,
      textOf: (l: number) => excerpt(lineText(l), 160),
    }
  }
  const previous = before?.selected.length === page.count ? before.selected : null
  return {
    ...common,
    isKept: (n: number) => extraction.selected[n] === KEPT,
    changeOf: (n: number) => (previous ? Number(extraction.selected[n] === KEPT) - Number(previous[n] === KEPT) : 0),
    nodeOf: (n: number): NodeId | null => n,
    // A text node without a value has the subject of its element.
    subjectOf: (node: NodeId) =>
      page.kind[node] === TEXT && Number.isNaN(main.values[node] ?? Number.NaN) ? (page.parent[node] ?? -1) : node,
    nameOf: (n: number) => `${nodeLabel(page, n, 48)} · node ${n}`,
    textOf: (n: number) => textPreview(page, n, 160),
  }
}

function rankClusters(cluster: Float64Array, values: Float64Array): { rank: Uint8Array; count: number } {
  const sums = new Map<number, { sum: number; count: number }>()
  for (let i = 0; i < cluster.length; i++) {
    const c = cluster[i] as number
    const v = values[i] as number
    if (Number.isNaN(c) || !Number.isFinite(v)) continue
    const entry = valueAt(sums, c, () => ({ sum: 0, count: 0 }))
    entry.sum += v
    entry.count++
  }
  const order = [...sums].sort(([, a], [, b]) => a.sum / a.count - b.sum / b.count).map(([c]) => c)
  const rankOf = new Map(order.map((c, i) => [c, Math.min(i, 7)]))
  const rank = new Uint8Array(cluster.length)
  for (let i = 0; i < cluster.length; i++) rank[i] = rankOf.get(cluster[i] as number) ?? 0
  return { rank, count: Math.min(order.length, 8) }
}

export function stackedData(data: ChartData): { readonly raw: ChartData; readonly smoothed: ChartData } | null {
  const [main, raw] = data.series
  if (!raw || data.across) return null
  return { raw: { ...data, series: [raw], cluster: null, clusters: 0, threshold: null }, smoothed: { ...data, series: [main] } }
}

export function chartCsv(data: ChartData, axis: Axis): string {
  const series = data.across ? [...data.series, data.across] : data.series
  const rows: CsvCell[][] = [['position', data.per, ...series.map((s) => s.id), ...(data.cluster ? ['cluster'] : []), 'kept', 'text']]
  axis.subject.forEach((subject, position) => {
    const values = series.map((s) => s.values[subject])
    const cluster = data.cluster ? [data.cluster[subject]] : []
    const line = data.per === 'line' ? subject + 1 : subject
    rows.push([position, line, ...values, ...cluster, data.isKept(subject) ? 1 : 0, excerpt(data.textOf(subject), 160)])
  })
  return csvText(rows, '\r\n')
}
