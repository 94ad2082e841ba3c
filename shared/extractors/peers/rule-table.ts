/** Rules written as a table, one per line. */
import type { RuleSpec } from '../core/extractor'

const RELATIONS = ['<', '≤', '>', '≥', '='] as const

/**
 * Rules by id. A line is `label | sentence`, or `label | comparison | sentence`. The comparison is an optional relation, a quantity, and
 * an optional unit in parentheses: `< text length (characters)`.
 * @param compared by quantity: measure, explanation, and name if it differs from the quantity
 */
export function rulesOf(
  rows: Readonly<Record<string, string>>,
  compared: Readonly<Record<string, Partial<Pick<RuleSpec, 'quantity' | 'unit' | 'measure' | 'how'>>>> = {},
): RuleSpec[] {
  return Object.entries(rows).map(([id, row]) => {
    const [label, ...cells] = row.split(' | ')
    const sentence = cells.pop() ?? ''
    const [cell = ''] = cells
    const relation = RELATIONS.find((sign) => cell.startsWith(`${sign} `)) ?? ''
    const name = cell.slice(relation === '' ? 0 : 2)
    const [, quantity = name, unit = ''] = /^(.*) \((.*)\)$/.exec(name) ?? []
    return { id, label, relation, quantity, unit, ...compared[name], sentence }
  })
}
