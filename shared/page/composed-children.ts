import type { DefaultTreeAdapterTypes } from 'parse5'
import { FRAME_MARK } from './attributes'
import { readAttributeSource, readFrameSource, type SourcePlace } from './frame-source'
import { FRAME_DOCUMENT, SHADOW_ROOT } from './page-model'
import { parseHtml } from './parse-html'
import type { StreamedContent } from './streamed-content'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type TextNode = DefaultTreeAdapterTypes.TextNode

/** A shadow root or the document of a frame, as a node of the parse tree. */
export interface Root {
  readonly tagName: typeof SHADOW_ROOT | typeof FRAME_DOCUMENT
  readonly attrs: readonly { readonly name: string; readonly value: string; readonly prefix?: string }[]
  readonly childNodes: readonly ChildNode[]
  /** The `template`, `iframe` or `noframes` that contains the source of the root. */
  readonly owner: Element
  /** Maps positions in the source of a frame's document to the page's HTML. Null for shadow roots, and if positions were not requested. */
  readonly place: SourcePlace | null
  readonly level: number
}

export const FRAME_LEVELS = 8

/** Elements other than custom elements that may have a shadow root (DOM Standard, valid shadow host name). */
const HOSTS: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
)
const CUSTOM = /^[a-z][^A-Z]*-[^A-Z]*$/

export const NESTING_TAGS: ReadonlySet<string> = new Set(['template', 'iframe', 'noframes'])

/** Returns whether an element with a tag of `NESTING_TAGS` may contain a shadow root or a frame's document. */
export function hasNestedRoot(element: Element | Root): boolean {
  return element.attrs.some(({ name }) => name === 'shadowrootmode' || name === 'srcdoc' || name === FRAME_MARK)
}

export interface ComposeOptions {
  readonly scriptingEnabled: boolean
  readonly sourcePositions: boolean
  readonly level: number
  readonly source: SourcePlace
  /** Documents by `frame` element. `framesetChildren` adds the documents of a frameset. */
  readonly frames: Map<Element, Root>
  readonly streamed: StreamedContent | null
}

/** Returns an element's children in the page model. A shadow root is the first child, and the document of a frame is the only child. */
export function composedChildren(element: Element, options: ComposeOptions): readonly (ChildNode | Root)[] {
  if (element.tagName === 'iframe') {
    const root = frameRoot(element, options)
    return root ? [root] : element.childNodes
  }
  if (element.tagName === 'frameset') return framesetChildren(element, options)
  const inFrame = element.tagName === 'frame' ? options.frames.get(element) : undefined
  if (inFrame) return [inFrame]
  const template = shadowTemplate(element)
  const children = options.streamed?.childrenOf(element) ?? element.childNodes
  if (!template) return children
  const root: Root = {
    tagName: SHADOW_ROOT,
    attrs: template.attrs.flatMap(({ name, value }) => (name === 'shadowrootmode' ? [{ name: 'mode', value: value.toLowerCase() }] : [])),
    childNodes: template.content.childNodes,
    owner: template,
    place: null,
    level: options.level,
  }
  return [root, ...children.filter((child) => child !== template)]
}

function shadowTemplate(host: Element): DefaultTreeAdapterTypes.Template | null {
  if (!HOSTS.has(host.tagName) && !CUSTOM.test(host.tagName)) return null
  for (const child of host.childNodes) {
    if (child.nodeName !== 'template' || !('content' in child)) continue
    const mode = attributeOf(child, 'shadowrootmode')?.toLowerCase()
    if (mode === 'open' || mode === 'closed') return child
  }
  return null
}

function frameRoot(frame: Element, options: ComposeOptions): Root | null {
  if (options.level >= FRAME_LEVELS) return null
  const url = attributeOf(frame, FRAME_MARK)
  if (url !== null) {
    const [text] = frame.childNodes
    if (text && text.nodeName !== '#text') return null
    return documentRoot(frame, url, (text as TextNode | undefined) ?? null, options)
  }
  const srcdoc = attributeOf(frame, 'srcdoc')
  if (srcdoc === null) return null
  const { source } = options
  const where = frame.sourceCodeLocation?.attrs?.srcdoc
  const place = where
    ? nestedIn(source, readAttributeSource(source.html.slice(where.startOffset, where.endOffset), where.startOffset, where.startLine - 1))
    : null
  return parsed(frame, null, place ?? srcdoc, options)
}

function documentRoot(owner: Element, url: string, text: TextNode | null, options: ComposeOptions): Root {
  const { source } = options
  const where = text?.sourceCodeLocation
  if (!where) return parsed(owner, url, readFrameSource(text?.value ?? '', 0, 0).html, options)
  const inner = readFrameSource(source.html.slice(where.startOffset, where.endOffset), where.startOffset, where.startLine - 1)
  return parsed(owner, url, nestedIn(source, inner), options)
}

function nestedIn(outer: SourcePlace, inner: SourcePlace): SourcePlace {
  return { html: inner.html, at: (offset) => outer.at(inner.at(offset)), lines: outer.lines + inner.lines }
}

function parsed(owner: Element, url: string | null, source: SourcePlace | string, options: ComposeOptions): Root {
  const place = typeof source === 'string' ? null : source
  const { childNodes } = parseHtml(typeof source === 'string' ? source : source.html, options)
  return {
    tagName: FRAME_DOCUMENT,
    attrs: url === null || url === '' ? [] : [{ name: 'url', value: url }],
    childNodes,
    owner,
    place,
    level: options.level + 1,
  }
}

/**
 * Stores the documents of a frameset's frames in `options.frames`. Returns the children without the `noframes` elements that contain these
 * documents.
 */
function framesetChildren(frameset: Element, options: ComposeOptions): readonly ChildNode[] {
  const children: ChildNode[] = []
  for (const child of frameset.childNodes) {
    const url = child.nodeName === 'noframes' && 'attrs' in child ? attributeOf(child, FRAME_MARK) : null
    const frame = children.at(-1)
    if (url === null || frame?.nodeName !== 'frame' || options.level >= FRAME_LEVELS) {
      children.push(child)
      continue
    }
    const [text] = (child as Element).childNodes
    const raw = text?.nodeName === '#text' ? (text as TextNode) : null
    options.frames.set(frame, documentRoot(child as Element, url, raw, options))
  }
  return children
}

function attributeOf(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null
}
