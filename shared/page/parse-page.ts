import type { DefaultTreeAdapterTypes } from 'parse5'
import { failed } from '../base/failure'
import { composedChildren, hasNestedRoot, NESTING_TAGS, wholeSource, type ComposeOptions, type Root } from './composed-children'
import { IntList } from '../base/int-list'
import { parseHtml } from './parse-html'
import { AttributeWriter } from './attributes'
import { ELEMENT, FRAME_DOCUMENT, TEXT, type PageLayout, type PageModel } from './page-model'
import { placeLayout, type CapturedLayout } from './place-layout'
import { streamedContent } from './streamed-content'

const LONGEST = 300

/** Returns the decoded text of the first `<title>` with collapsed white space, at most 300 characters. Null if missing or empty. */
export function titleOfSource(beginning: string): string | null {
  const element = /<title(?:\s[^>]{0,500})?>([^<]{0,2000})<\/title/i.exec(beginning)
  if (!element) return null
  const title = parsePage(`<title>${element[1]}</title>`).title.replace(/\s+/g, ' ').trim()
  return title === '' ? null : title.slice(0, LONGEST)
}

const FEW_WORDS = 20
const NO_TEXT = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|title)\b[\s\S]*?(?:<\/\1\b|$)|<[^>]*(?:>|$)/gi
const WORD = /[\p{L}\p{N}]+/gu

/** Returns whether a page's source has fewer than `FEW_WORDS` words of text. Does not parse the page. */
export function hasAlmostNoText(source: string): boolean {
  let words = 0
  let at = 0
  const count = (text: string): boolean => (words += text.match(WORD)?.length ?? 0) >= FEW_WORDS
  for (const tag of source.matchAll(NO_TEXT)) {
    if (count(source.slice(at, tag.index))) return false
    at = tag.index + tag[0].length
  }
  return !count(source.slice(at))
}

const DEFAULT_MAX_NODES = 250_000

export interface ParseOptions {
  /** Whether to store source positions. Default false. */
  readonly sourcePositions?: boolean
  /** Parses like a browser with scripts. Use true if the scripts ran during the capture. Default false. */
  readonly scriptingEnabled?: boolean
  /** See `PageModel.composed`. Default: the value of `scriptingEnabled`. */
  readonly composed?: boolean
  /** Whether `StreamedContent` moves streamed segments. Default: true if `scriptingEnabled` is false. */
  readonly streamed?: boolean
  readonly maxNodes?: number
  readonly url?: string | null
  /** Layout by node id, or a captured layout that `parsePage` maps to node ids. */
  readonly layout?: PageLayout | CapturedLayout | null
}

/** @internal */
type ChildNode = DefaultTreeAdapterTypes.ChildNode

/** Returns whether a node is a shadow root or a frame's document. @internal */
export function isRoot(node: ChildNode | Root): node is Root {
  return 'owner' in node
}

/**
 * Parses any string as HTML (HTML Standard). Linear. @throws FailureError `page.too-many-nodes` if the page has more than `maxNodes` nodes
 */
export function parsePage(html: string, options: ParseOptions = {}): PageModel {
  const { sourcePositions: hasSource = false, scriptingEnabled: scripting = false } = options
  const document = parseHtml(html, { sourcePositions: hasSource, scriptingEnabled: scripting })
  const { tags, tagNames, parents, ends, text, attributes, sources, streamed } = listDocument(document, html, options)

  const count = text.length
  const tag = new Uint16Array(tags.toArray())
  const kind = new Uint8Array(count)
  for (let i = 0; i < count; i++) kind[i] = tag[i] === 0 ? TEXT : ELEMENT
  const parent = parents.toArray()
  const subtreeEnd = ends.toArray()
  const { body, titleNode } = landmarks(tag, tagNames, parent, subtreeEnd)

  let title = ''
  if (titleNode >= 0) for (let i = titleNode + 1; i < subtreeEnd[titleNode]; i++) title += text[i]

  const given = options.layout ?? null
  const layout = given && 'tags' in given ? placeLayout({ count, kind, tag, tagNames, parent, subtreeEnd }, given).layout : given

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
    sourceStart: sources ? sources.start.toArray() : new Int32Array(count).fill(-1),
    sourceEnd: sources ? sources.end.toArray() : new Int32Array(count).fill(-1),
    line: sources ? sources.line.toArray() : new Int32Array(count),
    hasSource,
    scripting,
    composed: options.composed ?? scripting,
    streamed,
    layout,
    url: options.url ?? null,
    // Copy the title: a slice would keep the whole page in memory.
    title: ` ${title.replace(/\s+/g, ' ').trim().slice(0, 1000)}`.slice(1),
  }
}

/** Parses a page again to read nodes without a node id, such as comments. @returns the document, parse5's nodes by node id. @internal */
export function parseTree({ html, scripting, streamed }: PageModel): {
  readonly document: DefaultTreeAdapterTypes.Document
  readonly nodes: readonly (ChildNode | Root)[]
} {
  const document = parseHtml(html, { sourcePositions: false, scriptingEnabled: scripting })
  const options = { scriptingEnabled: scripting, streamed: streamed > 0, maxNodes: Number.POSITIVE_INFINITY }
  return { document, nodes: listDocument(document, html, options).nodes }
}

function listDocument(document: DefaultTreeAdapterTypes.Document, html: string, options: ParseOptions) {
  const { sourcePositions: hasSource = false, scriptingEnabled = false } = options
  const streamed = (options.streamed ?? !scriptingEnabled) ? streamedContent(document, html) : null
  const within: ComposeOptions = {
    scriptingEnabled,
    sourcePositions: hasSource,
    level: 0,
    source: wholeSource(html),
    frames: new Map(),
    streamed,
  }
  const limits = { hasSource, maxNodes: options.maxNodes ?? DEFAULT_MAX_NODES }
  const listing = list(document, within, limits, false) ?? list(document, within, limits, true)
  if (!listing) throw new Error('The page could not be listed, although shadow roots and frames were followed.')
  return listing
}

/**
 * Lists nodes in preorder. @param composed whether to enter shadow roots and frames. If false, returns null at the first shadow root or
 * frame: few pages have one, and a search at every element takes time
 */
function list(
  document: DefaultTreeAdapterTypes.Document,
  page: ComposeOptions,
  { hasSource, maxNodes }: { readonly hasSource: boolean; readonly maxNodes: number },
  composed: boolean,
) {
  // On most pages, a node has about 30 characters of source.
  const expected = page.source.html.length >> 5
  const rows = (): IntList => new IntList(expected)
  const tags = rows()
  const parents = rows()
  const ends = rows()
  const nodes: (ChildNode | Root)[] = []
  const text: string[] = []
  const attributes = new AttributeWriter(expected)
  const sources = hasSource ? { start: rows(), end: rows(), line: rows() } : null
  const tagNames = ['#text']
  const tagIndex = new Map<string, number>([['#text', 0]])
  const nests: (boolean | undefined)[] = []

  const { streamed } = page
  let within = page
  const open: { readonly children: readonly (ChildNode | Root)[]; next: number; readonly node: number; readonly within: ComposeOptions }[] =
    [{ children: document.childNodes, next: 0, node: -1, within }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (top.next >= top.children.length) {
      if (top.node >= 0) ends.set(top.node, text.length)
      open.pop()
      continue
    }
    const child = top.children[top.next++]
    const element = 'tagName' in child
    if (!element && child.nodeName !== '#text') continue
    const id = text.length
    if (id >= maxNodes)
      throw failed(
        'page.too-many-nodes',
        `The page has more than ${maxNodes.toLocaleString('en')} nodes.`,
        'Raise the node limit (or --max-nodes on the command line), or save a part of the page as a file and open the file.',
      )
    nodes.push(child)
    parents.push(top.node)
    ends.push(id + 1)
    attributes.node()
    if (composed) within = top.within
    if (sources) {
      const location = (isRoot(child) ? child.owner : child).sourceCodeLocation
      sources.start.push(location ? within.source.at(location.startOffset) : -1)
      sources.end.push(location ? within.source.at(location.endOffset) : -1)
      sources.line.push(location ? location.startLine + within.source.lines : 0)
    }
    if (!element) {
      tags.push(0)
      text.push(child.value)
      continue
    }
    let tag = tagIndex.get(child.tagName)
    if (tag === undefined) {
      // An index has 16 bits. If a page has too many tag names, the last names share an index.
      tag = Math.min(tagNames.length, 65_535)
      if (tag === tagNames.length) tagNames.push(child.tagName)
      if (NESTING_TAGS.has(child.tagName)) nests[tag] = true
      tagIndex.set(child.tagName, tag)
    }
    tags.push(tag)
    text.push('')
    for (const { name, prefix, value } of child.attrs) attributes.add(prefix ? `${prefix}:${name}` : name, value)
    let below: readonly (ChildNode | Root)[] = streamed && !isRoot(child) ? streamed.childrenOf(child) : child.childNodes
    if (composed) {
      if (!isRoot(child)) below = composedChildren(child, within)
      else if (child.tagName === FRAME_DOCUMENT) within = { ...within, level: child.level, source: child.place ?? within.source }
    } else if (nests[tag] === true && hasNestedRoot(child)) return null
    if (below.length > 0) open.push({ children: below, next: 0, node: id, within })
  }
  return { nodes, tags, tagNames, parents, ends, text, attributes: attributes.end(), sources, streamed: streamed?.count ?? 0 }
}

function landmarks(tag: Uint16Array, tagNames: readonly string[], parent: Int32Array, subtreeEnd: Int32Array) {
  let titleNode = -1
  let frameset = -1
  for (let i = 0; i < tag.length; i++) {
    const name = tagNames[tag[i]]
    if (name === 'body' && parent[i] === 0) return { body: i, titleNode }
    if (frameset < 0 && name === 'frameset' && parent[i] === 0) frameset = i
    // A frameset is the body if its frames were captured (HTML Standard, the body element).
    if (name === FRAME_DOCUMENT && frameset >= 0 && i < subtreeEnd[frameset]) return { body: frameset, titleNode }
    if (titleNode < 0 && name === 'title') titleNode = i
  }
  return { body: -1, titleNode }
}
