/** XPath over a page: the browser's engine, on a document built from the page's nodes. */
import { attributesOf, ELEMENT, tagName, TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'

interface Built {
  readonly document: Document
  readonly idOf: ReadonlyMap<Node, NodeId>
}

const documents = new WeakMap<PageModel, Built>()

/** Builds an invisible document of the page's elements, attributes and texts; once per page. Linear. */
function builtFor(model: PageModel): Built {
  const known = documents.get(model)
  if (known) return known
  const document = globalThis.document.implementation.createDocument(null, null)
  const nodes: (Node | null)[] = []
  const idOf = new Map<Node, NodeId>()
  for (let n = 0; n < model.count; n++) {
    const node =
      model.kind[n] === ELEMENT
        ? elementOf(document, model, n)
        : model.kind[n] === TEXT
          ? document.createTextNode(model.text[n] as string)
          : null
    const parent = nodes[model.parent[n] as number] ?? (document.documentElement === null && model.kind[n] === ELEMENT ? document : null)
    if (node) parent?.appendChild(node)
    if (node) idOf.set(node, n)
    nodes.push(node)
  }
  const built = { document, idOf }
  documents.set(model, built)
  return built
}

function elementOf(document: Document, model: PageModel, node: NodeId): Element {
  const element = document.createElementNS(null, safeName(tagName(model, node)))
  for (const [name, value] of attributesOf(model, node)) element.setAttributeNS(null, safeName(name), value)
  return element
}

/** HTML names may contain signs that are invalid in XML; a path cannot select those names. */
const safeName = (name: string): string =>
  /^[a-z_][\w.-]*$/i.test(name) ? name : name.replace(/[^\w.-]/g, '_').replace(/^(?![a-z_])/i, '_')

/** Returns the nodes that a path selects, in document order; null if the path is invalid or selects no nodes. */
export function searchPath(model: PageModel, path: string): NodeId[] | null {
  const { document, idOf } = builtFor(model)
  try {
    const result = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    const found = new Set<NodeId>()
    for (let i = 0; i < result.snapshotLength; i++) {
      const node = result.snapshotItem(i)
      // An attribute gives its element.
      const id = node && idOf.get(node instanceof Attr ? (node.ownerElement as Node) : node)
      if (id !== undefined && id !== null) found.add(id)
    }
    return [...found].sort((a, b) => a - b)
  } catch {
    return null
  }
}
