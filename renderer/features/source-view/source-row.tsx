import { memo, type ReactNode } from 'react'
import { rangeAt } from '../../../shared/base/int-list'
import type { LineData, MeasureSpec } from '../../../shared/extractors/core/extractor'
import { scaleStep, type MeasureScale } from '../../components/density-scale'
import { measureWords } from '../../components/number-format'
import { firstBehind, overlaps, type Ranges, type SourceRows, type SourceTones } from './source-rows'

export interface Gutter {
  readonly lines: LineData
  readonly spec: MeasureSpec
  readonly values: Float64Array
  readonly scale: MeasureScale
}

const KINDS = ['plain', 'tag', 'attribute', 'string', 'comment'] as const

function cuts(begin: number, end: number, { tokens, kept, from, to }: Pick<SourceRowProps, 'tokens' | 'kept' | 'from' | 'to'>): number[] {
  const at = new Set<number>([begin, end])
  for (let t = rangeAt(tokens, begin) + 1; t < tokens.count && (tokens.start[t] as number) < end; t++) at.add(tokens.start[t] as number)
  if (kept) {
    for (let k = firstBehind(kept.end, begin); k < kept.start.length && (kept.start[k] as number) < end; k++) {
      at.add(Math.max(begin, kept.start[k] as number))
      at.add(Math.min(end, kept.end[k] as number))
    }
  }
  if (from > begin && from < end) at.add(from)
  if (to > begin && to < end) at.add(to)
  return [...at].sort((a, b) => a - b)
}

interface SourceRowProps {
  readonly rows: SourceRows
  readonly index: number
  readonly tokens: SourceTones
  readonly kept: Ranges | null
  readonly from: number
  readonly to: number
  readonly gutter: Gutter | null
  readonly counted: number
}

export const SourceRow = memo(function SourceRow({ rows, index, tokens, kept, from, to, gutter, counted }: SourceRowProps) {
  const begin = rows.start[index] ?? 0
  let end = rows.start[index + 1] ?? begin
  while (end > begin && (rows.html.charCodeAt(end - 1) === 10 || rows.html.charCodeAt(end - 1) === 13)) end -= 1
  const isFirst = index === 0 || rows.line[index] !== rows.line[index - 1]
  const parts: ReactNode[] = []
  const offsets = cuts(begin, end, { tokens, kept, from, to })
  for (let i = 0; i + 1 < offsets.length; i++) {
    const a = offsets[i] as number
    const b = offsets[i + 1] as number
    const kind = KINDS[tokens.kind[rangeAt(tokens, a)] ?? 0] ?? 'plain'
    const isKept = kept !== null && overlaps(kept, a, b)
    const isSelected = a >= from && b <= to
    parts.push(
      <span key={a} className={`source-${kind}${isKept ? ' source-kept' : ''}${isSelected ? ' source-selected' : ''}`}>
        {rows.html.slice(a, b)}
      </span>,
    )
  }
  const value = gutter && counted >= 0 ? (gutter.values[counted] ?? Number.NaN) : Number.NaN
  const position = gutter ? gutter.scale.position(value) : 0
  const lineKept =
    gutter && counted >= 0 ? gutter.lines.content[counted] === 1 : kept !== null && overlaps(kept, begin, Math.max(end, begin + 1))
  return (
    <div className="source-row" data-index={index} data-start={begin} data-end={Math.max(end, begin + 1)} data-kept={lineKept || undefined}>
      <span className="source-number">{isFirst ? rows.line[index] : ''}</span>
      {gutter ? (
        <span
          className="source-bar"
          title={isFirst && !Number.isNaN(value) ? `${gutter.spec.label}: ${measureWords(value, gutter.spec)}` : undefined}
        >
          {isFirst && position > 0 ? (
            <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
          ) : null}
        </span>
      ) : null}
      <span className="source-code" data-row-text="">
        {parts}
      </span>
    </div>
  )
})
