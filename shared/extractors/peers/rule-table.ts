import type { RuleSpec } from '../core/extractor'

/** Beginnings of sentences that name a condition besides the comparison. */
const NAMED = /^It (?:is an? |contains |has share buttons)/
const RELATIONS = ['<', '≤', '>', '≥', '='] as const

/**
 * Returns rules by id. A row is `label | sentence` or `label | < text length (characters) | sentence`; relation and unit are optional.
 * @param compared properties of rules by quantity
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
    return { id, label, relation, quantity, unit, ...compared[name], ...(NAMED.test(sentence) && { named: true }), sentence }
  })
}
