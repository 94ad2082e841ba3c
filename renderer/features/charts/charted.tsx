import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { ChartSpec, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { isApplied, type NumberParam } from '../../../shared/extractors/core/params'
import type { Extraction } from '../../../shared/extractors/core/run'
import { reveal, type Window } from '../../../shared/scene/binning'
import { valueAtHeight, yOf, type PlotBox } from '../../../shared/scene/plot-paths'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { actions, useTab } from '../../window/window'
import type { ChartData } from './chart-data'
import { type ChartView, type HeldScale, kernelOf } from './chart-scene'
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

export function plotRoom(height: number, wanted: { readonly hasMap: boolean; readonly isPair: boolean }) {
  const isPair = wanted.isPair && height >= PAIR_FROM
  const hasMap = wanted.hasMap && height - RANGE_HEIGHT > (isPair ? PAIR_AND_MAP_FROM : MAP_FROM)
  return { isPair, hasMap, height: hasMap ? height - RANGE_HEIGHT : height }
}

interface ChartedProps {
  readonly data: ChartData
  readonly views: readonly ChartView[]
  readonly width: number
  readonly height: number
  readonly info: ExtractorInfo
  readonly extraction: Extraction
  readonly log: boolean
  readonly onHold: (held: HeldScale | null) => void
  readonly onShow: (shown: Window) => void
}

export function Charted({ data, views, width, height, info, extraction, log, onHold, onShow }: ChartedProps) {
  const main = views.at(-1)
  const upper = views.length > 1 ? upperHeight(height) : 0
  const { spec, threshold } = data
  const kernel = useMemo(() => kernelOf(spec, extraction), [spec, extraction])
  const mover = useMover(info, spec)
  const overall = useMemo(() => main && { ...main, data }, [main, data])
  useFollowSelection(overall, onShow)
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
        onShow={onShow}
        width={width}
        height={height}
        kernel={kernel && !main.sorted ? kernel : null}
        kernelHeight={upper > 0 ? plotBox(width, upper, false).height : null}
      />
      {mover && threshold !== null && Number.isFinite(threshold) ? (
        <ThresholdHandle
          {...{ view: main, threshold, mover }}
          box={{ ...lower, top: lower.top + upper }}
          onHold={(held) => onHold(held ? { scale: main.scale, log } : null)}
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
  const line = useRef<HTMLDivElement>(null)
  const isHeld = useRef(false)

  const end = (): void => {
    if (!isHeld.current) return
    isHeld.current = false
    onHold(false)
    actions.settle()
  }
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
      ref={line}
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
        isHeld.current = true
        onHold(true)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (!isHeld.current) return
        const top = line.current?.parentElement?.getBoundingClientRect().top ?? 0
        const next = movedValue(spec, valueAtHeight(scale, box, event.clientY - top), factor.current)
        if (next !== null && next !== value) move(next, true)
      }}
      onPointerUp={end}
      onPointerCancel={end}
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
