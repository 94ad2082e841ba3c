import { z } from 'zod'
import type { CapturedLayout } from '../../../shared/page/place-layout'

/**
 * The walk, as the page's browser runs it: one synchronous pass in an isolated world, so that no script of the page can
 * come in between or stand in for a function. Members are taken from the prototypes, because a form or document whose
 * child is named `localName` would answer with the child. The tree walker keeps the place: no recursion, no ids written
 * into the page. Flags: 1, the computed display of the element and its ancestors is not none; 2, it is visible too.
 */
const WALK = `((withHtml, maxCharacters) => {
  const getter = (object, name) => Object.getOwnPropertyDescriptor(object, name).get
  const nameOf = getter(Element.prototype, 'localName')
  const shadowOf = getter(Element.prototype, 'shadowRoot')
  const htmlOf = getter(Element.prototype, 'outerHTML')
  const boxOf = Element.prototype.getBoundingClientRect
  const checkVisibility = Element.prototype.checkVisibility
  const root = getter(Document.prototype, 'documentElement').call(document)
  const doctype = getter(Document.prototype, 'doctype').call(document)
  const seen = { visibilityProperty: true, opacityProperty: true }

  const names = new Map()
  const tags = [], parents = [], flags = [], boxes = []
  const path = [], shown = []
  let shadowRoots = 0, frames = 0, deepest = 0
  const left = scrollX, top = scrollY
  const visit = (element, depth) => {
    const name = nameOf.call(element)
    let tag = names.get(name)
    if (tag === undefined) {
      tag = Math.min(names.size, 65535)
      names.set(name, tag)
    }
    const hasBox = checkVisibility.call(element)
    let flag = 0
    if (depth === 0 || shown[depth - 1]) {
      if (hasBox) flag = checkVisibility.call(element, seen) ? 3 : 1
      else {
        const style = getComputedStyle(element)
        if (style.display === 'contents') flag = style.visibility === 'visible' ? 3 : 1
        else if (style.display !== 'none') flag = 1
      }
    }
    if (shadowOf.call(element)) shadowRoots++
    if (name === 'iframe' || name === 'frame') frames++
    if (depth > deepest) deepest = depth
    parents.push(depth === 0 ? -1 : path[depth - 1])
    path[depth] = tags.length
    shown[depth] = flag !== 0
    tags.push(tag)
    flags.push(flag)
    if (hasBox) {
      const box = boxOf.call(element)
      boxes.push(box.left + left, box.top + top, box.width, box.height)
    } else boxes.push(NaN, NaN, NaN, NaN)
  }
  if (root) {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT)
    let depth = 0
    visit(root, 0)
    for (;;) {
      let next = walker.firstChild()
      if (next) depth++
      else {
        while (depth > 0 && !(next = walker.nextSibling())) {
          walker.parentNode()
          depth--
        }
        if (depth === 0) break
      }
      visit(next, depth)
    }
  }

  const pack = (array) => {
    const bytes = new Uint8Array(array.buffer)
    let text = ''
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768))
    return btoa(text)
  }
  let html = null, characters = 0
  if (withHtml) {
    const type = doctype ? '<!DOCTYPE ' + doctype.name + (doctype.publicId ? ' PUBLIC "' + doctype.publicId + '"' : doctype.systemId ? ' SYSTEM' : '')
      + (doctype.systemId ? ' "' + doctype.systemId + '"' : '') + '>' : ''
    html = type + (root ? htmlOf.call(root) : '')
    characters = html.length
    if (characters > maxCharacters) html = null
  }
  return {
    tagNames: [...names.keys()].slice(0, 65536),
    tags: pack(Uint16Array.from(tags)),
    parents: pack(Int32Array.from(parents)),
    flags: pack(Uint8Array.from(flags)),
    boxes: pack(Float32Array.from(boxes)),
    html, characters, shadowRoots, frames, deepest,
    width: innerWidth, height: innerHeight,
    isBlank: location.href === 'about:blank',
    stays: globalThis[Symbol.for('stays')] ?? 0,
  }
})`

const Walk = z.object({
  result: z.object({
    value: z.object({
      tagNames: z.array(z.string()),
      tags: z.string(),
      parents: z.string(),
      flags: z.string(),
      boxes: z.string(),
      html: z.string().nullable(),
      characters: z.number(),
      shadowRoots: z.number(),
      frames: z.number(),
      deepest: z.number(),
      width: z.number(),
      height: z.number(),
      isBlank: z.boolean(),
      stays: z.number(),
    }),
  }),
})

export interface PageWalk {
  readonly layout: CapturedLayout
  /** The serialised page where it was asked for and is not too long. */
  readonly html: string | null
  readonly characters: number
  /** Whether the browser shows its blank page instead. */
  readonly isBlank: boolean
  readonly notes: readonly string[]
}

/** The isolated world of what we run in the page. */
export const WORLD = 'boilerscope'

/**
 * To run in a new document before its own scripts: it stays where it is, whatever it tries. A navigation that is refused
 * only on the network has stopped the parser by then, and the rest of the page is lost.
 */
export const STAY = `navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.cancelable) return
  event.preventDefault()
  globalThis[Symbol.for('stays')] = (globalThis[Symbol.for('stays')] ?? 0) + 1
})`

/** How often the page tried to go elsewhere, as a note. */
export const stayNote = (times: number): string => `The page tried to go elsewhere (${times} ×) and was kept.`

/** The expression to evaluate in the page's isolated world; it yields one plain value. */
export function walkExpression(withHtml: boolean, maxCharacters: number): string {
  return `${WALK}(${withHtml}, ${maxCharacters})`
}

/** Blink's parser hangs everything deeper than this below the element at this depth. */
const DEEPEST = 511

/** Reads what `Runtime.evaluate` answered. @throws if it is not a walk. */
export function readWalk(answer: unknown): PageWalk {
  const walk = Walk.parse(answer).result.value
  const notes: string[] = []
  if (walk.stays > 0) notes.push(stayNote(walk.stays))
  if (walk.shadowRoots > 0) notes.push(`${walk.shadowRoots} shadow roots are not part of the HTML.`)
  if (walk.frames > 0) notes.push(`${walk.frames} frames were not loaded; their content is not part of the HTML.`)
  if (walk.deepest >= DEEPEST) notes.push('The page is nested deeper than the browser lays out (512 levels); deeper elements show flat.')
  return {
    layout: {
      tagNames: walk.tagNames,
      tags: new Uint16Array(unpack(walk.tags)),
      parents: new Int32Array(unpack(walk.parents)),
      flags: new Uint8Array(unpack(walk.flags)),
      boxes: new Float32Array(unpack(walk.boxes)),
      viewport: { width: walk.width, height: walk.height },
    },
    html: walk.html,
    characters: walk.characters,
    isBlank: walk.isBlank,
    notes,
  }
}

/** The bytes in a buffer of their own, aligned and transferable. */
function unpack(base64: string): ArrayBuffer {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
