import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { rangeAt } from '../../../shared/base/int-list'
import type { PageModel } from '../../../shared/page/page-model'
import { List, type ListHandle } from '../../components/list/list'
import { measureScale } from '../../components/density-scale'
import { useExtractor } from '../../window/store'
import { actions, useTab, useVisit, watchTab } from '../../window/window'
import { countedLineAt, keptRanges, nodeAtOffset, sourceRows, sourceTones, type SourceRows } from './source-rows'
import { SourceRow, type Gutter } from './source-row'
import './source-view.css'

const ROW = 18
/** Assumed width of a 12 px character before the measurement. */
const CHARACTER = 7.2

export function SourceView() {
  const model = useTab((tab) => tab.model)
  const visit = useVisit()
  return model ? <Source key={visit} model={model} /> : null
}

function useGutter(): Gutter | null {
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

function useHoveredRows(list: RefObject<ListHandle | null>, model: PageModel): void {
  useEffect(() => {
    const mark = (node: number | null): void => {
      const box = list.current?.element
      if (!box) return
      const [start, end] = sourceOf(model, node)
      for (const row of box.querySelectorAll<HTMLElement>('.source-row')) {
        row.classList.toggle('source-hovered', start >= 0 && Number(row.dataset.end) > start && Number(row.dataset.start) < end)
      }
    }
    return watchTab((tab) => tab.hovered, mark)
  }, [list, model])
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
  const kept = useMemo(() => (extraction ? keptRanges(model, extraction.selected) : null), [model, extraction])
  const texts = useMemo(() => ({ text: model.html, count: rows.count, startOf: (row: number) => rows.start[row] ?? 0 }), [model, rows])
  const digits = String(rows.line[rows.count - 1] ?? 1).length
  const [from, to] = sourceOf(model, selected)

  const clicked = useRef(false)
  useSelectionShown(list, { model, selected, rows }, clicked)
  useHoveredRows(list, model)
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
        {(row) => (
          <SourceRow
            rows={rows}
            index={row}
            tokens={tokens}
            kept={kept}
            from={from}
            to={to}
            gutter={gutter}
            counted={gutter ? countedLineAt(gutter.lines, rows.start[row] ?? 0) : -1}
          />
        )}
      </List>
    </div>
  )
}
