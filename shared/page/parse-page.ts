import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { failure, FailureError, type Failure } from '../base/failure'
import { composedChildren, mayBeComposed, type ComposeOptions, type Root } from './composed-children'
import type { SourcePlace } from './frame-source'
import { ELEMENT, FRAME_DOCUMENT, TEXT, type Attributes, type PageLayout, type PageModel } from './page-model'
import { placeLayout, type CapturedLayout } from './place-layout'

/** Nodes a page may have before it is refused; a setting with this default. */
export const DEFAULT_MAX_NODES = 250_000

export interface ParseOptions {
  /** Ask parse5 for source positions: needed by line-based extractors and the source view; nearly doubles parsing. Default false. */
  readonly sourcePositions?: boolean
  /** Parse as a browser with scripts on does (`noscript` holds text that nobody sees). Set it to the mode of the capture. Default false. */
  readonly scriptingEnabled?: boolean
  /** See `PageModel.composed`. Default: whether scripts ran; before they do, most pages have nothing in their shadow roots. */
  readonly composed?: boolean
  /** Default `DEFAULT_MAX_NODES`. */
  readonly maxNodes?: number
  readonly url?: string | null
  /** By node id, or as it was captured: then it is put on the node ids. */
  readonly layout?: PageLayout | CapturedLayout | null
}

type Node = DefaultTreeAdapterTypes.Node
type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

function isElement(node: Node | Root): node is Element | Root {
  return 'tagName' in node
}

function isRoot(node: ChildNode | Root): node is Root {
  return 'owner' in node
}

/**
 * Parses an HTML string into a page model (HTML Standard tree construction, by parse5).
 * Linear in the nodes, without recursion. Any string is a page; an empty one has an empty body.
 * @throws FailureError with code `page.too-many-nodes` above `maxNodes`.
 */
export function parsePage(html: string, options: ParseOptions = {}): PageModel {
  const hasSource = options.sourcePositions ?? false
  const document = parse(html, { sourceCodeLocationInfo: hasSource, scriptingEnabled: options.scriptingEnabled ?? false })
  return flatten(document, html, hasSource, options)
}

/** Lists a parse5 document's elements and text nodes in preorder. Exported for benchmarks that time parse5 and the flattening apart. */
export function flatten(document: DefaultTreeAdapterTypes.Document, html: string, hasSource: boolean, options: ParseOptions): PageModel {
  const maxNodes = options.maxNodes ?? DEFAULT_MAX_NODES
  const nodes: (ChildNode | Root)[] = []
  const parents: number[] = []
  const ends: number[] = []

  const isComposed = mayBeComposed(html)
  const page: SourcePlace = { html, at: (offset) => offset, lines: 0 }
  /** The document that each node was parsed from; empty where the page is the only one. */
  const places: SourcePlace[] = []
  let within: ComposeOptions = {
    scriptingEnabled: options.scriptingEnabled ?? false,
    sourcePositions: hasSource,
    level: 0,
    source: page,
    frames: new Map(),
  }

  // Preorder with an explicit stack of (children, next index, node id).
  const stackChildren: (readonly (ChildNode | Root)[])[] = [document.childNodes]
  const stackNext: number[] = [0]
  const stackNode: number[] = [-1]
  const stackWithin: ComposeOptions[] = [within]
  let top = 0
  while (top >= 0) {
    const siblings = stackChildren[top]
    const next = stackNext[top]
    if (next >= siblings.length) {
      const node = stackNode[top]
      if (node >= 0) ends[node] = nodes.length
      top--
      continue
    }
    stackNext[top] = next + 1
    const child = siblings[next]
    const element = isElement(child)
    if (!element && child.nodeName !== '#text') continue
    const id = nodes.length
    if (id >= maxNodes) throw new FailureError(tooManyNodes(maxNodes))
    nodes.push(child)
    parents.push(stackNode[top])
    ends.push(id + 1)
    if (isComposed) {
      within = stackWithin[top]
      places.push(within.source)
    }
    if (!element) continue
    let below: readonly (ChildNode | Root)[] = child.childNodes
    if (isComposed) {
      if (!isRoot(child)) below = composedChildren(child, within)
      else if (child.tagName === FRAME_DOCUMENT) within = { ...within, level: child.level, source: child.place ?? within.source }
    }
    if (below.length > 0) {
      top++
      stackChildren[top] = below
      stackNext[top] = 0
      stackNode[top] = id
      stackWithin[top] = within
    }
  }

  const count = nodes.length
  const kind = new Uint8Array(count)
  const tag = new Uint16Array(count)
  const text = new Array<string>(count)
  const attributes = new Array<Attributes | null>(count)
  const sourceStart = new Int32Array(count).fill(-1)
  const sourceEnd = new Int32Array(count).fill(-1)
  const line = new Int32Array(count)
  const tagIndex = new Map<string, number>([['#text', 0]])
  const tagNames = ['#text']
  let body = -1
  let titleNode = -1
  let frameset = -1

  for (let i = 0; i < count; i++) {
    const node = nodes[i]
    const location = hasSource ? (isRoot(node) ? node.owner : node).sourceCodeLocation : null
    if (location) {
      const place = places[i] ?? page
      sourceStart[i] = place.at(location.startOffset)
      sourceEnd[i] = place.at(location.endOffset)
      line[i] = location.startLine + place.lines
    }
    if (isElement(node)) {
      kind[i] = ELEMENT
      let index = tagIndex.get(node.tagName)
      if (index === undefined) {
        // 65,535 distinct names fit the array; a page that invents more shares the last one.
        index = Math.min(tagNames.length, 65_535)
        if (index === tagNames.length) tagNames.push(node.tagName)
        tagIndex.set(node.tagName, index)
      }
      tag[i] = index
      text[i] = ''
      attributes[i] =
        node.attrs.length === 0 ? null : node.attrs.map((a) => [a.prefix ? `${a.prefix}:${a.name}` : a.name, a.value] as const)
      if (body < 0 && node.tagName === 'body' && parents[i] === 0) body = i
      if (frameset < 0 && node.tagName === 'frameset' && parents[i] === 0) frameset = i
      // HTML Standard, the body element: the frameset stands for it where its frames can be read.
      if (body < 0 && node.tagName === FRAME_DOCUMENT && frameset >= 0 && i < ends[frameset]) body = frameset
      if (titleNode < 0 && node.tagName === 'title' && body < 0) titleNode = i
    } else {
      kind[i] = TEXT
      text[i] = (node as DefaultTreeAdapterTypes.TextNode).value
      attributes[i] = null
    }
  }

  let title = ''
  if (titleNode >= 0) for (let i = titleNode + 1; i < ends[titleNode]; i++) title += text[i]

  const parent = Int32Array.from(parents)
  const subtreeEnd = Int32Array.from(ends)
  const given = options.layout ?? null
  const layout = given && isCaptured(given) ? placeLayout({ count, kind, tag, tagNames, parent, subtreeEnd }, given).layout : given

  return {
    html,
    count,
    kind,
    tag,
    tagNames,
    parent,
    subtreeEnd,
    text,
    attributes,
    body,
    sourceStart,
    sourceEnd,
    line,
    hasSource,
    scripting: options.scriptingEnabled ?? false,
    composed: options.composed ?? options.scriptingEnabled ?? false,
    layout,
    url: options.url ?? null,
    title: title.replace(/\s+/g, ' ').trim().slice(0, 1000),
  }
}

function isCaptured(layout: PageLayout | CapturedLayout): layout is CapturedLayout {
  return 'tags' in layout
}

function tooManyNodes(limit: number): Failure {
  return failure(
    'page.too-many-nodes',
    `The page has more than ${limit.toLocaleString('en')} nodes.`,
    'Raise the node limit (or --max-nodes on the command line), or save a part of the page as a file and open that.',
  )
}
