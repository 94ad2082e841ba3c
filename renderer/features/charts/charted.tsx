import { useEffect, useMemo, useRef } from 'react'
import type { ChartSpec, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { isApplied } from '../../../shared/extractors/core/params'
import type { Extraction } from '../../../shared/extractors/core/run'
import { reveal, type Window } from '../../../shared/scene/binning'
import { actions, useTab } from '../../window/window'
import type { ChartData } from './chart-data'
import { type ChartView, type HeldScale, kernelOf } from './chart-scene'
import { Plot, plotBox, upperHeight } from './plot'
import { PlotOverlay } from './plot-overlay'
import { RANGE_HEIGHT } from './range-bar'
import { Scatter } from './scatter'
import { ThresholdHandle, type Mover } from './threshold-handle'

/**
 * Heights in pixels that the plots need, without the height of the map. `MAP_FROM`: one plot with a map. `PAIR_FROM`: two plots.
 * `PAIR_AND_MAP_FROM`: two plots with a map.
 */
const MAP_FROM = 110
const PAIR_FROM = 132
const PAIR_AND_MAP_FROM = 190

interface PlotRoom {
  readonly height: number
  readonly hasMap: boolean
  readonly isPair: boolean
}

export function plotRoom(height: number, wanted: Omit<PlotRoom, 'height'>): PlotRoom {
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
          threshold={threshold}
          share={data.series[0].share}
          scale={main.scale}
          box={{ ...lower, top: lower.top + upper }}
          mover={mover}
          onHold={(held) => onHold(held ? { scale: main.scale, log } : null)}
        />
      ) : null}
    </>
  )
}

function useMover(info: ExtractorInfo, { movedBy }: ChartSpec): Mover | null {
  const params = useTab((tab) => (tab.extractor === info.id ? tab.params : undefined))
  const spec = movedBy === undefined ? undefined : info.params[movedBy]
  if (movedBy === undefined || spec?.kind !== 'number' || !params || !isApplied(spec, params)) return null
  const value = params[movedBy]
  if (typeof value !== 'number') return null
  return { spec, value, move: (next, held) => actions.setParam(movedBy, next, held), release: () => actions.settle() }
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
