import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject, memo } from 'react'
import { rangeAt } from '../../../shared/base/int-list'
import type { PageModel } from '../../../shared/page/page-model'
import { List, useHoverClass, type ListHandle } from '../../components/list/list'
import { measureScale, scaleStep } from '../../components/density-scale'
import { actions, useTab, useVisit, useExtractor } from '../../window/window'
import {
  countedLineAt,
  keptRanges,
  nodeAtOffset,
  sourceRows,
  sourceTones,
  type SourceRows,
  firstBehind,
  overlaps,
  type Ranges,
  type SourceTones,
} from './source-rows'
import './source-view.css'
import { measureWords } from '../../components/number-format'

const ROW = 18
/** Assumed width of a 12 px character before the measurement. */
const CHARACTER = 7.2

export function SourceView() {
  const model = useTab((tab) => tab.model)
  const visit = useVisit()
  return model ? <Source key={visit} model={model} /> : null
}

function useGutter() {
  const extraction = useTab((tab) => tab.result?.extraction)
  const info = useExtractor(extraction?.extractor)
  return useMemo(() => {
    const { lines } = extraction ?? {}
    if (!lines || !info) return null
    const perLine = info.measures.filter((m) => m.per === 'line' && lines.measures[m.id])
    const charted = info.charts.find((c) => c.per === 'line')?.series[0]
    const spec = perLine.find((m) => m.id === info.mainMeasure) ?? perLine.find((m) => m.id === charted) ?? perLine[0]
    const values = spec && lines.measures[spec.id]
    return spec && values ? { lines, spec, values, scale: measureScale(values, spec.share ?? false) } : null
  }, [extraction, info])
}

const isInView = (row: number, scrollTop: number, height: number): boolean => row * ROW + ROW > scrollTop && row * ROW < scrollTop + height

const characterWidth = (probe: HTMLElement | null): number => (probe?.getBoundingClientRect().width ?? CHARACTER * 10) / 10 || CHARACTER

function useColumns(list: RefObject<ListHandle | null>, probe: RefObject<HTMLElement | null>, hasBars: boolean): number {
  const [columns, setColumns] = useState(80)
  useEffect(() => {
    const box = list.current?.element
    if (!box) return
    const observer = new ResizeObserver(() => {
      const width = characterWidth(probe.current)
      const numbers = box.querySelector('.source-number')?.getBoundingClientRect().width ?? 48
      const bars = box.querySelector('.source-bar')?.getBoundingClientRect().width ?? 0
      setColumns(Math.max(20, Math.floor((box.clientWidth - numbers - bars - 28) / width)))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [list, probe, hasBars])
  return columns
}

interface Shown {
  readonly model: PageModel
  readonly selected: number | null
  readonly rows: SourceRows
}

const sourceOf = (model: PageModel, node: number | null): readonly [from: number, to: number] =>
  node === null ? [-1, -1] : [model.sourceStart[node] ?? -1, model.sourceEnd[node] ?? -1]

function useSelectionShown(list: RefObject<ListHandle | null>, { model, selected, rows }: Shown, clicked: RefObject<boolean>): void {
  const [from] = sourceOf(model, selected)
  const shown = useRef<Shown | null>(null)
  useEffect(() => {
    const last = shown.current
    shown.current = { model, selected, rows }
    const isNew = last?.model !== model || last.selected !== selected
    const target = from >= 0 ? rangeAt(rows, from) : -1
    if (isNew) {
      if (target >= 0 && !clicked.current) list.current?.show(target)
      clicked.current = false
      return
    }
    if (last.rows === rows || !list.current) return
    const first = list.current.firstRow()
    const wasShown = from >= 0 && isInView(rangeAt(last.rows, from), first * ROW, list.current.element.clientHeight)
    if (wasShown) list.current.show(target, 'center')
    else list.current.show(rangeAt(rows, last.rows.start[first] ?? 0), 'start')
  }, [list, clicked, selected, model, rows, from])
}

function offsetAt(event: PointerEvent | React.MouseEvent, probe: HTMLElement | null): number | null {
  const row = (event.target as Element).closest<HTMLElement>('.source-row')
  if (!row) return null
  const code = row.querySelector('.source-code')?.getBoundingClientRect()
  const width = characterWidth(probe)
  const column = code ? Math.max(0, Math.floor((event.clientX - code.left) / width)) : 0
  return Math.min(Number(row.dataset.start) + column, Math.max(Number(row.dataset.start), Number(row.dataset.end) - 1))
}

function Source({ model }: { readonly model: PageModel }) {
  const list = useRef<ListHandle>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const extraction = useTab((tab) => (tab.result?.extraction.selected.length === tab.model?.count ? tab.result?.extraction : undefined))
  const selected = useTab((tab) => tab.selected)
  const gutter = useGutter()

  const columns = useColumns(list, probe, gutter !== null)
  const rows = useMemo(() => sourceRows(model.html, columns), [model, columns])
  const tokens = useMemo(() => sourceTones(model.html), [model])
  const kept = useMemo(() => keptRanges(model, extraction?.selected ?? NOTHING), [model, extraction])
  const texts = useMemo(() => ({ text: model.html, count: rows.count, startOf: (row: number) => rows.start[row] ?? 0 }), [model, rows])
  const digits = String(rows.line[rows.count - 1] ?? 1).length
  const [from, to] = sourceOf(model, selected)

  const clicked = useRef(false)
  useSelectionShown(list, { model, selected, rows }, clicked)
  useHoverClass(list, {
    parts: '.source-row',
    name: 'source-hovered',
    isOf: (row, node) => {
      const [start, end] = sourceOf(model, node)
      return start >= 0 && Number(row.end) > start && Number(row.start) < end
    },
  })
  const lastOffset = useRef(-1)
  return (
    <div className="column" style={{ '--source-digits': String(digits) } as React.CSSProperties}>
      {gutter ? (
        <div className="quiet line-below source-header">
          bars: {gutter.spec.label}
          {gutter.spec.unit ? `, ${gutter.spec.unit}` : ''}
        </div>
      ) : null}
      <span ref={probe} className="source-probe" aria-hidden="true">
        0123456789
      </span>
      <List
        ref={list}
        className="source-scroller"
        role="region"
        label="Source"
        count={rows.count}
        rowHeight={ROW}
        texts={texts}
        onPointerMove={(event) => {
          const offset = offsetAt(event, probe.current)
          if (offset === null || offset === lastOffset.current) return
          lastOffset.current = offset
          actions.hover(nodeAtOffset(model, offset))
        }}
        onPointerLeave={() => {
          lastOffset.current = -1
          actions.hover(null)
        }}
        onClick={(event) => {
          if (getSelection()?.isCollapsed === false) return
          const offset = offsetAt(event, probe.current)
          const node = offset === null ? null : nodeAtOffset(model, offset)
          if (node === null || node === selected) return
          clicked.current = true
          actions.select(node)
        }}
      >
        {(row) => <SourceRow {...{ rows, tokens, kept, from, to, gutter }} index={row} />}
      </List>
    </div>
  )
}

type Gutter = NonNullable<ReturnType<typeof useGutter>>

const NOTHING = new Uint8Array(0)

const KINDS = ['plain', 'tag', 'attribute', 'string', 'comment'] as const

function cuts(begin: number, end: number, { tokens, kept, from, to }: SourceRowProps): number[] {
  const at = [begin, end, from, to]
  for (let t = rangeAt(tokens, begin) + 1; t < tokens.count && (tokens.start[t] as number) < end; t++) at.push(tokens.start[t] as number)
  for (let k = firstBehind(kept.end, begin); k < kept.start.length && (kept.start[k] as number) < end; k++)
    at.push(kept.start[k] as number, kept.end[k] as number)
  return [...new Set(at)].filter((offset) => offset >= begin && offset <= end).sort((a, b) => a - b)
}

interface SourceRowProps {
  readonly rows: SourceRows
  readonly index: number
  readonly tokens: SourceTones
  readonly kept: Ranges
  readonly from: number
  readonly to: number
  readonly gutter: Gutter | null
}

const SourceRow = memo(function SourceRow(props: SourceRowProps) {
  const { rows, index, tokens, kept, from, to, gutter } = props
  const begin = rows.start[index] ?? 0
  let end = rows.start[index + 1] ?? begin
  while (end > begin && (rows.html.charCodeAt(end - 1) === 10 || rows.html.charCodeAt(end - 1) === 13)) end -= 1
  const isFirst = index === 0 || rows.line[index] !== rows.line[index - 1]
  const offsets = cuts(begin, end, props)
  const parts = offsets.slice(1).map((b, i) => {
    const a = offsets[i] as number
    const kind = KINDS[tokens.kind[rangeAt(tokens, a)] ?? 0] ?? 'plain'
    const isSelected = a >= from && b <= to
    return (
      <span key={a} className={`source-${kind}${overlaps(kept, a, b) ? ' source-kept' : ''}${isSelected ? ' source-selected' : ''}`}>
        {rows.html.slice(a, b)}
      </span>
    )
  })
  const counted = gutter ? countedLineAt(gutter.lines, begin) : -1
  const value = gutter && counted >= 0 ? (gutter.values[counted] ?? Number.NaN) : Number.NaN
  const position = gutter ? gutter.scale.position(value) : 0
  const lineKept = gutter && counted >= 0 ? gutter.lines.content[counted] === 1 : overlaps(kept, begin, Math.max(end, begin + 1))
  return (
    <div className="source-row" data-index={index} data-start={begin} data-end={Math.max(end, begin + 1)} data-kept={lineKept || undefined}>
      <span className="dim source-number">{isFirst ? rows.line[index] : ''}</span>
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
