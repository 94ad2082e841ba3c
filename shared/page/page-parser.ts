import { defaultTreeAdapter, Parser, Token, type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type TextNode = DefaultTreeAdapterTypes.TextNode

/** Begins a list of children with a literal. The first `push` would reserve 17 places, but most lists have one or two children. */
function appendNode(parent: DefaultTreeAdapterTypes.ParentNode, node: DefaultTreeAdapterTypes.ChildNode): void {
  if (parent.childNodes.length === 0) parent.childNodes = [node]
  else parent.childNodes.push(node)
  node.parentNode = parent
}

/** Creates nodes with a position property. If the property were added later, each node would need an additional object. */
export const TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespaceURI, attrs): Element => ({
    nodeName: tagName,
    tagName,
    // Copy the list: a list that grew has up to 16 free places, a copy has none.
    attrs: attrs.length > 0 ? attrs.slice() : attrs,
    namespaceURI,
    childNodes: [],
    parentNode: null,
    sourceCodeLocation: null,
  }),
  appendChild: appendNode,
  insertText: (parent, text): void => {
    const last = parent.childNodes.at(-1)
    if (last && defaultTreeAdapter.isTextNode(last)) last.value += text
    else appendNode(parent, TREE.createTextNode(text))
  },
  createTextNode: (value): TextNode => ({ nodeName: '#text', value, parentNode: null, sourceCodeLocation: null }),
}

/** Extends parse5's tree builder. Each element has one position object, which the end tag completes. parse5 would copy this object. */
export class PageParser extends Parser<DefaultTreeAdapterMap> {
  override _attachElementToTree(
    element: Element,
    location: Token.LocationWithAttributes | null,
    { parent, beforeElement }: Parameters<Parser<DefaultTreeAdapterMap>['_attachElementToTree']>[2],
  ): void {
    if (location !== null) {
      const { startLine, startCol, startOffset, endLine, endCol, endOffset, attrs } = location
      element.sourceCodeLocation = { startLine, startCol, startOffset, endLine, endCol, endOffset }
      if (attrs) element.sourceCodeLocation.attrs = attrs
    }
    if (beforeElement) this.treeAdapter.insertBefore(parent, element, beforeElement)
    else this.treeAdapter.appendChild(parent, element)
  }

  override _setEndLocation(element: Element, closing: Token.Token): void {
    const place = element.sourceCodeLocation
    // Elements that the parser created have no position.
    if (!place) return
    const by = closing.location
    if (!by) return
    const isOwn = closing.type === Token.TokenType.END_TAG && closing.tagName === element.tagName
    place.endLine = isOwn ? by.endLine : by.startLine
    place.endOffset = isOwn ? by.endOffset : by.startOffset
    // At the end of the document, parse5 reads `endTag` to decide whether an end tag closed body.
    if (isOwn) place.endTag = by
  }
}
