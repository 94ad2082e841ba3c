/** Reads searches by measures, such as `density < 5 and words > 30`. */
import { ELEMENT, TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { countWords } from '../../../shared/page/text'

export interface QueryMeasure {
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
export function readMeasureQuery(model: PageModel, query: string, measures: readonly QueryMeasure[]): MeasureQuery | null {
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
