import { DropdownMenu } from 'radix-ui'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ChartSpec } from '../../../shared/extractors/core/extractor'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import type { PageModel } from '../../../shared/page/page-model'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import { useResultExtractor } from '../../window/current-extractor'
import { useTab } from '../../window/workspace'
import { chartAxis, extent, reveal, type Window } from './binning'
import { clusterColour, seriesColour } from './chart-colours'
import { chartData, type ChartData } from './chart-data'
import { csvText, pngBlob, svgText } from './chart-export'
import { linearScale, logScale } from './chart-scale'
import { Plot } from './plot'
import { PlotOverlay } from './plot-overlay'
import { RangeBar } from './range-bar'
import { Select } from '../../components/select'
import './charts.css'

/** The papers' figures for the current result, as the extractor describes them. */
export function ChartPanel() {
  const model = useTab((tab) => tab.model)
  const extraction = useTab((tab) => tab.result?.extraction ?? null)
  const info = useResultExtractor()
  const [chosen, setChosen] = useState<string | null>(null)
  if (!model || !extraction || !info)
    return (
      <Frame>
        <PanelMessage title="No values yet" next="Open a page: its values are drawn here as soon as the extractor has run." />
      </Frame>
    )
  const spec = info.charts.find((chart) => chart.id === chosen) ?? info.charts[0]
  if (!spec)
    return (
      <Frame>
        <PanelMessage title={`${info.title} measures nothing to draw`} next="Choose another extractor to see its values over the page." />
      </Frame>
    )
  return <Chart key={`${info.id} ${spec.id}`} model={model} extraction={extraction} info={info} spec={spec} onChoose={setChosen} />
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="chart-panel" role="group" aria-label="Charts">
      {children}
    </div>
  )
}

type ExportKind = 'svg' | 'png' | 'csv'
const EXPORTS: readonly (readonly [ExportKind, string])[] = [
  ['svg', 'Picture, SVG'],
  ['png', 'Picture, PNG'],
  ['csv', 'Values, CSV'],
]

interface ChartProps {
  readonly model: PageModel
  readonly extraction: Extraction
  readonly info: ExtractorInfo
  readonly spec: ChartSpec
  readonly onChoose: (id: string) => void
}

function Chart({ model, extraction, info, spec, onChoose }: ChartProps) {
  const [sorted, setSorted] = useState(spec.sorted ?? false)
  const [log, setLog] = useState(false)
  const [zoomed, setZoomed] = useState<Window | null>(null)
  const [notice, setNotice] = useState('')
  const { ref, width, height } = useSize()

  const data = useMemo(() => chartData(model, extraction, info, spec), [model, extraction, info, spec])
  const main = data?.series[0].values
  const axis = useMemo(() => chartAxis(main ?? new Float64Array(0), sorted), [main, sorted])
  const scale = useMemo(() => {
    let range = { min: 0, max: 1, leastPositive: 1 }
    data?.series.forEach((series, i) => {
      const e = extent(axis, series.values)
      range =
        i === 0
          ? e
          : {
              min: Math.min(range.min, e.min),
              max: Math.max(range.max, e.max),
              leastPositive: Math.min(range.leastPositive, e.leastPositive),
            }
    })
    if (data?.threshold !== null && data !== null && Number.isFinite(data.threshold))
      range = { ...range, max: Math.max(range.max, data.threshold) }
    return log ? logScale(range) : linearScale(range)
  }, [data, axis, log])

  const size = axis.subject.length
  // A zoom outlives a new result as long as it still fits: a moving slider must not throw the view away.
  const window = useMemo<Window>(() => (zoomed && zoomed.to <= size ? zoomed : { from: 0, to: size }), [zoomed, size])
  const setWindow = useMemo(() => (next: Window) => setZoomed(next), [])
  const whole = window.from === 0 && window.to === size
  useFollowSelection(data, axis, window, setWindow, whole)

  const drawing = (): SVGSVGElement | null => ref.current?.querySelector<SVGSVGElement>('svg.recharts-surface') ?? null
  const strip = (): SVGSVGElement | null => ref.current?.querySelector<SVGSVGElement>('svg.chart-kept') ?? null
  const title = `${info.title} ${spec.title}`
  const save = (kind: ExportKind): void => {
    const svg = drawing()
    if (kind === 'csv' && data) saveFile(fileName(title, 'csv'), csvText(data, axis), 'text/csv;charset=utf-8')
    else if (kind === 'svg' && svg) saveFile(fileName(title, 'svg'), svgText(svg, strip(), title), 'image/svg+xml')
    else if (kind === 'png' && svg)
      pngBlob(svg, strip(), title).then(
        (blob) => saveFile(fileName(title, 'png'), blob),
        () => setNotice('The picture could not be drawn; the SVG export does not need a canvas.'),
      )
    if (kind !== 'png') setNotice(`Saved ${fileName(title, kind)}.`)
  }

  return (
    <Frame>
      <div className="chart-bar">
        {info.charts.length > 1 ? (
          <label className="chart-choice">
            <span className="visually-hidden">Chart</span>
            <Select small value={spec.id} options={info.charts.map(({ id, title }) => ({ value: id, label: title }))} onChange={onChoose} />
          </label>
        ) : (
          <h3 className="chart-title" title={spec.title}>
            {spec.title}
          </h3>
        )}
        <span className="chart-figure">{spec.figure}</span>
        {whole ? null : (
          <Button small onClick={() => setZoomed(null)}>
            Show all
          </Button>
        )}
        <Button small aria-pressed={sorted} onClick={() => setSorted(!sorted)}>
          Sorted
        </Button>
        <Button small aria-pressed={log} onClick={() => setLog(!log)}>
          Log scale
        </Button>
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <Button small aria-label="Export the chart">
              Export
            </Button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className="chart-menu" align="end" sideOffset={4}>
              {EXPORTS.map(([kind, words]) => (
                <DropdownMenu.Item key={kind} onSelect={() => save(kind)}>
                  {words}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
      <div className="chart-bar chart-bar-legend">
        {data ? <Legend data={data} /> : null}
        <span className="chart-space" />
        <span className="chart-count">
          {whole
            ? `${formatNumber(size)} ${spec.per}s`
            : `${formatNumber(window.from)}–${formatNumber(window.to - 1)} of ${formatNumber(size)}`}
        </span>
      </div>
      <div className="chart-plot" ref={ref}>
        {data && size > 0 && width > 120 && height > 60 ? (
          <>
            <div aria-hidden="true">
              <Plot data={data} axis={axis} window={window} scale={scale} width={width} height={height} />
            </div>
            <PlotOverlay data={data} axis={axis} window={window} setWindow={setWindow} width={width} height={height} />
          </>
        ) : null}
        {!data || size === 0 ? (
          <PanelMessage title="Nothing was measured on this page" next={extraction.warnings[0] ?? 'The page has no text to measure.'} />
        ) : null}
      </div>
      <RangeBar window={window} size={size} setWindow={setWindow} />
      <span className="visually-hidden" role="status">
        {notice}
      </span>
    </Frame>
  )
}

function Legend({ data }: { readonly data: ChartData }) {
  return (
    <ul className="chart-legend">
      {data.series.map((series, i) =>
        i === 0 && data.cluster ? (
          <li key={series.id}>
            {Array.from({ length: data.clusters }, (_, c) => (
              <svg key={c} width="8" height="8" aria-hidden="true">
                <rect width="8" height="8" fill={clusterColour(c, data.clusters)} />
              </svg>
            ))}
            {series.label} by cluster
          </li>
        ) : (
          <li key={series.id}>
            <svg width="8" height="8" aria-hidden="true">
              <rect width="8" height="8" fill={seriesColour(i)} />
            </svg>
            {series.label}
            {i === 0 && series.unit ? `, ${series.unit}` : ''}
          </li>
        ),
      )}
      {data.threshold === null ? null : (
        <li>
          <svg width="14" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" stroke="var(--text)" strokeWidth="1" strokeDasharray="4 2" />
          </svg>
          threshold {formatMeasure(data.threshold, data.series[0].share)}
        </li>
      )}
    </ul>
  )
}

/** Scrolls a zoomed chart to a selection made elsewhere. */
function useFollowSelection(
  data: ChartData | null,
  axis: ReturnType<typeof chartAxis>,
  window: Window,
  setWindow: (next: Window) => void,
  whole: boolean,
): void {
  const selected = useTab((tab) => tab.selected)
  const seen = useRef(selected)
  useEffect(() => {
    if (seen.current === selected) return
    seen.current = selected
    if (whole || selected === null || !data) return
    const subject = data.subjectOf(selected)
    const position = subject < 0 ? -1 : (axis.position[subject] ?? -1)
    if (position >= 0 && (position < window.from || position >= window.to)) setWindow(reveal(window, axis.subject.length, position))
  }, [selected, data, axis, window, setWindow, whole])
}

/** The size of an element in whole pixels, kept up to date. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const width = Math.floor(entry.contentRect.width)
      const height = Math.floor(entry.contentRect.height)
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}
