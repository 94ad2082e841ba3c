import { useLayoutEffect, useMemo, useRef } from 'react'
import { columnAt, columnRect, columnShapes, planeShapes, type ChartShape } from '../../../../shared/demo/chart-shapes'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { stageChart } from '../../../../shared/demo/stage-chart'
import { stagePlane } from '../../../../shared/demo/stage-plane'
import { formatNumber } from '../../../components/number-format'
import { useMovingChart, type Sweep } from './chart-motion'
import { demoActions, useDemo } from '../state/demo'
import type { StagePlaces } from './stage-places'
import { useInnerSize } from '../../../components/inner-size'

/** The chart of the moment: columns grow, the threshold and the centres come in when the run knows them. */
export function StageChartView({
  run,
  frame,
  large,
  sweep,
  places,
}: {
  readonly run: DemoRun
  readonly frame: Frame
  readonly large: boolean
  readonly sweep: Sweep
  readonly places: StagePlaces
}) {
  const box = useRef<HTMLDivElement>(null)
  const size = useInnerSize(box)
  const picked = useDemo((s) => s.picked)
  const target = useMemo(() => stageChart(run, frame, Math.max(40, Math.floor((size.width - 56) / 2)), picked), [run, frame, size, picked])
  const chart = useMovingChart(target, sweep)
  useLayoutEffect(() => {
    places.chart = target && {
      drawn: target,
      bar: (column, from, to) => {
        const place = box.current?.getBoundingClientRect()
        if (!place || place.height < 60) return null
        const rect = columnRect(target, { ...size, font: large ? 15 : 11 }, formatNumber, column, from, to)
        return { ...rect, x: rect.x + place.x, y: rect.y + place.y }
      },
    }
    return () => {
      places.chart = null
    }
  }, [places, target, size, large])
  const drawn = useMemo(() => {
    const room = { ...size, font: large ? 15 : 11 }
    const plane = stagePlane(run, frame)
    if (plane) return { title: plane.title, shapes: planeShapes(plane, room, formatNumber), subjectAt: () => -1, per: 'line' as const }
    return (
      chart && {
        title: `${chart.title}: ${chart.label}`,
        shapes: columnShapes(chart, room, formatNumber),
        per: chart.per,
        subjectAt: (x: number) => chart.columns[columnAt(chart, room, formatNumber, x)]?.subject ?? -1,
      }
    )
  }, [run, frame, size, large, chart])
  return (
    <div className="demo-chart" ref={box}>
      {drawn ? (
        <svg
          width={size.width}
          height={size.height}
          role="img"
          aria-label={drawn.title}
          onClick={({ clientX, currentTarget }) => {
            const subject = drawn.subjectAt(clientX - currentTarget.getBoundingClientRect().left)
            if (subject >= 0) demoActions.pick(drawn.per === 'line' ? { kind: 'line', line: subject } : { kind: 'node', node: subject })
          }}
        >
          {drawn.shapes.map((shape, i) => (
            <Shape key={i} shape={shape} />
          ))}
        </svg>
      ) : (
        <p className="quiet">This method has no chart.</p>
      )}
    </div>
  )
}

function Shape({ shape }: { readonly shape: ChartShape }) {
  if (shape.type === 'line') return <line className={`demo-${shape.role}`} x1={shape.x1} y1={shape.y1} x2={shape.x2} y2={shape.y2} />
  if (shape.type === 'text')
    return (
      <text className={`demo-text demo-text-${shape.role}`} x={shape.x} y={shape.y} textAnchor={shape.anchor}>
        {shape.text}
      </text>
    )
  if (shape.type === 'centre')
    return (
      <g className="demo-centre" style={{ transform: `translate(${shape.x}px, ${shape.y}px)` }}>
        {shape.across > 0 ? <line x1={0} x2={shape.across} y1={0} y2={0} /> : null}
        <circle cx={shape.across > 0 ? 5 : 0} cy={0} r={5} />
        <text x={shape.across > 0 ? 14 : 9} y={-4}>
          {shape.text}
        </text>
      </g>
    )
  const step = shape.ranks === 1 ? 7 : Math.round(2 + (7 * shape.rank) / (shape.ranks - 1))
  return <path className={`demo-${shape.role}`} d={shape.d} fill={shape.role === 'cluster' ? `var(--density-${step})` : undefined} />
}
