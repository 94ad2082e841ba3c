/** Builds and serialises linkedom's nodes with parse5, because linkedom's parser differs from browsers. */
import { parseHTML } from 'linkedom'
import { html, type DefaultTreeAdapterTypes, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import { parseHtmlFragment } from '../../shared/page/parse-html'

type ParsedNode = DefaultTreeAdapterTypes.ChildNode
type ParsedElement = DefaultTreeAdapterTypes.Element

/** linkedom's nodes are a linked list in document order, with attributes and end markers. */
export interface Link {
  readonly nodeType: number
  parentNode: Link | null
  ownerElement?: Link | null
  [link: symbol]: Link
}

export interface DomNode extends Link {
  readonly localName: string
  readonly namespaceURI: string
  readonly ownerDocument: DomDocument
  readonly parentNode: DomNode | null
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly nextElementSibling: DomNode | null
  readonly childNodes: readonly DomNode[]
  readonly textContent: string
  readonly data: string
  readonly content: DomNode
  isMathML: boolean
  getAttributeNode(name: string): { value: string } | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  replaceChildren(): void
  appendChild(node: DomNode): DomNode
  getElementsByTagName(name: string): readonly DomNode[]
  cloneNode(deep?: boolean): DomNode
}

export interface DomDocument extends DomNode {
  readonly documentElement: DomNode | null
  createElement(name: string): DomNode
  createElementNS(namespace: string, name: string): DomNode
  createTextNode(text: string): DomNode
  createComment(text: string): DomNode
  createDocumentFragment(): DomNode
  createAttribute(name: string): Link & { value: string }
  createDocumentType(name: string, publicId: string, systemId: string): DomNode
}

export const HTML: string = html.NS.HTML
export const SVG: string = html.NS.SVG
export const MATHML: string = html.NS.MATHML
export const ELEMENT = 1
export const ATTRIBUTE = 2

/** Key of a document's options for parse5. The key must be global, because a thread may evaluate this module again. */
const OPTIONS = Symbol.for('boilerscope.parse5')

interface MarkupOptions {
  readonly treeAdapter: TreeAdapter<TreeAdapterTypeMap>
  readonly scriptingEnabled: boolean
}

/** @param isScripting whether the contents of `noscript` are text */
export function createDocument(isScripting: boolean): DomDocument {
  const document = parseHTML('').document as unknown as DomDocument
  return Object.assign(document, { [OPTIONS]: { scriptingEnabled: isScripting } })
}

const sample = createDocument(false).createElement('template')
/** @throws Error if the installed version of linkedom has no symbol with the description */
export const symbolOf = (node: Link, description: string): symbol => {
  const found = Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description)
  if (!found) throw new Error(`linkedom has no ${description}. Install the supported version of linkedom.`)
  return found
}
const [NEXT, PREV, END] = [symbolOf(sample, 'next'), symbolOf(sample, 'prev'), symbolOf(sample, 'end')] as const
export { END, NEXT }

/**
 * Returns the object in the prototype chain that owns the property.
 * @throws TypeError if no object owns the property
 */
export function ownerOf(object: object, property: string): object {
  let at = object
  while (!Object.hasOwn(at, property)) at = Object.getPrototypeOf(at) as object
  return at
}

function append(parent: Link, node: Link): void {
  const end = parent[END] as Link
  const before = end[PREV] as Link
  const last = node.nodeType === ELEMENT ? (node[END] as Link) : node
  before[NEXT] = node
  node[PREV] = before
  last[NEXT] = end
  end[PREV] = last
  if (node.nodeType === ATTRIBUTE) node.ownerElement = parent
  else node.parentNode = parent
}

export function addAttribute(element: DomNode, name: string, value: string): void {
  const attribute = element.ownerDocument.createAttribute(name)
  attribute.value = value
  attribute.ownerElement = element
  let last: Link = element
  while ((last[NEXT] as Link).nodeType === ATTRIBUTE) last = last[NEXT] as Link
  const next = last[NEXT] as Link
  last[NEXT] = attribute
  attribute[PREV] = last
  attribute[NEXT] = next
  next[PREV] = attribute
}

function createNode(document: DomDocument, node: ParsedNode): DomNode {
  if ('tagName' in node) return createElement(document, node, node.tagName)
  if (node.nodeName === '#text') return document.createTextNode(node.value)
  if (node.nodeName === '#comment') return document.createComment(node.data)
  const { name, publicId, systemId } = node
  return document.createDocumentType(name, publicId, systemId)
}

function createElement(
  document: DomDocument,
  like: { readonly namespaceURI: string; readonly attrs: readonly ParsedElement['attrs'][number][] },
  name: string,
): DomNode {
  const element = like.namespaceURI === SVG ? document.createElementNS(SVG, name) : document.createElement(name)
  if (like.namespaceURI === MATHML) element.isMathML = true
  for (const { prefix, name: own, value } of like.attrs) {
    const attribute = document.createAttribute(prefix ? `${prefix}:${own}` : own)
    attribute.value = value
    append(element, attribute)
  }
  return element
}

/** Appends parsed nodes without recursion, because pages may be nested deeply. Calls `made` with each copy and the original. */
export function appendParsed(
  document: DomDocument,
  root: Link,
  parsed: readonly ParsedNode[],
  made?: (node: DomNode, from: ParsedNode) => void,
): void {
  const open = [{ parent: root, nodes: parsed, at: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.nodes[top.at++]
    if (!node) {
      open.pop()
      continue
    }
    const copy = createNode(document, node)
    append(top.parent, copy)
    made?.(copy, node)
    if (!('tagName' in node)) continue
    if ('content' in node) open.push({ parent: copy.content, nodes: node.content.childNodes, at: 0 })
    if (node.childNodes.length > 0) open.push({ parent: copy, nodes: node.childNodes, at: 0 })
  }
}

const READ = {
  isElementNode: (node: DomNode) => node.nodeType === ELEMENT,
  isTextNode: (node: DomNode) => node.nodeType === 3,
  isCommentNode: (node: DomNode) => node.nodeType === 8,
  isDocumentTypeNode: (node: DomNode) => node.nodeType === 10,
  getTagName: (node: DomNode) => node.localName,
  getNamespaceURI: (node: DomNode) => node.namespaceURI,
  getAttrList: attributesOf,
  getChildNodes: (node: DomNode) => node.childNodes,
  getParentNode: (node: DomNode) => node.parentNode,
  getTemplateContent: (node: DomNode) => node.content,
  getTextNodeContent: (node: DomNode) => node.data,
  getCommentNodeContent: (node: DomNode) => node.data,
  getDocumentTypeNodeName: (node: DomNode) => node.localName,
} as unknown as TreeAdapter<TreeAdapterTypeMap>

type Attributes = { readonly name: string; readonly value: string }[]

function attributesOf(element: DomNode, list: Attributes = []): Attributes {
  for (let next = element[NEXT] as Link; next.nodeType === ATTRIBUTE; next = next[NEXT] as Link)
    list.push(next as unknown as { name: string; value: string })
  return list
}

/** Adds ids only to the serialised markup, because attributes on the elements would cost time. */
export function writeIds(document: DomDocument, name: string, ids: ReadonlyMap<object, number>): void {
  const getAttrList = (element: DomNode) => {
    const id = ids.get(element)
    return attributesOf(element, id === undefined ? [] : [{ name, value: String(id) }])
  }
  Object.assign(document, { [OPTIONS]: { ...optionsOf(document), treeAdapter: { ...READ, getAttrList } } })
}

export const optionsOf = (document: DomDocument): MarkupOptions => ({
  treeAdapter: READ,
  scriptingEnabled: false,
  ...(Reflect.get(document, OPTIONS) as Partial<MarkupOptions> | undefined),
})
const isTemplate = (node: DomNode): boolean => node.localName === 'template' && node.namespaceURI === HTML

export function setInnerHtml(element: DomNode, source: string): void {
  const { ownerDocument: document } = element
  const context = { ...toParsedElement(element), parentNode: null as unknown }
  let form: DomNode | null = element
  while (form && form.localName !== 'form') form = form.parentNode
  if (form && form !== element) context.parentNode = toParsedElement(form)
  const holder = isTemplate(element) ? element.content : element
  holder.replaceChildren()
  const fragment = document.createDocumentFragment()
  appendParsed(document, fragment, parseHtmlFragment(source, context as unknown as ParsedElement, optionsOf(document).scriptingEnabled))
  holder.appendChild(fragment)
}

function toParsedElement(element: DomNode): Omit<ParsedElement, 'parentNode'> {
  const { localName, namespaceURI } = element
  const attrs = attributesOf(element).map(({ name, value }) => ({ name, value }))
  return { nodeName: localName, tagName: localName, attrs, namespaceURI: namespaceURI as html.NS, childNodes: [] }
}

/** linkedom's own copy loses the contents of templates and the namespace of MathML. */
export function cloneElement(source: DomNode, deep: boolean): DomNode {
  const { ownerDocument: document } = source
  const shallow = (node: DomNode): DomNode =>
    node.nodeType === ELEMENT
      ? createElement(document, { namespaceURI: node.namespaceURI, attrs: attributesOf(node) }, node.localName)
      : node.cloneNode()
  const clone = shallow(source)
  if (!deep) return clone
  const open: { parent: DomNode; next: DomNode | null }[] = []
  const enter = (from: DomNode, to: DomNode): void => {
    if (isTemplate(from)) open.push({ parent: to.content, next: from.content.firstChild })
    open.push({ parent: to, next: from.firstChild })
  }
  enter(source, clone)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { next, parent } = top
    if (!next) {
      open.pop()
      continue
    }
    const copy = shallow(next)
    append(parent, copy)
    top.next = next.nextSibling
    if (next.nodeType === ELEMENT) enter(next, copy)
  }
  return clone
}
