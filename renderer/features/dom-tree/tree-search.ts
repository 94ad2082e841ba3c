/** The tree's search: tag, class, id, text, and simple CSS selectors. */
import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'

interface Compound {
  readonly tag: string | null
  readonly id: string | null
  readonly classes: readonly string[]
  readonly attributes: readonly { readonly name: string; readonly value: string | null }[]
}
interface Selector {
  /** Last compound first; `child` says how it hangs on the one before. */
  readonly steps: readonly { readonly compound: Compound; readonly child: boolean }[]
}

const COMPOUND = /^(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+|\[[\w:-]+(?:=(?:"[^"]*"|'[^']*'|[^\]\s]*))?\])*$/i
const PART = /[.#][\w-]+|\[[^\]]*\]|^[a-z*][\w-]*/gi

function parseCompound(text: string): Compound | null {
  if (text === '' || !COMPOUND.test(text)) return null
  let tag: string | null = null
  let id: string | null = null
  const classes: string[] = []
  const attributes: { name: string; value: string | null }[] = []
  for (const part of text.match(PART) ?? []) {
    if (part.startsWith('.')) classes.push(part.slice(1))
    else if (part.startsWith('#')) id = part.slice(1)
    else if (part.startsWith('[')) {
      const [name = '', value] = part.slice(1, -1).split(/=(.*)/s)
      attributes.push({ name: name.toLowerCase(), value: value === undefined ? null : value.replace(/^(["'])(.*)\1$/s, '$2') })
    } else if (part !== '*') tag = part.toLowerCase()
  }
  return { tag, id, classes, attributes }
}

/** Reads compounds joined by white space or `>`. Null where it is not a selector. */
export function parseSelector(query: string): Selector | null {
  const tokens = query
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)
  const steps: { compound: Compound; child: boolean }[] = []
  let child = false
  for (const token of tokens) {
    if (token === '>') {
      if (child || steps.length === 0) return null
      child = true
      continue
    }
    const compound = parseCompound(token)
    if (!compound) return null
    steps.push({ compound, child })
    child = false
  }
  return child || steps.length === 0 ? null : { steps: steps.reverse() }
}

function fits(model: PageModel, node: NodeId, { tag, id, classes, attributes }: Compound): boolean {
  if (model.kind[node] !== ELEMENT) return false
  if (tag !== null && tagName(model, node) !== tag) return false
  if (id !== null && attribute(model, node, 'id') !== id) return false
  if (classes.length > 0) {
    const own = attribute(model, node, 'class')?.split(/\s+/) ?? []
    if (!classes.every((c) => own.includes(c))) return false
  }
  return attributes.every(({ name, value }) => {
    const own = attribute(model, node, name)
    return own !== null && (value === null || own === value)
  })
}

/** Descendant steps are matched to the nearest ancestor that fits; a `>` after one is not tried again further up. */
function matches(model: PageModel, node: NodeId, { steps }: Selector): boolean {
  const [last, ...rest] = steps
  if (!last || !fits(model, node, last.compound)) return false
  let n: number = node
  let child = last.child
  for (const step of rest) {
    n = model.parent[n] as number
    if (child) {
      if (n < 0 || !fits(model, n, step.compound)) return false
    } else {
      while (n >= 0 && !fits(model, n, step.compound)) n = model.parent[n] as number
      if (n < 0) return false
    }
    child = step.child
  }
  return true
}

/** Whether a query can only be meant as a selector. */
function isPlainlySelector(query: string): boolean {
  return /^[.#[]|[>[\]]|\w[.#]\w/.test(query) && !/\s{2}|[.!?]$/.test(query)
}

/**
 * Nodes that a query finds, in document order: elements by selector, or by part of tag, id or class; text nodes by what
 * they say, without regard to case. A query in quotes looks in texts only.
 */
export function searchTree(model: PageModel, query: string): NodeId[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const hits: NodeId[] = []
  const quoted = /^(["'])(.+?)\1?$/.exec(wanted)
  const selector = quoted ? null : parseSelector(wanted)
  if (selector && isPlainlySelector(wanted)) {
    for (let n = 0; n < model.count; n++) if (matches(model, n, selector)) hits.push(n)
    return hits
  }
  const needle = (quoted?.[2] ?? wanted).toLowerCase()
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) {
      if ((model.text[n] as string).toLowerCase().includes(needle)) hits.push(n)
    } else if (!quoted) {
      if (
        tagName(model, n) === needle ||
        attribute(model, n, 'id')?.toLowerCase().includes(needle) ||
        attribute(model, n, 'class')?.toLowerCase().includes(needle) ||
        (selector && selector.steps.length > 1 && matches(model, n, selector))
      )
        hits.push(n)
    }
  }
  return hits
}
