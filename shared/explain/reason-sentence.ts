/** Puts explanations into words. Numbers are written by the caller's formatter, so that a window, a report and a terminal agree with themselves. */
import { writtenShare } from '../base/written-number'
import type { RuleSpec } from '../extractors/core/extractor'
import type { NodeId, PageModel } from '../page/page-model'
import type { BelowGroup, Explanation, Fate, Reason } from './explain-node'
import type { HiddenCause } from './coverage'
import type { ParamSpec, ParamValue } from '../extractors/core/params'
import type { Outcome } from '../extractors/core/probe'
import type { Funnel } from './funnel'
import { nodeLabel } from './node-label'
import { slackOf } from './gauge'

export type NumberFormat = (value: number) => string

/** At most four significant digits; ∞ and – where there is no number. */
export const plainNumber: NumberFormat = (value) => {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)))
}

/** Digits behind the point of a share in per cent, at most: where fewer would make value and limit the same. */
const MOST_DIGITS = 6

/** How a rule's value and limit are written: as the caller writes numbers, or as the shares that they are. */
export function ruleFormat({ spec, value, limit }: Pick<Reason, 'spec' | 'value' | 'limit'>, format: NumberFormat): NumberFormat {
  if (!spec?.share) {
    const isAlike = value !== limit && Number.isFinite(value - limit) && /\d/.test(format(value)) && format(value) === format(limit)
    if (!isAlike) return format
    let significant = 5
    const written = (number: number): string => number.toLocaleString('en-US', { maximumSignificantDigits: significant })
    while (significant < 2 * MOST_DIGITS && written(value) === written(limit)) significant++
    return written
  }
  let digits = 1
  while (digits < MOST_DIGITS && value !== limit && writtenShare(value, digits) === writtenShare(limit, digits)) digits++
  return (share) => (Number.isFinite(share) ? writtenShare(share, digits) : format(share))
}

/** A parameter's value in words. */
export function valueWords(spec: ParamSpec, value: ParamValue, format: NumberFormat): string {
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? String(value)
  if (typeof value === 'number') return format(value)
  return value === true ? 'on' : 'off'
}

const RELATION_WORDS: Readonly<Record<RuleSpec['relation'], readonly [holds: string, fails: string]>> = {
  '<': ['is below', 'is not below'],
  '≤': ['is at most', 'is above'],
  '>': ['is above', 'is not above'],
  '≥': ['reaches', 'is below'],
  '=': ['equals', 'is not'],
  '': ['', ''],
}

/** The rule's own sentence with its numbers in it, and with the runner-up where the largest was chosen; a plain one where the rule has none. */
export function ruleSentence(reason: Reason, format: NumberFormat = plainNumber): string {
  const { spec, choice, value, limit, node } = reason
  const own = choice?.within === node ? spec?.ofItself : undefined
  const sentence = own ?? spec?.sentence ?? `The rule “${reason.rule}” looked at {value} against {limit}.`
  const written = ruleFormat(reason, format)
  const words = new Map([
    ['value', written(value)],
    ['limit', written(limit)],
    ['note', reason.note],
  ])
  if (choice) words.set('reached', format(choice.reached)).set('bar', format(choice.bar)).set('within', choice.withinLabel)
  const told = singular(fillIn(sentence, (name) => words.get(name)))
  if (!choice) return told
  const rival = choice.rival < 0 ? '; there is no other' : `; next is ${choice.rivalLabel} with ${format(limit)}`
  return `${stripEnd(told)}${rival}.`
}

/** A sentence with words in place of the names in braces that are known. The words may hold anything, and are not looked into again. */
export const fillIn = (sentence: string, wordsOf: (name: string) => string | undefined): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => wordsOf(name) ?? whole)

/** What is counted once stands in the singular: “1 character”. */
const singular = (sentence: string): string =>
  sentence.replace(/(?<![\d.,])1 (?:other )?(?:character|word|token|point|tag|line|element|text|time)s\b/g, (counted) =>
    counted.slice(0, -1),
  )

/** `density 12.3 is below 44.6`; null where the rule compares nothing. */
function comparison(reason: Reason, format: NumberFormat = plainNumber): string | null {
  const { spec, holds } = reason
  if (!spec || holds === null || spec.quantity === '' || spec.relation === '') return null
  const written = ruleFormat(reason, format)
  return `${spec.quantity} ${written(reason.value)} ${RELATION_WORDS[spec.relation][holds ? 0 : 1]} the limit ${written(reason.limit)}`
}

const FATE_WORDS: Readonly<Record<Fate, string>> = { kept: 'Kept', out: 'Dropped', path: 'On the path' }

/** Whether the node went before anything was measured because the page hides it, so that no rule decided; a rule may have looked inside it all the same. */
export function wasTakenOut({ fate, decisive }: Explanation, hidden: HiddenCause | null): boolean {
  if (fate !== 'out' || !hidden || hidden.cause === 'not visible') return false
  return decisive === null || decisive.node < hidden.node
}

/** One sentence: what became of the node and why. */
export function headline(
  page: PageModel,
  explanation: Explanation,
  hidden: HiddenCause | null,
  format: NumberFormat = plainNumber,
): string {
  const { node, fate, decisive, below } = explanation
  const start = FATE_WORDS[fate]
  if (fate === 'out' && node !== page.body && page.body > node)
    return `${start}, because it stands outside body, where nothing is ever content.`
  if (hidden && wasTakenOut(explanation, hidden)) return `${start}, because ${hiddenWords(page, node, hidden)} before measuring.`
  const inside = decisive || below.length === 0 ? null : belowSentence(below, format)
  if (fate === 'path') {
    const isPart = below.length === 0 || below.some((group) => group.fate === 'out')
    const way = `${start}: it holds kept content, and stays as the way to it${isPart ? '; not all inside it is kept' : ''}`
    return inside ? `${way}: ${inside}.` : `${way}.`
  }
  if (inside) return `${start}, as ${inside}.`
  const chosen = runnerUpWords(page, explanation, format)
  if (!decisive) {
    return fate === 'kept' ? `${start}: nothing took it out.` : `${start}, because no rule selected it or anything around it.${chosen}`
  }
  const because = comparison(decisive, format)
  const own = because ? `its ${because}.` : lowerFirst(ruleSentence(decisive, format))
  if (decisive.line >= 0) {
    const line = because ?? stripEnd(lowerFirst(ruleSentence(decisive, format)))
    return `${start}, because of the source line it stands on: ${line}.`
  }
  if (decisive.distance === 0) return `${start}, because ${own}`
  if (decisive.distance < 0) return `${start}, because of its text: ${own}`
  if (decisive.outcome === 'path')
    return `${start}, because no rule selected it. The element ${nodeLabel(page, decisive.node)} around it is only the path to kept content.${chosen}`
  const verb = decisive.outcome === 'keep' || decisive.outcome === 'drop' ? 'goes with' : 'follows'
  return `${start}, because it ${verb} ${nodeLabel(page, decisive.node)} around it: ${own}`
}

/** ` div.story was chosen with 45; next is p with 12.`; '' if the run compared no candidates, or a rule decided. */
function runnerUpWords(page: PageModel, { runnerUp }: Explanation, format: NumberFormat): string {
  if (!runnerUp) return ''
  const { winner, next } = runnerUp
  const words = ` ${nodeLabel(page, winner.node)} was chosen with ${format(winner.score)}`
  return next ? `${words}; next is ${nodeLabel(page, next.node)} with ${format(next.score)}.` : `${words}; no other node has a score.`
}

const MOST_GROUPS = 3
const BELOW_WORDS: Readonly<Record<Fate, readonly [one: string, more: string]>> = {
  kept: ['was kept', 'were kept'],
  out: ['was dropped', 'were dropped'],
  path: ['stays as the path', 'stay as the path'],
}

/** One thing that rules did inside a node, without a full stop: `14 of its 17 texts were dropped by “length”`. */
export function belowWords({ rule, spec, fate, kind, count, of }: BelowGroup, format: NumberFormat = plainNumber): string {
  const who =
    of === 1 ? `its 1 ${kind}` : count === of ? `all of its ${format(of)} ${kind}s` : `${format(count)} of its ${format(of)} ${kind}s`
  return `${who} ${BELOW_WORDS[fate][count === 1 ? 0 : 1]} by “${spec?.label ?? rule}”`
}

/** What rules did inside a node, without a full stop; with the numbers of the closest where all went alike. */
export function belowSentence(groups: readonly BelowGroup[], format: NumberFormat = plainNumber): string {
  const words = groups.slice(0, MOST_GROUPS).map((group) => belowWords(group, format))
  const [first, second] = groups
  if (first && !second) {
    const { closest, of } = first
    const why = comparison(closest, format) ?? stripEnd(lowerFirst(ruleSentence(closest, format)))
    return `${words.join('')}: ${of === 1 ? '' : 'closest, '}${why}`
  }
  const rest = groups.length - words.length
  return [...words, ...(rest > 0 ? [`and ${format(rest)} more ${rest === 1 ? 'rule' : 'rules'} spoke`] : [])].join('; ')
}

function hiddenWords(page: PageModel, node: NodeId, hidden: HiddenCause): string {
  const where = hidden.node === node ? 'it' : `${nodeLabel(page, hidden.node)} around it`
  return `${where} was taken out (${hidden.cause})`
}

/** “It has …” becomes “it has …”; acronyms and names stay. */
function lowerFirst(sentence: string): string {
  return /^(It|Its|The|A|An|No|This|Nothing|Text|Line|Filters)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}

function stripEnd(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** What a decision did, in a word. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  fail: 'failed',
  pass: 'passed',
  keep: 'kept',
  drop: 'dropped',
  keepNode: 'kept',
  dropNode: 'dropped',
  path: 'path',
}

const OPPOSITES: Readonly<Record<Exclude<RuleSpec['relation'], ''>, string>> = { '<': '≥', '≤': '>', '>': '≤', '≥': '<', '=': '≠' }

/** Several decisions that read alike in one line: `5 ancestors passed: density ≥ 31.19, closest li.comments 42.2`. */
export function groupSentence(page: PageModel, { about, reasons, closest }: ReasonGroup, format: NumberFormat = plainNumber): string {
  const { spec, holds, outcome } = closest
  const count = new Set(reasons.map(({ node, line }) => `${node} ${line}`)).size
  const subject = `${about === 'lines' ? 'source line' : 'ancestor'}${count === 1 ? '' : 's'}`
  // A test that holds and is not passed, as that of the link table that ends, says more by its numbers.
  const isTest = outcome === 'pass' || outcome === 'fail'
  const was = count === 1 ? 'was' : 'were'
  const did = isTest && holds !== null && holds !== (outcome === 'pass') ? `${was} looked at` : OUTCOME_WORDS[outcome]
  const start = `${count} ${subject} ${outcome === 'path' ? (count === 1 ? 'stays as the path' : 'stay as the path') : did}`
  if (!spec || holds === null || spec.quantity === '' || spec.relation === '')
    return `${start}: ${lowerFirst(ruleSentence(closest, format))}`
  const which = closest.line >= 0 ? `line ${closest.line + 1}` : nodeLabel(page, closest.node, 32)
  const written = ruleFormat(closest, format)
  const relation = holds ? spec.relation : OPPOSITES[spec.relation]
  if (reasons.some(({ limit }) => limit !== closest.limit))
    return `${start}: ${spec.quantity} ${relation} a limit of each one’s own, closest ${which} ${written(closest.value)} (${relation} ${written(closest.limit)}).`
  return `${start}: ${spec.quantity} ${relation} ${written(closest.limit)}, closest ${which} ${written(closest.value)}.`
}

/** The funnel in words: first what was kept, then what was there. */
export function funnelSentence({ all, measured, kept }: Funnel, format: NumberFormat = plainNumber): string {
  if (all.words === 0 && kept.words === 0)
    return `The page has no words of its own. Cleaning left ${format(measured.nodes)} of its ${format(all.nodes)} nodes.`
  const share = measured.words > 0 ? ` (${format(Math.round((kept.words / measured.words) * 1000) / 10)} %)` : ''
  const words =
    measured.words === all.words ? 'all of the page’s words' : `${format(measured.words)} of the page’s ${format(all.words)} words`
  const noun = measured.words === 1 ? 'word' : 'words'
  return `${format(kept.words)} of ${format(measured.words)} ${noun}${share} ${kept.words === 1 ? 'is' : 'are'} kept. Cleaning left ${words} and ${format(measured.nodes)} of its ${format(all.nodes)} nodes.`
}

/** Decisions that read alike: one rule said the same of several ancestors, or of several lines. */
export interface ReasonGroup {
  readonly about: 'node' | 'ancestors' | 'lines'
  /** In the order of the run; at least one. */
  readonly reasons: readonly Reason[]
  /** The one that was nearest to turning over; the first where nothing was compared. */
  readonly closest: Reason
}

/**
 * What led to a node's fate in as few lines as say it: what was decided about the node itself and what decided stand alone;
 * what one rule said alike of ancestors, or of lines, is one entry, where the first of it stood. Linear in the reasons.
 */
export function foldReasons({ reasons, decisive }: Pick<Explanation, 'reasons' | 'decisive'>): ReasonGroup[] {
  const groups: { about: ReasonGroup['about']; reasons: Reason[] }[] = []
  const open = new Map<string, Reason[]>()
  for (const reason of reasons) {
    const about = reason.line >= 0 ? 'lines' : reason.distance > 0 ? 'ancestors' : 'node'
    if (about === 'node' || reason.decision === decisive?.decision) {
      groups.push({ about, reasons: [reason] })
      continue
    }
    const key = `${about} ${reason.outcome} ${reason.rule}`
    const group = open.get(key)
    if (group) group.push(reason)
    else {
      const started = [reason]
      open.set(key, started)
      groups.push({ about, reasons: started })
    }
  }
  return groups.map(({ about, reasons: folded }) => ({ about, reasons: folded, closest: closestOf(folded) }))
}

function closestOf(reasons: readonly Reason[]): Reason {
  const distance = (reason: Reason): number => Math.abs(slackOf(reason) ?? Number.POSITIVE_INFINITY)
  return reasons.reduce((best, reason) => (distance(reason) < distance(best) ? reason : best))
}
