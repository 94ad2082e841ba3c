import type { PagePicture } from '../../../../shared/contract/contract'
import { elementAt } from '../../../../shared/demo/card-subject'
import { shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { pageMarks } from '../../../../shared/demo/page-marks'
import { disagreementOf, findKeepersOfNodes } from '../../../../shared/explain/difference/disagreement'
import { KEPT } from '../../../../shared/page/output'
import { type Rect, n, tag } from '../../../../shared/scene/scene'
import { measureScale } from '../../../components/density-scale'
import { drawPage, keptAreas, type KeptArea } from '../../../figures/page-figure'
import type { FigureColours } from '../../../figures/figure-style'
import type { StagePanel, StageStyle } from './panel'

interface RunMoment {
  readonly run: DemoRun
  readonly frame: Frame
}

function boxIn(picture: Pick<PagePicture, 'boxes'>, node: number): Rect | null {
  const [x = 0, y = 0, width = 0, height = 0] = picture.boxes.subarray(node * 4, node * 4 + 4)
  return node >= 0 && width > 0 && height > 0 ? { x, y, width, height } : null
}

function scrolledTo(picture: PagePicture, room: number, node: number): number {
  const visible = Math.min(room, picture.height)
  const box = boxIn(picture, node)
  if (!box || box.y + box.height <= visible) return 0
  return Math.max(0, Math.min(picture.height - visible, box.y + Math.min(box.height, visible) / 2 - visible / 2))
}

function keptBoxes(run: DemoRun, frame: Frame, picture: PagePicture): KeptArea[] | null {
  if (!frame.selected.includes(KEPT)) return null
  return keptAreas(run.page, findKeepersOfNodes(run.page, disagreementOf(run.page, [frame.selected])), picture)
}

/** @param scale points per pixel */
function drawMarks({ run, frame }: RunMoment, picture: PagePicture, colours: FigureColours, scale: number): string {
  const { heat, way, current } = pageMarks(run, frame)
  const rect = (node: number, apart: number, attributes: Readonly<Record<string, string | number | undefined>>): string => {
    const box = boxIn(picture, node)
    if (!box) return ''
    const [width, height] = [box.width + 2 * apart, Math.max(0, box.height + 2 * apart)]
    return tag('rect', { x: box.x - apart, y: box.y - apart, width, height, ...attributes })
  }
  const parts: string[] = []
  const position = heat && measureScale(heat.all, heat.share)
  heat?.shown.forEach((value, node) => {
    const place = position?.position(value) ?? 0
    if (place > 0) parts.push(rect(node, 0, { fill: clusterAt(colours, place), fillOpacity: 0.4 }))
  })
  for (const node of way) parts.push(rect(node, -1, { fill: 'none', stroke: colours.path, strokeWidth: 0.9 / scale }))
  if (current) {
    const stroke = { none: colours.series[0], dropped: colours.bad, passed: colours.kept }[current.verdict]
    const wide = 1.4 / scale
    const dash = current.verdict === 'dropped' ? `${n(4 / scale)} ${n(2 / scale)}` : undefined
    parts.push(rect(elementAt(run.page, current.node), wide, { fill: 'none', stroke, strokeWidth: wide, strokeDasharray: dash }))
  }
  return parts.join('')
}

const clusterAt = ({ clusters }: FigureColours, place: number): string | undefined =>
  clusters[Math.min(clusters.length - 1, Math.floor(place * clusters.length))]

export function pagePanel(moment: RunMoment, picture: PagePicture, style: StageStyle, id: string): StagePanel {
  const { run, frame } = moment
  const { colours } = style
  const kept = keptBoxes(run, frame, picture)
  const hasKept = kept !== null
  return {
    title: 'Page',
    legend: hasKept ? [{ label: 'kept', kind: 'area', colour: colours.kept, opacity: 0.45 }] : [],
    heightAt: (width) => (width * picture.height) / picture.width,
    leastAt: (width) => Math.min(width / 2, (width * picture.height) / picture.width),
    draw: (room) => {
      const from = scrolledTo(picture, (room.height * picture.width) / room.width, elementAt(run.page, shownNode(run, frame)))
      const over = (scale: number): string => drawMarks(moment, picture, colours, scale)
      return drawPage(picture, { id, areas: kept ?? [], voters: 1, pales: hasKept, over, from }, room, colours)
    },
  }
}
