import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { type ChartSpec, type ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import type { PageModel } from '../../../shared/page/page-model'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import { useResultExtractor } from '../../window/page/current-extractor'
import { useRecentChange } from '../../window/result/recent-change'
import type { FigureOptions, MeasureText } from '../../figures/figure-style'
import { captionOf, settingsWords } from '../../figures/figure-words'
import { actions, currentTab, getState, useTab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { chartAxis, reveal, type Window } from './binning'
import { clusterColour, seriesColour } from './chart-colours'
import { chartData, stackedData, type ChartData } from './chart-data'
import { chartCsv } from './chart-export'
import { chartFigure, type ChartView } from './chart-figure'
import { scaleOf, type Scale } from './chart-scale'
import { kernelOf } from './kernel'
import { Plot, plotBox, upperHeight } from './plot'
import { PlotOverlay } from './plot-overlay'
import { RANGE_HEIGHT, RangeBar } from './range-bar'
import { chooseChart, setStacked, useChosenChart } from './state/chosen-chart'
import { ThresholdHandle, type Mover } from './threshold-handle'
import { Scatter } from './scatter'
import { Select } from '../../components/select'
import { useInnerSize } from '../../components/inner-size'
import '../../components/menu.css'
import './charts.css'

const FigureDialog = lazy(async () => ({ default: (await import('../../figures/figure-dialog')).FigureDialog }))

/** The papers' figures for the current result, as the extractor describes them. */
export function ChartPanel() {
  const model = useTab((tab) => tab.model)
  const extraction = useTab((tab) => liveResult(tab)?.extraction ?? null)
  const info = useResultExtractor()
  const chosen = useChosenChart((state) => (info ? state.byExtractor[info.id] : undefined))
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
  return (
    <Chart
      key={`${info.id} ${spec.id}`}
      model={model}
      extraction={extraction}
      info={info}
      spec={spec}
      onChoose={(id) => chooseChart(info.id, id)}
    />
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="column chart-panel" role="group" aria-label="Charts">
      {children}
    </div>
  )
}

/** Why a chart has fewer nodes than the page. */
const MEASURED = 'Drawn are the nodes with a value: elements that cleaning leaves; texts and what is taken out have none'

/** Pixels that the plot keeps beside the small map, and those that two plots above each other need. */
const MAP_FROM = 110
const PAIR_FROM = 132
const PAIR_AND_MAP_FROM = 190

/** What there is room for in a height, and how high the plot is then. By the height of plot and map together: what is shown must not change the answer. */
function plotRoom(
  height: number,
  wanted: { readonly hasMap: boolean; readonly isPair: boolean },
): { readonly height: number; readonly hasMap: boolean; readonly isPair: boolean } {
  const isPair = wanted.isPair && height >= PAIR_FROM
  const hasMap = wanted.hasMap && height - RANGE_HEIGHT > (isPair ? PAIR_AND_MAP_FROM : MAP_FROM)
  return { isPair, hasMap, height: hasMap ? height - RANGE_HEIGHT : height }
}

interface ChartProps {
  readonly model: PageModel
  readonly extraction: Extraction
  readonly info: ExtractorInfo
  readonly spec: ChartSpec
  readonly onChoose: (id: string) => void
}

function Chart({ model, extraction, info, spec, onChoose }: ChartProps) {
  const [sorted, setSorted] = useState(spec.sorted ?? false)
  /** What a person chose; until then the scale is logarithmic where the threshold would lie on the axis. */
  const [chosenLog, setLog] = useState<boolean | null>(null)
  /** The scale while the threshold is held: it must not move away under the hand. */
  const [heldScale, setHeldScale] = useState<{ readonly scale: Scale; readonly log: boolean } | null>(null)
  const [zoomed, setZoomed] = useState<Window | null>(null)
  const [notice, setNotice] = useState('')
  const [drawsFigure, setDrawsFigure] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const { width, height } = useInnerSize(ref)
  const isStackChosen = useChosenChart((state) => state.stacked)

  const before = useRecentChange()
  const data = useMemo(() => chartData(model, extraction, info, spec, before), [model, extraction, info, spec, before])
  const main = data?.series[0].values
  const axis = useMemo(() => chartAxis(main ?? new Float64Array(0), sorted), [main, sorted])
  const stack = useMemo(() => (data && spec.smoothing && isStackChosen ? stackedData(data) : null), [data, spec, isStackChosen])
  const room = plotRoom(height, { hasMap: data !== null && !data.across && axis.subject.length > 0, isPair: stack !== null })
  const pair = room.isPair ? stack : null
  const { scale: ownScale, log: ownLog } = useMemo(
    () => scaleOf(axis, (pair?.smoothed ?? data)?.series ?? [], data?.threshold ?? null, chosenLog),
    [data, pair, axis, chosenLog],
  )
  const { scale, log } = heldScale ?? { scale: ownScale, log: ownLog }
  // By a scale of its own: a wide kernel would leave the smoothed values flat on that of the raw ones.
  const rawScale = useMemo(() => (pair ? scaleOf(axis, pair.raw.series, null, log).scale : null), [pair, axis, log])
  const kernel = useMemo(() => kernelOf(spec, extraction), [spec, extraction])
  const mover = useMover(info, spec)
  const acrossScale = useMemo(() => {
    if (!data?.across) return null
    return scaleOf(axis, [data.across], null, log).scale
  }, [data, axis, log])

  const size = axis.subject.length
  // A zoom outlives a new result as long as it still fits: a moving slider must not throw the view away.
  const window = useMemo<Window>(() => (zoomed && zoomed.to <= size ? zoomed : { from: 0, to: size }), [zoomed, size])
  const setWindow = useMemo(() => (next: Window) => setZoomed(next), [])
  const whole = window.from === 0 && window.to === size
  useFollowSelection(data, axis, window, setWindow, whole)

  const upper = pair ? upperHeight(room.height) : 0
  const lowerBox = plotBox(width, room.height - upper)

  const title = `${info.title} ${spec.title}`
  const figure = useMemo(() => {
    if (!data) return null
    return (options: FigureOptions, measure: MeasureText) => {
      const { page } = currentTab()
      const caption = page ? captionOf(page, settingsWords(info, extraction.params), getState().host?.version ?? '', new Date()) : ''
      const across = data.across && acrossScale ? { series: data.across, scale: acrossScale } : undefined
      const views: readonly ChartView[] = stack
        ? [
            { data: stack.raw, axis, window, scale: rawScale ?? scaleOf(axis, stack.raw.series, null, log).scale, sorted, first: 1 },
            { data: stack.smoothed, axis, window, scale, sorted },
          ]
        : [{ data, axis, window, scale, sorted, across }]
      return chartFigure(views, { title, caption }, options, measure)
    }
  }, [data, stack, axis, window, scale, rawScale, log, sorted, acrossScale, info, extraction, title])
  const saveValues = (): void => {
    if (!data) return
    saveFile(fileName(title, 'csv'), chartCsv(data, axis), 'text/csv;charset=utf-8')
    setNotice(`Saved ${fileName(title, 'csv')}.`)
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
          <h3 className="chart-title cut" title={spec.title}>
            {spec.title}
          </h3>
        )}
        <span className="chart-figure cut">{spec.figure}</span>
        {whole ? null : (
          <Button small onClick={() => setZoomed(null)}>
            Show all
          </Button>
        )}
        {spec.smoothing ? (
          <Button
            small
            aria-pressed={isStackChosen}
            title={
              isStackChosen && !pair ? 'Raw above smoothed; the pane is too low for both' : 'Raw above smoothed, one pointer and one zoom'
            }
            onClick={() => setStacked(!isStackChosen)}
          >
            Stacked
          </Button>
        ) : null}
        {spec.across === undefined ? (
          <Button small aria-pressed={sorted} onClick={() => setSorted(!sorted)}>
            Sorted
          </Button>
        ) : null}
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
            <DropdownMenu.Content className="menu menu-narrow" align="end" sideOffset={4}>
              <DropdownMenu.Item className="menu-item" onSelect={() => setDrawsFigure(true)}>
                Figure (SVG, PDF, PNG) …
              </DropdownMenu.Item>
              <DropdownMenu.Item className="menu-item" onSelect={saveValues}>
                Values, CSV
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
      <div className="chart-bar chart-bar-legend">
        {data ? <Legend data={data} /> : null}
        <span className="space" />
        <span className="chart-count" title={spec.per === 'node' ? MEASURED : undefined}>
          {whole
            ? spec.per === 'node'
              ? `${formatNumber(size)} of ${formatNumber(model.count)} nodes measured`
              : `${formatNumber(size)} lines`
            : `${formatNumber(window.from)}–${formatNumber(window.to - 1)} of ${formatNumber(size)}`}
        </span>
      </div>
      <div className="chart-room" ref={ref}>
        <div className="chart-plot" style={{ blockSize: room.height }}>
          {data?.across && acrossScale && size > 0 && width > 120 && height > 60 ? (
            <Scatter
              data={data}
              across={data.across}
              axis={axis}
              scale={scale}
              acrossScale={acrossScale}
              width={width}
              height={room.height}
            />
          ) : data && size > 0 && width > 120 && height > 60 ? (
            <>
              <div aria-hidden="true">
                {pair && rawScale ? (
                  <Plot
                    data={pair.raw}
                    axis={axis}
                    window={window}
                    scale={rawScale}
                    width={width}
                    height={upper}
                    first={1}
                    ownAxis={false}
                  />
                ) : null}
                <Plot data={pair?.smoothed ?? data} axis={axis} window={window} scale={scale} width={width} height={room.height - upper} />
              </div>
              <PlotOverlay
                data={data}
                axis={axis}
                window={window}
                setWindow={setWindow}
                width={width}
                height={room.height}
                kernel={kernel && !sorted ? { ...kernel, height: pair ? plotBox(width, upper, false).height : null } : null}
              />
              {mover && data.threshold !== null && Number.isFinite(data.threshold) ? (
                <ThresholdHandle
                  threshold={data.threshold}
                  share={data.series[0].share}
                  scale={scale}
                  box={{ ...lowerBox, top: lowerBox.top + upper }}
                  mover={mover}
                  onHold={(held) => setHeldScale(held ? { scale, log } : null)}
                />
              ) : null}
            </>
          ) : null}
          {!data || size === 0 ? (
            <PanelMessage title="Nothing was measured on this page" next={extraction.warnings[0] ?? 'The page has no text to measure.'} />
          ) : null}
        </div>
        {data && room.hasMap ? (
          <RangeBar data={pair?.smoothed ?? data} axis={axis} scale={scale} window={window} width={width} setWindow={setWindow} />
        ) : null}
      </div>
      <span className="visually-hidden" role="status">
        {notice}
      </span>
      {drawsFigure ? (
        <Suspense fallback={null}>
          <FigureDialog label="Figure of the chart" name={title} content={figure} onClose={() => setDrawsFigure(false)} />
        </Suspense>
      ) : null}
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

/** The parameter that moves a chart's threshold; null where none does. */
function useMover(info: ExtractorInfo, { movedBy }: ChartSpec): Mover | null {
  const value = useTab((tab) => (movedBy === undefined || tab.extractor !== info.id ? undefined : tab.params[movedBy]))
  const spec = movedBy === undefined ? undefined : info.params[movedBy]
  if (movedBy === undefined || spec?.kind !== 'number' || typeof value !== 'number') return null
  return { name: movedBy, spec, value, move: (next, held) => actions.setParam(movedBy, next, held), release: () => actions.settle() }
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
