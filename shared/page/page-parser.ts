import { defaultTreeAdapter, Parser, Token, type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type TextNode = DefaultTreeAdapterTypes.TextNode

/** A literal saves memory: the first `push` would reserve 17 places, but most lists have one or two children. */
function appendNode(parent: DefaultTreeAdapterTypes.ParentNode, node: DefaultTreeAdapterTypes.ChildNode): void {
  if (parent.childNodes.length === 0) parent.childNodes = [node]
  else parent.childNodes.push(node)
  node.parentNode = parent
}

/** Creates nodes with a position property. A property that is added later would cost an additional object per node. */
export const TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespaceURI, attrs): Element => ({
    nodeName: tagName,
    tagName,
    // A copy has no free places, but a list that grew has up to 16 free places.
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

/** Extends parse5's parser to save memory. The end tag completes the position object of its element, but parse5 would copy the object. */
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
    if (!place) return
    const by = closing.location
    if (!by) return
    const isOwn = closing.type === Token.TokenType.END_TAG && closing.tagName === element.tagName
    place.endLine = isOwn ? by.endLine : by.startLine
    place.endOffset = isOwn ? by.endOffset : by.startOffset
    // At the end of the document, parse5 reads `endTag` to find out whether an end tag closed body.
    if (isOwn) place.endTag = by
  }
}
