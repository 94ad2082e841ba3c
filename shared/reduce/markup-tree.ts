/** Parses and writes a page's markup, including comments, the doctype and the contents of templates. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { escapeHtml } from '../base/escape'
import { DROPS_LINE_FEED, VOID_TAGS } from '../page/tags'

interface MarkupAttribute {
  readonly name: string
  /** If the value is empty, only the attribute's name is written. */
  value: string
  gone: boolean
}

/** A node of a list in preorder. Removed nodes stay in the list and can be restored. */
export interface MarkupNode {
  readonly kind: 'document' | 'element' | 'text' | 'comment' | 'doctype'
  readonly name: string
  readonly depth: number
  readonly attributes: readonly MarkupAttribute[]
  text: string
  /** Index of the first node after the subtree. */
  end: number
  /** Whether the whole subtree is omitted. */
  gone: boolean
  /** Whether the node is omitted, but not the children. */
  unwrapped: boolean
}

type Node = DefaultTreeAdapterTypes.Node

/** Elements whose text is written without escapes. With scripting, `noscript` is such an element too. */
const RAW: ReadonlySet<string> = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** Parses a page without recursion. @param scripting if true, `noscript` contains text */
export function markupTree(html: string, scripting: boolean): MarkupNode[] {
  const nodes: MarkupNode[] = []
  const stack: { readonly node: Node; readonly made: MarkupNode; next: number }[] = []
  const enter = (node: Node): void => {
    const made: MarkupNode = { ...described(node), depth: stack.length, end: 0, gone: false, unwrapped: false }
    nodes.push(made)
    stack.push({ node, made, next: 0 })
  }
  enter(parse(html, { scriptingEnabled: scripting }))
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = childrenOf(top.node)[top.next++]
    if (child) enter(child)
    else {
      top.made.end = nodes.length
      stack.pop()
    }
  }
  return nodes
}

function childrenOf(node: Node): readonly Node[] {
  if ('content' in node) return node.content.childNodes
  return 'childNodes' in node ? node.childNodes : []
}

function described(node: Node): Pick<MarkupNode, 'kind' | 'name' | 'attributes' | 'text'> {
  if ('tagName' in node) {
    const attributes = node.attrs.map(({ prefix, name, value }) => ({ name: prefix ? `${prefix}:${name}` : name, value, gone: false }))
    return { kind: 'element', name: node.tagName, attributes, text: '' }
  }
  const without = { name: '', attributes: [], text: '' }
  if ('value' in node) return { ...without, kind: 'text', text: node.value }
  if ('data' in node) return { ...without, kind: 'comment', text: node.data }
  if ('publicId' in node) {
    const { name, publicId, systemId } = node
    const ids = publicId ? ` PUBLIC "${publicId}"${systemId ? ` "${systemId}"` : ''}` : systemId ? ` SYSTEM "${systemId}"` : ''
    return { ...without, kind: 'doctype', name: `${name}${ids}` }
  }
  return { ...without, kind: 'document' }
}

export function markup(nodes: readonly MarkupNode[], scripting: boolean): string {
  const parts: string[] = []
  const open: MarkupNode[] = []
  for (let n = 0; n < nodes.length; n++) {
    while (open.length > 0 && open[open.length - 1].end <= n) parts.push(`</${open.pop()?.name}>`)
    const node = nodes[n]
    if (node.gone) {
      n = node.end - 1
      continue
    }
    if (node.kind === 'doctype') parts.push(`<!doctype ${node.name}>`)
    else if (node.kind === 'comment') parts.push(`<!--${node.text}-->`)
    else if (node.kind === 'text') {
      const around = open.at(-1)?.name ?? ''
      parts.push(RAW.has(around) || (scripting && around === 'noscript') ? node.text : escapeHtml(node.text))
    } else if (node.kind === 'element' && !node.unwrapped) {
      parts.push(`<${node.name}`)
      for (const { name, value, gone } of node.attributes)
        if (!gone) parts.push(value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`)
      parts.push('>')
      if (DROPS_LINE_FEED.has(node.name) && nodes[n + 1]?.text.startsWith('\n')) parts.push('\n')
      if (!VOID_TAGS.has(node.name)) open.push(node)
    }
  }
  while (open.length > 0) parts.push(`</${open.pop()?.name}>`)
  return parts.join('')
}
