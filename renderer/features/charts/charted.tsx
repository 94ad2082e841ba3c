import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { create } from 'zustand'
import { z } from 'zod'
import type { ChartSpec, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { isApplied, type NumberParam } from '../../../shared/extractors/core/params'
import { chartAxis, reveal, type Window } from '../../../shared/scene/binning'
import { valueAtHeight, yOf, type PlotBox } from '../../../shared/scene/scale'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { readValue, writeValue } from '../../window/host/storage'
import { useRecentChange } from '../../window/result/gold-hits'
import { actions, useTab, useVisit } from '../../window/window'
import { chartData, type ChartData, type ChartSource } from './chart-data'
import { type ChartView, chartViews, type HeldScale, kernelOf } from './chart-scene'
import { Plot, plotBox, RANGE_HEIGHT, upperHeight } from './plot'
import { PlotOverlay } from './plot-overlay'
import { Scatter } from './scatter'

/**
 * Heights in pixels that the plots need, without the height of the map. `MAP_FROM`: one plot with a map. `PAIR_FROM`: two plots.
 * `PAIR_AND_MAP_FROM`: two plots with a map.
 */
const MAP_FROM = 110
const PAIR_FROM = 132
const PAIR_AND_MAP_FROM = 190

function plotRoom(height: number, wanted: { readonly hasMap: boolean; readonly isPair: boolean }) {
  const isPair = wanted.isPair && height >= PAIR_FROM
  const hasMap = wanted.hasMap && height - RANGE_HEIGHT > (isPair ? PAIR_AND_MAP_FROM : MAP_FROM)
  return { isPair, hasMap, height: hasMap ? height - RANGE_HEIGHT : height }
}

const STACKED = 'boilerscope.charts-stacked'

export const useChosenChart = create<{ readonly byExtractor: Readonly<Record<string, string>>; readonly stacked: boolean }>()(() => ({
  byExtractor: {},
  stacked: readValue(STACKED, z.boolean()) ?? true,
}))

export const chooseChart = (extractor: string, chart: string): void =>
  useChosenChart.setState(({ byExtractor }) => ({ byExtractor: { ...byExtractor, [extractor]: chart } }))

export function setStacked(stacked: boolean): void {
  useChosenChart.setState({ stacked })
  writeValue(STACKED, stacked)
}

const NO_VALUES = new Float64Array(0)

export function useChart({ model, extraction, info, spec }: ChartSource, height: number) {
  const [sorted, setSorted] = useState(spec.sorted ?? false)
  const [chosenLog, setLog] = useState<boolean | null>(null)
  const [held, setHeld] = useState<HeldScale | null>(null)
  const visit = useVisit()
  const [zoomed, zoomTo] = useState<{ readonly visit: string | undefined; readonly window: Window | null } | null>(null)
  const setZoomed = useCallback((window: Window | null) => zoomTo({ visit, window }), [visit])
  const isStackChosen = useChosenChart((state) => state.stacked)
  const before = useRecentChange()
  const data = useMemo(() => chartData({ model, extraction, info, spec }, before), [model, extraction, info, spec, before])
  const main = data?.series[0].values
  const axis = useMemo(() => chartAxis(main ?? NO_VALUES, sorted), [main, sorted])
  const size = axis.subject.length
  const canStack = data !== null && spec.smoothing !== undefined && data.series.length > 1 && !data.across
  const isStacked = canStack && isStackChosen
  const room = plotRoom(height, { hasMap: data !== null && !data.across && size > 0, isPair: isStacked })
  const drawn = useMemo(
    () => data && chartViews(data, axis, { sorted, chosenLog, isStacked: room.isPair, held }),
    [data, axis, sorted, chosenLog, room.isPair, held],
  )
  // A new result of the same page keeps a zoom that fits, so that the chart does not jump while a slider moves.
  const zoom = zoomed?.visit === visit ? zoomed?.window : null
  const shown = useMemo<Window>(() => (zoom && zoom.to <= size ? zoom : { from: 0, to: size }), [zoom, size])
  const views = useMemo(() => drawn?.views.map((view) => ({ ...view, window: shown })) ?? [], [drawn, shown])
  const log = drawn?.log ?? false
  const allViews = () =>
    data ? chartViews(data, axis, { sorted, chosenLog: log, isStacked, held: null }).views.map((view) => ({ ...view, window: shown })) : []
  const isWhole = shown.from === 0 && shown.to === size
  return { data, axis, size, room, views, allViews, log, sorted, shown, isWhole, isStackChosen, setSorted, setLog, setHeld, setZoomed }
}

interface ChartedProps extends Pick<ChartSource, 'info' | 'extraction'> {
  readonly chart: ReturnType<typeof useChart>
  readonly data: ChartData
  readonly width: number
}

export function Charted({ chart, data, info, extraction, width }: ChartedProps) {
  const { views, log, setHeld, setZoomed } = chart
  const { height } = chart.room
  const main = views.at(-1)
  const upper = views.length > 1 ? upperHeight(height) : 0
  const { spec, threshold } = data
  const kernel = useMemo(() => kernelOf(spec, extraction), [spec, extraction])
  const mover = useMover(info, spec)
  const overall = useMemo(() => main && { ...main, data }, [main, data])
  useFollowSelection(overall, setZoomed)
  if (!main || !overall || width <= 120 || height <= 60) return null
  if (main.across) return <Scatter view={main} width={width} height={height} />
  const lower = plotBox(width, height - upper)
  return (
    <>
      <div aria-hidden="true">
        {views.length > 1 && views[0] ? <Plot view={views[0]} width={width} height={upper} ownAxis={false} /> : null}
        <Plot view={main} width={width} height={height - upper} />
      </div>
      <PlotOverlay
        view={overall}
        onShow={setZoomed}
        width={width}
        height={height}
        kernel={main.sorted ? null : kernel}
        kernelHeight={upper > 0 ? plotBox(width, upper, false).height : lower.height}
      />
      {mover && threshold !== null && Number.isFinite(threshold) ? (
        <ThresholdHandle
          {...{ view: main, threshold, mover }}
          box={{ ...lower, top: lower.top + upper }}
          onHold={(held) => setHeld(held ? { scale: main.scale, log } : null)}
        />
      ) : null}
    </>
  )
}

function useMover(info: ExtractorInfo, { movedBy }: ChartSpec) {
  const params = useTab((tab) => (tab.extractor === info.id ? tab.params : undefined))
  const spec = movedBy === undefined ? undefined : info.params[movedBy]
  if (movedBy === undefined || spec?.kind !== 'number' || !params || !isApplied(spec, params)) return null
  const value = params[movedBy]
  if (typeof value !== 'number') return null
  return { spec, value, move: (next: number, held: boolean) => actions.setParam(movedBy, next, held) }
}

function useFollowSelection(view: ChartView | undefined, onShow: (shown: Window) => void): void {
  const selected = useTab((tab) => tab.selected)
  const followed = useRef(selected)
  useEffect(() => {
    if (followed.current === selected) return
    followed.current = selected
    if (selected === null || !view) return
    const { data, axis, window: shown } = view
    const position = axis.position[data.subjectOf(selected)] ?? -1
    const next = position < 0 ? shown : reveal(shown, axis.subject.length, position)
    if (next !== shown) onShow(next)
  }, [selected, view, onShow])
}

interface ThresholdHandleProps {
  readonly view: ChartView
  readonly threshold: number
  readonly box: PlotBox
  readonly mover: NonNullable<ReturnType<typeof useMover>>
  readonly onHold: (isHeld: boolean) => void
}

function ThresholdHandle({ view: { data, scale }, threshold, box, mover: { spec, value, move }, onHold }: ThresholdHandleProps) {
  /** Threshold per unit of the parameter. NaN until the user presses the handle while neither threshold nor value is 0. */
  const factor = useRef(Number.NaN)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = value + step * spec.step * (event.shiftKey ? 10 : 1)
    move(Number(Math.min(spec.max, Math.max(spec.min, next)).toPrecision(12)), false)
  }
  return (
    <div
      className="chart-threshold"
      style={{ insetBlockStart: yOf(scale, box, threshold), insetInlineStart: box.left, inlineSize: box.width }}
      role="slider"
      tabIndex={0}
      aria-label={`Threshold; changes ${spec.label}`}
      aria-orientation="vertical"
      aria-valuemin={spec.min}
      aria-valuemax={spec.max}
      aria-valuenow={value}
      aria-valuetext={`${formatMeasure(threshold, data.series[0].share)}, ${spec.label} ${formatNumber(value)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        if (value !== 0 && threshold !== 0) factor.current = threshold / value
        onHold(true)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const top = event.currentTarget.parentElement?.getBoundingClientRect().top ?? 0
        const next = movedValue(spec, valueAtHeight(scale, box, event.clientY - top), factor.current)
        if (next !== null && next !== value) move(next, true)
      }}
      onLostPointerCapture={() => {
        onHold(false)
        actions.settle()
      }}
    >
      <span className="chart-threshold-value">
        {spec.label} {formatNumber(value)}
      </span>
    </div>
  )
}

export function movedValue(spec: Pick<NumberParam, 'min' | 'max' | 'step'>, threshold: number, factor: number): number | null {
  if (!Number.isFinite(factor) || factor === 0 || !Number.isFinite(threshold)) return null
  const wanted = Math.min(spec.max, Math.max(spec.min, threshold / factor))
  const stepped = spec.min + Math.round((wanted - spec.min) / spec.step) * spec.step
  return Number(Math.min(spec.max, stepped).toPrecision(12))
}
