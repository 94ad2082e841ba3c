import { useMemo } from 'react'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { List } from '../../../components/list/list'
import { measureScale, scaleStep } from '../../../components/measure-scale'
import { formatMeasure } from '../../../components/number-format'

const FATES = { kept: '✓ kept', path: '↳ path', out: '' } as const

export interface StageRow {
  readonly name: string
  readonly fate: keyof typeof FATES
  readonly value: number
  /** The node of a row of the tree. */
  readonly node?: number
  /** Depth in the tree. */
  readonly depth?: number
  /** It lies on the way that the step looks along, or is what was found there. */
  readonly way?: 'way' | 'least' | undefined
  /** Number of the line. */
  readonly line?: number
}

/** Rows with the numbers of a measure, which grow into them; the current one is in view. */
export function StageRows({
  run,
  measure,
  title,
  count,
  current,
  picked = -1,
  pointed = -1,
  large,
  rowAt,
  onPick,
}: {
  readonly run: DemoRun
  readonly measure: string
  readonly title: string
  readonly count: number
  readonly current: number
  /** The row that is asked about, and the one a term of a sum comes from. */
  readonly picked?: number
  readonly pointed?: number
  readonly large: boolean
  readonly rowAt: (row: number) => StageRow
  readonly onPick: (row: number) => void
}) {
  const spec = run.info.measures.find((m) => m.id === measure)
  const share = spec?.share ?? false
  const scale = useMemo(() => measureScale(run.valuesOf(measure) ?? new Float64Array(0), share), [run, measure, share])
  const height = large ? 34 : 22
  return (
    <List
      key={height}
      className="demo-tree"
      role="group"
      label={`${title} with ${spec?.label ?? measure}`}
      count={count}
      rowHeight={height}
      current={picked >= 0 ? picked : current}
      follow={pointed >= 0 ? pointed : picked >= 0 ? picked : current}
    >
      {(index, props) => {
        const { name, fate, value, node, depth, line, way } = rowAt(index)
        const position = scale.position(value)
        return (
          <div
            {...props}
            className="demo-tree-row"
            data-fate={fate}
            data-way={way}
            data-subject={node}
            data-current={index === current}
            data-picked={index === picked}
            data-pointed={index === pointed}
            style={{ blockSize: height }}
            onClick={() => onPick(index)}
          >
            {line === undefined ? null : <span className="demo-line-number">{line}</span>}
            <span
              className="demo-tree-label"
              style={depth === undefined ? undefined : { paddingInlineStart: 8 + Math.min(depth, 24) * (large ? 16 : 11) }}
            >
              {name}
            </span>
            <span className="demo-tree-bar" aria-hidden="true">
              {Number.isNaN(position) ? null : (
                <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
              )}
            </span>
            <span className="demo-tree-value">{Number.isNaN(value) ? '' : formatMeasure(value, share)}</span>
            <span className="demo-tree-fate">{way === 'least' ? '◂ least' : way === 'way' ? '↑ way' : FATES[fate]}</span>
          </div>
        )
      }}
    </List>
  )
}
