/** Rules written as a table, a line each. */
import type { RuleSpec } from '../core/extractor'

const RELATIONS = ['<', '≤', '>', '≥', '='] as const

/**
 * Rules by their ids. A line is `label | sentence`, or `label | what is compared | sentence`. What is compared begins with its relation, where the
 * rule's test holds by one, and names a quantity, with its unit in brackets: `< text length (characters)`.
 * @param compared by quantity: the measure whose value it is, how it comes about, and what it is called where another line means another by the same name
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
