import { attribute, ELEMENT, tagName, TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { countWords } from '../../../shared/page/text'
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

/** A measure for searches such as `density < 5 and words > 30`. */
interface QueryMeasure {
  readonly id: string
  readonly label: string
  readonly values: Float64Array
}

type MeasureQuery = { readonly matches: (node: NodeId) => boolean } | { readonly unknown: string; readonly known: readonly string[] }

const COMPARISON = /^\s*("[^"]+"|[\p{L}_][\p{L}\p{N}_. -]*?)\s*(<=|>=|≤|≥|!=|≠|<|>|=)\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*(%?)\s*$/u

const RELATIONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '≤': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '≥': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
  '≠': (value, limit) => value !== limit,
}

const nameOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Returns null if a part of the query is no comparison. `words` and `characters` count a subtree if the extractor lacks a measure of that
 * name.
 */
function readMeasureQuery(model: PageModel, query: string, measures: readonly QueryMeasure[]): MeasureQuery | null {
  const alternatives = query
    .split(/\s+or\s+|\s*\|\|\s*/i)
    .map((part) => part.split(/\s+and\s+|\s*&&\s*/i).map((one) => COMPARISON.exec(one)))
  if (!alternatives.flat().every((found) => found !== null)) return null
  const counted = countedMeasures(model, nameOf(query))
  const known = [...measures, ...counted]
  let unknown: string | null = null
  const tests = alternatives.map((part) =>
    part.map((found) => {
      const [, quoted = '', relation = '', number = '', percent = ''] = found as RegExpExecArray
      const name = quoted.replaceAll('"', '')
      const measure = known.find(({ id, label }) => nameOf(id) === nameOf(name) || nameOf(label) === nameOf(name))
      if (!measure) unknown ??= name
      const compare = RELATIONS[relation] as (value: number, limit: number) => boolean
      const limit = Number(number) / (percent === '' ? 1 : 100)
      return (node: NodeId): boolean => {
        const value = measure?.values[node] ?? Number.NaN
        return !Number.isNaN(value) && compare(value, limit)
      }
    }),
  )
  if (unknown !== null) return { unknown, known: [...measures.map(({ id }) => id), 'words', 'characters'] }
  return { matches: (node) => tests.some((all) => all.every((test) => test(node))) }
}

function countedMeasures(model: PageModel, queryText: string): QueryMeasure[] {
  const counts: readonly (readonly [string, (text: string) => number])[] = [
    ['words', countWords],
    ['characters', (text) => text.trim().length],
  ]
  return counts
    .filter(([name]) => queryText.includes(name))
    .map(([name, count]) => {
      const values = new Float64Array(model.count)
      for (let n = model.count - 1; n >= 0; n--) {
        if (model.kind[n] === TEXT) values[n] = count(model.text[n] as string)
        const parent = model.parent[n] as number
        if (parent >= 0 && (model.kind[n] === TEXT || model.kind[n] === ELEMENT))
          values[parent] = (values[parent] as number) + (values[n] as number)
      }
      return { id: name, label: name, values }
    })
}
