/** Writes explanations as sentences. The caller can choose the format of the numbers. */
import { writtenShare } from '../base/written-number'
import type { Candidate, RuleSpec } from '../extractors/core/extractor'
import { isWithin, type NodeId, type PageModel } from '../page/page-model'
import type { BelowGroup, Explanation, NodeStatus, Reason, ReasonGroup } from './explain-node'
import type { HiddenCause } from './coverage'
import type { ParamSpec, ParamValue } from '../extractors/core/params'
import type { Outcome } from '../extractors/core/probe'
import { DROPS } from './decisive'
import { cutOff, nodeLabel } from './node-label'

export type NumberFormat = (value: number) => string

/** Writes integers completely and other numbers with at most four significant digits; ∞ or -∞ for infinity and – for NaN. */
export const plainNumber: NumberFormat = (value) => {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞'
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)))
}

/** Replaces the hyphens of negative numbers by the minus sign of `format`. */
const withMinusOf = (format: NumberFormat, written: string): string => written.replace(/(?<![^ (])-(?=\d)/g, format(-1).charAt(0))

type Compared = Pick<Reason, 'value' | 'limit'> & { readonly spec: Pick<RuleSpec, 'share'> | null | undefined }

/** Returns the format of a measure or value: percent for shares, `format` for other values. @param digits decimal places of a percentage */
export const formatOf = (spec: Compared['spec'], format: NumberFormat, digits = 1): NumberFormat =>
  spec?.share ? (share) => (Number.isFinite(share) ? withMinusOf(format, writtenShare(share, digits)) : format(share)) : format

const MOST_DIGITS = 6

/**
 * Returns the format of a rule's value and limit: percent for shares, `format` for other values. If value and limit differ but would look
 * equal, the format has more digits.
 */
export function ruleFormat({ spec, value, limit }: Compared, format: NumberFormat): NumberFormat {
  if (!spec?.share) {
    const isAlike = value !== limit && Number.isFinite(value - limit) && /\d/.test(format(value)) && format(value) === format(limit)
    if (!isAlike) return format
    let significant = 5
    const written: NumberFormat = (number) => withMinusOf(format, number.toLocaleString('en-US', { maximumSignificantDigits: significant }))
    while (significant < 2 * MOST_DIGITS && written(value) === written(limit)) significant++
    return written
  }
  let digits = 1
  while (digits < MOST_DIGITS && value !== limit && writtenShare(value, digits) === writtenShare(limit, digits)) digits++
  return formatOf(spec, format, digits)
}

export function valueWords(spec: ParamSpec, value: ParamValue, format: NumberFormat): string {
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? String(value)
  if (typeof value === 'number') return format(value)
  return value === true ? 'on' : 'off'
}

/** Returns the rule's sentence with value and limit, and with the runner-up if the rule chose the largest value. */
export function ruleSentence(reason: Reason, format: NumberFormat = plainNumber): string {
  const { choice, limit } = reason
  const sentence = fillInReason(sentenceOf(reason), reason, format)
  if (!choice) return sentence
  const second = choice.runnerUp < 0 ? '; no runner-up' : `; runner-up ${choice.runnerUpLabel}: ${formatOf(reason.spec, format)(limit)}`
  return `${stripEnd(sentence)}${second}.`
}

function sentenceOf({ spec, choice, node, rule }: Reason): string {
  const own = choice?.within === node ? spec?.ofItself : undefined
  return own ?? spec?.sentence ?? `Rule “${rule}” compared {value} with {limit}.`
}

function fillInReason(sentence: string, reason: Reason, format: NumberFormat): string {
  const { choice, value, limit, note } = reason
  const written = ruleFormat(reason, format)
  const words = new Map([
    ['value', written(value)],
    ['limit', written(limit)],
    ['note', withMinusOf(format, note)],
  ])
  if (choice) words.set('reached', format(choice.reached)).set('bar', format(choice.bar)).set('within', choice.withinLabel)
  return singular(fillIn(sentence, (name) => words.get(name)))
}

/** Replaces each name in braces with the text that `wordsOf` returns for the name. Names without a text stay unchanged. */
export const fillIn = (sentence: string, wordsOf: (name: string) => string | undefined): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => wordsOf(name) ?? whole)

const singular = (sentence: string): string =>
  sentence.replace(
    /(?<![\d.,])1 (?:other |form |embedded )?(?:character|comma|element|field|image|input|line|object|point|tag|text|time|token|word)s\b/g,
    (counted) => counted.slice(0, -1),
  )

const REQUIREMENTS: Readonly<Record<Exclude<RuleSpec['relation'], ''> | '≠', string>> = {
  '≥': 'needs at least',
  '>': 'needs more than',
  '≤': 'may have at most',
  '<': 'must have less than',
  '=': 'needs exactly',
  '≠': 'needs another value than',
}
const OPPOSITES: Readonly<Record<Exclude<RuleSpec['relation'], ''>, Exclude<RuleSpec['relation'], ''> | '≠'>> = {
  '<': '≥',
  '≤': '>',
  '>': '≤',
  '≥': '<',
  '=': '≠',
}

/**
 * Writes a quantity with a value, such as `density 12.3`. Writes the value first if the quantity is a plural of one or two words: `3
 * words`, `3 form fields`.
 */
export const amountOf = (quantity: string, written: string): string =>
  /^(?:\w+ )?\w+[^s]s$/.test(quantity) ? singular(`${written} ${quantity}`) : `${quantity} ${written}`

/** Returns a comparison such as `its text has density 12.3, but needs at least 44.6`, or null. */
function comparison(subject: string, reason: Reason, format: NumberFormat): string | null {
  const { spec, holds, outcome, value, limit } = reason
  if (!spec || spec.named || holds === null || spec.quantity === '' || spec.relation === '') return null
  const isKept = !DROPS.includes(outcome) && outcome !== 'fail'
  const written = ruleFormat(reason, format)
  const requirement = REQUIREMENTS[holds === isKept ? spec.relation : OPPOSITES[spec.relation]]
  return `${subject} has ${amountOf(spec.quantity, written(value))}, ${isKept ? 'and' : 'but'} ${requirement} ${written(limit)}`
}

/**
 * Returns a short reason without a full stop: the value with the limit or the runner-up. Without such a comparison, returns the first
 * sentence of the rule. @param subject '' for the explained node
 */
function shortReason(subject: string, reason: Reason, format: NumberFormat): string {
  const { spec, choice, node, value, limit } = reason
  const someone = subject === '' ? 'it' : subject
  if (spec && choice) {
    const place = choice.within === node ? 'inside it' : `in ${choice.withinLabel}`
    const written = formatOf(spec, format)
    const runnerUp = choice.runnerUp < 0 ? '' : ` (runner-up ${written(limit)})`
    return `${someone} has ${amountOf(spec.quantity, written(value))}, the highest ${place}${runnerUp}`
  }
  const [first = ''] = sentenceOf(reason).split('. ')
  const sentence = stripEnd(lowerFirst(fillInReason(first, reason, format)))
  const isComplete = subject === '' || /^(?:it|the page) /.test(sentence)
  const whole = isComplete ? sentence.replace(/^it(?= )/, () => someone) : `${subject} is the reason: ${sentence}`
  return comparison(someone, reason, format) ?? whole
}

export const STATUS_WORDS: Readonly<Record<NodeStatus, string>> = { kept: 'Kept', out: 'Dropped', path: 'Contains kept text' }

export const HIDES: ReadonlySet<string> = new Set(['hidden attribute', 'inline display:none', 'hidden input', 'computed display:none'])

/** Whether the node was removed before measuring. */
export function wasRemoved({ status, decisive, below, measuresHidden }: Explanation, hidden: HiddenCause | null): boolean {
  if (status !== 'out' || !hidden || hidden.cause === 'not visible') return false
  if (measuresHidden || (below.length > 0 && HIDES.has(hidden.cause))) return false
  return decisive === null || decisive.node < hidden.node
}

const CONTAINER_LENGTH = 28

const USUAL = 90
const MOST = 140

/**
 * Returns a sentence that states whether and why the node was kept. The sentence usually has at most 90 characters, and always at most 140.
 */
export const headline = (
  page: PageModel,
  explanation: Explanation,
  hidden: HiddenCause | null,
  format: NumberFormat = plainNumber,
): string => shortened(wholeHeadline(page, explanation, hidden, format))

function shortened(sentence: string): string {
  if (sentence.length <= USUAL) return sentence
  const count = (text: string, character: string): number => text.split(character).length - 1
  const end = [...sentence.slice(0, USUAL).matchAll(/[;:,.] | \(/g)].findLast(({ index }) => {
    const clause = sentence.slice(0, index)
    return index > USUAL / 2 && count(clause, '(') === count(clause, ')') && count(clause, '“') === count(clause, '”')
  })
  if (end) return `${sentence.slice(0, end.index)}.`
  return sentence.length <= MOST ? sentence : cutOff(sentence, MOST - 1)
}

function wholeHeadline(page: PageModel, explanation: Explanation, hidden: HiddenCause | null, format: NumberFormat): string {
  const { node, status, decisive, below } = explanation
  const start = STATUS_WORDS[status]
  const container = (other: NodeId): string => `its container ${nodeLabel(page, other, CONTAINER_LENGTH)}`
  if (status === 'out' && page.body > node && !isWithin(page, page.body, node)) return `${start}: outside body.`
  if (hidden && wasRemoved(explanation, hidden)) {
    return `${start} before measuring${hidden.node === node ? '' : ` with ${container(hidden.node)}`}: ${hidden.cause}.`
  }
  const [only, another] = below
  if (!decisive && only) {
    return only.of === 1 && !another && status !== 'path'
      ? `${start}: ${shortReason(`its ${only.kind}`, only.closest, format)}.`
      : `${start}: ${belowSentence(below, format)}.`
  }
  if (status === 'path') return `${start}, but is not kept as a whole.`
  if (!decisive && status === 'kept') return `${start}: no rule dropped it.`
  if (!decisive || (decisive.outcome === 'path' && decisive.distance > 0)) {
    return `${start}: no rule selected it${explanation.runnerUp ? '' : ' or its containers'}.${runnerUpWords(page, explanation, format)}`
  }
  return `${start}: ${shortReason(subjectOf(decisive, container), decisive, format)}.`
}

function subjectOf({ line, distance, node }: Reason, container: (node: NodeId) => string): string {
  if (line >= 0) return 'its source line'
  if (distance < 0) return 'its text'
  return distance === 0 ? '' : container(node)
}

function runnerUpWords(page: PageModel, { runnerUp }: Explanation, format: NumberFormat): string {
  if (!runnerUp) return ''
  const { winner, next } = runnerUp
  const scored = ({ node, score }: Candidate): string => `${nodeLabel(page, node, CONTAINER_LENGTH)} (${format(score)})`
  return ` Chosen: ${scored(winner)}${next ? `; runner-up: ${scored(next)}` : ''}.`
}

const MOST_GROUPS = 2
const STATUS_VERBS: Readonly<Record<NodeStatus, readonly [one: string, more: string]>> = {
  kept: ['was kept', 'were kept'],
  out: ['was dropped', 'were dropped'],
  path: ['contains kept text', 'contain kept text'],
}

/** Describes the effect of one rule inside a node: `14 of 17 texts were dropped`. */
export function belowWords({ status, kind, count, of }: BelowGroup, format: NumberFormat = plainNumber): string {
  const subject = of === 1 ? `its ${kind}` : count === of ? `all ${format(of)} ${kind}s` : `${format(count)} of ${format(of)} ${kind}s`
  return `${subject} ${statusVerb(status, count)}`
}

const statusVerb = (status: NodeStatus, count: number): string => STATUS_VERBS[status][count === 1 ? 0 : 1]

/** Describes the effect of rules inside a node, without a full stop. For a single group, adds the value closest to the limit. */
export function belowSentence(groups: readonly BelowGroup[], format: NumberFormat = plainNumber): string {
  const [first, second] = groups
  if (!first) return ''
  if (!second) return `${belowWords(first, format)}; ${shortReason(first.of === 1 ? '' : 'the closest', first.closest, format)}`
  const shown = groups.slice(0, MOST_GROUPS)
  const words = shown.map((group, i) => {
    const did = i === 0 ? belowWords(group, format) : `${format(group.count)} ${statusVerb(group.status, group.count)}`
    return group.rule === shown[i + 1]?.rule ? did : `${did} (“${group.spec?.label ?? group.rule}”)`
  })
  const rest = groups.length - shown.length
  return `${words.join(', ')}${rest > 0 ? `; ${format(rest)} more ${rest === 1 ? 'rule' : 'rules'}` : ''}`
}

function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z’]*\b/.test(sentence) && !/^(Readability|Defuddle|Reader)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}

const stripEnd = (sentence: string): string => sentence.replace(/\.$/, '')

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  fail: 'failed',
  pass: 'passed',
  keep: 'kept',
  drop: 'dropped',
  keepNode: 'kept',
  dropNode: 'dropped',
  path: 'contains kept text',
}

/** Describes several decisions of one rule: `5 ancestors passed: density ≥ 31.19; closest: li.comments with 42.2`. */
export function groupSentence(page: PageModel, { about, reasons, closest }: ReasonGroup, format: NumberFormat = plainNumber): string {
  const { spec, holds, outcome } = closest
  const count = new Set(reasons.map(({ node, line }) => `${node} ${line}`)).size
  const subject = `${about === 'lines' ? 'source line' : 'ancestor'}${count === 1 ? '' : 's'}`
  // Some rules report `fail` although the test holds.
  const isTest = outcome === 'pass' || outcome === 'fail'
  const was = count === 1 ? 'was' : 'were'
  const did = isTest && holds !== null && holds !== (outcome === 'pass') ? `${was} tested` : OUTCOME_WORDS[outcome]
  const start = `${count} ${subject} ${outcome === 'path' ? statusVerb('path', count) : did}`
  if (!spec || holds === null || spec.quantity === '' || spec.relation === '')
    return `${start}: ${lowerFirst(ruleSentence(closest, format))}`
  const which = closest.line >= 0 ? `line ${closest.line + 1}` : nodeLabel(page, closest.node, 32)
  const written = ruleFormat(closest, format)
  const relation = holds ? spec.relation : OPPOSITES[spec.relation]
  if (reasons.some(({ limit }) => limit !== closest.limit))
    return `${start}: ${spec.quantity} ${relation} the limit of each; closest: ${which} with ${written(closest.value)} (${relation} ${written(closest.limit)}).`
  return `${start}: ${spec.quantity} ${relation} ${written(closest.limit)}; closest: ${which} with ${written(closest.value)}.`
}
