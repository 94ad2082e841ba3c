import type { Rules } from './define'
import type { RuleSpec } from './extractor'

type RuleText<M extends string> = Rules<M>[string]

/** Further properties of the rules, by name of the quantity. */
type Quantities<M extends string = string> = Readonly<
  Record<string, Partial<Pick<RuleSpec, 'quantity' | 'unit' | 'how' | 'share' | 'ofParent'>> & { readonly measure?: M }>
>

/**
 * Reads a rule from `label | sentence` or `label | < text length (characters) | sentence`. Relation and unit are optional. `!` before the
 * relation sets `named`.
 */
function readRow<M extends string>(row: string, quantities: Quantities<M>) {
  const [label = '', ...cells] = row.split(' | ')
  const sentence = cells.pop() ?? ''
  const [, mark, relation = '', name = ''] = /^(!?)(?:([<≤>≥=]) )?(.*)$/.exec(cells[0] ?? '') ?? []
  const [, quantity = name, unit = ''] = /^(.*) \((.*)\)$/.exec(name) ?? []
  const named = mark === '!' && { named: true }
  return { label, relation: relation as RuleSpec['relation'], quantity, unit, ...quantities[name], ...named, sentence }
}

/** Returns rules in order, see `readRow`. */
export function rulesOf(rows: Readonly<Record<string, string>>, quantities: Quantities = {}): RuleSpec[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...readRow(row, quantities) }))
}

/** Returns rules by name, see `readRow`. A rule with other properties is an object. */
export function ruleTable<K extends string, const M extends string = never>(
  rows: Readonly<Record<K, string | RuleText<M>>>,
  quantities: Quantities<M> = {},
): Readonly<Record<K, RuleText<M>>> {
  const rules = Object.entries<string | RuleText<M>>(rows)
  return Object.fromEntries(rules.map(([id, row]) => [id, typeof row === 'string' ? readRow(row, quantities) : row])) as Record<
    K,
    RuleText<M>
  >
}
