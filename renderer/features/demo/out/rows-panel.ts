import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { KEEPS } from '../../../../shared/demo/stage-chart'
import { findRemovedNodes } from '../../../../shared/demo/replay'
import { stageRows, type StageRow, treeRows } from '../../../../shared/demo/stage-rows'
import { KEPT, PATH } from '../../../../shared/page/output'
import { measureScale } from '../../../components/density-scale'
import { n, tag, textTag } from '../../../../shared/scene/scene'
import { formatMeasure } from '../../../components/number-format'
import type { LegendKey } from '../../../figures/figure-frame'
import { BOLD } from '../../../figures/figure-style'
import { cutText, LEAST_ROWS, ROW, rowsOf, type StagePanel, type StageStyle } from './panel'

const MOST_INDENTED_LEVELS = 12

const SIGNS = { kept: '✓', path: '↳', way: '↑', out: '' } as const

const signOf = ({ status, way }: StageRow): keyof typeof SIGNS => (status !== 'kept' && way !== undefined ? 'way' : status)

export function rowsPanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel {
  const { size, measure, colours } = style
  const rows = stageRows(run, frame, treeRows(run.page, findRemovedNodes(run)))
  const scale = measureScale(run.valuesOf(rows.measure) ?? new Float64Array(0), rows.share)
  const row = size * ROW
  const small = size * 0.9
  const sign = (label: string, mark: string, colour: string, isThere: boolean): LegendKey[] =>
    isThere ? [{ label, kind: 'mark', mark, colour }] : []
  const isKept = rows.perLine ? frame.lines.some((judged) => KEEPS.has(judged)) : frame.selected.includes(KEPT)
  const hasWay = !rows.perLine && !frame.decision && (frame.chapter.step.way ?? []).length > 0
  return {
    title: `${rows.title}, with ${rows.label}`,
    legend: [
      ...sign('kept', SIGNS.kept, colours.kept, isKept),
      ...sign('contains kept text', SIGNS.path, colours.path, !rows.perLine && frame.selected.includes(PATH)),
      ...sign('path to body', SIGNS.way, colours.path, hasWay),
      ...(rows.current >= 0 ? [{ label: 'now', kind: 'area' as const, colour: colours.now }] : []),
    ],
    heightAt: () => rows.count * row,
    leastAt: () => Math.min(rows.count, LEAST_ROWS) * row,
    draw: ({ width, height }) => {
      const { from, to, whole } = rowsOf(rows.count, rows.current, height, row)
      const shown = Array.from({ length: to - from }, (_, i) => rows.rowAt(from + i))
      const least = Math.min(...shown.map(({ depth }) => depth))
      const texts = shown.map(({ value }) => (Number.isNaN(value) ? '' : formatMeasure(value, rows.share)))
      const wideValue = Math.max(size * 2, ...texts.map((text) => measure(text, small)))
      const wideBar = Math.min(width * 0.24, size * 9)
      const wideName = width - wideValue - wideBar - size * 2.4
      const barAt = wideName + size * 0.4
      const numbers = rows.perLine ? measure(String(to), small) + size * 0.6 : 0
      const parts = shown.map((each, i) => {
        const y = i * row
        const base = n(y + row * 0.68)
        const kind = signOf(each)
        const indent = numbers + Math.min(MOST_INDENTED_LEVELS, each.depth - least) * size * 0.9
        const fill = kind === 'kept' ? colours.kept : kind === 'out' ? colours.text : colours.path
        const bar = scale.position(each.value)
        const end = (x: number, text: string, attributes: Readonly<Record<string, string | number>>): string =>
          textTag(text, { x, y: base, textAnchor: 'end', ...attributes })
        return [
          from + i === rows.current ? tag('rect', { x: 0, y, width, height: row, fill: colours.now }) : '',
          end(numbers - size * 0.6, each.line === null ? '' : String(each.line), { fontSize: small, fill: colours.line }),
          textTag(cutText(each.name, wideName - indent, size * (kind === 'kept' ? 1.06 : 1), measure), {
            x: indent + size * 0.2,
            y: base,
            fill,
            fontWeight: kind === 'kept' ? BOLD : undefined,
          }),
          bar > 0 ? tag('rect', { x: barAt, y: y + row * 0.28, width: bar * wideBar, height: row * 0.44, fill: colours.bar }) : '',
          end(barAt + wideBar + size * 0.4 + wideValue, texts[i] ?? '', { fontSize: small }),
          end(width, SIGNS[kind], { fill }),
        ].join('')
      })
      if (!whole) {
        const caption = `${from + 1} to ${to} of ${rows.count} ${rows.perLine ? 'lines' : 'elements'}`
        parts.push(textTag(caption, { x: 0, y: (to - from) * row + row * 0.68, fontSize: small, fill: colours.line }))
      }
      return parts.join('')
    },
  }
}
