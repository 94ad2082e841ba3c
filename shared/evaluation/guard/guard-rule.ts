import { failed, type FailureError } from '../../base/failure'
import { SAME } from '../compare-runs'
import { METRIC_IDS, metricInfo, metricOfName, type MetricId } from '../metric-list'

/** A rule of a guard. A run or a page fails if the metric is worse than in the baseline by more than the limit. */
export interface GuardRule {
  readonly metric: MetricId
  readonly type: string | null
  /** The allowed difference, this run minus the baseline: ≤ 0 if larger values are better, else ≥ 0. */
  readonly limit: number
}

const LONGEST_RULE = 200
const EXAMPLE = 'Write a metric, optionally a page type in brackets, < and a difference: "f1 < -0.005", "f1[article] < -0.01".'

/**
 * Reads `f1 < -0.005`, `f1[article] < -0.01`, `noise > 0.02`. The sign is < if larger values are better, else >.
 * @throws FailureError `guard.rule` for wrong syntax or an unknown metric; `guard.direction` for the wrong sign, or if unchanged values
 * would break the rule
 */
export function parseGuardRule(text: string): GuardRule {
  let at = 0
  const refuse = (expected: string): FailureError =>
    failed('guard.rule', `"${text.slice(0, LONGEST_RULE)}" is not a rule: expected ${expected} at character ${at + 1}.`, EXAMPLE)
  if (text.length > LONGEST_RULE) throw refuse(`a rule of at most ${LONGEST_RULE} characters`)
  const readToken = (pattern: RegExp): RegExpExecArray | null => {
    const found = new RegExp(`\\s*(?:${pattern.source})`, 'yi')
    found.lastIndex = at
    const match = found.exec(text)
    if (match) at = found.lastIndex
    return match
  }
  const name = readToken(/([a-z][a-z0-9]*)/)?.[1]
  if (name === undefined) throw refuse('a metric')
  const metric = metricOfName(name)
  if (metric === null)
    throw failed('guard.rule', `There is no metric "${name}".`, `Metrics are: ${METRIC_IDS.join(', ')}; rougeN for any N from 1 to 20.`)
  const type = readToken(/\[\s*([^[\]\s]+)\s*\]/)?.[1] ?? null
  const sign = readToken(/([<>])/)?.[1]
  if (sign === undefined) throw refuse(type === null ? 'a type in brackets, < or >' : '< or >')
  const number = readToken(/([-+−]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)/)?.[1]
  const limit = Number(number?.replace('−', '-'))
  if (number === undefined || !Number.isFinite(limit)) throw refuse('a number')
  readToken(/$/)
  if (text.slice(at).trim() !== '') throw refuse('the end')
  return directed({ metric, type, limit: limit === 0 ? 0 : limit }, sign)
}

function directed(rule: GuardRule, sign: string): GuardRule {
  const { label, larger } = metricInfo(rule.metric)
  const right = larger ? '<' : '>'
  if (sign !== right)
    throw failed(
      'guard.direction',
      `${larger ? 'Higher' : 'Lower'} values of ${label} are better: this rule would fail improvements.`,
      `Write ${guardRuleText({ ...rule, limit: larger ? -Math.abs(rule.limit) : Math.abs(rule.limit) })}.`,
    )
  if (larger ? rule.limit <= 0 : rule.limit >= 0) return rule
  throw failed(
    'guard.direction',
    'A rule limits the difference from the baseline. This rule would fail a run with the same scores as the baseline.',
    `Write the largest allowed difference, e.g. ${guardRuleText({ ...rule, limit: larger ? -0.005 : 0.005 })}.`,
  )
}

/** Writes a rule in the form that `parseGuardRule` reads. */
export function guardRuleText({ metric, type, limit }: GuardRule): string {
  return `${metric}${type === null ? '' : `[${type}]`} ${metricInfo(metric).larger ? '<' : '>'} ${limit}`
}

export function breaks({ metric, limit }: GuardRule, difference: number): boolean {
  return metricInfo(metric).larger ? difference < limit - SAME : difference > limit + SAME
}
