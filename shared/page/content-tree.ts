import { once } from '../base/once'
import { attributeValue } from './attributes'
import { attribute, FRAME_DOCUMENT, LAYOUT_DISPLAYED, SHADOW_ROOT, TEXT, type NodeId, type PageModel } from './page-model'
import { tagTable, unreadTags } from './tags'
import { collapsedLength } from './text'

/** Reasons for the removal of a node. `kept` means that the node was not removed. */
export const REMOVALS = [
  'kept',
  'outside body',
  'never content', // script, style, template, link, meta, head of a frame; noscript if the page's scripts ran
  'hidden attribute',
  'inline display:none',
  'hidden input',
  'computed display:none',
  'form control',
  'non-content tag',
  'shadow root or frame', // only if `PageModel.composed` is false
] as const
export type Removal = (typeof REMOVALS)[number]

// Below body, only the document of a frame contains a `head`.
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(['link', 'meta', 'head'])
const ROOTS: ReadonlySet<string> = new Set([SHADOW_ROOT, FRAME_DOCUMENT])
const FORM_TAG: ReadonlySet<string> = new Set(['form'])
const NONE: ReadonlySet<string> = new Set()

export interface CleanOptions {
  /** Removes elements that an attribute, an inline style, the input type or the captured layout hides. Default true. */
  readonly dropHidden?: boolean
  /** Returns whether to keep an element although an attribute or inline style hides the element. Default: never. */
  readonly reveals?: (element: NodeId) => boolean
  /** Additional tags to remove with their subtrees. */
  readonly remove?: ReadonlySet<string>
  /** Reason that is recorded for `remove`. Default 'form control'. */
  readonly removal?: Removal
  /** Tags that are replaced by their children. Default: `form`. */
  readonly unwrap?: ReadonlySet<string>
  /** Tags to keep although their text is never content. Default: none. */
  readonly keep?: ReadonlySet<string>
}

/**
 * The nodes that extractors measure, in preorder. Entry 0 is body. Removed nodes, unwrapped elements, shadow roots, frame documents and
 * blank texts have no entry.
 */
export interface ContentTree {
  readonly page: PageModel
  /** Number of entries; 0 if the page has no body. */
  readonly size: number
  /** Page node per entry. */
  readonly node: Int32Array
  /** Parent entry per entry, -1 for body. */
  readonly parent: Int32Array
  readonly end: Int32Array
  readonly isText: Uint8Array
  /** Number of characters per text entry after white space is collapsed; 0 for elements. */
  readonly length: Int32Array
  /** Index into `REMOVALS`, per page node. */
  readonly removal: Uint8Array
}

const because = (reason: Removal): number => REMOVALS.indexOf(reason)
const NEVER_CONTENT = because('never content')
const NOT_COMPOSED = because('shadow root or frame')
const HIDDEN_ATTRIBUTE = because('hidden attribute')
const INLINE_HIDDEN = because('inline display:none')
const HIDDEN_INPUT = because('hidden input')
const COMPUTED_HIDDEN = because('computed display:none')

export const DISPLAY_NONE = /(?:^|;)\s*display\s*:\s*none\b/i
const DISPLAY = /(?:^|;)\s*display\s*:\s*([^;]*)/gi
const COMMENT_OR_STRING = /\/\*[\s\S]*?(?:\*\/|$)|"[^"]*"|'[^']*'/g

function isHiding(style: string): boolean {
  if (!/display/i.test(style)) return false
  const css = style.replace(COMMENT_OR_STRING, '')
  let applied = { value: '', important: false }
  for (const [, value = ''] of css.matchAll(DISPLAY)) {
    const important = /!\s*important\s*$/i.test(value)
    if (important || !applied.important) applied = { value, important }
  }
  return /^none\b/i.test(applied.value)
}

/**
 * Returns `html` or `body` if a `hidden` attribute or inline style of this element hides the page. Null if the page is not hidden, or if
 * the layout shows body. `reason` is an index into `REMOVALS`.
 */
export function hiddenRoot(page: PageModel): { readonly node: NodeId; readonly reason: number } | null {
  const { body, layout } = page
  if (body < 0 || (layout && (layout.flags[body] & LAYOUT_DISPLAYED) !== 0)) return null
  for (const node of [page.parent[body], body]) {
    if (node < 0) continue
    if (attribute(page, node, 'hidden') !== null) return { node, reason: HIDDEN_ATTRIBUTE }
    if (isHiding(attribute(page, node, 'style') ?? '')) return { node, reason: INLINE_HIDDEN }
  }
  return null
}

function removalReasons(page: PageModel, roots: Uint8Array, options: CleanOptions): (element: NodeId) => number {
  const { tag, attributes } = page
  const always = tagTable(page.tagNames, new Set([...unreadTags(page), ...WITHOUT_TEXT]))
  for (const [t, name] of page.tagNames.entries()) if (options.keep?.has(name)) always[t] = 0
  const extra = tagTable(page.tagNames, options.remove ?? NONE)
  const extraReason = because(options.removal ?? 'form control')
  const inputTag = page.tagNames.indexOf('input')
  const [hidden, style, type] = ['hidden', 'style', 'type'].map((name) => attributes.names.indexOf(name))
  const dropHidden = options.dropHidden ?? true
  const flags = page.layout?.flags
  return (element) => {
    const t = tag[element]
    if (always[t] === 1) return roots[t] === 1 ? NOT_COMPOSED : NEVER_CONTENT
    if (extra[t] === 1) return extraReason
    if (!dropHidden) return 0
    if (flags && (flags[element] & LAYOUT_DISPLAYED) === 0) return COMPUTED_HIDDEN
    const stop = attributes.first[element + 1]
    for (let a = attributes.first[element]; a < stop; a++) {
      const name = attributes.name[a]
      const reason = name === hidden ? HIDDEN_ATTRIBUTE : name === style && isHiding(attributeValue(attributes, a)) ? INLINE_HIDDEN : 0
      if (reason !== 0 && options.reveals?.(element) !== true) return reason
      if (name === type && t === inputTag && attributeValue(attributes, a).toLowerCase() === 'hidden') return HIDDEN_INPUT
    }
    return 0
  }
}

export function contentTree(page: PageModel, options: CleanOptions = {}): ContentTree {
  const { count, kind, tag, subtreeEnd, parent: pageParent, body } = page
  const removal = new Uint8Array(count).fill(because('outside body'))
  if (body < 0) {
    const none = new Int32Array(0)
    return { page, size: 0, node: none, parent: none, end: none, isText: new Uint8Array(0), length: none, removal }
  }
  const roots = tagTable(page.tagNames, ROOTS)
  const unwrapped = tagTable(page.tagNames, options.unwrap ?? FORM_TAG).map((value, t) => value | roots[t])
  const whyRemoved = removalReasons(page, roots, options)
  const bodyEnd = subtreeEnd[body]
  const capacity = bodyEnd - body
  const node = new Int32Array(capacity)
  const parent = new Int32Array(capacity)
  const end = new Int32Array(capacity)
  const isText = new Uint8Array(capacity)
  const length = new Int32Array(capacity)
  // Entry per page element. An unwrapped element has the entry of its parent.
  const entryOf = new Int32Array(count).fill(-1)

  let size = 0
  let i: number = body
  const root = options.dropHidden === false ? null : hiddenRoot(page)
  if (root) removal.fill(root.reason, body + 1, bodyEnd)
  const lastEnd = root ? body + 1 : bodyEnd
  while (i < lastEnd) {
    const up = i === body ? -1 : entryOf[pageParent[i]]
    if (kind[i] === TEXT) {
      removal[i] = 0
      const chars = collapsedLength(page.text[i])
      if (chars > 0) {
        node[size] = i
        parent[size] = up
        end[size] = size + 1
        isText[size] = 1
        length[size] = chars
        size++
      }
      i++
      continue
    }
    const reason = i === body ? 0 : whyRemoved(i)
    if (reason !== 0) {
      const stop = subtreeEnd[i]
      removal.fill(reason, i, stop)
      i = stop
      continue
    }
    removal[i] = 0
    if (unwrapped[tag[i]] === 1 && i !== body) entryOf[i] = up
    else {
      entryOf[i] = size
      node[size] = i
      parent[size] = up
      end[size] = size + 1
      size++
    }
    i++
  }
  for (let e = size - 1; e > 0; e--) {
    const p = parent[e]
    if (end[e] > end[p]) end[p] = end[e]
  }
  return {
    page,
    size,
    node: node.subarray(0, size),
    parent: parent.subarray(0, size),
    end: end.subarray(0, size),
    isText: isText.subarray(0, size),
    length: length.subarray(0, size),
    removal,
  }
}

const withoutHidden = once((page: PageModel) => contentTree(page))
const withHidden = once((page: PageModel) => contentTree(page, { dropHidden: false }))

/** Returns the tree that most extractors measure. The tree is cached per page, so callers must not change the tree. */
export const usualTree = (page: PageModel, dropHidden = true): ContentTree => (dropHidden ? withoutHidden : withHidden)(page)

/** Converts values per entry to values per page node. Texts, and nodes without an entry, have NaN. */
export function scatter(tree: ContentTree, values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(tree.page.count).fill(Number.NaN)
  for (let e = 0; e < tree.size; e++) if (tree.isText[e] === 0) out[tree.node[e]] = values[e]
  return out
}

/** Adds the values of all descendants to each value, in place. `values` has one value per element of `parent`. */
export function sumUp({ parent }: { readonly parent: Int32Array }, values: Float64Array | Int32Array): void {
  for (let e = parent.length - 1; e > 0; e--) {
    const p = parent[e]
    values[p] += values[e]
  }
}

export function pageNode(tree: ContentTree, entry: number): NodeId {
  return tree.node[entry]
}
