import { z } from 'zod'
import { FRAME_MARK } from '../../../shared/page/attributes'
import type { CapturedLayout } from '../../../shared/page/place-layout'

/**
 * Reads members from the prototypes, because a form control named `localName` hides the form's own member. Flags are sums of 1 (displayed)
 * and 2 (visible). Boxes and styles are listed only for displayed elements.
 */
const WALK = `((withHtml, maxCharacters, attribute, mark) => {
  const getter = (object, name) => Object.getOwnPropertyDescriptor(object, name).get
  const nameOf = getter(Element.prototype, 'localName')
  const shadowOf = getter(Element.prototype, 'shadowRoot')
  const slotOf = getter(Element.prototype, 'assignedSlot')
  const htmlOf = getter(Element.prototype, 'outerHTML')
  const boxOf = Element.prototype.getBoundingClientRect
  const checkVisibility = Element.prototype.checkVisibility
  const root = getter(Document.prototype, 'documentElement').call(document)
  const doctype = getter(Document.prototype, 'doctype').call(document)
  const seen = { visibilityProperty: true, opacityProperty: true }
  const numbers = globalThis[Symbol.for('frames')] ?? new Map()
  const positions = { static: 0, relative: 1, absolute: 2, fixed: 3, sticky: 4 }

  globalThis[Symbol.for('show')]?.()
  // Without scripts the capture follows the load immediately: animations are finished, so that fading content is visible.
  const settleAnimations = (animations) => {
    for (const animation of animations) {
      if (animation.effect?.getComputedTiming().endTime < Infinity) animation.finish()
      else animation.cancel()
    }
  }
  if (!withHtml) settleAnimations(Document.prototype.getAnimations.call(document))
  const names = new Map()
  const tags = [], parents = [], flags = [], boxes = [], fonts = [], positioned = [], levels = []
  const path = [], shown = [], roots = [], slots = new Map(), frames = []
  let frameCount = 0, canvases = 0, deepest = 0
  const left = scrollX, top = scrollY
  const add = (name, depth, flag) => {
    let tag = names.get(name)
    if (tag === undefined) {
      tag = Math.min(names.size, 65535)
      names.set(name, tag)
    }
    if (depth > deepest) deepest = depth
    parents.push(depth === 0 ? -1 : path[depth - 1])
    path[depth] = tags.length
    shown[depth] = flag !== 0
    tags.push(tag)
    flags.push(flag)
  }
  const visit = (element, depth) => {
    const name = nameOf.call(element)
    // The contents of an element that is not displayed need no checks.
    const isAllowedInView = depth === 0 || shown[depth - 1]
    const hasBox = isAllowedInView && checkVisibility.call(element)
    let flag = 0
    let style = null
    if (isAllowedInView) {
      const slot = slotOf.call(element)
      style = getComputedStyle(element)
      if (slot && slots.get(slot) === false) flag = 0
      else if (hasBox) flag = checkVisibility.call(element, seen) ? 3 : 1
      // A child of a shadow host has no style if no slot shows the child.
      else if (style.display === 'contents') flag = style.visibility === 'visible' ? 3 : 1
      else if (style.display !== 'none' && style.display !== '') flag = 1
    }
    add(name, depth, flag)
    if (name === 'slot') slots.set(element, flag !== 0)
    const shadow = shadowOf.call(element)
    if (shadow) {
      roots.push(shadow)
      // A document does not list the animations of its shadow roots.
      if (!withHtml) settleAnimations(ShadowRoot.prototype.getAnimations.call(shadow))
    }
    const box = hasBox ? boxOf.call(element) : null
    if (name === 'iframe' || name === 'frame') {
      frameCount++
      const number = numbers.get(element)
      if (number !== undefined) {
        const x = box ? box.left + left + element.clientLeft + parseFloat(style?.paddingLeft || 0) : NaN
        const y = box ? box.top + top + element.clientTop + parseFloat(style?.paddingTop || 0) : NaN
        frames.push({ element, number, at: tags.length - 1, x, y })
      }
    }
    if (flag !== 0) {
      if (box) {
        boxes.push(box.left + left, box.top + top, box.width, box.height)
        if (name === 'canvas' && flag === 3 && box.width * box.height > 256) canvases++
      } else boxes.push(NaN, NaN, NaN, NaN)
      const level = style.zIndex
      const position = positions[style.position] ?? 0
      const stacks = position > 2 || (level !== 'auto' && level !== '') || style.opacity < 1 || style.transform !== 'none' ||
        style.filter !== 'none' || style.isolation === 'isolate' || style.mixBlendMode !== 'normal'
      fonts.push(parseFloat(style.fontSize), parseFloat(style.fontWeight))
      positioned.push(position | (stacks ? 8 : 0))
      levels.push(parseInt(level, 10) || 0)
    }
    return shadow
  }
  if (root) {
    const create = Document.prototype.createTreeWalker
    const outer = []
    let walker = create.call(document, root, NodeFilter.SHOW_ELEMENT)
    let depth = 0, base = 0
    let shadow = visit(root, 0)
    for (;;) {
      if (shadow) {
        outer.push({ walker, depth, base })
        walker = create.call(document, shadow, NodeFilter.SHOW_ELEMENT)
        base = ++depth
        add('#shadow-root', depth, flags[path[depth - 1]])
        if (shown[depth]) {
          boxes.push(NaN, NaN, NaN, NaN)
          fonts.push(NaN, 0)
          positioned.push(0)
          levels.push(0)
        }
      }
      let next = walker.firstChild()
      if (next) depth++
      else {
        for (;;) {
          while (depth > base && !(next = walker.nextSibling())) {
            walker.parentNode()
            depth--
          }
          if (depth > base || outer.length === 0) break
          // The children of the host follow its shadow root.
          ;({ walker, depth, base } = outer.pop())
          if ((next = walker.firstChild())) {
            depth++
            break
          }
        }
        if (!next) break
      }
      shadow = visit(next, depth)
    }
  }

  const pack = (array) => {
    const bytes = new Uint8Array(array.buffer)
    let text = ''
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768))
    return btoa(text)
  }
  const serialised = () => {
    if (roots.length === 0 && frames.length === 0) return htmlOf.call(root)
    const { setAttribute, removeAttribute, getHTML } = Element.prototype
    for (const { element, number } of frames) {
      // The attribute is removed first, so that it becomes the last attribute.
      removeAttribute.call(element, attribute)
      setAttribute.call(element, attribute, mark + number)
    }
    const inner = getHTML.call(root, { shadowRoots: roots })
    for (const { element } of frames) removeAttribute.call(element, attribute)
    const shell = htmlOf.call(Node.prototype.cloneNode.call(root, false))
    const end = shell.lastIndexOf('</')
    return shell.slice(0, end) + inner + shell.slice(end)
  }
  let html = null, characters = 0
  if (withHtml) {
    const type = doctype ? '<!DOCTYPE ' + doctype.name + (doctype.publicId ? ' PUBLIC "' + doctype.publicId + '"' : doctype.systemId ? ' SYSTEM' : '')
      + (doctype.systemId ? ' "' + doctype.systemId + '"' : '') + '>' : ''
    html = type + (root ? serialised() : '')
    characters = html.length
    if (characters > maxCharacters) html = null
  }
  return {
    tagNames: [...names.keys()].slice(0, 65536),
    tags: pack(Uint16Array.from(tags)),
    parents: pack(Int32Array.from(parents)),
    flags: pack(Uint8Array.from(flags)),
    boxes: pack(Float32Array.from(boxes)),
    fonts: pack(Float32Array.from(fonts)),
    positioned: pack(Uint8Array.from(positioned)),
    levels: pack(Int32Array.from(levels)),
    html, characters, frameCount, canvases, deepest,
    frames: frames.map(({ number, at, x, y }) => ({ number, at, x: String(x), y: String(y) })),
    left, top,
    width: innerWidth, height: innerHeight,
    isBlank: location.href === 'about:blank',
    isEmpty: !getter(Document.prototype, 'body').call(document)?.firstChild,
    stays: globalThis[Symbol.for('stays')] ?? 0,
  }
})`

export const stayNote = (times: number): string => `The page tried to open another page (${times} ×), which was prevented.`

/** @param mark text before a frame's number in the attribute `FRAME_MARK` */
export function walkExpression(withHtml: boolean, maxCharacters: number, mark: string): string {
  return `${WALK}(${withHtml}, ${maxCharacters}, ${JSON.stringify(FRAME_MARK)}, ${JSON.stringify(mark)})`
}

export const NUMBER_FRAMES = `function (...frames) { globalThis[Symbol.for('frames')] = new Map(frames.map((frame, i) => [frame, i])) }`

/** A typed array in base64. */
const packed = <T>(type: new (buffer: ArrayBuffer) => T) =>
  z.string().transform((base64) => new type(new Uint8Array(Buffer.from(base64, 'base64')).buffer))

/** `boxes` to `levels` contain only displayed elements. */
const Walk = z.object({
  tagNames: z.array(z.string()),
  tags: packed(Uint16Array),
  parents: packed(Int32Array),
  flags: packed(Uint8Array),
  boxes: packed(Float32Array),
  fonts: packed(Float32Array),
  positioned: packed(Uint8Array),
  levels: packed(Int32Array),
  html: z.string().nullable(),
  characters: z.number(),
  frameCount: z.number(),
  canvases: z.number(),
  deepest: z.number(),
  /** `at`: index of the frame's element. `x`, `y`: position of the frame's content in the document. */
  frames: z.array(z.object({ number: z.number(), at: z.number(), x: z.string().transform(Number), y: z.string().transform(Number) })),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  isBlank: z.boolean(),
  isEmpty: z.boolean(),
  stays: z.number(),
})

export type DocumentWalk = ReturnType<typeof readWalk>

/** @param answer value of `walkExpression` */
export function readWalk(answer: unknown) {
  const { tagNames, width, height, tags, parents, flags, boxes, fonts, positioned, levels, ...rest } = Walk.parse(answer)
  const count = flags.length
  const sizesAndWeights = spread(fonts, flags, new Float32Array(count * 2).fill(Number.NaN))
  const positions = spread(positioned, flags, new Uint8Array(count))
  const layout: CapturedLayout = {
    tagNames,
    tags,
    parents,
    flags,
    boxes: spread(boxes, flags, new Float32Array(count * 4).fill(Number.NaN)),
    styles: {
      fontSize: sizesAndWeights.filter((_, i) => i % 2 === 0),
      fontWeight: Uint16Array.from(sizesAndWeights.filter((_, i) => i % 2 === 1)),
      position: positions.map((bits) => bits & 7),
      stacks: positions.map((bits) => bits >> 3),
      zIndex: spread(levels, flags, new Int32Array(count)),
    },
    viewport: { width, height },
  }
  return { ...rest, layout }
}

function spread<T extends Float32Array | Int32Array | Uint8Array>(values: T, flags: Uint8Array, all: T): T {
  const each = all.length / flags.length
  for (let i = 0, from = 0; i < flags.length; i++)
    if (flags[i] !== 0) for (let k = 0; k < each; k++) all[i * each + k] = values[from++] ?? 0
  return all
}
