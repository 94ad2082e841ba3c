import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from './page-model'
import { attributeValue, type AttributeTable } from './attributes'
import { escapeHtml } from '../base/escape'
import { once } from '../base/once'
import { isActiveAddress } from '../base/url'
import { mapCssAddresses, srcsetCandidates, mapDataSheet } from './css-addresses'
import { keptAddress, resolveKept, withoutFragment, type Places } from './kept-address'

/** The stored resources of a page, and the places at which the view requests them. */
export interface KeptPlace {
  /** Images, media, style sheets and fonts. */
  readonly resources: Places
  /** Documents of frames. */
  readonly frames: Places
  /** Addresses of all stored resources, without fragment. Others are requested only below `folder`, or if `arriving` is set. */
  readonly addresses: Pick<ReadonlySet<string>, 'has'>
  /** Whether the page still loads. The view then also requests resources that are not yet stored, except media and frames. */
  readonly arriving?: boolean
  /** Address of a local page's folder, in which unlisted files may exist; null for other pages. */
  readonly folder: string | null
}

export type LackedKind = 'stylesheet' | 'image' | 'media' | 'document'

export interface ViewContext {
  /** Stored resources; null if the view loads only `data:` resources. */
  readonly kept: KeptPlace | null
  readonly base: string | null
  /** Called for each reference of an element to a missing resource. */
  readonly lacks?: ((url: string, kind: LackedKind) => void) | undefined
  readonly isInData?: boolean
  /** Whether at least one style sheet was missing so far. */
  readonly isBare?: () => boolean
}

/** Elements that become an empty `template` in the view: they run code, or contain markup that no browser shows. */
const INERT: ReadonlySet<string> = new Set(['script', 'template', 'noembed', 'noframes'])

export function isInert(tag: string): boolean {
  return INERT.has(tag)
}

/** Attributes that run, navigate, submit, embed, fetch, open, or take the focus or the keyboard. The view also removes event handlers. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'action formaction formtarget formmethod target ping download srcdoc data classid codebase code archive manifest http-equiv ' +
    'autofocus autoplay preload accesskey nonce integrity crossorigin form is popovertarget popovertargetaction commandfor command ' +
    'attributionsrc referrerpolicy allow allowfullscreen sandbox contenteditable imagesrcset imagesizes dynsrc lowsrc shadowrootmode xml:base csp longdesc'
  ).split(' '),
)

/** Lower-case name per entry of `names`; null if the view does not write attributes with this name. */
const shownNames = once(({ names }: AttributeTable): readonly (string | null)[] =>
  names.map((name) => {
    const lower = name.toLowerCase()
    const isDropped = lower.startsWith('on') || lower.startsWith('data-bs-') || DROPPED.has(lower) || /[\s"'<>/=`]/.test(name)
    return isDropped ? null : lower
  }),
)

const SHOWS_SOURCE: ReadonlySet<string> = new Set(['img', 'input', 'source', 'audio', 'video', 'track'])
const IMAGES: ReadonlySet<string> = new Set(['img', 'input'])
/** Elements that need their `name`. On other elements, `name` only names a property of the document or of a form. */
const KEEPS_NAME: ReadonlySet<string> = new Set(['meta', 'map', 'a', 'slot', 'details'])
/** Elements inside a form whose `id` would hide the form's own properties from scripts. */
const FORM_NAMED: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea', 'fieldset', 'output', 'img'])
/** Attributes whose values an animation writes into another attribute. */
const ANIMATED: ReadonlySet<string> = new Set(['from', 'to', 'by', 'values'])
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'set', 'animatetransform', 'animatemotion', 'animatecolor'])

/** SVG attributes that contain CSS, and may contain an address. */
const PRESENTATION: ReadonlySet<string> = new Set(
  'fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '),
)

const PLACED = /(?:^|[;\s])position:\s*(?:absolute|fixed)/i

/** A grey box for an image that is not loaded: small, unless the page gives it a size. */
const PLACEHOLDER =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='48' height='32'%3E%3Crect width='100%25' height='100%25' fill='%23888' fill-opacity='.25'/%3E%3C/svg%3E"

export interface ViewedElement {
  readonly page: PageModel
  readonly node: NodeId
  /** Tag name in lower case. */
  readonly tag: string
  readonly inForm: boolean
}

/** Writes the attributes of an element in the view, except active attributes. @param document address of the frame's document */
export function viewAttributes(element: ViewedElement, document: string | null, context: ViewContext): string {
  const { page, node, tag } = element
  const isFrame = tag === 'iframe' || tag === 'frame'
  const source = document === null ? '' : ` src="${document}"`
  // The frame has the view's origin, so that fonts load and boxes can be read. Scripts do not run.
  const frame = isFrame ? `${source} sandbox="${document !== null || context.kept ? 'allow-same-origin' : ''}"` : ''
  let out = ''
  const isSilent = tag === 'video' && !hasFilm(page, node, context)
  // A browser chooses one address of an image by the size of the window. If one address of the image is stored, do not report the other
  // addresses as missing.
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
    // Without its style sheet, an image that fills a positioned box would become a grey box over the whole page.
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
  if (has(node)) return true
  for (let n = node + 1; n < page.subtreeEnd[node]; n = page.subtreeEnd[n]) if (page.kind[n] === ELEMENT && has(n)) return true
  return false
}

/** Returns a grey field with the video's name for a missing video, because a player would be black. */
function filmPlaceholder(page: PageModel, node: NodeId): string {
  let source = attribute(page, node, 'src')
  for (let n = node + 1; source === null && n < page.subtreeEnd[node]; n = page.subtreeEnd[n])
    if (page.kind[n] === ELEMENT) source = attribute(page, n, 'src')
  source ??= ''
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

/**
 * Returns a grey box for a missing image. Returns '' if the image has no size and has an alternative text, which a browser shows inline.
 */
function placeholder(page: PageModel, node: NodeId, fills = false): string {
  const sized = attribute(page, node, 'width') !== null || (!fills && /width/i.test(attribute(page, node, 'style') ?? ''))
  const alt = (attribute(page, node, 'alt') ?? '').trim()
  return sized || alt === '' ? ` src="${PLACEHOLDER}"` : ''
}

function viewValue(element: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const { page, node, tag, inForm } = element
  if (tag === 'link') return linkValue(element, name, value, context)
  // Remove parameters of a plugin, because the view runs no plugins.
  if (tag === 'param') return null
  switch (name) {
    case 'href':
    case 'xlink:href':
      if (tag === 'a' || tag === 'area') return `#bs-${node}`
      if (tag === 'image' || tag === 'feimage') return loadable(value, context, 'image')
      // A drawing in another file: the fragment is the drawing's id in the file.
      if (tag === 'use' && !value.startsWith('#') && value.includes('#')) return context.kept && loadable(value, context, 'image')
      return value.startsWith('#') ? value : null
    case 'src':
      if (tag === 'iframe' || tag === 'frame') return frameAddress(page, node, value, context)
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

/** The view loads style sheets, and no other links. */
function linkValue({ page, node }: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const sheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(page, node, 'rel') ?? '')
  if (name === 'href') return sheet ? loadable(value, context, 'stylesheet') : null
  // A browser would also fetch other types (prefetch, preload, icon).
  if (name === 'rel') return sheet ? (isAlternate(value) ? 'alternate stylesheet' : 'stylesheet') : null
  return value
}

const isAlternate = (rel: string): boolean => /(?:^|\s)alternate(?:\s|$)/i.test(rel)

/** Whether a `meta` sets the referrer policy; the view writes a fixed policy. */
function isReferrerPolicy(page: PageModel, node: NodeId): boolean {
  return attribute(page, node, 'name')?.trim().toLowerCase() === 'referrer'
}

/** Whether a resource is stored at an address, may still arrive, or may be in the page's folder. */
function isThere(address: string, { addresses, folder, arriving }: KeptPlace, kind: LackedKind | null): boolean {
  if (arriving === true && kind !== 'media' && kind !== 'document' && /^https?:/i.test(address)) return true
  return addresses.has(withoutFragment(address)) || (folder !== null && address.startsWith(folder))
}

/**
 * Returns the host's address or the `data:` address of a resource; null if the resource is forbidden, or missing according to `isThere`.
 */
function loadable(value: string, context: ViewContext, kind: LackedKind | null): string | null {
  const { kept, base, lacks } = context
  const address = resolveKept(value, base)
  if (address === null) return null
  if (kind === 'stylesheet' && /^data:text\/css\b/i.test(address)) return dataSheet(address, context)
  if (/^data:/i.test(address)) return /^data:(?:image|font|audio|video)\b/i.test(address) ? address : null
  if (!kept) return null
  if (isThere(address, kept, kind)) return keptAddress(address, kept.resources)
  if (kind !== null) lacks?.(withoutFragment(address), kind)
  return null
}

function frameAddress(page: PageModel, node: NodeId, value: string, { kept, base, lacks }: ViewContext): string | null {
  if (!kept || attribute(page, node, 'srcdoc') !== null) return null
  const address = resolveKept(value, base)
  if (address === null || /^data:/i.test(address)) return null
  if (isThere(address, kept, 'document')) return keptAddress(address, kept.frames)
  lacks?.(withoutFragment(address), 'document')
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
  if (has(node)) return true
  const picture = page.parent[node]
  if (picture < 0 || tagName(page, picture) !== 'picture') return false
  for (let n = picture + 1; n < node; n = page.subtreeEnd[n]) if (page.kind[n] === ELEMENT && has(n)) return true
  return false
}

/** Rewrites a sheet in a `data:` address. In such a sheet, relative addresses and imports of further `data:` sheets count as missing. */
const dataSheet = (address: string, context: ViewContext): string =>
  mapDataSheet(address, (css) => keptStyle(css, { ...context, base: null, isInData: true }))

/** Addresses in place of missing resources, because browsers do not request such addresses. */
const NO_SHEET = 'data:text/css,'
const NO_IMAGE = ''

/**
 * Replaces the addresses in CSS: stored resources get the host's address, missing imports `NO_SHEET`, other missing resources `NO_IMAGE`.
 * Returns the CSS unchanged if `kept` is null.
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
