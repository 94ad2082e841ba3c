import type { RuleSpec } from '../core/extractor'

/**
 * Returns rules by id. A row is `label | sentence` or `label | < text length (characters) | sentence`. Relation and unit are optional. `!`
 * before the relation sets `named`.
 * @param compared further properties of the rules, by name of the quantity
 */
export function rulesOf(
  rows: Readonly<Record<string, string>>,
  compared: Readonly<Record<string, Partial<Pick<RuleSpec, 'quantity' | 'unit' | 'measure' | 'how' | 'share'>>>> = {},
): RuleSpec[] {
  return Object.entries(rows).map(([id, row]) => {
    const [label, ...cells] = row.split(' | ')
    const sentence = cells.pop() ?? ''
    const [, mark, relation = '', name = ''] = /^(!?)(?:([<≤>≥=]) )?(.*)$/.exec(cells[0] ?? '') ?? []
    const [, quantity = name, unit = ''] = /^(.*) \((.*)\)$/.exec(name) ?? []
    const named = mark === '!' && { named: true }
    return { id, label, relation: relation as RuleSpec['relation'], quantity, unit, ...compared[name], ...named, sentence }
  })
}
