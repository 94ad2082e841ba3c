import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { OUTCOMES } from '../../../shared/extractors/core/probe'
import { excerpt } from '../../../shared/explain/node-label'
import { measureScale, scaleStep } from '../../components/measure-scale'
import { formatMeasure } from '../../components/number-format'

const KEEPS = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])
/** Characters of a line that are shown. */
const SHOWN = 160

/** The lines of the source, for methods that work on them; the numbers of the measure in question grow into it. */
export function StageLines({
  run,
  frame,
  id,
  large,
}: {
  readonly run: DemoRun
  readonly frame: Frame
  readonly id: string
  readonly large: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  const { lines } = run.extraction
  const spec = run.info.measures.find((m) => m.id === id)
  const scale = useMemo(() => measureScale(run.valuesOf(id) ?? new Float64Array(0), spec?.share ?? false), [run, id, spec])
  const current = frame.decision?.line ?? -1
  const rowHeight = large ? 34 : 22
  const virtual = useVirtualizer({
    count: lines?.start.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' })
  }, [virtual, current])
  if (!lines) return null
  return (
    <div className="demo-tree" ref={box} tabIndex={0} role="group" aria-label={`Lines of the source with ${spec?.label ?? id}`}>
      <div style={{ height: virtual.getTotalSize() }} className="demo-tree-space">
        {virtual.getVirtualItems().map((item) => {
          const line = item.index
          const value = run.valueIn(frame, id, line)
          const position = scale.position(value)
          const kept = KEEPS.has(frame.lines[line] ?? 0)
          const start = lines.start[line] ?? 0
          return (
            <div
              key={line}
              className="demo-tree-row"
              data-fate={kept ? 'kept' : 'out'}
              data-current={line === current}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
            >
              <span className="demo-line-number">{line + 1}</span>
              <span className="demo-tree-label">
                {excerpt(run.page.html.slice(start, Math.min(lines.end[line] ?? start, start + 2000)), SHOWN)}
              </span>
              <span className="demo-tree-bar" aria-hidden="true">
                {Number.isNaN(position) ? null : (
                  <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
                )}
              </span>
              <span className="demo-tree-value">{Number.isNaN(value) ? '' : formatMeasure(value, spec?.share ?? false)}</span>
              <span className="demo-tree-fate">{kept ? '✓ kept' : ''}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
