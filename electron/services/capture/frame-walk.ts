import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { FRAME_LEVELS, frameSource } from '../../../shared/page/composed-children'
import { FRAME_MARK } from '../../../shared/page/attributes'
import { FRAME_DOCUMENT, LAYOUT_VISIBLE, type LayoutStyles } from '../../../shared/page/page-model'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import { valueAt } from '../../../shared/base/once'
import { escapeHtml } from '../../../shared/base/escape'
import { isWebAddress } from '../../../shared/base/url'
import { counted } from '../../../shared/base/written-number'
import { contextOf, evaluate, type Send } from './cdp-target'
import { hostOf } from './load-failures'
import { type DocumentWalk, NUMBER_FRAMES, readWalk, stayNote, walkExpression } from './page-walk'

export const MOST_FRAMES = 64

const DEEPEST = 511

const FrameTree = z.object({
  frame: z.object({ id: z.string(), url: z.string(), unreachableUrl: z.string().default('') }),
  get childFrames() {
    return z.array(FrameTree).default([])
  },
})
type FrameTree = z.infer<typeof FrameTree>
const Tree = z.object({ frameTree: FrameTree })
const Owner = z.object({ backendNodeId: z.number() })
const Resolved = z.object({ object: z.object({ objectId: z.string() }) })

export type PageWalk = Awaited<ReturnType<typeof walkPage>>

export async function walkPage(send: Send, mainFrame: string, withHtml: boolean, maxCharacters: number) {
  const [tree, mainContext] = await Promise.all([send('Page.getFrameTree'), contextOf(send, mainFrame)])
  const mark = `${randomUUID()}-`
  let left = MOST_FRAMES
  let isLimited = false
  const unread: string[] = []
  const walks: DocumentWalk[] = []
  let known = 0

  async function read({ frame, childFrames }: FrameTree, level: number): Promise<Found> {
    const contextId = frame.id === mainFrame ? mainContext : await contextOf(send, frame.id)
    // In source mode, the page is the sent HTML, which contains the documents of `srcdoc` frames, but not of other frames.
    const listed = withHtml ? childFrames : childFrames.filter((child) => addressOf(child) === 'about:srcdoc')
    const included = level < FRAME_LEVELS ? listed.slice(0, left) : []
    isLimited ||= level < FRAME_LEVELS && listed.length > left
    left -= included.length
    known += childFrames.length
    const inner = await Promise.all(
      included.map(async (child) => {
        const found = child.frame.unreachableUrl === '' ? await read(child, level + 1).catch(() => null) : null
        if (found === null && isWebAddress(addressOf(child))) unread.push(addressOf(child))
        if (found === null || (found.walk.isEmpty && found.walk.frameCount === 0)) return null
        const objectId = await ownerOf(send, child.frame.id, contextId).catch(() => null)
        return objectId === null ? null : { ...found, objectId }
      }),
    )
    const here = inner.filter((found) => found !== null)
    if (here.length > 0)
      await send('Runtime.callFunctionOn', {
        functionDeclaration: NUMBER_FRAMES,
        executionContextId: contextId,
        arguments: here.map(({ objectId }) => ({ objectId })),
      })
    const walk = readWalk(await evaluate(send, walkExpression(withHtml, maxCharacters, mark), { contextId }))
    walks.push(walk)
    const html = walk.html === null ? null : withFrames(walk.html, walk, here, mark)
    return { walk, url: frame.url, html, layout: walk.frames.length === 0 ? walk.layout : joinedLayout(walk, here) }
  }

  const { walk, html, layout } = await read(Tree.parse(tree).frameTree, 0)
  const sum = (count: (walk: DocumentWalk) => number): number => walks.reduce((total, one) => total + count(one), 0)
  const notes: string[] = []
  const stays = sum((one) => one.stays)
  if (stays > 0) notes.push(stayNote(stays))
  // The walk cannot read frames in another process or in a closed shadow root.
  const frameCount = sum((one) => one.frameCount)
  const missing = withHtml ? unread.length + Math.max(0, frameCount - known) : frameCount - sum((one) => one.frames.length)
  if (missing > 0) {
    const hosts = [...new Set(unread.map(hostOf))]
    const where = hosts.length > 0 ? ` (${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ' …' : ''})` : ''
    const one = missing === 1
    const state = withHtml ? 'could not be read' : one ? 'was not loaded' : 'were not loaded'
    notes.push(`${counted(missing, 'frame')}${where} ${state}; ${one ? 'its' : 'their'} content is missing.`)
  }
  if (isLimited) notes.push(`The page has more than ${MOST_FRAMES} frames; the further frames were not read.`)
  const canvases = sum((one) => one.canvases)
  if (canvases === 1) notes.push('The page shows 1 canvas; text in it cannot be read.')
  else if (canvases > 1) notes.push(`The page shows ${canvases} canvases; text in them cannot be read.`)
  if (walks.some(({ deepest }) => deepest >= DEEPEST))
    notes.push('The browser lays out 512 levels of elements; the layout of this page shows its deeper elements as siblings.')
  const isTooLong = html !== null && html.length > maxCharacters
  return { layout, html: isTooLong ? null : html, characters: html?.length ?? walk.characters, isBlank: walk.isBlank, notes }
}

const addressOf = ({ frame: { url, unreachableUrl } }: FrameTree): string => unreachableUrl || url

async function ownerOf(send: Send, frameId: string, executionContextId: number): Promise<string> {
  const { backendNodeId } = Owner.parse(await send('DOM.getFrameOwner', { frameId }))
  return Resolved.parse(await send('DOM.resolveNode', { backendNodeId, executionContextId })).object.objectId
}

interface Found {
  readonly walk: DocumentWalk
  readonly url: string
  readonly html: string | null
  readonly layout: CapturedLayout
}

function withFrames(html: string, walk: DocumentWalk, inner: readonly Found[], mark: string): string {
  const { tags, tagNames } = walk.layout
  const inFrameset = new Set(walk.frames.flatMap(({ number, at }) => (tagNames[tags[at] ?? 0] === 'frame' ? [number] : [])))
  const parts: string[] = []
  let from = 0
  const pattern = new RegExp(`${FRAME_MARK}="${mark}(\\d+)">`, 'g')
  for (const match of html.matchAll(pattern)) {
    const found = inner[Number(match[1])]
    if (!found || found.html === null) continue
    const end = match.index + match[0].length
    const startTag = `${FRAME_MARK}="${escapeHtml(found.url)}">`
    parts.push(html.slice(from, match.index))
    if (inFrameset.has(Number(match[1]))) {
      parts.push(`><noframes ${startTag}`, frameSource(found.html), '</noframes>')
      from = end
      continue
    }
    const close = html.indexOf('</iframe>', end)
    parts.push(startTag, frameSource(found.html))
    from = close < 0 ? end : close
  }
  parts.push(html.slice(from))
  return parts.join('')
}

interface Place {
  readonly of: CapturedLayout | null
  readonly at: number
  readonly parent: number
  readonly shift: { readonly x: number; readonly y: number; readonly mask: number }
}

const UNSHIFTED: Place['shift'] = { x: 0, y: 0, mask: 0xff }

function joinedLayout({ layout: outer, frames }: DocumentWalk, inner: readonly Found[]): CapturedLayout {
  const frameAt = new Map(frames.map((frame) => [frame.at, frame]))
  const places: Place[] = []
  const moved = new Int32Array(outer.tags.length)
  for (let at = 0; at < outer.tags.length; at++) {
    moved[at] = places.length
    const parent = outer.parents[at] ?? -1
    places.push({ of: outer, at, parent: parent < 0 ? -1 : (moved[parent] ?? -1), shift: UNSHIFTED })
    const frame = frameAt.get(at)
    const found = frame && inner[frame.number]
    if (!found) continue
    const flags = outer.flags[at] ?? 0
    const root = places.length
    places.push({ of: null, at: 0, parent: root - 1, shift: { ...UNSHIFTED, mask: flags } })
    const mask = flags === 0 ? 0 : (flags & LAYOUT_VISIBLE) === 0 ? ~LAYOUT_VISIBLE & 0xff : 0xff
    const shift = { x: frame.x - found.walk.left, y: frame.y - found.walk.top, mask }
    const { tags, parents } = found.layout
    for (let k = 0; k < tags.length; k++)
      places.push({ of: found.layout, at: k, parent: root + Math.max(0, 1 + (parents[k] ?? -1)), shift })
  }
  const names = new Map<string, number>()
  const tagOf = ({ of, at }: Place): number =>
    valueAt(names, of ? (of.tagNames[of.tags[at] ?? 0] ?? '') : FRAME_DOCUMENT, () => Math.min(names.size, 65_535))
  const boxOf = ({ of, at, shift: { x, y } }: Place): number[] => {
    const [left = NaN, top = NaN, width = NaN, height = NaN] = of?.boxes.subarray(at * 4, at * 4 + 4) ?? []
    return [left + x, top + y, width, height]
  }
  const style =
    (name: keyof LayoutStyles, missing = 0) =>
    ({ of, at }: Place): number =>
      of?.styles?.[name][at] ?? missing
  const tags = Uint16Array.from(places, tagOf)
  return {
    tagNames: [...names.keys()].slice(0, 65_536),
    tags,
    parents: Int32Array.from(places, ({ parent }) => parent),
    flags: Uint8Array.from(places, ({ of, at, shift }) => (of ? (of.flags[at] ?? 0) : 0xff) & shift.mask),
    boxes: Float32Array.from(places.flatMap(boxOf)),
    styles: {
      fontSize: Float32Array.from(places, style('fontSize', NaN)),
      fontWeight: Uint16Array.from(places, style('fontWeight')),
      position: Uint8Array.from(places, style('position')),
      stacks: Uint8Array.from(places, style('stacks')),
      zIndex: Int32Array.from(places, style('zIndex')),
    },
    viewport: outer.viewport,
  }
}
