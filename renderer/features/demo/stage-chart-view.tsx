import { useEffect, useMemo, useRef, useState } from 'react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { stageChart, type Column, type StageChart } from '../../../shared/demo/stage-chart'
import { formatNumber } from '../../components/number-format'

const PAD = { left: 46, right: 10, top: 12, bottom: 20 }

/** The chart of the moment: columns grow, the threshold and the centres come in when the run knows them. */
export function StageChartView({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 480, height: 180 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const width = Math.max(80, size.width - PAD.left - PAD.right)
  const chart = useMemo(() => stageChart(run, frame, Math.floor(width / 2)), [run, frame, width])
  return (
    <div className="demo-chart" ref={box}>
      {chart ? <ChartSvg chart={chart} width={size.width} height={size.height} /> : <p className="demo-quiet">This method has no chart.</p>}
    </div>
  )
}

function ChartSvg({ chart, width, height }: { readonly chart: StageChart; readonly width: number; readonly height: number }) {
  const inner = { width: Math.max(40, width - PAD.left - PAD.right), height: Math.max(30, height - PAD.top - PAD.bottom) }
  const y = (value: number): number => {
    const share = (value - chart.min) / (chart.max - chart.min)
    return PAD.top + inner.height * (1 - Math.max(0, Math.min(1, share)))
  }
  const step = inner.width / chart.columns.length
  const zero = y(Math.max(0, chart.min))
  const path = (wanted: (column: Column) => boolean): string =>
    chart.columns
      .map((column, i) => {
        if (Number.isNaN(column.value) || !wanted(column)) return ''
        const x = PAD.left + i * step
        const top = y(column.value)
        return `M${x.toFixed(1)} ${zero.toFixed(1)}V${top.toFixed(1)}h${Math.max(0.6, step * 0.9).toFixed(1)}V${zero.toFixed(1)}z`
      })
      .join('')
  const clusters = [...new Set(chart.columns.map((c) => c.cluster))].filter((c) => c >= 0).sort((a, b) => a - b)
  const current = chart.columns.findIndex((c) => c.current)
  return (
    <svg width={width} height={height} role="img" aria-label={`${chart.title}: ${chart.label}`}>
      <line className="demo-axis" x1={PAD.left} x2={width - PAD.right} y1={zero} y2={zero} />
      {[0, 0.5, 1].map((share) => {
        const value = chart.min + (chart.max - chart.min) * share
        return (
          <g key={share}>
            <line className="demo-grid" x1={PAD.left} x2={width - PAD.right} y1={y(value)} y2={y(value)} />
            <text className="demo-tick" x={PAD.left - 5} y={y(value) + 4} textAnchor="end">
              {formatNumber(Number(value.toPrecision(2)))}
            </text>
          </g>
        )
      })}
      {clusters.length > 0 ? (
        clusters.map((cluster, rank) => (
          <path
            key={cluster}
            d={path((c) => c.cluster === cluster)}
            fill={`var(--density-${clusters.length === 1 ? 7 : Math.round(2 + (7 * rank) / (clusters.length - 1))})`}
          />
        ))
      ) : (
        <>
          <path d={path((c) => !c.kept)} className="demo-column" />
          <path d={path((c) => c.kept)} className="demo-column-kept" />
        </>
      )}
      {current >= 0 ? (
        <rect
          className="demo-column-current"
          x={PAD.left + current * step - 1}
          y={PAD.top}
          width={Math.max(3, step + 2)}
          height={inner.height}
        />
      ) : null}
      {chart.threshold !== null ? (
        <g>
          <line className="demo-threshold" x1={PAD.left} x2={width - PAD.right} y1={y(chart.threshold)} y2={y(chart.threshold)} />
          <text className="demo-threshold-label" x={width - PAD.right} y={y(chart.threshold) - 4} textAnchor="end">
            {formatNumber(chart.threshold)}
          </text>
        </g>
      ) : null}
      {chart.centres.map((centre, i) => (
        <g key={i} className="demo-centre" style={{ transform: `translateY(${y(centre)}px)` }}>
          <line x1={PAD.left} x2={width - PAD.right} y1={0} y2={0} />
          <circle cx={PAD.left + 5} cy={0} r={5} />
          <text x={PAD.left + 14} y={-4}>
            {formatNumber(centre)}
          </text>
        </g>
      ))}
      <text className="demo-tick" x={PAD.left} y={height - 5}>
        {chart.label}, {chart.per === 'line' ? 'by line of the source' : 'by node in document order'}
      </text>
    </svg>
  )
}
