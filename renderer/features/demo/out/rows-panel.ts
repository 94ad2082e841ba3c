/** The tree, or the lines of the source, with the numbers of a measure, around the row that the moment is about. */
import { lineTopic, nodeTopic, shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { rowOf, takenOut, treeRows } from '../../../../shared/demo/stage-tree'
import { OUTCOMES } from '../../../../shared/extractors/core/probe'
import { excerpt } from '../../../../shared/explain/node-label'
import { escapeXml } from '../../../../shared/base/escape'
import { KEPT, PATH } from '../../../../shared/page/selection'
import { measureScale } from '../../../components/measure-scale'
import { formatMeasure } from '../../../components/number-format'
import { n } from '../../../figures/figure-frame'
import { cutText, LEAST_ROWS, ROW, rowsOf, type StagePanel, type StageStyle } from './panel'

type Fate = 'kept' | 'path' | 'way' | 'out'

/** A row as it is drawn. */
interface FigureRow {
  readonly name: string
  /** Depth in the tree, 0 for lines. */
  readonly depth: number
  /** Number of the line; null in a tree. */
  readonly line: number | null
  readonly fate: Fate
  /** NaN where it is not known. */
  readonly value: number
  /** Length of its bar, 0 to 1; NaN where there is none. */
  readonly share: number
}

/** All rows of a moment, and which it is about. */
interface FigureRows {
  readonly title: string
  readonly count: number
  /** -1 for none. */
  readonly current: number
  readonly rowAt: (row: number) => FigureRow
  /** Those that there are, for the legend. */
  readonly fates: ReadonlySet<Fate>
  /** A measure that is a share, written in per cent. */
  readonly share: boolean
}

const KEEPS = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])
/** Characters of a line that are drawn at most. */
const LINE = 120
/** Levels that rows are indented by at most. */
const DEEPEST = 12

/** The rows that the stage shows at a moment: elements, or lines of the source where the moment is about lines. */
function stageRows(run: DemoRun, frame: Frame): FigureRows {
  const lines = run.extraction.lines
  const perLine = lineTopic(run, frame)
  const id = perLine ?? nodeTopic(run, frame) ?? run.info.mainMeasure
  const spec = run.info.measures.find((m) => m.id === id)
  const scale = measureScale(run.valuesOf(id) ?? new Float64Array(0), spec?.share ?? false)
  const label = spec?.label ?? id
  if (perLine !== null && lines)
    return {
      title: `Lines of the source, with ${label}`,
      count: lines.start.length,
      current: frame.decision?.line ?? -1,
      share: spec?.share ?? false,
      fates: new Set(frame.lines.some((judged) => KEEPS.has(judged)) ? ['kept' as const] : []),
      rowAt: (line) => {
        const start = lines.start[line] ?? 0
        const value = run.valueIn(frame, id, line)
        return {
          name: excerpt(run.page.html.slice(start, Math.min(lines.end[line] ?? start, start + 1000)), LINE),
          depth: 0,
          line: line + 1,
          fate: KEEPS.has(frame.lines[line] ?? 0) ? 'kept' : 'out',
          value,
          share: scale.position(value),
        }
      },
    }
  const rows = treeRows(run.page, takenOut(run))
  const way = frame.decision ? [] : (frame.chapter.step.way ?? [])
  return {
    title: `Tree, with ${label}`,
    count: rows.length,
    current: rowOf(rows, run.page, shownNode(run, frame)),
    share: spec?.share ?? false,
    fates: new Set<Fate>([
      ...(frame.selected.includes(KEPT) ? ['kept' as const] : []),
      ...(frame.selected.includes(PATH) ? ['path' as const] : []),
      ...(way.length > 0 ? ['way' as const] : []),
    ]),
    rowAt: (index) => {
      const { node, depth, label: name } = rows[index] ?? { node: -1, depth: 0, label: '' }
      const value = node < 0 ? Number.NaN : run.valueIn(frame, id, node)
      const fate = rowFate(frame, node, way)
      return { name, depth, line: null, fate, value, share: scale.position(value) }
    },
  }
}

function rowFate({ selected }: Frame, node: number, way: readonly number[]): Fate {
  if (selected[node] === KEPT) return 'kept'
  if (way.includes(node)) return 'way'
  return selected[node] === PATH ? 'path' : 'out'
}

/** What stands at the end of a row. */
const ROW_SIGNS: Readonly<Record<Fate, string>> = { kept: '✓', path: '↳', way: '↑', out: '' }

export function rowsPanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel {
  const { size, measure, colours } = style
  const rows = stageRows(run, frame)
  const row = size * ROW
  return {
    title: rows.title,
    legend: [
      ...(rows.fates.has('kept') ? [{ label: 'kept', kind: 'mark' as const, mark: ROW_SIGNS.kept, colour: colours.kept }] : []),
      ...(rows.fates.has('path')
        ? [{ label: 'way to what is kept', kind: 'mark' as const, mark: ROW_SIGNS.path, colour: colours.path }]
        : []),
      ...(rows.fates.has('way') ? [{ label: 'way looked along', kind: 'mark' as const, mark: ROW_SIGNS.way, colour: colours.path }] : []),
      ...(rows.current >= 0 ? [{ label: 'now', kind: 'area' as const, colour: colours.now }] : []),
    ],
    heightAt: () => rows.count * row,
    leastAt: () => Math.min(rows.count, LEAST_ROWS) * row,
    draw: ({ width, height }) => {
      const { from, to, whole } = rowsOf(rows.count, rows.current, height, row)
      const shown = Array.from({ length: to - from }, (_, i) => rows.rowAt(from + i))
      const least = Math.min(...shown.map(({ depth }) => depth))
      const texts = shown.map(({ value }) => (Number.isNaN(value) ? '' : formatMeasure(value, rows.share)))
      const wideValue = Math.max(size * 2, ...texts.map((text) => measure(text, size * 0.9)))
      const wideMark = size * 1.2
      const wideBar = Math.min(width * 0.24, size * 9)
      const wideName = width - wideValue - wideMark - wideBar - size * 1.2
      const numbers = shown[0]?.line === null ? 0 : measure(String(to), size * 0.9) + size * 0.6
      const parts = shown.map((each, i) => {
        const y = i * row
        const base = n(y + row * 0.68)
        const indent = numbers + Math.min(DEEPEST, each.depth - least) * size * 0.9
        const fill = each.fate === 'kept' ? colours.kept : each.fate === 'out' ? colours.text : colours.path
        const weight = each.fate === 'kept' ? ' font-weight="600"' : ''
        const barAt = wideName + size * 0.4
        return [
          from + i === rows.current ? `<rect x="0" y="${n(y)}" width="${n(width)}" height="${n(row)}" fill="${colours.now}"/>` : '',
          each.line === null
            ? ''
            : `<text x="${n(numbers - size * 0.6)}" y="${base}" font-size="${n(size * 0.9)}" text-anchor="end" fill="${colours.line}">${each.line}</text>`,
          `<text x="${n(indent + size * 0.2)}" y="${base}" fill="${fill}"${weight}>${escapeXml(cutText(each.name, wideName - indent, size * (weight ? 1.06 : 1), measure))}</text>`,
          each.share > 0
            ? `<rect x="${n(barAt)}" y="${n(y + row * 0.28)}" width="${n(each.share * wideBar)}" height="${n(row * 0.44)}" fill="${colours.bar}"/>`
            : '',
          texts[i] === ''
            ? ''
            : `<text x="${n(barAt + wideBar + size * 0.4 + wideValue)}" y="${base}" font-size="${n(size * 0.9)}" text-anchor="end">${escapeXml(texts[i] ?? '')}</text>`,
          ROW_SIGNS[each.fate] === ''
            ? ''
            : `<text x="${n(width)}" y="${base}" text-anchor="end" fill="${fill}">${ROW_SIGNS[each.fate]}</text>`,
        ].join('')
      })
      if (!whole)
        parts.push(
          `<text x="0" y="${n((to - from) * row + row * 0.68)}" font-size="${n(size * 0.9)}" fill="${colours.line}">${from + 1} to ${to} of ${rows.count} ${shown[0]?.line === null ? 'elements' : 'lines'}</text>`,
        )
      return parts.join('')
    },
  }
}
