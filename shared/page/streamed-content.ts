import type { DefaultTreeAdapterTypes } from 'parse5'
import { counted } from '../base/written-number'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type ParentNode = DefaultTreeAdapterTypes.ParentNode
type Element = DefaultTreeAdapterTypes.Element

/** Matches an id of React's server renderer: prefix, kind, number. `S` is a segment, `B` and `P` are placeholders. */
const REACT_ID = /^(.*)([BPS]):([0-9a-f]+)$/
const PLACEHOLDER = /<template id="[^"]*[BP]:[0-9a-f]+"/
/** Returns whether a page contains a placeholder for streamed content. */
export const hasPlaceholder = (html: string): boolean => PLACEHOLDER.test(html)

/** Matches a script call that moves a segment, such as `$RC("B:0","S:0")` or `$RS("S:1","P:1")`. */
const MOVING_CALL = /\$R[CRS]\("([^"]*)","([^"]*)"/g
/** Comments that open and close a boundary or an activity, from React's ReactDOMFizzInstructionSetShared.js. */
const OPENING: ReadonlySet<string> = new Set(['$', '$?', '$~', '$!', '&'])
const CLOSING: ReadonlySet<string> = new Set(['/$', '/&'])

export type StreamedContent = NonNullable<ReturnType<typeof streamedContent>>

/** Content that React's server sends after the rest of the page; null without such content. */
export function streamedContent(document: DefaultTreeAdapterTypes.Document, html: string) {
  const pairs = hasPlaceholder(html) ? pairsOf(document) : []
  if (pairs.length === 0) return null
  const segments = new Set<ChildNode>(pairs.map(([segment]) => segment))
  const contents = new Map<ChildNode, Element>(pairs.map(([segment, placeholder]) => [placeholder, segment]))
  const changed = new Set<ParentNode | null>(pairs.flat().map(({ parentNode }) => parentNode))
  return {
    count: segments.size,
    /** Returns children with each segment in the place of its placeholder. Linear in the returned and replaced nodes. */
    childrenOf(parent: ParentNode): readonly ChildNode[] {
      if (!changed.has(parent)) return parent.childNodes
      const children: ChildNode[] = []
      const open = [{ siblings: parent.childNodes, at: 0 }]
      for (let top = open.at(-1); top; top = open.at(-1)) {
        const { siblings, at } = top
        if (at >= siblings.length) {
          open.pop()
          continue
        }
        const node = siblings[at]
        const content = contents.get(node)
        top.at = content ? endOfFallback(siblings, at) : at + 1
        if (content) open.push({ siblings: content.childNodes, at: 0 })
        else if (!segments.has(node)) children.push(node)
      }
      return children
    },
  }
}

export function describeStreamed({ streamed }: { readonly streamed: number }): string[] {
  if (streamed === 0) return []
  const those = streamed === 1 ? 'it' : 'them'
  const sent = `React sent ${counted(streamed, 'part')} of this page after the rest of the HTML.`
  return [`${sent} Boilerscope reads ${those} where the page’s scripts would show ${those}.`]
}

/** Returns the index of the comment that ends a placeholder's fallback. Without this comment, returns the index of the next sibling. */
function endOfFallback(siblings: readonly ChildNode[], placeholder: number): number {
  const before = siblings[placeholder - 1]
  if (!before || !('data' in before) || !OPENING.has(before.data)) return placeholder + 1
  let depth = 0
  for (let k = placeholder + 1; k < siblings.length; k++) {
    const node = siblings[k]
    if (!('data' in node)) continue
    if (OPENING.has(node.data)) depth++
    else if (CLOSING.has(node.data) && depth-- === 0) return k
  }
  return placeholder + 1
}

function pairsOf(document: DefaultTreeAdapterTypes.Document): (readonly [segment: Element, placeholder: Element])[] {
  const { segments, placeholders, calls } = listParts(document)
  const pairs: (readonly [Element, Element])[] = []
  const add = (segmentId: string, placeholderId: string): void => {
    const segment = segments.get(segmentId)
    const placeholder = placeholders.get(placeholderId)
    if (!segment || !placeholder) return
    segments.delete(segmentId)
    placeholders.delete(placeholderId)
    pairs.push([segment, placeholder])
  }
  for (const [first, second] of calls) {
    add(first, second)
    add(second, first)
  }
  for (const id of [...segments.keys()]) for (const kind of ['B', 'P']) add(id, id.replace(REACT_ID, `$1${kind}:$3`))
  return pairs
}

function listParts(document: DefaultTreeAdapterTypes.Document) {
  const segments = new Map<string, Element>()
  const placeholders = new Map<string, Element>()
  const calls: (readonly [first: string, second: string])[] = []
  const open: ChildNode[] = document.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue
    const id = node.attrs.find(({ name }) => name === 'id')?.value ?? ''
    const kind = REACT_ID.exec(id)?.[2]
    const list = kind === 'S' ? segments : node.tagName === 'template' ? placeholders : null
    if (kind !== undefined && list && !list.has(id)) list.set(id, node)
    const [source] = node.tagName === 'script' ? node.childNodes : []
    if (source && 'value' in source) for (const [, first, second] of source.value.matchAll(MOVING_CALL)) calls.push([first, second])
    for (let k = node.childNodes.length - 1; k >= 0; k--) open.push(node.childNodes[k])
  }
  return { segments, placeholders, calls }
}
