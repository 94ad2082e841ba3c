/** Corrects differences between linkedom and browsers, once per thread, because the differences would change decisions of libraries. */
import { serialize, serializeOuter } from 'parse5'
import { correctSelectors } from './dom-selectors'
import { InlineStyle } from './inline-style'
import {
  addAttribute,
  cloneElement,
  createDocument,
  ELEMENT,
  END,
  HTML,
  MATHML,
  NEXT,
  optionsOf,
  ownerOf,
  setInnerHtml,
  SVG,
  symbolOf,
  type DomDocument,
  type DomNode,
} from './peer-dom'

const [TEXT, CDATA, FRAGMENT] = [3, 4, 11]

const empty = createDocument(false)
const sample = empty.createElement('template')
const CLASS_LIST = symbolOf(sample, 'classList')

const UPPER = new Map<string, string>()
function upperCase(name: string): string {
  let upper = UPPER.get(name)
  if (upper === undefined) UPPER.set(name, (upper = name.toUpperCase()))
  return upper
}

/** Replaces getters, setters and methods of a prototype. Other attributes of the properties, and other setters, stay. */
function correct<T extends DomNode>(prototype: object, corrections: object & ThisType<T>): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(corrections))) {
    const functions = Object.entries(descriptor).filter(([, part]) => typeof part === 'function')
    Object.defineProperty(prototype, name, Object.fromEntries(functions) as PropertyDescriptor)
  }
}

function findChild(parent: DomNode | null, names: readonly string[]): DomNode | null {
  for (let child = parent?.firstChild ?? null; child; child = child.nextSibling)
    if (child.nodeType === ELEMENT && names.includes(child.localName)) return child
  return null
}

function correctElements(): void {
  const element = ownerOf(sample, 'getAttribute')
  const text = ownerOf(empty.createElement('textarea'), 'innerHTML')
  const svg = ownerOf(empty.createElementNS(SVG, 'svg'), 'getAttribute')
  // After the deletion, the prototypes inherit the corrected properties of `element`.
  Reflect.deleteProperty(text, 'innerHTML')
  for (const name of ['getAttribute', 'setAttribute']) Reflect.deleteProperty(svg, name)
  const { classList } = Object.getOwnPropertyDescriptors(element) as unknown as Record<'classList', { get: () => unknown }>
  Object.defineProperty(element, 'isMathML', { value: false, writable: true })
  correct<DomNode & { classSource?: string | null; readonly tagName: string }>(element, {
    get namespaceURI() {
      return this.isMathML ? MATHML : HTML
    },
    get tagName() {
      return this.namespaceURI === HTML ? upperCase(this.localName) : this.localName
    },
    get nodeName() {
      return this.tagName
    },
    getAttribute(name: string) {
      return this.getAttributeNode(name)?.value ?? null
    },
    setAttribute(name: string, value: unknown) {
      const attribute = this.getAttributeNode(name)
      if (attribute) attribute.value = String(value)
      else addAttribute(this, name, String(value))
    },
    get className() {
      return this.getAttribute('class') ?? ''
    },
    set className(value: string) {
      this.setAttribute('class', value)
    },
    get classList() {
      const source = this.getAttribute('class')
      if (source !== this.classSource) (this as Record<symbol, unknown>)[CLASS_LIST] = null
      this.classSource = source
      return classList.get.call(this)
    },
    get style() {
      return new InlineStyle(this)
    },
    get innerHTML() {
      return serialize(this as never, optionsOf(this.ownerDocument))
    },
    set innerHTML(source: string) {
      setInnerHtml(this, String(source))
    },
    get outerHTML() {
      return serializeOuter(this as never, optionsOf(this.ownerDocument))
    },
    get textContent() {
      // This loop is faster than linkedom's getter.
      let text = ''
      const end = this[END]
      for (let next = this[NEXT]; next !== end; next = next?.[NEXT])
        if (next?.nodeType === TEXT || next?.nodeType === CDATA) text += (next as DomNode).data
      return text
    },
    cloneNode(deep = false) {
      return cloneElement(this, deep)
    },
  })
}

function correctDocuments(): void {
  const create = Reflect.get(empty, 'createElement')
  const documents = ownerOf(empty, 'body')
  correct<DomDocument>(documents, {
    get body() {
      return findChild(this.documentElement, ['body', 'frameset'])
    },
    get head() {
      return findChild(this.documentElement, ['head'])
    },
    createElement(name: string) {
      return create.call(this, name.toLowerCase())
    },
  })
  Object.defineProperty(documents, 'title', {
    get(this: DomDocument) {
      const title = this.getElementsByTagName('title').find(({ namespaceURI }) => namespaceURI === HTML)
      return (title?.textContent ?? '').replaceAll(/[\t\n\f\r ]+/g, ' ').trim()
    },
  })
}

interface Parent extends DomNode {
  liveNodes?: DomNode[] | undefined
  liveElements?: DomNode[] | undefined
  insertBefore: (this: Parent, node: Parent, before?: DomNode | null) => DomNode
}

function removeNode(list: DomNode[] | undefined, node: DomNode): void {
  const at = list?.[0] === node ? 0 : (list?.indexOf(node) ?? -1)
  if (at >= 0) list?.splice(at, 1)
}

/** The lists of a parent that linkedom fills at each access, each with its live list and with the next member. */
const LISTS = [
  ['childNodes', 'liveNodes', 'nextSibling'],
  ['children', 'liveElements', 'nextElementSibling'],
] as const

function makeListsLive(): void {
  const parents = ownerOf(sample, 'childNodes') as Parent
  const { insertBefore } = parents
  const lists = LISTS.map(([name, live, next]) => {
    const { get: fill } = Object.getOwnPropertyDescriptor(parents, name) as { get: (this: Parent) => DomNode[] }
    Object.defineProperty(parents, live, { value: undefined, writable: true })
    Object.defineProperty(parents, name, {
      get(this: Parent) {
        return (this[live] ??= fill.call(this))
      },
    })
    return { live, next, fill }
  })
  parents.insertBefore = function (node, before) {
    if (node === before) return node
    insertBefore.call(this, node, before)
    for (const { live, next, fill } of lists) {
      const list = this[live]
      if (node.nodeType === FRAGMENT) for (const changed of [this, node]) changed[live]?.splice(0, Infinity, ...fill.call(changed))
      else if (list && (live === 'liveNodes' || node.nodeType === ELEMENT)) {
        const following = node[next]
        list.splice(following ? list.indexOf(following) : list.length, 0, node)
      }
    }
    return node
  }
  for (const leaf of [sample, empty.createTextNode('')]) {
    const owner = ownerOf(leaf, 'remove') as { remove: (this: DomNode) => void }
    const { remove } = owner
    owner.remove = function (this: DomNode) {
      const parent = this.parentNode as Parent | null
      remove.call(this)
      for (const { live } of lists) removeNode(parent?.[live], this)
    }
  }
}

/** The libraries do not listen to events, so nodes need no map of event listeners. */
function omitListeners(): void {
  const target = ownerOf(sample, 'addEventListener').constructor
  let node: object = sample.constructor
  while (Object.getPrototypeOf(node) !== target) node = Object.getPrototypeOf(node) as object
  Object.setPrototypeOf(node, class {})
}

/** This module may be evaluated again in the same thread, so the corrected prototypes have a mark. */
const CORRECTED = Symbol.for('boilerscope.corrected')
if (!(CORRECTED in sample)) {
  Object.defineProperty(ownerOf(sample, 'getAttribute'), CORRECTED, { value: true })
  omitListeners()
  correctSelectors()
  correctElements()
  makeListsLive()
  correctDocuments()
}
