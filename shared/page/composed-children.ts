import { decodeHTMLAttribute } from 'entities/decode'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { lastAtOrBefore } from '../base/int-list'
import { FRAME_MARK } from './attributes'
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
  /** Maps positions in the source of a frame's document to the page's HTML. Null for shadow roots. */
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
  const where = frame.sourceCodeLocation?.attrs?.srcdoc
  const inner = where
    ? readAttributeSource(options.source.html.slice(where.startOffset, where.endOffset), where.startOffset, where.startLine - 1)
    : wholeSource(srcdoc)
  return parsed(frame, null, inner, options)
}

function documentRoot(owner: Element, url: string, text: TextNode | null, options: ComposeOptions): Root {
  const where = text?.sourceCodeLocation
  const [start, lines] = where ? [where.startOffset, where.startLine - 1] : [0, 0]
  const source = where ? options.source.html.slice(start, where.endOffset) : (text?.value ?? '')
  return parsed(owner, url, readFrameSource(source, start, lines), options)
}

function parsed(owner: Element, url: string | null, inner: SourcePlace, options: ComposeOptions): Root {
  const outer = options.source
  return {
    tagName: FRAME_DOCUMENT,
    attrs: url === null || url === '' ? [] : [{ name: 'url', value: url }],
    childNodes: parseHtml(inner.html, options).childNodes,
    owner,
    place: { html: inner.html, at: (offset) => outer.at(inner.at(offset)), lines: outer.lines + inner.lines },
    level: options.level + 1,
  }
}

/** Stores the documents of frames in `options.frames`. Returns the children without the `noframes` elements that contain the documents. */
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

/** Escapes a document, so that the document can be the raw text of an `iframe` or `noframes`. */
export function frameSource(html: string): string {
  return html.replace(/<(\\*)\/(?=iframe|noframes)/gi, '<\\$1/')
}

/** The HTML of a nested document, with its position in the surrounding HTML. */
export interface SourcePlace {
  readonly html: string
  /** Converts an offset in `html` to an offset in the surrounding HTML. */
  readonly at: (offset: number) => number
  /** Number of lines before the nested document. */
  readonly lines: number
}

/** Returns a document as its own source. */
export const wholeSource = (html: string): SourcePlace => ({ html, at: (offset) => offset, lines: 0 })

/** Reads a text that `frameSource` wrote. @param start offset of the text in the surrounding HTML @param lines lines before the text */
export function readFrameSource(text: string, start: number, lines: number): SourcePlace {
  return decodedSource(text, start, lines, /<\\(?=\\*\/(?:iframe|noframes))/gi, () => '<')
}

/** Decodes the document in the source of an attribute, such as `srcdoc="&lt;p>"`. */
function readAttributeSource(attribute: string, start: number, lines: number): SourcePlace {
  const quoted = /^[^=]*=\s*(["']?)/.exec(attribute)
  const from = quoted?.[0].length ?? attribute.length
  const raw = attribute.slice(from, (quoted?.[1] ?? '') === '' ? undefined : -1)
  const before = attribute.slice(0, from).split('\n').length - 1
  const pattern = /&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?|\r\n/g
  return decodedSource(raw, start + from, lines + before, pattern, (match) => (match === '\r\n' ? '\n' : decodeHTMLAttribute(match)))
}

function decodedSource(text: string, start: number, lines: number, pattern: RegExp, decode: (match: string) => string): SourcePlace {
  const inner = [0]
  const outer = [start]
  let removed = 0
  const html = text.replace(pattern, (match, at: number) => {
    const decoded = decode(match)
    const end = at + match.length
    removed += match.length - decoded.length
    inner.push(end - removed)
    outer.push(start + end)
    return decoded
  })
  const at = (offset: number): number => {
    const k = lastAtOrBefore(inner.length, (i) => inner[i], offset)
    const shifted = outer[k] + offset - inner[k]
    return k + 1 < outer.length ? Math.min(shifted, outer[k + 1]) : shifted
  }
  return { html, at, lines }
}
