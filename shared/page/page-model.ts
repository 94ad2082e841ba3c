import { attributeValue, type Attributes, type AttributeTable } from './attributes'

/** A page model for the transfer between threads. One string for all texts transfers faster than one string per text. */
export interface PackedModel extends Omit<PageModel, 'text'> {
  readonly texts: string
  /** Per node, the length of its text in UTF-16 code units. */
  readonly textLength: Int32Array
}

export function packModel({ text, ...page }: PageModel): PackedModel {
  return { ...page, texts: text.join(''), textLength: Int32Array.from(text, ({ length }) => length) }
}

export function unpackModel({ texts, textLength, ...page }: PackedModel): PageModel {
  const text = Array<string>(page.count).fill('')
  for (let n = 0, at = 0; n < page.count; n++) {
    if (textLength[n] > 0) text[n] = texts.slice(at, (at += textLength[n]))
  }
  return { ...page, text }
}

/**
 * Returns a function that writes paths such as `body>div[0]>#text[1]`. Each number is the index among the sibling elements or sibling
 * texts. Shadow roots and frame documents have no number.
 */
export function nodePaths(page: PageModel): (node: NodeId) => string {
  const index = new Int32Array(page.count)
  const elements = new Int32Array(page.count)
  const texts = new Int32Array(page.count)
  for (let n = 1; n < page.count; n++) {
    const p = page.parent[n]
    if (isRootName(tagName(page, n))) continue
    const counter = page.kind[n] === ELEMENT ? elements : texts
    index[n] = counter[p]
    counter[p] += 1
  }
  return (node) => {
    const steps: string[] = []
    for (let n: number = node; n >= 0; n = page.parent[n]) {
      if (n === page.body) {
        steps.push('body')
        break
      }
      const name = tagName(page, n)
      steps.push(page.parent[n] === -1 || isRootName(name) ? name : `${name}[${index[n]}]`)
    }
    return steps.reverse().join('>')
  }
}

declare const flavour: unique symbol
type Flavoured<Name extends string> = number & { readonly [flavour]?: Name }

/** Preorder index of an element or text node. */
export type NodeId = Flavoured<'NodeId'>

export const ELEMENT = 1
export const TEXT = 2

/** Tag name of a shadow root. The node is the first child of its host, and has the attribute `mode`. */
export const SHADOW_ROOT = '#shadow-root'
/** Tag name of a frame's document. The node is the only child of the frame, and has the attribute `url` if the address is known. */
export const FRAME_DOCUMENT = '#document'

export const LAYOUT_DISPLAYED = 1
export const LAYOUT_VISIBLE = 2

export const POSITION_STATIC = 0
export const POSITION_RELATIVE = 1
export const POSITION_ABSOLUTE = 2
export const POSITION_FIXED = 3
export const POSITION_STICKY = 4

/**
 * Computed styles per node at capture time. Texts, and elements without captured styles, have the styles of their parent. The styles of
 * hidden elements have no meaning.
 */
export interface LayoutStyles {
  /** Computed `font-size` in CSS pixels, before any zoom or transform; NaN if missing. */
  readonly fontSize: Float32Array
  /** Computed `font-weight` from 1 to 1000; 0 if missing. */
  readonly fontWeight: Uint16Array
  /** `POSITION_STATIC` … `POSITION_STICKY`. */
  readonly position: Uint8Array
  /** 1 if the element probably creates a stacking context. */
  readonly stacks: Uint8Array
  /** Computed `z-index`; 0 for auto. Meaningful if `stacks` is 1. */
  readonly zIndex: Int32Array
}

/**
 * Layout per node at capture time. Texts have the flags of their parent. Boxes in a frame have coordinates of the page, not of the frame.
 */
export interface PageLayout {
  /** Bit set. `LAYOUT_DISPLAYED` means that neither the element nor an ancestor has computed `display: none`. */
  readonly flags: Uint8Array
  /**
   * x, y, width and height of the border box per node, in CSS pixels of the unscrolled document. NaN for texts and for elements without a
   * box.
   */
  readonly boxes: Float32Array
  /** Computed styles; null for captures of older versions. */
  readonly styles: LayoutStyles | null
  readonly viewport: { readonly width: number; readonly height: number }
}

/**
 * The parse tree of a page as flat arrays in preorder. Elements, texts, shadow roots and frame documents have a node id. The subtree of
 * node `i` is the half-open range `[i, subtreeEnd[i])`.
 */
export interface PageModel {
  readonly html: string
  /** Number of nodes; the arrays below have this length. */
  readonly count: number
  /** `ELEMENT` or `TEXT`. */
  readonly kind: Uint8Array
  /** Index into `tagNames`; 0 (`#text`) for text nodes. */
  readonly tag: Uint16Array
  readonly tagNames: readonly string[]
  /** Parent per node; -1 for node 0. */
  readonly parent: Int32Array
  readonly subtreeEnd: Int32Array
  /** Text per text node; empty for elements. */
  readonly text: readonly string[]
  /** Read the table with `attribute` and `attributesOf`. */
  readonly attributes: AttributeTable
  /** The `body` element, or a `frameset` whose frames were captured; -1 if missing. */
  readonly body: NodeId
  /** Offset per node in `html`; -1 if the parser created the node, or if positions were not requested. */
  readonly sourceStart: Int32Array
  readonly sourceEnd: Int32Array
  /** Line of `sourceStart`, from 1; 0 if unknown. */
  readonly line: Int32Array
  readonly hasSource: boolean
  /** Whether the page's scripts ran. If the scripts ran, the content of `noscript` is hidden. */
  readonly scripting: boolean
  /** Whether extractors read the contents of shadow roots and frames. */
  readonly composed: boolean
  /** Number of streamed segments that `StreamedContent` moved. Node ids follow the order after the moves. */
  readonly streamed: number
  readonly layout: PageLayout | null
  readonly url: string | null
  readonly title: string
}

/** Returns the tag name of a node, `#text` for text nodes. */
export function tagName(page: PageModel, node: NodeId): string {
  return page.tagNames[page.tag[node]]
}

/** Returns whether a tag name is the name of a shadow root or of a frame's document. */
export function isRootName(name: string): boolean {
  return name === SHADOW_ROOT || name === FRAME_DOCUMENT
}

/** Returns the value of an attribute; null if missing. Linear in the element's attributes. */
export function attribute(page: PageModel, node: NodeId, name: string): string | null {
  const { attributes } = page
  const end = attributes.first[node + 1]
  for (let a = attributes.first[node]; a < end; a++) if (attributes.names[attributes.name[a]] === name) return attributeValue(attributes, a)
  return null
}

/** Returns all attributes of a node, in source order; empty for text. */
export function attributesOf({ attributes }: PageModel, node: NodeId): Attributes {
  const list: (readonly [string, string])[] = []
  const end = attributes.first[node + 1]
  for (let a = attributes.first[node]; a < end; a++) list.push([attributes.names[attributes.name[a]], attributeValue(attributes, a)])
  return list
}

export function isWithin(page: PageModel, node: NodeId, ancestor: NodeId): boolean {
  return node >= ancestor && node < page.subtreeEnd[ancestor]
}

/** Returns the ancestors of a node, nearest first, without the node. */
export function ancestors(page: PageModel, node: NodeId): NodeId[] {
  const result: NodeId[] = []
  for (let n = page.parent[node]; n >= 0; n = page.parent[n]) result.push(n)
  return result
}

/** Returns the child nodes (elements and text) of a node, in document order. */
export function children(page: PageModel, node: NodeId): NodeId[] {
  const result: NodeId[] = []
  const end = page.subtreeEnd[node]
  for (let n = node + 1; n < end; n = page.subtreeEnd[n]) result.push(n)
  return result
}
