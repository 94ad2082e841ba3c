import { FORM_IN_FORM, viewRules } from './view-rules'
import { attribute, ELEMENT, FRAME_DOCUMENT, LAYOUT_DISPLAYED, SHADOW_ROOT, TEXT, tagName, type NodeId, type PageModel } from './page-model'
import { holdsDocument } from './output'
import { resolveKept } from './kept-address'
import { INERT_TAGS, keptStyle, viewAttributes, type KeptPlace, type LackedKind, type ViewContext } from './view-attributes'
import { DROPS_LINE_FEED, VOID_TAGS } from './tags'
import { escapeHtml } from '../base/escape'

export type { KeptPlace, LackedKind }

/** Style sheets that the page's scripts created or changed. */
export interface ChangedStyles extends TreeStyles {
  /** Styles of the page's open shadow roots. `index` counts shadow roots from 0, in the order of the page model. */
  readonly roots?: readonly (TreeStyles & { readonly index: number })[]
}

/** Style sheets of a document without its shadow roots, or of one shadow root. */
interface TreeStyles {
  /** Rules that replace the text of a `style` element. `index` counts the `style` elements of the tree from 0, in document order. */
  readonly sheets: readonly { readonly index: number; readonly css: string }[]
  /** Constructed style sheets that the document or shadow root had adopted, in order. */
  readonly adopted: readonly string[]
}

export interface ViewOptions {
  /** Stored resources; null if the view loads only `data:` resources. */
  readonly kept: KeptPlace | null
  readonly styles?: ChangedStyles | null
  /** See `lacks` of `ViewContext`. */
  readonly lacks?: (url: string, kind: LackedKind) => void
  /** Whether to write node ids as `data-bs-id`. Default true. */
  readonly ids?: boolean
  /** Addresses of frame documents in the model; null if frames show only stored resources. */
  readonly documents?: DocumentPlaces | null
  /** Called for each `#document` node whose frame is written. Requires `documents`. */
  readonly shows?: (document: NodeId) => void
  /** The `#document` node to write. Default: the page. */
  readonly root?: NodeId
}

/** Addresses of frame documents: the text before and after the node id of a `#document`, or one address per node. */
export type DocumentPlaces = readonly [before: string, after: string] | ReadonlyMap<NodeId, string>

/** Namespaces of elements. The page model does not store namespaces, because the ancestors determine the namespace. */
const HTML = 0
const SVG = 1
const MATH = 2

const SVG_TEXT_HOSTS: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'title'])
const MATH_TEXT_HOSTS: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'ms', 'mtext'])

/** Forbids scripts, plugins, forms and connections. The headers of the host limit the allowed addresses. */
const POLICY = "script-src 'none'; object-src 'none'; form-action 'none'; connect-src 'none'"
/** Policy for hosts without headers. Allows only inline styles, and resources at `data:` and `blob:` addresses. */
const LOCAL_POLICY =
  "default-src 'none'; img-src data: blob:; media-src data: blob:; font-src data: blob:; style-src 'unsafe-inline' data: blob:; " +
  "frame-src blob:; form-action 'none'"

/** Gives drawings without a size the size of an icon. Without style sheets, icons would be as wide as the page. */
const ICONS = '<style>:where(svg:not([width]):not([height])) { inline-size: 1.5em; block-size: 1.5em }</style>'

/**
 * Writes the page for the sandboxed page view: the model's tree without active content. `data-bs-id` contains the node id of an element.
 *
 * - Elements keep their place and order. A comment separates adjacent texts, so the k-th text child is the model's k-th text child.
 * - `script`, `template`, `noembed`, `noframes` and an invisible `noscript` become an empty `template` with the same id.
 * - A `template` declares a shadow root. `data-bs-host` marks the host of a shadow root.
 * - Nothing in the view can run, navigate, submit, open or embed. Links have the address `#bs-<id>`.
 * - The view loads only `data:` resources and the resources of `kept`, see `KeptPlace`. With `kept: null`, only `data:` resources load.
 * - Each frame is a separate document in the same form.
 *
 * Linear in nodes and characters, no recursion.
 */
export function viewHtml(page: PageModel, options: ViewOptions): string {
  return [...viewPieces(page, options)].join('')
}

const PIECE = 64 * 1024

/** Yields the document of `viewHtml` in pieces, so that a browser can parse the beginning early. No piece ends within a character. */
export function* viewPieces(page: PageModel, options: ViewOptions): Generator<string, void> {
  const { kind, subtreeEnd } = page
  const root = options.root ?? -1
  const count = root < 0 ? page.count : subtreeEnd[root]
  const top = root + 1
  const context = viewContext(page, root, options)
  const styles = options.kept && root < 0 ? (options.styles ?? null) : null
  const ofRoots = new Map(styles?.roots?.map((one) => [one.index, one]))
  let roots = 0
  const trees = [styledTree(-1, styles)]
  let head = -1
  let out = root < 0 ? doctype(page.html) : '<!doctype html>'
  const open: { readonly node: NodeId; readonly tag: string; readonly space: number }[] = []
  let formEnd = 0
  const lowerNames = page.tagNames.map((name) => name.toLowerCase())
  const writtenNames = page.tagNames.map(writtenName)
  const shadow = page.tagNames.indexOf(SHADOW_ROOT)
  const id = (node: NodeId): string => (options.ids === false ? '' : ` data-bs-id="${node}"`)
  let n = top
  for (;;) {
    if (out.length >= PIECE) {
      yield out
      out = ''
    }
    let around = open.at(-1)
    while (around && subtreeEnd[around.node] <= n) {
      const { node: closed, tag } = around
      const last = trees.at(-1)
      // Adopted style sheets apply after written style sheets.
      if (closed === head || closed === last?.node)
        for (const css of last?.adopted ?? []) out += `<style>${styleText(css, true, context)}</style>`
      if (closed === head && context.isBare?.()) out += ICONS
      if (closed === last?.node) trees.pop()
      out += `</${tag}>`
      open.pop()
      around = open.at(-1)
    }
    if (n >= count) break
    const { tag: container, space } = around ?? { tag: '', space: HTML }
    if (kind[n] === TEXT) {
      const text = page.text[n]
      const parent = page.parent[n]
      if (n - 1 > parent && kind[n - 1] === TEXT && page.parent[n - 1] === parent) out += '<!---->'
      else if (n - 1 === parent && space === HTML && DROPS_LINE_FEED.has(container) && text.startsWith('\n')) out += '\n'
      out += container === 'style' ? styleText(text, (open.at(-2)?.space ?? HTML) === HTML, context) : escapeHtml(text)
      n++
      continue
    }
    const lower = lowerNames[page.tag[n]]
    if (INERT_TAGS.has(lower) || (lower === 'noscript' && isUnseenNoscript(page, n))) {
      out += `<template${id(n)}></template>`
      n = subtreeEnd[n]
      continue
    }
    // A parser would ignore a form inside a form, so write another element.
    const isInForm = lower === 'form' && space === HTML && n < formEnd
    if (lower === 'form') formEnd = Math.max(formEnd, subtreeEnd[n])
    const isShadow = page.tag[n] === shadow
    if (isShadow) trees.push(styledTree(n, ofRoots.get(roots++) ?? null))
    const name = isInForm ? FORM_IN_FORM : writtenNames[page.tag[n]]
    // A `pre` would end the surrounding drawing or formula.
    const written = space !== HTML && name === 'pre' && lower !== 'pre' ? 'g' : name
    // The window can read the contents of open shadow roots.
    const attributes = isShadow
      ? ' shadowrootmode="open"'
      : viewAttributes({ page, node: n, tag: lower, inForm: n < formEnd && lower !== 'form' }, frameOf(page, n, lower, options), context)
    const isHost = page.tag[n + 1] === shadow
    out += `<${written}${id(n)}${isHost ? ' data-bs-host' : ''}${attributes}>`
    if (lower === 'head' && page.parent[n] === top) {
      head = n
      out += headStart(options.kept)
    }
    const css = lower === 'style' ? trees.at(-1)?.nextStyle() : undefined
    if (css !== undefined) out += `${styleText(css, space === HTML, context)}</${written}>`
    // A `frame` may contain a captured document, so skip the subtree.
    if (css !== undefined || (space === HTML && VOID_TAGS.has(lower))) {
      n = subtreeEnd[n]
      continue
    }
    open.push({ node: n, tag: written, space: childSpace(page, n, lower, space) })
    // Skip the contents of a frame: a document is written separately, and raw text is invisible.
    n = (lower === 'iframe' && space === HTML) || lower === 'frame' ? subtreeEnd[n] : n + 1
  }
  yield out
}

function viewContext(page: PageModel, root: NodeId, { kept, documents, lacks: reportMissing }: ViewOptions): ViewContext {
  let lacksSheet = false
  const lacks = (url: string, missing: LackedKind): void => {
    lacksSheet ||= missing === 'stylesheet'
    reportMissing?.(url, missing)
  }
  return { kept, base: baseAddress(page, root), isRead: kept !== null || Boolean(documents), lacks, isBare: () => lacksSheet }
}

function headStart(kept: KeptPlace | null): string {
  const policy = typeof kept?.resources === 'string' ? POLICY : LOCAL_POLICY
  return (
    '<meta name="referrer" content="no-referrer">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${viewRules(kept !== null)}</style>`
  )
}

function writtenName(name: string): string {
  if (name === SHADOW_ROOT) return 'template'
  if (/^(?:xmp|plaintext)$/i.test(name)) return 'pre'
  return /^[a-z][^\s/>]*$/i.test(name) ? name : 'span'
}

/** Counts the `style` elements of a document or shadow root. @param node -1 for a document */
function styledTree(node: NodeId, styles: TreeStyles | null) {
  const changed = new Map(styles?.sheets.map(({ index, css }) => [index, css]))
  let count = 0
  return { node, adopted: styles?.adopted ?? [], nextStyle: (): string | undefined => changed.get(count++) }
}

/** Returns the namespace of an element's children (HTML Standard, tree construction dispatcher). */
function childSpace(page: PageModel, node: NodeId, name: string, space: number): number {
  if (space === HTML) return name === 'svg' ? SVG : name === 'math' ? MATH : HTML
  if (space === SVG) return SVG_TEXT_HOSTS.has(name) ? HTML : SVG
  if (MATH_TEXT_HOSTS.has(name)) return HTML
  if (name === 'annotation-xml') {
    if (/^(?:text\/html|application\/xhtml\+xml)$/i.test(attribute(page, node, 'encoding') ?? '')) return HTML
    return MATH
  }
  return name === 'svg' ? SVG : MATH
}

function isUnseenNoscript(page: PageModel, node: NodeId): boolean {
  if (page.scripting) return true
  return page.layout !== null && ((page.layout.flags[node] ?? 0) & LAYOUT_DISPLAYED) === 0
}

const DOCTYPE = /^(?:\s|<\?[^>]*>|<!--(?:-?>|(?:(?!--!?>)[^])*--!?>))*(<!doctype[^<>]{0,400}>)/i

function doctype(html: string): string {
  return DOCTYPE.exec(html.slice(0, 16_384))?.[1] ?? ''
}

function baseAddress(page: PageModel, root: NodeId): string | null {
  const own = root < 0 ? page.url : (attribute(page, root, 'url') ?? baseAddress(page, documentAround(page, root)))
  const base = page.tagNames.indexOf('base')
  if (base < 0) return own
  const end = root < 0 ? page.count : page.subtreeEnd[root]
  for (let n = root + 1; n < end; n++) {
    if (page.kind[n] !== ELEMENT) continue
    if (tagName(page, n) === FRAME_DOCUMENT) n = page.subtreeEnd[n] - 1
    else if (page.tag[n] === base) {
      const href = attribute(page, n, 'href')
      if (href !== null) return resolveKept(href, own) ?? own
    }
  }
  return own
}

function documentAround(page: PageModel, root: NodeId): NodeId {
  for (let n = page.parent[root]; n >= 0; n = page.parent[n]) if (tagName(page, n) === FRAME_DOCUMENT) return n
  return -1
}

function frameOf(page: PageModel, node: NodeId, tag: string, { documents, shows }: ViewOptions): string | null {
  if ((tag !== 'iframe' && tag !== 'frame') || !documents) return null
  const inner = node + 1
  if (!holdsDocument(page, node)) return null
  shows?.(inner)
  return 'get' in documents ? (documents.get(inner) ?? null) : `${documents[0]}${inner}${documents[1]}`
}

/** Writes a style sheet. @param isRaw true in HTML; false in a drawing, because the text of a drawing's `style` is escaped */
function styleText(css: string, isRaw: boolean, context: ViewContext): string {
  const kept = keptStyle(css, context)
  return isRaw ? kept.replace(/<\/(?=style)/gi, '<\\/') : escapeHtml(kept)
}

/**
 * Returns the addresses of a page's images, media, style sheets, fonts and frames, without fragments. Includes all addresses of a `srcset`.
 */
export function pageAddresses(page: PageModel): Set<string> {
  const found = new Set<string>()
  viewHtml(page, { kept: listener(found), ids: false })
  return found
}

/** Returns the addresses in a style sheet and in its imported `data:` sheets. @param url address of the sheet */
export function sheetAddresses(css: string, url: string): Set<string> {
  const found = new Set<string>()
  keptStyle(css, { kept: listener(found), base: url })
  return found
}

function listener(collected: Set<string>): KeptPlace {
  const has = (url: string): boolean => {
    collected.add(url)
    return false
  }
  return { resources: '', frames: '', addresses: { has }, folder: null }
}
