import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from './page-model'
import { attributeValue, type AttributeTable } from './attributes'
import { escapeHtml } from '../base/escape'
import { once } from '../base/once'
import { isActiveAddress } from '../base/url'
import { mapCssAddresses, srcsetCandidates, mapDataSheet } from './css-addresses'
import { keptAddress, resolveKept, withoutFragment, type Places } from './kept-address'

/** Addresses of the host for the page in view, and its stored resources. */
export interface KeptPlace {
  /** Images, style sheets and fonts. */
  readonly resources: Places
  /** Documents of frames. */
  readonly frames: Places
  /** Addresses of all kept resources, without fragment: no other address is requested. */
  readonly addresses: Pick<ReadonlySet<string>, 'has'>
  /** The page is still loading: an image or style sheet may arrive later, so it is requested. */
  readonly arriving?: boolean
  /** The folder of a local page, as an address: files below it may exist without being known. Null for other pages. */
  readonly folder: string | null
}

/** Kinds of missing resources that an element shows. */
export type LackedKind = 'stylesheet' | 'image' | 'media' | 'document'

export interface ViewContext {
  /** Where kept resources are served; null to load nothing. */
  readonly kept: KeptPlace | null
  /** Absolute address for relative references, or null. */
  readonly base: string | null
  /** Called for each reference of an element to a missing resource. */
  readonly lacks?: ((url: string, kind: LackedKind) => void) | undefined
  /** Whether the text is a sheet in a `data:` address. */
  readonly isInData?: boolean
  /** Whether a style sheet is among the missing resources so far. */
  readonly isBare?: () => boolean
}

/** Elements that become an empty `template` in the view: they run code, or contain markup as raw text that no browser shows. */
const INERT: ReadonlySet<string> = new Set(['script', 'template', 'noembed', 'noframes'])

/** Whether an element shows as nothing in the view. */
export function isInert(tag: string): boolean {
  return INERT.has(tag)
}

/** Attributes that run, navigate, submit, embed, fetch, open, or take the focus or the keyboard. Event handlers are removed too. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'action formaction formtarget formmethod target ping download srcdoc data classid codebase code archive manifest http-equiv ' +
    'autofocus autoplay preload accesskey nonce integrity crossorigin form is popovertarget popovertargetaction commandfor command ' +
    'attributionsrc referrerpolicy allow allowfullscreen sandbox contenteditable imagesrcset imagesizes dynsrc lowsrc shadowrootmode xml:base csp longdesc'
  ).split(' '),
)

/** By number of an attribute name: the lower-case name; null if no element of a view has it. */
const shownNames = once(({ names }: AttributeTable): readonly (string | null)[] =>
  names.map((name) => {
    const lower = name.toLowerCase()
    const isDropped = lower.startsWith('on') || lower.startsWith('data-bs-') || DROPPED.has(lower) || /[\s"'<>/=`]/.test(name)
    return isDropped ? null : lower
  }),
)

/** Elements whose `src` is shown in the page's document. */
const SHOWS_SOURCE: ReadonlySet<string> = new Set(['img', 'input', 'source', 'audio', 'video', 'track'])
/** The elements of these that show an image. */
const IMAGES: ReadonlySet<string> = new Set(['img', 'input'])
/** `name` has a function here, besides naming a property of the document or of a form. */
const KEEPS_NAME: ReadonlySet<string> = new Set(['meta', 'map', 'a', 'slot', 'details'])
/** Names inside a form that would hide the form's own properties from scripts. */
const FORM_NAMED: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea', 'fieldset', 'output', 'img'])
/** Attributes whose values an animation writes into another attribute. */
const ANIMATED: ReadonlySet<string> = new Set(['from', 'to', 'by', 'values'])
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'set', 'animatetransform', 'animatemotion', 'animatecolor'])

/** Attributes of a drawing that are CSS, and may name a file. */
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
  /** Whether a form is among its ancestors. */
  readonly inForm: boolean
}

/** The attributes of an element in the view, without active ones (`viewHtml`). @param document address of its frame's document */
export function viewAttributes(element: ViewedElement, document: string | null, context: ViewContext): string {
  const { page, node, tag } = element
  const isFrame = tag === 'iframe' || tag === 'frame'
  const source = document === null ? '' : ` src="${document}"`
  // Same origin as the view, so that fonts load and boxes can be read; no scripts run.
  const frame = isFrame ? `${source} sandbox="${document !== null || context.kept ? 'allow-same-origin' : ''}"` : ''
  let out = ''
  const isSilent = tag === 'video' && !hasFilm(page, node, context)
  // One of several addresses of an image is enough; the browser's choice depends on its window.
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
    // An image that fills a box of its style sheets: without them its grey box would cover the whole page.
    const fills = context.isBare?.() && PLACED.test(attribute(page, node, 'style') ?? '')
    if (fills) out = out.replace(/ style="[^"]*"/i, '')
    out += placeholder(page, node, fills)
  }
  if (isSilent && context.kept && !/ poster="/.test(out)) out += ` poster="${filmPlaceholder(page, node)}"`
  return out + frame
}

/** Whether a film that an element shows was kept. */
function hasFilm(page: PageModel, node: NodeId, context: ViewContext): boolean {
  const has = (n: NodeId): boolean => {
    const source = attribute(page, n, 'src')
    return source !== null && loadable(source, { ...context, lacks: undefined }, 'media') !== null
  }
  if (has(node)) return true
  for (let n = node + 1; n < page.subtreeEnd[node]; n = page.subtreeEnd[n]) if (page.kind[n] === ELEMENT && has(n)) return true
  return false
}

/** A grey field with its name in place of a missing film, in the film's size; a player would be black. */
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
    `${escapeHtml(name === '' ? 'Film' : `Film: ${name}`)}</text></svg>`
  return escapeHtml(`data:image/svg+xml,${encodeURIComponent(svg)}`)
}

/** A grey box in place of a missing image, in its size on the page; without a size only the alternative text, inline as in browsers. */
function placeholder(page: PageModel, node: NodeId, fills = false): string {
  const sized = attribute(page, node, 'width') !== null || (!fills && /width/i.test(attribute(page, node, 'style') ?? ''))
  const alt = (attribute(page, node, 'alt') ?? '').trim()
  return sized || alt === '' ? ` src="${PLACEHOLDER}"` : ''
}

/** An attribute's value in the view; null if it is removed. */
function viewValue(element: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const { page, node, tag, inForm } = element
  if (tag === 'link') return linkValue(element, name, value, context)
  // Parameters of a plugin, which does not exist.
  if (tag === 'param') return null
  switch (name) {
    case 'href':
    case 'xlink:href':
      if (tag === 'a' || tag === 'area') return `#bs-${node}`
      if (tag === 'image' || tag === 'feimage') return loadable(value, context, 'image')
      // A drawing in another file, by its name there.
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

/** Only style sheets are loaded, and only if the network is allowed. */
function linkValue({ page, node }: ViewedElement, name: string, value: string, context: ViewContext): string | null {
  const sheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(page, node, 'rel') ?? '')
  if (name === 'href') return sheet ? loadable(value, context, 'stylesheet') : null
  // Other types (prefetch, preload, icon) would be fetched too.
  if (name === 'rel') return sheet ? (isAlternate(value) ? 'alternate stylesheet' : 'stylesheet') : null
  return value
}

const isAlternate = (rel: string): boolean => /(?:^|\s)alternate(?:\s|$)/i.test(rel)

/** Whether a `meta` sets the referrer policy; the view sets its own. */
function isReferrerPolicy(page: PageModel, node: NodeId): boolean {
  return attribute(page, node, 'name')?.trim().toLowerCase() === 'referrer'
}

/** Whether a resource is stored under an address, or may be in the page's folder. */
function isThere(address: string, { addresses, folder, arriving }: KeptPlace, kind: LackedKind | null): boolean {
  if (arriving === true && kind !== 'media' && kind !== 'document' && /^https?:/i.test(address)) return true
  return addresses.has(withoutFragment(address)) || (folder !== null && address.startsWith(folder))
}

/** The host's address of a resource; null if it must not be loaded or was not stored. */
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

/** The host's address of a frame's document; a document inside the page comes first. */
function frameAddress(page: PageModel, node: NodeId, value: string, { kept, base, lacks }: ViewContext): string | null {
  if (!kept || attribute(page, node, 'srcdoc') !== null) return null
  const address = resolveKept(value, base)
  if (address === null || /^data:/i.test(address)) return null
  if (isThere(address, kept, 'document')) return keptAddress(address, kept.frames)
  lacks?.(withoutFragment(address), 'document')
  return null
}

/** A `srcset` of served addresses; null if none is left. */
function loadableSet(value: string, context: ViewContext): string | null {
  const kept = srcsetCandidates(value).flatMap(({ address, descriptors }) => {
    const there = loadable(address, context, null)
    return there === null ? [] : [`${there} ${descriptors}`.trimEnd()]
  })
  return kept.length === 0 ? null : kept.join(', ')
}

/** Whether another address of an image, or of the `picture` around it, leads to a stored resource. */
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

/** A sheet in a `data:` address: nothing relative leads anywhere from there, and it imports no further sheet of its kind. */
const dataSheet = (address: string, context: ViewContext): string =>
  mapDataSheet(address, (css) => keptStyle(css, { ...context, base: null, isInData: true }))

/** In place of missing resources: browsers do not request these. */
const NO_SHEET = 'data:text/css,'
const NO_IMAGE = ''

/** Rewrites addresses in CSS: stored resources to the host's address, missing ones to nothing, as browsers request only some of a sheet. */
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
