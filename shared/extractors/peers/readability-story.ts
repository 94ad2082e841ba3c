/** Reports an observed run of Readability as decisions, in the order of the run. The last decision about a text is the reason. */
import type { Probe } from '../core/probe'
import { isWithin, TEXT, type NodeId, type PageModel } from '../../page/page-model'
import {
  single,
  type Attempt,
  type ReadabilityRecord,
  type Sibling,
  type Winner,
  type WinnerStep,
  type Finding,
  type Place,
  type PlacedFinding,
} from './readability-record'
import type { ReadabilityRule } from './readability-info'

/** Reports the kept attempt in full, and every other attempt as one step. */
export function reportReadability(page: PageModel, record: ReadabilityRecord, probe: Probe): void {
  if (!probe.active || page.body < 0) return
  const reporter = new DecisionReporter(page, probe)
  probe.step('prepare', 'Scripts, styles and noscripts are removed.')
  record.prepared.forEach((finding) => reporter.report(finding))
  record.attempts.forEach((attempt, k) => {
    if (k === record.kept) reportAttempt(reporter, attempt, k)
    reportOutcome(reporter, record, k)
  })
  probe.step('tidy', 'Nested elements are merged.')
  record.simplified.forEach((finding) => reporter.report(finding))
  reporter.restate()
}

/** Describes the flags of an attempt, such as `with all three flags`. */
export function flagWords({ flags }: Pick<Attempt, 'flags'>): string {
  const names = { unlikely: '“strip unlikely candidates”', weights: '“weight classes”', clean: '“clean conditionally”' }
  const missing = (['unlikely', 'weights', 'clean'] as const).filter((flag) => !flags[flag]).map((flag) => names[flag])
  return missing.length === 0 ? 'with all three flags' : `without ${new Intl.ListFormat('en-GB').format(missing)}`
}

function reportOutcome({ page, probe }: DecisionReporter, { attempts, kept, charThreshold }: ReadabilityRecord, k: number): void {
  const attempt = attempts[k]
  if (!attempt) return
  const enough = attempt.length >= charThreshold
  const words = `${attempt.length.toLocaleString('en')} characters`
  const needed = charThreshold.toLocaleString('en')
  const failed = k + 1 < attempts.length ? 'The library restores the page and tries again.' : 'No flag is left to switch off.'
  const note = `${k + 1}, ${flagWords(attempt)},`
  probe.step(`attempt-${k + 1}`, `Attempt ${note} gave ${words}, needs ${needed}. ${enough ? 'Its result is used.' : failed}`, {
    node: page.body,
    values: { attempt: k + 1, articleLength: attempt.length },
  })
  probe.decide(page.body, enough ? 'pass' : 'fail', 'attempt', attempt.length, charThreshold, note)
  if (k === attempts.length - 1 && !enough) {
    const length = attempts[kept]?.length ?? 0
    probe.decide(page.body, length > 0 ? 'pass' : 'fail', 'longest-attempt', length, charThreshold)
  }
}

function reportAttempt(reporter: DecisionReporter, attempt: Attempt, k: number): void {
  const { probe } = reporter
  const words = `Attempt ${k + 1}, ${flagWords(attempt)}`
  probe.step('strip', `${words}: hidden, unlikely and empty elements are removed, in document order.`)
  attempt.stripped.forEach((finding) => reporter.report(finding))
  reportScores(reporter, attempt)
  const { winner } = attempt
  if (!winner) return
  reportWinner(reporter, attempt, winner)
  probe.step('clean', 'The chosen elements are cleaned: forms, lists, tables and blocks that do not look like content are removed.')
  attempt.cleaned.forEach((finding) => reporter.report(finding))
}

function reportScores(reporter: DecisionReporter, { paragraphs, scored, winner }: Attempt): void {
  const { probe } = reporter
  probe.step(
    'points',
    'Each paragraph or similar element (h2 to h6, td, pre, section) of at least 25 characters gives points to its ancestors: all to its parent, then 1/2, 1/6, 1/9 and 1/12.',
    { measures: ['textLength', 'commas', 'points'] },
  )
  for (const { place, length, commas, points } of paragraphs) {
    const hundreds = Math.min(Math.floor(length / 100), 3)
    const note =
      points > 0
        ? `. Its parent gets ${points}: 1, plus ${commas + 1} for ${commas} comma${commas === 1 ? '' : 's'}, plus ${hundreds} for its length`
        : ''
    reporter.test(place, points > 0 ? 'pass' : 'fail', { rule: 'scored', value: length, limit: 25, note })
  }
  probe.step('candidates', 'Each element with points is a candidate. Tag name and class change the points, and links reduce them.', {
    measures: ['tagPoints', 'received', 'classWeight', 'linkDensity', 'contentScore'],
  })
  for (const { place, score, tag, weight, received, linkDensity } of scored) {
    const note = `(${shown(tag)} for its tag, ${shown(weight)} for class and id, ${shown(received)} from paragraphs) × (1 − link density ${shown(linkDensity)})`
    reporter.test(place, 'pass', { rule: 'candidate', value: score, limit: winner?.score ?? Number.NaN, note })
  }
}

const shown = (value: number): string => String(Number(value.toPrecision(4)))

const WAYS: Readonly<Record<WinnerStep['way'], string>> = {
  shared: 'At least three other candidates with similar scores share an ancestor with the best: the ancestor wins.',
  'better-parent': 'An ancestor has more points than the best candidate inside it: the ancestor wins.',
  'only-child': 'The best candidate is the only child of its parent: the parent wins.',
}

function winnerCaption({ isBody, steps, best }: Winner): string {
  if (isBody) return 'No candidate was found, or body has the most points: all of body is kept.'
  const [only, ...more] = steps
  if (!only) return 'The candidate with the most points wins.'
  const isPlain = more.length === 0 && (only.way !== 'better-parent' || only.from.score === best)
  return isPlain ? WAYS[only.way] : `From the best candidate to the winner: ${steps.map(stepWords).join('; ')}.`
}

function winnerNote({ steps, runnerUp, best }: Winner): string {
  const [only, ...more] = steps
  if (!only) return Number.isNaN(runnerUp) ? '; no other candidate' : ` (runner-up ${shown(runnerUp)})`
  if (more.length > 0) return `: ${steps.map(stepWords).join('; ')}`
  if (only.way === 'shared') return ': it contains the best candidate and at least three others with similar scores'
  if (only.way === 'better-parent')
    return `, more than ${only.from.score === best ? 'the best candidate' : labelWithScore(only.from)} inside it`
  return ': the best candidate is its only child'
}

const labelWithScore = ({ label, score }: WinnerStep['from']): string => (Number.isNaN(score) ? label : `${label} (${shown(score)})`)

function stepWords({ way, label, score, from }: WinnerStep): string {
  const here = labelWithScore(from)
  const there = labelWithScore({ label, score })
  if (way === 'shared') return `${there} contains the best candidate ${here} and at least three others with similar scores`
  if (way === 'better-parent') return `${there} has more points than ${here}`
  return `${here} is the only child of ${there}`
}

function reportWinner(reporter: DecisionReporter, attempt: Attempt, winner: Winner): void {
  const { probe } = reporter
  const [node] = winner.place.ids
  probe.step('winner', winnerCaption(winner), {
    ...(node !== undefined && { node }),
    values: { topScore: winner.score, siblingThreshold: winner.threshold },
  })
  const rule = winner.isBody ? 'winner-body' : 'winner'
  const note = winner.isBody ? 'no candidate was found, or body has the most points' : winnerNote(winner)
  for (const id of winner.place.ids) reporter.keep({ node: id, rule, value: winner.score, limit: winner.runnerUp, note })
  if (!winner.isBody) {
    probe.step(
      'siblings',
      `Siblings of the winner are kept if they have at least ${shown(winner.threshold)} points, or are paragraphs that look like text.`,
    )
    attempt.siblings.forEach((sibling) => reportSibling(reporter, sibling, winner))
    reporter.dropNested(outsideOf(reporter, attempt, winner))
  }
  reporter.restate()
}

function reportSibling(reporter: DecisionReporter, sibling: Sibling, { threshold }: Winner): void {
  const { place, appended, isWinner, score, bonus, length, linkDensity } = sibling
  if (isWinner) return
  const points = score + bonus
  const decide = (rule: ReadabilityRule, value: number, limit: number, note = ''): void => {
    for (const node of place.ids) {
      const decision = { node, rule, value, limit, note }
      if (appended) reporter.keep(decision)
      else reporter.drop(decision)
    }
  }
  const bonusNote = bonus > 0 ? ` (${shown(bonus)} for the class name of the winner)` : ''
  if (Number.isNaN(length)) {
    if (Number.isNaN(score)) decide('sibling-unscored', 0, threshold)
    else decide('sibling-score', points, threshold, bonusNote)
    return
  }
  if (!Number.isNaN(score)) reporter.test(place, 'fail', { rule: 'sibling-score', value: points, limit: threshold, note: bonusNote })
  const links = `a link density of ${shown(linkDensity)}`
  if (!appended) decide('sibling-paragraph', length, 80, links)
  else if (length > 80) decide('sibling-long', length, 80, `and ${links} (must be below 0.25)`)
  else decide('sibling-short', length, 80)
}

/** Returns drops of the nodes outside the winner and its siblings. The last drop around a text names the nearest scored element. */
function outsideOf(reporter: DecisionReporter, attempt: Attempt, winner: Winner): Drop[] {
  const { page } = reporter
  const scores = new Map(attempt.scored.map((candidate) => [single(candidate.place), candidate]))
  // -1 stands for the elements without a single page node.
  scores.delete(-1)
  const tested = new Set(attempt.siblings.flatMap(({ place }) => place.ids))
  for (const id of winner.place.ids) tested.add(id)
  const holds = new Uint8Array(page.count)
  for (const id of tested) for (let up = page.parent[id]; up >= 0 && holds[up] === 0; up = page.parent[up]) holds[up] = 1
  const [first = page.body] = winner.place.ids
  const drops: Drop[] = []
  const end = page.subtreeEnd[page.body]
  const blank = (n: NodeId): boolean => page.kind[n] === TEXT && page.text[n].trim() === ''
  const outside = (node: NodeId): void => {
    let scored: number = node
    while (scored >= 0 && !scores.has(scored)) scored = page.parent[scored]
    const nearest = scores.get(scored)
    const rule = scored < 0 ? 'outside-unscored' : isWithin(page, first, scored) ? 'outside-ancestor' : 'outside'
    drops.push({ node, rule, value: nearest?.score ?? 0, limit: winner.score, note: nearest?.place.label ?? '' })
  }
  let n: number = page.body + 1
  while (n < end) {
    if (tested.has(n) || reporter.isOut(n) || blank(n)) n = page.subtreeEnd[n]
    else if (holds[n] === 1) n++
    else {
      const after = page.subtreeEnd[n]
      outside(n)
      for (let inner = n + 1; inner < after; inner++) if (scores.has(inner)) outside(inner)
      n = after
    }
  }
  return drops
}

interface Drop extends Finding {
  readonly node: NodeId
}

/**
 * Reports decisions about subtrees. The first drop of a text is the reason why the text is missing. After later decisions, `restate`
 * reports the first drop again.
 */
class DecisionReporter {
  readonly #drops: Drop[] = []
  /**
   * Per node, `#first` is the index of the drop that is the reason. `#last` is the index of the last decision, if this decision is a drop.
   * -1 marks a missing index.
   */
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(
    readonly page: PageModel,
    readonly probe: Probe,
  ) {
    this.#first = new Int32Array(page.count).fill(-1)
    this.#last = new Int32Array(page.count).fill(-1)
  }

  isOut(node: NodeId): boolean {
    return this.#first[node] >= 0
  }

  /**
   * @param drops outer elements before inner elements. If several of these drops contain a text, the innermost drop replaces the others as
   * the reason
   */
  dropNested(drops: readonly Drop[]): void {
    const batch = this.#drops.length
    for (const drop of drops) this.drop(drop, batch)
  }

  /** @param batch index of the first drop that the new drop may replace as the reason of a text */
  drop(drop: Drop, batch = Number.POSITIVE_INFINITY): void {
    const { page, probe } = this
    if (drop.node <= page.body) return
    probe.decide(drop.node, 'drop', drop.rule, drop.value, drop.limit, drop.note)
    const k = this.#drops.push(drop) - 1
    for (let n = drop.node; n < page.subtreeEnd[drop.node]; n++) {
      if (this.#first[n] === -1 || this.#first[n] >= batch) this.#first[n] = k
      this.#last[n] = k
    }
  }

  keep({ node, rule, value, limit, note }: Drop): void {
    this.probe.decide(node, 'keep', rule, value, limit, note)
    this.#last.fill(-1, node, this.page.subtreeEnd[node])
  }

  restate(): void {
    const { page, probe } = this
    for (let n = Math.max(0, page.body); n < page.count; n++) {
      const k = this.#first[n]
      if (k < 0 || this.#last[n] === k) continue
      const { rule, value, limit, note } = this.#drops[k]
      probe.decide(n, 'drop', rule, value, limit, note)
      this.#last.fill(k, n, page.subtreeEnd[n])
    }
  }

  /**
   * Reports a finding about an element of the library's document. Omits a test unless the element has exactly one page node. Omits nodes
   * before body, and a drop of body.
   */
  report({ place, outcome, ...finding }: PlacedFinding): void {
    if (outcome === 'drop') for (const node of place.ids) this.drop({ node, ...finding })
    else this.test(place, outcome === 'fail' ? 'fail' : 'pass', finding)
  }

  test(place: Place, outcome: 'pass' | 'fail', { rule, value, limit, note }: Finding): void {
    const node = single(place)
    if (node >= this.page.body) this.probe.decide(node, outcome, rule, value, limit, note)
  }
}
