import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatMeasure } from '../../components/number-format'
import { Button } from '../../components/button'
import { Select } from '../../components/select'
import type { ChartSpec } from '../../../shared/extractors/core/extractor'
import type { ChartData } from './chart-data'
import { clusterColour, seriesColour } from './plot'

/** Which of an extractor's charts is drawn, and what there is to do with it. */
export function ChartBar({
  charts,
  spec,
  onChoose,
  children,
}: {
  readonly charts: readonly ChartSpec[]
  readonly spec: ChartSpec
  readonly onChoose: (id: string) => void
  readonly children: ReactNode
}) {
  return (
    <div className="chart-bar">
      {charts.length > 1 ? (
        <label className="chart-choice">
          <span className="visually-hidden">Chart</span>
          <Select small value={spec.id} options={charts.map(({ id, title }) => ({ value: id, label: title }))} onChange={onChoose} />
        </label>
      ) : (
        <h3 className="chart-title cut" title={spec.title}>
          {spec.title}
        </h3>
      )}
      <span className="chart-figure cut">{spec.figure}</span>
      {children}
    </div>
  )
}

/** What of a chart can be taken along. */
export function ExportMenu({ onFigure, onValues }: { readonly onFigure: () => void; readonly onValues: () => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button small aria-label="Export the chart">
          Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu menu-narrow" align="end" sideOffset={4}>
          <DropdownMenu.Item className="menu-item" onSelect={onFigure}>
            Figure (SVG, PDF, PNG) …
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={onValues}>
            Values, CSV
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg width="8" height="8" aria-hidden="true">
      <rect width="8" height="8" fill={colour} />
    </svg>
  )
}

export function Legend({ data: { series, cluster, clusters, threshold } }: { readonly data: ChartData }) {
  return (
    <ul className="chart-legend">
      {series.map(({ id, label, unit }, i) => (
        <li key={id}>
          {i === 0 && cluster ? (
            <>
              {Array.from({ length: clusters }, (_, c) => (
                <Swatch key={c} colour={clusterColour(c, clusters)} />
              ))}
              {label} by cluster
            </>
          ) : (
            <>
              <Swatch colour={seriesColour(i)} />
              {label}
              {i === 0 && unit ? `, ${unit}` : ''}
            </>
          )}
        </li>
      ))}
      {threshold === null ? null : (
        <li>
          <svg width="14" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" stroke="var(--text)" strokeWidth="1" strokeDasharray="4 2" />
          </svg>
          threshold {formatMeasure(threshold, series[0].share)}
        </li>
      )}
    </ul>
  )
}
