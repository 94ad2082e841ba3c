import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { readMeasureQuery, type QueryMeasure } from './measure-query'
import { matchSelector, parseSelector, SelectorTooCostly } from './selector-match'

export interface TreeHits {
  readonly nodes: readonly NodeId[]
  readonly best: number
  readonly note: string | null
}

const NOT_UNDERSTOOD = 'not a CSS selector that this search supports'
const TOO_COSTLY = 'this page is too large for this selector'

function isPlainlySelector(query: string): boolean {
  return /^[.#[*:/]|[>[\]]|\w[.#]\w|\w::?[a-z]|[\w)\]] [+~] [\w.#[*:]/.test(query) && !/\s{2}|[.!?]$/.test(query)
}

const all = (nodes: readonly NodeId[], note: string | null = null): TreeHits => ({ nodes, best: nodes.length, note })

/**
 * Ignores case, except in selectors. Searches a query in quotes only in texts. If a selector such as `example.com` matches no element,
 * searches the query in texts, tags, ids and classes.
 */
export function searchTree(model: PageModel, query: string, measures: readonly QueryMeasure[] = []): TreeHits {
  const text = query.trim()
  if (text === '') return all([])
  const measureQuery = readMeasureQuery(model, text, measures)
  if (measureQuery && 'matches' in measureQuery) return all(Array.from({ length: model.count }, (_, n) => n).filter(measureQuery.matches))
  if (measureQuery) return all([], `no measure “${measureQuery.unknown}”; available: ${measureQuery.known.join(', ')}`)
  const hits: NodeId[] = []
  const quoted = /^(["'])(.+?)\1?$/.exec(text)
  const selector = quoted ? null : parseSelector(text)
  const isComplex = selector !== null && selector.list.some((steps, _, list) => steps.length + list.length > 2)
  const plain = !quoted && isPlainlySelector(text)
  let note = plain && !selector ? NOT_UNDERSTOOD : null
  let matched: Uint8Array | null = null
  try {
    matched = selector && (plain || isComplex) ? matchSelector(model, selector) : null
  } catch (thrown) {
    if (!(thrown instanceof SelectorTooCostly)) throw thrown
    note = TOO_COSTLY
  }
  if (matched && plain) {
    for (let n = 0; n < model.count; n++) if (matched[n] === 1) hits.push(n)
    if (hits.length > 0) return all(hits)
  }
  const needle = (quoted?.[2] ?? text).toLowerCase()
  const ofTag: NodeId[] = []
  const outside: NodeId[] = []
  const isInBody = (n: NodeId): boolean => model.body < 0 || n >= model.body
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) {
      if ((model.text[n] as string).toLowerCase().includes(needle)) (isInBody(n) ? hits : outside).push(n)
    } else if (!quoted) {
      if (tagName(model, n) === needle) ofTag.push(n)
      else if (
        matched?.[n] === 1 ||
        attribute(model, n, 'id')?.toLowerCase().includes(needle) ||
        attribute(model, n, 'class')?.toLowerCase().includes(needle)
      )
        (isInBody(n) ? hits : outside).push(n)
    }
  }
  const nodes = [...ofTag, ...hits, ...outside]
  return { nodes, best: [ofTag, hits, outside].find(({ length }) => length > 0)?.length ?? 0, note: nodes.length === 0 ? note : null }
}
