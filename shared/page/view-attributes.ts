import { attribute, children, tagName, type NodeId, type PageModel } from './page-model'
import { attributeValue, type AttributeTable } from './attributes'
import { escapeHtml } from '../base/escape'
import { once } from '../base/once'
import { isActiveAddress } from '../base/url'
import { mapCssAddresses, srcsetCandidates, mapDataSheet } from './css-addresses'
import { keptAddress, resolveKept, withoutFragment, type Places } from './kept-address'

/** The stored resources of a page, and the addresses at which the view requests resources. */
export interface KeptPlace {
  /** Addresses of images, media, style sheets and fonts. */
  readonly resources: Places
  /** Addresses of frame documents. */
  readonly frames: Places
  /** Original addresses of all stored resources, without fragment. */
  readonly addresses: Pick<ReadonlySet<string>, 'has'>
  /** Whether the page still loads. During the load, the view also requests resources that are not stored, except media and frames. */
  readonly arriving?: boolean
  /** Address of a local page's folder; null for other pages. The view also requests unlisted files in this folder. */
  readonly folder: string | null
}

export type LackedKind = 'stylesheet' | 'image' | 'media' | 'document'

export interface ViewContext {
  /** Stored resources; null if the view loads only `data:` resources. */
  readonly kept: KeptPlace | null
  readonly base: string | null
  /** Whether a window reads the frames of the view. */
  readonly isRead?: boolean
  /**
   * Called for the missing resources of elements. Not called for addresses in CSS or in a `srcset`, nor for the `src` of an image whose
   * `srcset` has a stored address.
   */
  readonly lacks?: ((url: string, kind: LackedKind) => void) | undefined
  readonly isInData?: boolean
  /** Returns whether at least one style sheet was missing so far. */
  readonly isBare?: () => boolean
}

/** Elements that the view replaces by an empty `template`, because the elements run code or are invisible. */
export const INERT_TAGS: ReadonlySet<string> = new Set(['script', 'template', 'noembed', 'noframes'])

/** Attributes that could run code, load a resource, navigate, submit, open something or take the focus. The view removes them. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'action formaction formtarget formmethod target ping download srcdoc data classid codebase code archive manifest http-equiv ' +
    'autofocus autoplay preload accesskey nonce integrity crossorigin form is popovertarget popovertargetaction commandfor command ' +
    'attributionsrc referrerpolicy allow allowfullscreen sandbox contenteditable imagesrcset imagesizes dynsrc lowsrc shadowrootmode xml:base csp longdesc'
  ).split(' '),
)

const shownNames = once(({ names }: AttributeTable): readonly (string | null)[] =>
  names.map((name) => {
    const lower = name.toLowerCase()
    const isDropped = lower.startsWith('on') || lower.startsWith('data-bs-') || DROPPED.has(lower) || /[\s"'<>/=`]/.test(name)
    return isDropped ? null : lower
  }),
)

const SHOWS_SOURCE: ReadonlySet<string> = new Set(['img', 'input', 'source', 'audio', 'video', 'track'])
const IMAGES: ReadonlySet<string> = new Set(['img', 'input'])
/** Elements that keep their `name`. On other elements, `name` only defines a property of the document or of a form. */
const KEEPS_NAME: ReadonlySet<string> = new Set(['meta', 'map', 'a', 'slot', 'details'])
/** Elements whose `id` could hide a property of the surrounding form from scripts. */
const FORM_NAMED: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea', 'fieldset', 'output', 'img'])
const ANIMATED: ReadonlySet<string> = new Set(['from', 'to', 'by', 'values'])
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'set', 'animatetransform', 'animatemotion', 'animatecolor'])

const PRESENTATION: ReadonlySet<string> = new Set(
  'fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '),
)

const PLACED = /(?:^|[;\s])position:\s*(?:absolute|fixed)/i

const PLACEHOLDER =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='48' height='32'%3E%3Crect width='100%25' height='100%25' fill='%23888' fill-opacity='.25'/%3E%3C/svg%3E"

export interface ViewedElement {
  readonly page: PageModel
  readonly node: NodeId
  /** Tag name in lower case. */
  readonly tag: string
  readonly inForm: boolean
}

/** Writes the attributes of an element for the view, without active attributes. @param document address of a frame's document, or null */
export function viewAttributes(element: ViewedElement, document: string | null, context: ViewContext): string {
  const { page, node, tag } = element
  const isFrame = tag === 'iframe' || tag === 'frame'
  const source = document === null ? '' : ` src="${document}"`
  // `allow-same-origin` lets the frame load fonts, and lets the window read boxes and clicks. Scripts stay forbidden.
  const frame = isFrame ? `${source} sandbox="${context.isRead ? 'allow-same-origin' : ''}"` : ''
  let out = ''
  const isSilent = tag === 'video' && !hasFilm(page, node, context)
  // If a `srcset` of the image has a stored address, do not report a missing `src`.
  const seen = context.lacks && tag === 'img' && isInSet(page, node, context) ? { ...context, lacks: undefined } : context
  const { attributes } = page
  const shown = shownNames(attributes)
  const end = attributes.first[node + 1]
  for (let at = attributes.first[node]; at < end; at++) {
    const name = attributes.name[at]
    const lower = shown[name]
    if (lower === null || (isSilent && lower === 'controls') || (document !== null && lower === 'src')) continue
    const value = viewValue(element, lower, attributeValue(attributes, at), seen)
    if (value !== null) out += ` ${attributes.names[name]}="${escapeHtml(value)}"`
  }
  if (tag === 'img' && !/ src="/.test(out) && attribute(page, node, 'src') !== null) {
    // Without style sheets, the grey box of a positioned image could cover the whole page.
    const fills = context.isBare?.() && PLACED.test(attribute(page, node, 'style') ?? '')
    if (fills) out = out.replace(/ style="[^"]*"/i, '')
    out += placeholder(page, node, fills)
  }
  if (isSilent && context.kept && !/ poster="/.test(out)) out += ` poster="${filmPlaceholder(page, node)}"`
  return out + frame
}

function hasFilm(page: PageModel, node: NodeId, context: ViewContext): boolean {
  const has = (n: NodeId): boolean => {
    const source = attribute(page, n, 'src')
    return source !== null && loadable(source, { ...context, lacks: undefined }, 'media') !== null
  }
  return has(node) || children(page, node).some(has)
}

/** Returns a grey poster with the name of a missing video, because a player without a poster is black. */
function filmPlaceholder(page: PageModel, node: NodeId): string {
  const source = [node, ...children(page, node)].map((n) => attribute(page, n, 'src')).find((address) => address !== null) ?? ''
  const file = /^(?:data|blob):/i.test(source) ? '' : (/([^/]*?)(?:[?#].*)?$/s.exec(source)?.[1] ?? '')
  const name = (attribute(page, node, 'aria-label') ?? attribute(page, node, 'title') ?? file)
    .replace(/[\ud800-\udfff]/g, '')
    .trim()
    .slice(0, 60)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect width="100%" height="100%" fill="#888" fill-opacity=".18"/>` +
    `<text x="50%" y="50%" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif" font-size="13" fill="#666">` +
    `${escapeHtml(name === '' ? 'Video' : `Video: ${name}`)}</text></svg>`
  return escapeHtml(`data:image/svg+xml,${encodeURIComponent(svg)}`)
}

/** Returns a `src` with a grey box; '' for an image with alternative text but without a size, because browsers show the text inline. */
function placeholder(page: PageModel, node: NodeId, fills = false): string {
  const sized = attribute(page, node, 'width') !== null || (!fills && /width/i.test(attribute(page, node, 'style') ?? ''))
  const alt = (attribute(page, node, 'alt') ?? '').trim()
  return sized || alt === '' ? ` src="${PLACEHOLDER}"` : ''
}

function viewValue(element: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const { page, node, tag, inForm } = element
  if (tag === 'link') return linkValue(element, name, value, context)
  if (tag === 'param') return null
  switch (name) {
    case 'href':
    case 'xlink:href':
      if (tag === 'a' || tag === 'area') return `#bs-${node}`
      if (tag === 'image' || tag === 'feimage') return loadable(value, context, 'image')
      // The drawing is in another file, and the fragment is the id of the drawing in the file.
      if (tag === 'use' && !value.startsWith('#') && value.includes('#')) return context.kept && loadable(value, context, 'image')
      return value.startsWith('#') ? value : null
    case 'src':
      if (tag === 'iframe' || tag === 'frame') return attribute(page, node, 'srcdoc') === null ? loadable(value, context, 'document') : null
      return SHOWS_SOURCE.has(tag) ? loadable(value, context, IMAGES.has(tag) ? 'image' : 'media') : null
    case 'poster':
    case 'background':
      return loadable(value, context, 'image')
    case 'srcset':
      return context.kept ? loadableSet(value, context) : null
    case 'style':
      return keptStyle(value, context)
    case 'content':
      return attribute(page, node, 'http-equiv') === null && !isReferrerPolicy(page, node) ? value : null
    case 'name':
      return KEEPS_NAME.has(tag) && !(tag === 'meta' && isReferrerPolicy(page, node)) ? value : null
    case 'id':
      return tag === 'object' || tag === 'embed' || (inForm && FORM_NAMED.has(tag)) ? null : value
    case 'attributename':
      return ANIMATIONS.has(tag) && /href|^on/i.test(value) ? null : value
    default:
      if (value.includes(':') && isActiveAddress(value)) return null
      return PRESENTATION.has(name) || (ANIMATED.has(name) && ANIMATIONS.has(tag)) ? keptStyle(value, context) : value
  }
}

/** The view loads style sheets, but no other links. */
function linkValue({ page, node }: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const sheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(page, node, 'rel') ?? '')
  if (name === 'href') return sheet ? loadable(value, context, 'stylesheet') : null
  // With another `rel`, such as `prefetch`, a browser would also fetch the address.
  if (name === 'rel') return sheet ? (isAlternate(value) ? 'alternate stylesheet' : 'stylesheet') : null
  return value
}

const isAlternate = (rel: string): boolean => /(?:^|\s)alternate(?:\s|$)/i.test(rel)

function isReferrerPolicy(page: PageModel, node: NodeId): boolean {
  return attribute(page, node, 'name')?.trim().toLowerCase() === 'referrer'
}

function isThere(address: string, { addresses, folder, arriving }: KeptPlace, kind: LackedKind | null): boolean {
  if (arriving === true && kind !== 'media' && kind !== 'document' && /^https?:/i.test(address)) return true
  return addresses.has(withoutFragment(address)) || (folder !== null && address.startsWith(folder))
}

/** Returns the address at which the view requests a resource; null if the resource is missing or forbidden. */
function loadable(value: string, context: ViewContext, kind: LackedKind | null): string | null {
  const { kept, base, lacks } = context
  const address = resolveKept(value, base)
  if (address === null) return null
  if (kind === 'stylesheet' && /^data:text\/css\b/i.test(address)) return dataSheet(address, context)
  if (/^data:/i.test(address)) return kind !== 'document' && /^data:(?:image|font|audio|video)\b/i.test(address) ? address : null
  if (!kept) return null
  if (isThere(address, kept, kind)) return keptAddress(address, kind === 'document' ? kept.frames : kept.resources)
  if (kind !== null) lacks?.(withoutFragment(address), kind)
  return null
}

function loadableSet(value: string, context: ViewContext): string | null {
  const kept = srcsetCandidates(value).flatMap(({ address, descriptors }) => {
    const there = loadable(address, context, null)
    return there === null ? [] : [`${there} ${descriptors}`.trimEnd()]
  })
  return kept.length === 0 ? null : kept.join(', ')
}

function isInSet(page: PageModel, node: NodeId, context: ViewContext): boolean {
  const has = (n: NodeId): boolean => {
    const set = attribute(page, n, 'srcset')
    return set !== null && loadableSet(set, context) !== null
  }
  const picture = page.parent[node]
  const isInPicture = picture >= 0 && tagName(page, picture) === 'picture'
  return has(node) || (isInPicture && children(page, picture).some((n) => n < node && has(n)))
}

/** In a `data:` sheet, relative addresses and imports of further `data:` sheets count as missing. */
const dataSheet = (address: string, context: ViewContext): string =>
  mapDataSheet(address, (css) => keptStyle(css, { ...context, base: null, isInData: true }))

/** Replacements for missing resources. Browsers request neither address. */
const NO_SHEET = 'data:text/css,'
const NO_IMAGE = ''

/**
 * Replaces addresses in CSS. A stored resource gets the address at which the view requests the resource, a missing import gets `NO_SHEET`,
 * and another missing resource gets `NO_IMAGE`. If `kept` is null, returns the CSS unchanged.
 */
export function keptStyle(css: string, context: ViewContext): string {
  const { kept, base } = context
  if (!kept) return css
  return mapCssAddresses(css, (reference, isImport) => {
    if (reference === '' || reference.startsWith('#')) return null
    const address = resolveKept(reference, base)
    if (address !== null && /^data:/i.test(address))
      return !isImport ? null : context.isInData === true ? NO_SHEET : dataSheet(address, context)
    const there = address !== null && isThere(address, kept, null) ? keptAddress(address, kept.resources) : null
    return there ?? (isImport ? NO_SHEET : NO_IMAGE)
  })
}
