import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { FRAME_LEVELS } from '../../../shared/page/composed-children'
import { FRAME_MARK } from '../../../shared/page/attributes'
import { frameSource } from '../../../shared/page/frame-source'
import { FRAME_DOCUMENT, LAYOUT_VISIBLE } from '../../../shared/page/page-model'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import { escapeHtml } from '../../../shared/base/escape'
import { type Send, World } from './cdp-target'
import { hostOf } from './load-failures'
import { NUMBER_FRAMES, stayNote, walkExpression, WORLD } from './page-walk'
import { type DocumentWalk, readWalk } from './walk-answer'

/** Limit of frames per page. News pages have some dozens of frames, mostly advertisements. */
export const MOST_FRAMES = 64

/** Blink's parser moves deeper elements to this depth. */
const DEEPEST = 511

interface Frame {
  readonly id: string
  readonly url: string
  /** The frame failed to load; the browser shows an error page. */
  readonly isFailed: boolean
  readonly children: readonly Frame[]
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string; readonly unreachableUrl?: string | undefined }
  readonly childFrames?: readonly FrameTree[] | undefined
}
const FrameTree: z.ZodType<FrameTree> = z.lazy(() =>
  z.object({
    frame: z.object({ id: z.string(), url: z.string(), unreachableUrl: z.string().optional() }),
    childFrames: z.array(FrameTree).optional(),
  }),
)
const Tree = z.object({ frameTree: FrameTree })
const Owner = z.object({ backendNodeId: z.number() })
const Resolved = z.object({ object: z.object({ objectId: z.string() }) })

export interface PageWalk {
  readonly layout: CapturedLayout
  /** The serialised page with its shadow roots and frames, if requested and not too long, see `frameSource`. */
  readonly html: string | null
  readonly characters: number
  readonly isBlank: boolean
  readonly notes: readonly string[]
}

export interface WalkOptions {
  /** Whether to serialise the page. True only in rendered mode. */
  readonly withHtml: boolean
  readonly maxCharacters: number
}

/** Walks a page and its frames, each in an isolated world, and joins the results. @param mainFrame id of the page's frame */
export async function walkPage(send: Send, mainFrame: string, { withHtml, maxCharacters }: WalkOptions): Promise<PageWalk> {
  const worldOf = async (frameId: string): Promise<number> =>
    World.parse(await send('Page.createIsolatedWorld', { frameId, worldName: WORLD })).executionContextId
  const [tree, mainWorld] = await Promise.all([send('Page.getFrameTree'), worldOf(mainFrame)])
  const root = frameOf(Tree.parse(tree).frameTree)
  const mark = `${randomUUID()}-`
  let left = MOST_FRAMES
  const unread: string[] = []
  let frameCount = 0
  let known = 0
  let joined = 0
  let canvases = 0
  let stays = 0
  let deepest = 0

  async function read(frame: Frame, level: number): Promise<Found> {
    const contextId = frame.id === mainFrame ? mainWorld : await worldOf(frame.id)
    // In source mode the page is the sent HTML, which contains no frame documents.
    const listed = withHtml ? frame.children : frame.children.filter(({ url }) => url === 'about:srcdoc')
    const included = level < FRAME_LEVELS ? listed.slice(0, left) : []
    left -= included.length
    known += frame.children.length
    const inner = await Promise.all(
      included.map(async (child) => {
        const found = child.isFailed ? null : await read(child, level + 1).catch(() => null)
        if (found === null || (found.walk.isEmpty && found.walk.frameCount === 0)) {
          if (found === null && isWorthANote(child.url)) unread.push(child.url)
          return null
        }
        return { ...found, element: await ownerOf(send, child.id, contextId).catch(() => null) }
      }),
    )
    const here = inner.filter((found) => found !== null && found.element !== null)
    if (here.length > 0)
      await send('Runtime.callFunctionOn', {
        functionDeclaration: NUMBER_FRAMES,
        executionContextId: contextId,
        arguments: here.map((found) => ({ objectId: found?.element })),
      })
    const expression = walkExpression(withHtml, maxCharacters, mark)
    const walk = readWalk(await send('Runtime.evaluate', { expression, contextId, returnByValue: true }))
    frameCount += walk.frameCount
    joined += walk.frames.length
    canvases += walk.canvases
    stays += walk.stays
    deepest = Math.max(deepest, walk.deepest)
    return join(
      walk,
      frame.url,
      here.filter((found) => found !== null),
      mark,
    )
  }

  const { walk, html, layout } = await read(root, 0)
  const notes: string[] = []
  if (stays > 0) notes.push(stayNote(stays))
  // Some frames are in another process or in a closed shadow root.
  const missing = withHtml ? unread.length + Math.max(0, frameCount - known) : frameCount - joined
  if (missing > 0) {
    const hosts = [...new Set(unread.map(hostOf))]
    const where = hosts.length > 0 ? ` (${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ' …' : ''})` : ''
    const one = missing === 1
    notes.push(
      `${one ? '1 frame' : `${missing} frames`}${where} ${withHtml ? 'could not be read' : one ? 'was not loaded' : 'were not loaded'}; ` +
        `${one ? 'its' : 'their'} content is missing.`,
    )
  }
  if (left === 0) notes.push(`The page has more than ${MOST_FRAMES} frames; the further frames were not read.`)
  if (canvases > 0)
    notes.push(
      canvases === 1
        ? 'A script draws on 1 canvas; text in it cannot be read.'
        : `Scripts draw on ${canvases} canvases; text in them cannot be read.`,
    )
  if (deepest >= DEEPEST)
    notes.push('The browser lays out 512 levels of elements; the layout of this page shows its deeper elements as siblings.')
  const isTooLong = html !== null && html.length > maxCharacters
  return { layout, html: isTooLong ? null : html, characters: html?.length ?? walk.characters, isBlank: walk.isBlank, notes }
}

function frameOf({ frame, childFrames = [] }: FrameTree): Frame {
  const failed = frame.unreachableUrl ?? ''
  return { id: frame.id, url: failed === '' ? frame.url : failed, isFailed: failed !== '', children: childFrames.map(frameOf) }
}

const isWorthANote = (url: string): boolean => /^https?:/i.test(url)

/** Returns the element of a frame as an object of the containing document. */
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

/** Inserts frames into the containing document: into the HTML, and into the list of elements, after the frame's element. */
function join(walk: DocumentWalk, url: string, inner: readonly Found[], mark: string): Found {
  const html = walk.html === null ? null : withFrames(walk.html, walk, inner, mark)
  const { layout } = walk
  if (walk.frames.length === 0) return { walk, url, html, layout }
  const parts = new LayoutParts(layout)
  let from = 0
  for (const { number, at, x, y } of walk.frames) {
    const found = inner[number]
    if (!found) continue
    parts.own(from, at + 1)
    parts.frame(found, x, y)
    from = at + 1
  }
  parts.own(from, layout.tags.length)
  return { walk, url, html, layout: parts.joined() }
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
      // A `frame` cannot have content.
      parts.push(`><noframes ${startTag}`, frameSource(found.html), '</noframes>')
      from = end
      continue
    }
    // The content of an `iframe` is for browsers without frames.
    const close = html.indexOf('</iframe>', end)
    parts.push(startTag, frameSource(found.html))
    from = close < 0 ? end : close
  }
  parts.push(html.slice(from))
  return parts.join('')
}

/** Offset of a document's boxes, and mask of its flags. */
const IN_PLACE = { x: 0, y: 0, mask: 0xff }

/** Layout of the element for a frame's document, which has neither a box nor styles. */
const FRAME_ROOT = { tagNames: [FRAME_DOCUMENT], tags: [0], flags: [0xff], boxes: [], styles: null }

class LayoutParts {
  readonly #names = new Map<string, number>()
  readonly #of: CapturedLayout
  readonly #tags: number[] = []
  readonly #parents: number[] = []
  readonly #flags: number[] = []
  readonly #boxes: number[] = []
  readonly #fontSize: number[] = []
  readonly #fontWeight: number[] = []
  readonly #position: number[] = []
  readonly #stacks: number[] = []
  readonly #zIndex: number[] = []
  /** New index of each element of the outer document. */
  readonly #places: Int32Array

  constructor(outer: CapturedLayout) {
    this.#of = outer
    this.#places = new Int32Array(outer.tags.length)
  }

  own(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      this.#places[i] = this.#tags.length
      const parent = this.#of.parents[i] ?? -1
      this.#add(this.#of, i, parent < 0 ? -1 : (this.#places[parent] ?? -1), IN_PLACE)
    }
  }

  frame({ walk, layout }: Found, x: number, y: number): void {
    const owner = this.#tags.length - 1
    const root = owner + 1
    const flags = this.#flags[owner] ?? 0
    this.#add(FRAME_ROOT, 0, owner, { x: 0, y: 0, mask: flags })
    // The document of a frame that is not displayed is not displayed; the document of an invisible frame is invisible.
    const mask = flags === 0 ? 0 : (flags & LAYOUT_VISIBLE) === 0 ? ~LAYOUT_VISIBLE & 0xff : 0xff
    const shift = { x: x - walk.left, y: y - walk.top, mask }
    for (let i = 0; i < layout.tags.length; i++) this.#add(layout, i, root + Math.max(0, 1 + (layout.parents[i] ?? -1)), shift)
  }

  #add(
    from: Omit<CapturedLayout, 'parents' | 'viewport'> | typeof FRAME_ROOT,
    i: number,
    parent: number,
    { x, y, mask }: typeof IN_PLACE,
  ): void {
    this.#tags.push(this.#name(from.tagNames[from.tags[i] ?? 0] ?? ''))
    this.#parents.push(parent)
    this.#flags.push((from.flags[i] ?? 0) & mask)
    const { boxes, styles } = from
    this.#boxes.push((boxes[i * 4] ?? NaN) + x, (boxes[i * 4 + 1] ?? NaN) + y, boxes[i * 4 + 2] ?? NaN, boxes[i * 4 + 3] ?? NaN)
    this.#fontSize.push(styles?.fontSize[i] ?? NaN)
    this.#fontWeight.push(styles?.fontWeight[i] ?? 0)
    this.#position.push(styles?.position[i] ?? 0)
    this.#stacks.push(styles?.stacks[i] ?? 0)
    this.#zIndex.push(styles?.zIndex[i] ?? 0)
  }

  #name(name: string): number {
    let index = this.#names.get(name)
    if (index === undefined) {
      index = Math.min(this.#names.size, 65_535)
      this.#names.set(name, index)
    }
    return index
  }

  joined(): CapturedLayout {
    return {
      tagNames: [...this.#names.keys()].slice(0, 65_536),
      tags: Uint16Array.from(this.#tags),
      parents: Int32Array.from(this.#parents),
      flags: Uint8Array.from(this.#flags),
      boxes: Float32Array.from(this.#boxes),
      styles: {
        fontSize: Float32Array.from(this.#fontSize),
        fontWeight: Uint16Array.from(this.#fontWeight),
        position: Uint8Array.from(this.#position),
        stacks: Uint8Array.from(this.#stacks),
        zIndex: Int32Array.from(this.#zIndex),
      },
      viewport: this.#of.viewport,
    }
  }
}
