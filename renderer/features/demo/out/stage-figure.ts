import type { PagePicture } from '../../../../shared/contract/contract'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { describeFrame } from '../../../../shared/demo/narration'
import { formatNumber } from '../../../components/number-format'
import { type MeasureText, n, tag, textTag } from '../../../../shared/scene/scene'
import type { DrawingRoom, DrawingStyle, FigureContent, LegendKey } from '../../../figures/figure-frame'
import { COLOURS, POINTS, wrapText, type FigureOptions } from '../../../figures/figure-style'
import { codePanel, formulaPanel, hasFormula } from './card-panels'
import { chartPanel, cutText, pagePanel, ROW, rowsPanel, type StagePanel } from './panels'

export const FIGURE_PARTS = ['stage', 'page', 'tree', 'chart', 'formula', 'code'] as const
export type FigurePart = (typeof FIGURE_PARTS)[number]

export interface ShownRun {
  readonly run: DemoRun
  readonly moment: number
  readonly name: string
}

interface StageFigureRequest {
  readonly part: FigurePart
  readonly runs: readonly ShownRun[]
  readonly picture: PagePicture | null
  readonly title: string
  readonly caption: string
  readonly isVideo?: boolean
}

const PANEL_GAP = 1.6
const THREE = 62
const TWO = 34

type Shown = ShownRun & { readonly frame: ReturnType<DemoRun['frameAt']> }

export function partsThere({ run, moment }: ShownRun, picture: PagePicture | null): FigurePart[] {
  const frame = run.frameAt(moment)
  const hasChart = run.info.charts.length > 0 || frame.chapter.step.plane !== undefined
  return FIGURE_PARTS.filter(
    (part) =>
      (part !== 'page' || picture !== null) &&
      (part !== 'chart' || hasChart) &&
      (part !== 'formula' || hasFormula(run, frame)) &&
      (part !== 'code' || run.info.pseudocode.length > 0),
  )
}

function panelOf(part: Exclude<FigurePart, 'stage'>, shown: Shown, request: StageFigureRequest, style: DrawingStyle): StagePanel | null {
  const { run, frame } = shown
  const { picture, runs } = request
  if (part === 'page') return picture && pagePanel(run, frame, picture, style, `page${runs.findIndex(({ name }) => name === shown.name)}`)
  if (part === 'tree') return rowsPanel(run, frame, style)
  if (part === 'chart') return chartPanel(run, frame, style)
  return part === 'formula' ? formulaPanel(run, frame, style) : codePanel(run, frame, style)
}

const placed = (x: number, y: number, drawing: string): string => tag('g', { transform: `translate(${n(x)} ${n(y)})` }, drawing)

function stack(panels: readonly StagePanel[], style: DrawingStyle): StagePanel {
  const { size, measure, colours } = style
  const head = size * ROW
  const gap = size * PANEL_GAP * 0.7
  const besides = (count: number): number => count * head + Math.max(0, count - 1) * gap
  const added = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0)
  return {
    title: '',
    legend: panels.flatMap(({ legend }) => legend),
    heightAt: (width) => besides(panels.length) + added(panels.map((panel) => panel.heightAt(width))),
    leastAt: (width) => besides(1) + (panels[0]?.leastAt(width) ?? 0),
    draw: ({ width, height }) => {
      const least = panels.map((panel) => panel.leastAt(width))
      let count = panels.length
      while (count > 1 && besides(count) + added(least.slice(0, count)) > height) count--
      const shown = panels.slice(0, count)
      const left = Math.max(size * 2, height - besides(count))
      const taken = added(least.slice(0, count))
      const more = shareHeight(
        shown.map((panel, i) => Math.max(0, panel.heightAt(width) - (least[i] ?? 0))),
        Math.max(0, left - taken),
      )
      let y = 0
      return shown
        .map((panel, i) => {
          const own = count === 1 ? Math.min(left, panel.heightAt(width)) : (least[i] ?? 0) + (more[i] ?? 0)
          const fontSize = size * 0.95
          const drawn =
            textTag(cutText(panel.title, width, fontSize, measure), { x: 0, y: y + head * 0.62, fontSize, fill: colours.line }) +
            placed(0, y + head, panel.draw({ width, height: own }))
          y += head + own + gap
          return drawn
        })
        .join('')
    },
  }
}

/** Divides the room equally. No part gets more than it needs; others share the rest. */
export function shareHeight(needed: readonly number[], room: number): number[] {
  const assigned: number[] = []
  let left = room
  let open = needed.length
  for (const [i, need] of [...needed.entries()].sort(([, a], [, b]) => a - b)) {
    const given = Math.min(need, left / open)
    assigned[i] = given
    left -= given
    open--
  }
  return assigned
}

function beside(panels: readonly StagePanel[], { size }: DrawingStyle): StagePanel {
  const gap = size * PANEL_GAP
  const widthIn = (width: number): number => (width - gap * (panels.length - 1)) / panels.length
  return {
    title: '',
    legend: panels.flatMap(({ legend }) => legend),
    heightAt: (width) => Math.max(0, ...panels.map((panel) => panel.heightAt(widthIn(width)))),
    leastAt: (width) => Math.max(0, ...panels.map((panel) => panel.leastAt(widthIn(width)))),
    draw: ({ width, height }) => {
      const own = widthIn(width)
      return panels.map((panel, i) => placed(i * (own + gap), 0, panel.draw({ width: own, height }))).join('')
    },
  }
}

function wholeStage(shown: Shown, request: StageFigureRequest, style: DrawingStyle, width: number): StagePanel {
  const { size, measure } = style
  const two = request.runs.length > 1
  const of = (part: Exclude<FigurePart, 'stage'>) => [panelOf(part, shown, request, style)].filter((panel) => panel !== null)
  const page = of('page')
  // With two runs, the pseudocode has no space, and the tree only replaces a missing page.
  const rest = [...of('chart'), ...of('formula'), ...(two ? [] : of('code'))]
  const rows = two && page.length > 0 ? [] : of('tree')
  const groups = [page, rows, rest].filter((group) => group.length > 0)
  const wide = width / size
  const columns =
    wide >= THREE || (wide >= TWO && groups.length < 3)
      ? groups
      : wide >= TWO
        ? [[...page, ...rows], rest].filter((group) => group.length > 0)
        : [[...page, ...rest, ...rows]]
  const body = beside(
    columns.map((group) => stack(group, style)),
    style,
  )
  const sentence = `${two ? `${shown.name} · ` : ''}${shown.frame.chapter.step.name}: ${describeFrame(shown.run, shown.frame, formatNumber)}`
  const line = size * 1.4
  const lines = (room: number): string[] => wrapText(sentence, { width: room, size: size * 1.08 }, measure)
  // In a video the caption has a constant height, so that the panels do not move.
  const above = (room: number): number => (request.isVideo ? 3 : lines(room).length) * line + size * 0.6
  return {
    title: '',
    legend: body.legend,
    heightAt: (room) => above(room) + body.heightAt(room),
    leastAt: (room) => above(room) + body.leastAt(room),
    draw: ({ width: room, height }) => {
      const texts = lines(room).slice(0, request.isVideo ? 3 : undefined)
      const top = above(room)
      return (
        texts.map((text, i) => textTag(text, { x: 0, y: (i + 0.75) * line, fontSize: size * 1.08 })).join('') +
        placed(0, top, body.draw({ width: room, height: height - top }))
      )
    },
  }
}

function once(keys: readonly LegendKey[]): LegendKey[] {
  return keys.filter((key, i) => keys.findIndex((other) => other.label === key.label && other.colour === key.colour) === i)
}

export function stageFigure(request: StageFigureRequest, options: FigureOptions, measure: MeasureText): FigureContent {
  const style: DrawingStyle = { size: options.fontSize, measure, colours: COLOURS[options.theme] }
  const { part } = request
  const width = options.width * POINTS
  const shown = request.runs.map((each) => ({ ...each, frame: each.run.frameAt(each.moment) }))
  const panels = shown.flatMap((each): StagePanel[] => {
    const share = width / shown.length
    if (part === 'stage') return [wholeStage(each, request, style, share)]
    const panel = panelOf(part, each, request, style)
    return panel ? [shown.length > 1 ? stack([{ ...panel, title: each.name }], style) : panel] : []
  })
  const arrange = width / options.fontSize >= TWO ? beside : stack
  const whole = panels.length === 1 && panels[0] ? panels[0] : arrange(panels, style)
  const most = options.pageHeight * POINTS
  return {
    title: request.title,
    caption: request.caption,
    legend: request.isVideo ? [] : once(whole.legend),
    draw: (room: DrawingRoom) => (panels.length === 0 ? '' : whole.draw(room)),
    ...(request.isVideo || part === 'chart' ? {} : { ownHeight: (room: number) => Math.min(most, whole.heightAt(room)) }),
  }
}
