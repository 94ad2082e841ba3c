/** The tree's search: tag, class, id, text, and simple CSS selectors. */
import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { matchSelector, parseSelector } from './selector-match'

/** Whether a query can only be meant as a selector. */
function isPlainlySelector(query: string): boolean {
  return /^[.#[*]|[>[\]]|\w[.#]\w/.test(query) && !/\s{2}|[.!?]$/.test(query)
}

/**
 * Nodes that a query finds, in document order: elements by selector, or by part of tag, id or class; text nodes by what
 * they say, without regard to case. A query in quotes looks in texts only; so does one that reads like a selector but
 * selects nothing (`example.com`).
 */
export function searchTree(model: PageModel, query: string): NodeId[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const hits: NodeId[] = []
  const quoted = /^(["'])(.+?)\1?$/.exec(wanted)
  const selector = quoted ? null : parseSelector(wanted)
  const isComplex = selector !== null && selector.list.some((steps, _, list) => steps.length + list.length > 2)
  const plain = selector !== null && isPlainlySelector(wanted)
  const matched = selector && (plain || isComplex) ? matchSelector(model, selector) : null
  if (matched && plain) {
    for (let n = 0; n < model.count; n++) if (matched[n] === 1) hits.push(n)
    if (hits.length > 0) return hits
  }
  const needle = (quoted?.[2] ?? wanted).toLowerCase()
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) {
      if ((model.text[n] as string).toLowerCase().includes(needle)) hits.push(n)
    } else if (!quoted) {
      if (
        matched?.[n] === 1 ||
        tagName(model, n) === needle ||
        attribute(model, n, 'id')?.toLowerCase().includes(needle) ||
        attribute(model, n, 'class')?.toLowerCase().includes(needle)
      )
        hits.push(n)
    }
  }
  return hits
}
