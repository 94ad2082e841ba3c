import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { nodeTopic, type DemoRun, type Frame } from '../../../shared/demo/demo-run'
import { rowOf, treeRows } from '../../../shared/demo/stage-tree'
import { KEPT, PATH } from '../../../shared/page/selection'
import { measureScale, scaleStep } from '../../components/measure-scale'
import { formatMeasure } from '../../components/number-format'

const MARKS = { kept: '✓ kept', path: '↳ path', out: '' } as const

/** The tree of elements; the numbers of the measure that appeared last grow into it. */
export function StageTree({ run, frame, large }: { readonly run: DemoRun; readonly frame: Frame; readonly large: boolean }) {
  const rows = useMemo(() => treeRows(run.page), [run.page])
  const box = useRef<HTMLDivElement>(null)
  const id = nodeTopic(run, frame) ?? run.info.mainMeasure
  const spec = run.info.measures.find((m) => m.id === id)
  const scale = useMemo(() => measureScale(run.valuesOf(id) ?? new Float64Array(0), spec?.share ?? false), [run, id, spec])
  const current = rowOf(rows, run.page, frame.node)
  const rowHeight = large ? 34 : 22
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 12 })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' })
  }, [virtual, current])
  return (
    <div className="demo-tree" ref={box} tabIndex={0} role="group" aria-label={`Tree with ${spec?.label ?? id}`}>
      <div style={{ height: virtual.getTotalSize() }} className="demo-tree-space">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const value = run.valueIn(frame, id, row.node)
          const position = scale.position(value)
          const fate = frame.selected[row.node] === KEPT ? 'kept' : frame.selected[row.node] === PATH ? 'path' : 'out'
          return (
            <div
              key={row.node}
              className="demo-tree-row"
              data-fate={fate}
              data-current={item.index === current}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
            >
              <span className="demo-tree-label" style={{ paddingInlineStart: 8 + Math.min(row.depth, 24) * (large ? 16 : 11) }}>
                {row.label}
              </span>
              <span className="demo-tree-bar" aria-hidden="true">
                {Number.isNaN(position) ? null : (
                  <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
                )}
              </span>
              <span className="demo-tree-value">{Number.isNaN(value) ? '' : formatMeasure(value, spec?.share ?? false)}</span>
              <span className="demo-tree-fate">{MARKS[fate]}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
