import { attribute, ELEMENT, LAYOUT_DISPLAYED, SHADOW_ROOT, TEXT, tagName, type NodeId, type PageModel } from './page-model'
import { resolveUrl } from '../base/url'
import { absoluteStyle, isInert, viewAttributes, type ViewContext } from './view-attributes'
import { VOID_TAGS } from './tags'
import { escapeHtml } from '../base/escape'

export interface ViewOptions {
  /** Whether images, styles, fonts and media may come from the network. */
  readonly remote: boolean
}

/** Namespaces of the parser; the model does not store them, they follow from the ancestors. */
const HTML = 0
const SVG = 1
const MATH = 2

const SVG_TEXT_HOSTS: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'title'])
const MATH_TEXT_HOSTS: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'ms', 'mtext'])
/** Their first line break is not part of the text. */
const EATS_NEWLINE: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing'])

/** No script, no frame, no form, whatever the frame and its headers allow besides. */
const POLICY = "script-src 'none'; object-src 'none'; frame-src 'none'; form-action 'none'; connect-src 'none'"
const LOCAL_POLICY =
  "default-src 'none'; img-src data: blob:; media-src data: blob:; font-src data:; style-src 'unsafe-inline' data:; form-action 'none'"

/**
 * Writes the page for the sandboxed page view: the model's tree, harmless, each element with its node id in `data-bs-id`.
 *
 * - Elements keep their place and order; the k-th text child of an element is the model's k-th text child: text nodes that were
 *   only separated by a comment stay apart. (A browser may split texts over 65,536 characters; `normalize()` undoes that.)
 * - `script`, `noembed`, `noframes`, and `noscript` where scripts were on, become an empty `template` with the same id: it is
 *   allowed wherever they are, and shows nothing. `xmp` and `plaintext` become `pre`.
 * - A shadow root is declared by a `template`, which the browser takes away.
 * - Nothing runs, navigates, submits, opens or embeds: handlers, link targets, refreshes, actions, frames' and objects' sources are
 *   gone. Links get the address `#bs-<id>`, so that they look like links and lead nowhere.
 * - With `remote: false` nothing is loaded from the network; images show a grey box of their size.
 *
 * Linear in nodes and characters, no recursion.
 */
export function viewHtml(page: PageModel, options: ViewOptions): string {
  const { kind, subtreeEnd, count } = page
  const context: ViewContext = { remote: options.remote, base: baseAddress(page) }
  const parts: string[] = [doctype(page.html)]
  const open: number[] = []
  const openTags: string[] = []
  /** Namespace of the children of each open element. */
  const openSpaces: number[] = []
  let formEnd = 0
  let n = 0
  for (;;) {
    while (open.length > 0 && subtreeEnd[open[open.length - 1]] <= n) {
      open.pop()
      openSpaces.pop()
      parts.push(`</${openTags.pop() ?? ''}>`)
    }
    if (n >= count) break
    const space = openSpaces.at(-1) ?? HTML
    if (kind[n] === TEXT) {
      const text = page.text[n]
      const parent = page.parent[n]
      const container = openTags.at(-1) ?? ''
      if (n - 1 > parent && kind[n - 1] === TEXT && page.parent[n - 1] === parent) parts.push('<!---->')
      else if (n - 1 === parent && space === HTML && EATS_NEWLINE.has(container) && text.startsWith('\n')) parts.push('\n')
      if (container === 'style' && isRawStyle(openSpaces)) parts.push(rawStyle(text, context))
      else parts.push(escapeHtml(text))
      n++
      continue
    }
    const name = tagName(page, n)
    const lower = name.toLowerCase()
    if (isInert(lower) || (lower === 'noscript' && isUnseenNoscript(page, n))) {
      parts.push(`<template data-bs-id="${n}"></template>`)
      n = subtreeEnd[n]
      continue
    }
    if (lower === 'form') formEnd = Math.max(formEnd, subtreeEnd[n])
    const isShadow = name === SHADOW_ROOT
    const written = isShadow ? 'template' : lower === 'xmp' || lower === 'plaintext' ? 'pre' : /^[a-z][^\s/>]*$/i.test(name) ? name : 'span'
    // All are open here, so that the window reaches what is in them.
    const attributes = isShadow ? ' shadowrootmode="open"' : viewAttributes(page, n, lower, n < formEnd && lower !== 'form', context)
    parts.push(`<${written} data-bs-id="${n}"${attributes}>`)
    if (lower === 'head' && page.parent[n] === 0)
      parts.push(
        '<meta name="referrer" content="no-referrer">',
        `<meta http-equiv="Content-Security-Policy" content="${options.remote ? POLICY : LOCAL_POLICY}">`,
      )
    if (space === HTML && VOID_TAGS.has(lower)) {
      n++
      continue
    }
    open.push(n)
    openTags.push(written)
    openSpaces.push(childSpace(page, n, lower, space))
    // What is in a frame is markup for browsers without frames: raw text that nobody sees.
    n = lower === 'iframe' && space === HTML ? subtreeEnd[n] : n + 1
  }
  return parts.join('')
}

/** The namespace that an element's children are in (HTML Standard, tree construction dispatcher). */
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

/** Whether the innermost open `style` is HTML's, whose text is not decoded. */
function isRawStyle(openSpaces: readonly number[]): boolean {
  return (openSpaces[openSpaces.length - 2] ?? HTML) === HTML
}

/** Whether the captured page did not show this `noscript`: its scripts ran, or the browser said so. */
function isUnseenNoscript(page: PageModel, node: NodeId): boolean {
  if (page.scripting) return true
  return page.layout !== null && ((page.layout.flags[node] ?? 0) & LAYOUT_DISPLAYED) === 0
}

/** The page's own doctype: it decides between standards and quirks mode, and with that how the page looks. */
function doctype(html: string): string {
  return /^\s*(?:<\?[^>]{0,300}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?(<!doctype[^<>]{0,400}>)/i.exec(html.slice(0, 4096))?.[1] ?? ''
}

/** The address that relative references are resolved against: the first `base` with one, else the page's own. */
function baseAddress(page: PageModel): string | null {
  const base = page.tagNames.indexOf('base')
  if (base >= 0) {
    for (let n = 0; n < page.count; n++) {
      if (page.kind[n] !== ELEMENT || page.tag[n] !== base) continue
      const href = attribute(page, n, 'href')
      if (href !== null) return resolveUrl(href, page.url) ?? page.url
    }
  }
  return page.url
}

function rawStyle(text: string, context: ViewContext): string {
  return absoluteStyle(text, context)
    .replace(/<\/(?=style)/gi, '<\\/')
    .replace(/<!--/g, '')
}
