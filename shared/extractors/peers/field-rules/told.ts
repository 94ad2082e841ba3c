/** What an observed library in another language tells, in short: its measures and its rules. */
import type { MeasureSpec, RuleSpec } from '../../core/extractor'

/** What stands in the description of a library's program beside its name and parameters. */
export interface Told {
  readonly measures: readonly Omit<MeasureSpec, 'per'>[]
  readonly rules: readonly RuleSpec[]
}

/** A count or length of a node, with where it is from. */
export function count(id: string, label: string, unit: string, description: string): Told['measures'][number] {
  return { id, label, unit, tex: '', description }
}

/** A share in [0,1] of a node. */
export function share(id: string, label: string, description: string): Told['measures'][number] {
  return { ...count(id, label, '', description), share: true }
}

/** A rule that compares nothing. */
export function event(id: string, label: string, sentence: string): RuleSpec {
  return { id, label, relation: '', quantity: '', unit: '', sentence }
}

/** A rule that compares a number with its limit. @param test relation, quantity and unit, with `how` the number comes about, or its measure */
export function test(
  id: string,
  label: string,
  test: Pick<RuleSpec, 'relation' | 'quantity' | 'measure' | 'how'> & { readonly unit?: string },
  sentence: string,
): RuleSpec {
  return { id, label, unit: '', ...test, sentence }
}

/** What is told of any of them. */
export const TOLD_OF_ALL: readonly RuleSpec[] = [
  event('unobserved', 'not observed', 'The observed run gave another text than the library alone, so why cannot be told.'),
  event('unparsed', 'not parsed', 'The parser that the library reads pages with did not give it this text.'),
]
