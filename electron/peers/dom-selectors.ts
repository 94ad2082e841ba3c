/** linkedom compiles a selector at each call, so this module replaces linkedom's selector methods and caches the compiled selectors. */
import { compile } from 'css-select'
import { AttributeAction, isTraversal, parse, SelectorType, type Selector } from 'css-what'
import { valueAt } from '../../shared/base/once'
import { ATTRIBUTE, createDocument, ELEMENT, END, NEXT, ownerOf, type DomNode, type Link } from './peer-dom'

interface Attribute extends Link {
  readonly name: string
  readonly value: string
}

type Test = (element: DomNode) => boolean

const options = {
  // Results must not be cached, because documents change between calls.
  cacheResults: false,
  adapter: {
    isTag: (node: DomNode): node is DomNode => node.nodeType === ELEMENT,
    getAttributeValue: (element: DomNode, name: string) => element.getAttribute(name) ?? undefined,
    hasAttrib: (element: DomNode, name: string) => element.getAttributeNode(name) !== null,
    getName: ({ localName }: DomNode) => localName.toLowerCase(),
    getParent: ({ parentNode }: DomNode) => parentNode,
    getChildren: ({ childNodes }: DomNode) => childNodes as DomNode[],
    getSiblings: (node: DomNode) => (node.parentNode?.childNodes ?? [node]) as DomNode[],
    getText: ({ textContent }: DomNode) => textContent,
    removeSubsets: (nodes: DomNode[]) => nodes,
  },
}

const COMPILED = new Map<string, Test>()
/** Maximum number of compiled selectors. A library may write ids of the page into selectors, so the number has no other limit. */
const MOST = 2000

function testOf(root: DomNode, selector: string): Test {
  if (selector.includes(':scope')) return compile(selector, { ...options, context: root })
  if (COMPILED.size > MOST) COMPILED.clear()
  return valueAt(COMPILED, selector, () => testOfAny(parse(selector)))
}

function passes(tests: readonly Test[] | undefined, element: DomNode): boolean {
  if (tests) for (const test of tests) if (test(element)) return true
  return false
}

function testOfAny(alternatives: readonly Selector[][]): Test {
  const [tags, classes, attributes] = [new Map<string, Test[]>(), new Map<string, Test[]>(), new Map<string, Test[]>()]
  const others: Test[] = []
  const at = (tests: Map<string, Test[]>, name: string): Test[] => valueAt(tests, name, () => [])
  for (const tokens of alternatives) {
    let tests = others
    for (const token of tokens.slice(tokens.findLastIndex(isTraversal) + 1)) {
      if (token.type === SelectorType.Tag) tests = at(tags, token.name.toLowerCase())
      else if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) continue
      else if (token.name === 'class' && token.action === AttributeAction.Element && token.ignoreCase !== true)
        tests = at(classes, token.value)
      else tests = at(attributes, token.name.toLowerCase())
      break
    }
    tests.push(compile<DomNode, DomNode>([tokens], options))
  }
  return (element) => {
    if (passes(tags.get(element.localName.toLowerCase()), element)) return true
    if (classes.size + attributes.size > 0)
      for (let next = element[NEXT] as Attribute; next.nodeType === ATTRIBUTE; next = next[NEXT] as Attribute) {
        const { name, value } = next
        if (passes(attributes.get(name), element)) return true
        if (name === 'class' && classes.size > 0)
          for (const token of value.split(/\s+/)) if (passes(classes.get(token), element)) return true
      }
    return passes(others, element)
  }
}

function select(root: DomNode, selector: string, found: DomNode[], most: number): DomNode[] {
  const test = testOf(root, selector)
  const end = root[END] as Link
  for (let next = root[NEXT] as DomNode; (next as Link) !== end;) {
    if (next.nodeType !== ELEMENT) {
      next = next[NEXT] as DomNode
      continue
    }
    if (test(next) && found.push(next) === most) break
    next = (next.localName === 'template' ? next[END] : next[NEXT]) as DomNode
  }
  return found
}

function closest(node: DomNode, test: Test): DomNode | null {
  let at: DomNode | null = node
  while (at && !(at.nodeType === ELEMENT && test(at))) at = at.parentNode
  return at
}

export function correctSelectors(): void {
  const document = createDocument(false)
  const element = document.createElement('template')
  const NodeList = element.childNodes.constructor as new () => DomNode[]
  Object.assign(ownerOf(element, 'querySelectorAll'), {
    querySelector(this: DomNode, selector: string) {
      return select(this, String(selector), [], 1)[0] ?? null
    },
    querySelectorAll(this: DomNode, selector: string) {
      return select(this, String(selector), new NodeList(), Infinity)
    },
  })
  Object.assign(ownerOf(element, 'matches'), {
    matches(this: DomNode, selector: string) {
      return testOf(this, String(selector))(this)
    },
    closest(this: DomNode, selector: string) {
      return closest(this, testOf(this, String(selector)))
    },
  })
}
