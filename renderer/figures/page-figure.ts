import type { PagePicture } from '../../shared/contract/contract'
import { disputeOf, MIXED, NO_TEXT } from '../../shared/explain/difference/disagreement'
import { ELEMENT, type PageModel } from '../../shared/page/page-model'
import { base64Of } from '../window/session'
import { type Rect, n, tag } from '../../shared/scene/scene'
import type { DrawingRoom, FigureContent, LegendKey } from './figure-frame'
import { COLOURS, POINTS, type FigureColours, type FigureOptions } from './figure-style'
import { useEffect, useState } from 'react'
import type { Result } from '../../shared/base/failure'
import { call } from '../window/host/host'

type KeptArea = Rect & { readonly keepers: number }

/** Returns the outermost boxes whose whole text is kept by the same voters. Bit i of `keepers` is set if voter i keeps the text; never 0. */
export function keptAreas(model: PageModel, keepers: Int32Array, { boxes, texts }: Pick<PagePicture, 'boxes' | 'texts'>): KeptArea[] {
  const textBoxes = new Map<string, number>()
  for (let i = 0; i < texts.length; i += 6) textBoxes.set(`${texts[i]} ${texts[i + 1]}`, i + 2)
  const areas: KeptArea[] = []
  const place = new Map<number, number>()
  const put = (from: Float32Array, at: number, own: number): void => {
    const [x = 0, y = 0, width = 0, height = 0] = from.subarray(at, at + 4)
    if (width > 0 && height > 0) areas.push({ x, y, width, height, keepers: own })
  }
  for (let node = Math.max(0, model.body); node < model.count; node++) {
    const own = keepers[node] as number
    const parent = model.parent[node] as number
    if (model.kind[node] !== ELEMENT) {
      const at = place.get(parent) ?? 0
      place.set(parent, at + 1)
      const found = textBoxes.get(`${parent} ${at}`)
      if (own > 0 && found !== undefined) put(texts, found, own)
      else if (own > 0) put(boxes, parent * 4, own)
      continue
    }
    if (own === MIXED) continue
    const hasBox = (boxes[node * 4 + 2] ?? 0) > 0 && (boxes[node * 4 + 3] ?? 0) > 0
    // An element without a box can have children with boxes, such as floats.
    if (own > 0 && !hasBox) continue
    if (own > 0) put(boxes, node * 4, own)
    if (own === NO_TEXT || own >= 0) node = (model.subtreeEnd[node] as number) - 1
  }
  return areas
}

interface PageLayers {
  readonly id?: string
  readonly areas: readonly KeptArea[]
  readonly voters: number
  readonly pales: boolean
  /** Returns SVG in pixels of the page, drawn over all layers. `scale` is points per pixel. */
  readonly over?: (scale: number) => string
  readonly from?: number
}

export function drawPage(picture: PagePicture, layers: PageLayers, { width, height }: DrawingRoom, colours: FigureColours): string {
  const { id = 'page', areas, voters, pales, over, from = 0 } = layers
  const all = (1 << voters) - 1
  const scale = width / picture.width
  const visible = Math.min(picture.height - from, height / scale)
  const inSight = areas.filter((area) => area.y < from + visible && area.y + area.height > from)
  const shapes = inSight.map(({ keepers, x, y, width: wide, height: high }) => {
    const [colour, fillOpacity, strokeDasharray] =
      keepers === all ? [colours.kept, 0.16] : ([colours.disputed, 0.1 + 0.26 * disputeOf(keepers, voters), '2 1'] as const)
    const place = { x, y, width: wide, height: Math.min(high, from + visible - y) }
    return tag('rect', { ...place, fill: colour, fillOpacity, stroke: colour, strokeWidth: 0.5 / scale, strokeDasharray })
  })
  const cover = `x="0" y="${n(from)}" width="${n(picture.width)}" height="${n(visible)}"`
  const holes = inSight.map((area) => tag('rect', { x: area.x, y: area.y, width: area.width, height: area.height, fill: '#000' }))
  const mask = `dropped-${id}`
  return (
    `<svg width="${n(width)}" height="${n(visible * scale)}" viewBox="0 ${n(from)} ${n(picture.width)} ${n(visible)}">` +
    `<image href="data:image/png;base64,${base64Of(picture.png)}" width="${n(picture.width)}" height="${n(picture.height)}"/>` +
    (pales
      ? `<mask id="${mask}" maskUnits="userSpaceOnUse" ${cover}><rect ${cover} fill="#fff"/>${holes.join('')}</mask>` +
        `<rect ${cover} fill="#fff" fill-opacity="0.68" mask="url(#${mask})"/>`
      : '') +
    `${shapes.join('')}${over?.(scale) ?? ''}</svg>` +
    `<rect width="${n(width)}" height="${n(visible * scale)}" fill="none" stroke="${colours.grid}" stroke-width="0.5"/>`
  )
}

export function pageFigure(
  picture: PagePicture,
  { areas, voters }: Pick<PageLayers, 'areas' | 'voters'>,
  words: { readonly title: string; readonly caption: string },
  options: FigureOptions,
): FigureContent {
  const colours = COLOURS[options.theme]
  const legend: LegendKey[] =
    voters === 1
      ? [{ label: 'kept', kind: 'area', colour: colours.kept, opacity: 0.45 }]
      : [
          { label: `kept by all ${voters}`, kind: 'area', colour: colours.kept, opacity: 0.45 },
          { label: 'kept by some (stronger = kept by fewer)', kind: 'area', colour: colours.disputed, opacity: 0.45 },
          { label: 'dropped by all', kind: 'area', colour: '#e6e6e6' },
        ]
  return {
    ...words,
    legend,
    ownHeight: (width) => Math.min((width * picture.height) / picture.width, options.pageHeight * POINTS),
    draw: (room) => drawPage(picture, { areas, voters, pales: true }, room, colours),
  }
}

const MOST_WIDTHS = 3

const USUAL_WIDTH = 1280

interface Pictured {
  readonly page: string
  readonly styled: boolean
  readonly model: PageModel
  /** CSS pixels; default: the width of the page's layout, or `USUAL_WIDTH` without a layout. */
  readonly wide?: number | undefined
}

export function requestPicture({ page, styled, model, wide }: Pictured, signal: AbortSignal) {
  const width = Math.max(100, Math.min(4_000, Math.round(wide ?? model.layout?.viewport.width ?? USUAL_WIDTH)))
  return call('figure.page', { page, styled, width, height: Math.min(16_000, width * MOST_WIDTHS) }, { signal })
}

export function usePagePicture(page: string | null, styled: boolean, model: PageModel | null, wide?: number) {
  const [found, setFound] = useState<{ readonly of: string; readonly answer: Result<PagePicture> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${page ?? ''} ${styled}`
  useEffect(() => {
    if (page === null || !model) return
    const controller = new AbortController()
    void requestPicture({ page, styled, model, wide }, controller.signal).then((answer) => {
      if (!controller.signal.aborted) setFound({ of: key, answer })
    })
    return () => controller.abort()
  }, [page, styled, model, wide, key, attempt])
  const answer = found?.of === key ? found.answer : null
  return {
    picture: answer?.ok ? answer.value : null,
    failure: answer?.ok === false ? answer.failure : null,
    again: () => {
      setFound(null)
      setAttempt(attempt + 1)
    },
  }
}
