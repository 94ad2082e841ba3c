/** The page at a moment: its picture with measures as colour while they appear, then what is kept, and the node in question. */
import type { PagePicture } from '../../../../shared/contract/figure-contract'
import { isDropped, limitSet, nodeTopic, shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { disagreementOf, keepersOfNodes } from '../../../../shared/explain/difference/disagreement'
import { ELEMENT } from '../../../../shared/page/page-model'
import { KEPT } from '../../../../shared/page/selection'
import { measureScale } from '../../../components/density-scale'
import { n } from '../../../../shared/scene/svg-pen'
import { drawPage, keptAreas, type KeptArea } from '../../../figures/page-figure'
import type { FigureColours } from '../../../figures/figure-style'
import type { StagePanel, StageStyle } from './panel'

/** A box of the page, in CSS pixels. */
type PageBox = Omit<KeptArea, 'keepers'>

/** Place of an element in a picture, in its pixels; null where it is not drawn. */
function boxIn(picture: Pick<PagePicture, 'boxes'>, node: number): PageBox | null {
  const [x = 0, y = 0, width = 0, height = 0] = picture.boxes.subarray(node * 4, node * 4 + 4)
  return node >= 0 && width > 0 && height > 0 ? { x, y, width, height } : null
}

/** The part of a page's picture that is in sight: from its top, or around what the moment is about. Pixels from the top. */
function scrolledTo(picture: PagePicture, seen: number, node: number): number {
  const box = boxIn(picture, node)
  if (!box || box.y + box.height <= seen) return 0
  return Math.max(0, Math.min(picture.height - seen, box.y + Math.min(box.height, seen) / 2 - seen / 2))
}

/** What the moment is about, or its element where it is a text. */
function elementShown(run: DemoRun, frame: Frame): number {
  const node = shownNode(run, frame)
  return node >= 0 && run.page.kind[node] !== ELEMENT ? (run.page.parent[node] ?? -1) : node
}

/** The part of a page's picture that is in sight where there is room for some of its pixels. */
function seenOf(run: DemoRun, frame: Frame, picture: PagePicture, room: number): { readonly from: number; readonly height: number } {
  const height = Math.min(room, picture.height)
  return { from: scrolledTo(picture, height, elementShown(run, frame)), height }
}

/** The areas that are kept at a moment; null where none are yet. */
function keptBoxes(run: DemoRun, frame: Frame, picture: PagePicture): KeptArea[] | null {
  if (!frame.selected.includes(KEPT)) return null
  return keptAreas(run.page, keepersOfNodes(run.page, disagreementOf(run.page, [frame.selected])), picture)
}

/** Elements with text of their own and the measure that appeared last, as far as it lights up: the rank of their colour among the palette's. */
function heatBoxes(
  run: DemoRun,
  frame: Frame,
  picture: PagePicture,
  { clusters }: Pick<FigureColours, 'clusters'>,
): { readonly box: PageBox; readonly rank: number }[] {
  const id = nodeTopic(run, frame)
  const values = id === null ? null : run.valuesOf(id)
  if (id === null || !values) return []
  const { page } = run
  const scale = measureScale(values, run.info.measures.find((m) => m.id === id)?.share ?? false)
  const limit = limitSet(run, frame, id)
  const speaking = new Set<number>()
  for (let node = 1; node < page.count; node++)
    if (page.kind[node] !== ELEMENT && /\S/.test(page.text[node] ?? '')) speaking.add(page.parent[node] ?? -1)
  const found: { readonly box: PageBox; readonly rank: number }[] = []
  for (const node of speaking) {
    const box = boxIn(picture, node)
    const value = run.valueIn(frame, id, node)
    const position = scale.position(value)
    if (!box || !(position > 0) || value < limit) continue
    found.push({ box, rank: Math.min(clusters.length - 1, Math.floor(position * clusters.length)) })
  }
  return found
}

function heat(run: DemoRun, frame: Frame, picture: PagePicture, colours: FigureColours): string {
  return heatBoxes(run, frame, picture, colours)
    .map(
      ({ box, rank }) =>
        `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" fill="${colours.clusters[rank] ?? colours.bar}" fill-opacity="0.4"/>`,
    )
    .join('')
}

/** The box of what the moment is about, and whether it is dropped or does not pass; null where it is about nothing drawn. */
export function markOf(run: DemoRun, frame: Frame, picture: PagePicture): { readonly box: PageBox; readonly drops: boolean } | null {
  const box = boxIn(picture, frame.node < 0 ? -1 : elementShown(run, frame))
  return box && { box, drops: frame.decision !== null && isDropped(frame.decision) }
}

/** The way that the step looks along, as frames within frames. */
function wayMarks({ chapter, decision }: Frame, picture: PagePicture, colours: FigureColours, scale: number): string {
  if (decision) return ''
  return (chapter.step.way ?? [])
    .map((node) => {
      const box = boxIn(picture, node)
      if (!box) return ''
      return `<rect x="${n(box.x + 1)}" y="${n(box.y + 1)}" width="${n(box.width - 2)}" height="${n(Math.max(0, box.height - 2))}" fill="none" stroke="${colours.path}" stroke-width="${n(0.9 / scale)}"/>`
    })
    .join('')
}

function currentMark(run: DemoRun, frame: Frame, picture: PagePicture, colours: FigureColours, scale: number): string {
  const mark = markOf(run, frame, picture)
  if (!mark) return ''
  const { box, drops } = mark
  const colour = frame.decision === null ? (colours.series[0] ?? colours.text) : drops ? colours.bad : colours.kept
  const wide = 1.4 / scale
  const dash = drops ? ` stroke-dasharray="${n(4 / scale)} ${n(2 / scale)}"` : ''
  return `<rect x="${n(box.x - wide)}" y="${n(box.y - wide)}" width="${n(box.width + 2 * wide)}" height="${n(box.height + 2 * wide)}" fill="none" stroke="${colour}" stroke-width="${n(wide)}"${dash}/>`
}

/** @param id tells it from another page in the same figure */
export function pagePanel(run: DemoRun, frame: Frame, picture: PagePicture, style: StageStyle, id = 'page'): StagePanel {
  const { colours } = style
  const kept = keptBoxes(run, frame, picture)
  const keeps = kept !== null
  return {
    title: 'Page',
    legend: keeps ? [{ label: 'kept', kind: 'area', colour: colours.kept, opacity: 0.45 }] : [],
    heightAt: (width) => (width * picture.height) / picture.width,
    leastAt: (width) => Math.min(width / 2, (width * picture.height) / picture.width),
    draw: (room) => {
      const { from } = seenOf(run, frame, picture, (room.height * picture.width) / room.width)
      return drawPage(
        picture,
        {
          id,
          areas: kept ?? [],
          voters: 1,
          pales: keeps,
          over: (scale) =>
            (keeps ? '' : heat(run, frame, picture, colours)) +
            wayMarks(frame, picture, colours, scale) +
            currentMark(run, frame, picture, colours, scale),
        },
        room,
        colours,
        from,
      )
    },
  }
}
