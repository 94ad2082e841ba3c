import {
  ELEMENT,
  isRootName,
  type LayoutStyles,
  type PageLayout,
  type PageModel,
  LAYOUT_DISPLAYED,
  LAYOUT_VISIBLE,
  POSITION_FIXED,
  type NodeId,
} from './page-model'
import { once } from '../base/once'

/** Returns the outermost displayed elements with a fixed or sticky position, in document order. Linear in nodes, cached per page. */
export const pinnedNodes = once((page: PageModel): readonly NodeId[] => {
  const found: NodeId[] = []
  const { layout } = page
  const position = layout?.styles?.position
  for (let n = Math.max(0, page.body) + 1; layout && position && n < page.count; n++) {
    if (position[n] < POSITION_FIXED || page.kind[n] !== ELEMENT || (layout.flags[n] & LAYOUT_DISPLAYED) === 0) continue
    found.push(n)
    n = page.subtreeEnd[n] - 1
  }
  return found
})

/** Returns the font size of each visible text in CSS pixels; NaN for other nodes, and if the capture has no styles. Linear. */
export function textSizes(page: PageModel): Float32Array {
  const sizes = new Float32Array(page.count).fill(Number.NaN)
  const { layout } = page
  const fontSize = layout?.styles?.fontSize
  for (let n = 0; layout && fontSize && n < page.count; n++)
    if (page.kind[n] !== ELEMENT && (layout.flags[n] & LAYOUT_VISIBLE) !== 0) sizes[n] = fontSize[n]
  return sizes
}

/** Layout from the browser, per element in preorder. Shadow roots and frame documents count as elements. */
export interface CapturedLayout {
  /** Index into `tagNames`, per element. */
  readonly tags: Uint16Array
  readonly tagNames: readonly string[]
  /** Index of the parent element, -1 for the root. */
  readonly parents: Int32Array
  /** Bit set per element, as in `PageLayout`. */
  readonly flags: Uint8Array
  /** x, y, width and height per element, in CSS pixels of the document. */
  readonly boxes: Float32Array
  /** Styles per element; null or missing in captures of older versions. */
  readonly styles?: LayoutStyles | null
  readonly viewport: { readonly width: number; readonly height: number }
}

export interface LayoutFit {
  /** Number of elements of the model without a counterpart in the browser. */
  readonly unmatched: number
  /** Number of elements of the browser that are missing in the model. */
  readonly lost: number
  /** Number of elements that have different parents in the two trees. */
  readonly moved: number
}

const LOOK_AHEAD = 64

/**
 * Maps a captured layout to node ids by a comparison of the two sequences of tag names. Unmatched nodes get the flags and styles of their
 * parent. Linear.
 */
export function placeLayout(
  page: Pick<PageModel, 'count' | 'kind' | 'tag' | 'tagNames' | 'parent' | 'subtreeEnd'>,
  captured: CapturedLayout,
): { readonly layout: PageLayout; readonly fit: LayoutFit } {
  const boxes = new Float32Array(page.count * 4).fill(NaN)
  const elements: number[] = []
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT) elements.push(n)

  const index = new Map(captured.tagNames.map((name, i) => [name, i]))
  const tagOf = page.tagNames.map((name) => index.get(name) ?? -1)
  const parsedTag = (j: number): number => (j < elements.length ? tagOf[page.tag[elements[j]]] : -2)
  const capturedTag = (i: number): number => (i < captured.tags.length ? captured.tags[i] : -2)
  const agrees = (i: number, j: number): boolean => capturedTag(i) === parsedTag(j)

  const nodeOf = new Int32Array(captured.tags.length).fill(-1)
  /** Per node, the index of the captured element with its flags and styles; -1 without an element. */
  const source = new Int32Array(page.count).fill(-1)
  let lost = 0
  let moved = 0
  let matches = 0
  let i = 0
  let j = 0
  while (i < captured.tags.length && j < elements.length) {
    if (!agrees(i, j)) {
      // Skip the subtree of a shadow root or frame document that only one tree contains.
      if (isRootName(captured.tagNames[capturedTag(i)] ?? '')) {
        const from = i++
        while (i < captured.tags.length && captured.parents[i] >= from) i++
        lost += i - from
        continue
      }
      if (isRootName(page.tagNames[page.tag[elements[j]]])) {
        const end = page.subtreeEnd[elements[j]]
        while (j < elements.length && elements[j] < end) j++
        continue
      }
      let step = 1
      while (step <= LOOK_AHEAD) {
        if (agrees(i + step, j) && agrees(i + step + 1, j + 1)) {
          i += step
          lost += step
          break
        }
        if (agrees(i, j + step) && agrees(i + 1, j + step + 1)) {
          j += step
          break
        }
        step++
      }
      if (step <= LOOK_AHEAD) continue
      i++
      j++
      lost++
      continue
    }
    const node = elements[j]
    nodeOf[i] = node
    source[node] = i
    matches++
    // A typed array view per element would take three times as long.
    for (let side = 0; side < 4; side++) boxes[node * 4 + side] = captured.boxes[i * 4 + side]
    const parent = captured.parents[i]
    if ((parent < 0 ? -1 : nodeOf[parent]) !== page.parent[node]) moved++
    i++
    j++
  }
  lost += captured.tags.length - i
  for (let n = 1; n < page.count; n++) if (source[n] < 0) source[n] = source[page.parent[n]]
  const flags = valuesAt(captured.flags, source, new Uint8Array(page.count))
  const styles = captured.styles ? stylesAt(captured.styles, source) : null
  return {
    layout: { flags, boxes, styles, viewport: captured.viewport },
    fit: { unmatched: elements.length - matches, lost, moved },
  }
}

function stylesAt({ fontSize, fontWeight, position, stacks, zIndex }: LayoutStyles, places: Int32Array): LayoutStyles {
  const { length } = places
  return {
    fontSize: valuesAt(fontSize, places, new Float32Array(length)),
    fontWeight: valuesAt(fontWeight, places, new Uint16Array(length)),
    position: valuesAt(position, places, new Uint8Array(length)),
    stacks: valuesAt(stacks, places, new Uint8Array(length)),
    zIndex: valuesAt(zIndex, places, new Int32Array(length)),
  }
}

/** Copies the value at each place; NaN or 0 at place -1. A loop, because `from` with a function takes ten times as long. */
function valuesAt<T extends Float32Array | Int32Array | Uint16Array | Uint8Array>(values: T, places: Int32Array, to: T): T {
  for (let n = 0; n < places.length; n++) to[n] = places[n] < 0 ? Number.NaN : values[places[n]]
  return to
}

export function describeFit(fit: LayoutFit): string[] {
  const { unmatched, lost, moved } = fit
  const alone = 'Elements of the parsed page without a counterpart in the browser, and therefore without a box'
  const others = 'Elements of the browser without a counterpart in the parsed page'
  return [
    ...(unmatched + lost > 0 ? [`${alone}: ${unmatched}. ${others}: ${lost}.`] : []),
    ...(moved > 0 ? [`Elements with another parent in the browser than in the parsed page: ${moved}.`] : []),
  ]
}
