import { valueAt } from '../base/once'
import type { LineData, RuleSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { REMOVALS, type Removal } from '../page/content-tree'
import { TEXT, type PageModel } from '../page/page-model'
import { KEPT } from '../page/output'
import { removalsOf, wordStarts } from './coverage'
import { linesOfNode } from './node-label'

const THROUGH: ReadonlySet<Outcome> = new Set(['pass', 'keep', 'keepNode'])
const PASSED = 1
const DROPPED = 2

/**
 * Computes the stages of a run, with the words that can still be kept after each stage. The number of words never increases. Without a
 * trace, the returned `rules` are empty.
 */
export function funnelOf(page: PageModel, extraction: Extraction, trace: Trace | null, rules: readonly RuleSpec[]) {
  const removal = removalsOf(page, extraction)
  const words = wordStarts(page)
  const { selected } = extraction
  const byCause = new Float64Array(REMOVALS.length)
  // 1 for texts that have words and can still be kept.
  const left = new Uint8Array(page.count)
  /** All nodes of the page, and the words in body without scripts and styles. */
  const all = { nodes: page.count, words: 0 }
  /** Nodes that the cleaning leaves, and all kept nodes. An extractor can keep nodes that the cleaning removes. */
  const measured = { nodes: 0, words: 0 }
  const kept = { nodes: 0, words: 0 }
  for (let n = 0; n < page.count; n++) {
    const count = words[n] as number
    const isKept = selected[n] === KEPT
    const cause = isKept ? 0 : (removal[n] as number)
    all.words += count
    if (isKept) {
      kept.nodes++
      kept.words += count
    }
    if (cause === 0) {
      measured.nodes++
      measured.words += count
      left[n] = count > 0 ? 1 : 0
    } else byCause[cause] = (byCause[cause] as number) + count
  }
  return {
    all,
    measured,
    removed: [...byCause]
      .map((count, i) => ({ cause: REMOVALS[i] as Removal, words: count }))
      .filter(({ words: count }) => count > 0)
      .sort((a, b) => b.words - a.words),
    rules: trace ? stages(page, extraction, { trace, rules }, left) : [],
    kept,
  }
}

interface RecordedRun {
  readonly trace: Trace
  readonly rules: readonly RuleSpec[]
}

interface RuleEffect {
  readonly rule: string
  readonly perLine: boolean
  readonly last: Map<number, Outcome>
}

/**
 * Returns the effect of each rule on the whole page. Each node or line counts once, by the last decision of the rule about the node or line.
 */
function stages(page: PageModel, extraction: Extraction, { trace, rules }: RecordedRun, left: Uint8Array) {
  const found = new Map<string, RuleEffect>()
  for (let d = 0; d < trace.decisionCount; d++) {
    const rule = trace.rules[trace.rule[d] as number] ?? ''
    const perLine = trace.perLine[d] === 1
    const key = `${perLine} ${rule}`
    const effect = valueAt(found, key, (): RuleEffect => ({ rule, perLine, last: new Map() }))
    effect.last.set(trace.subject[d] as number, OUTCOMES[trace.outcome[d] as number] ?? 'fail')
  }
  const counts = wordStarts(page)
  return [...found.values()].map((stage) => {
    const { rule, perLine, last } = stage
    let through = 0
    let path = 0
    let first = -1
    for (const [subject, outcome] of last) {
      if (outcome === 'path') path++
      if (!THROUGH.has(outcome)) continue
      through++
      if (!perLine && (first < 0 || subject < first)) first = subject
    }
    removeDropped(page, extraction, stage, left)
    let words = 0
    for (let n = 0; n < page.count; n++) if (left[n] === 1) words += counts[n] as number
    return {
      rule,
      spec: rules.find(({ id }) => id === rule) ?? null,
      perLine,
      tested: last.size,
      /** Number of nodes or lines that the rule passed or kept. */
      through,
      /** Number of nodes or lines that the rule failed or dropped. */
      out: last.size - through - path,
      /** Number of words that can still be kept after the rule. Never more than before the rule. */
      words,
      /** The first node that the rule passed or kept; -1 without such a node, and for lines. */
      first,
    }
  })
}

function removeDropped(page: PageModel, { selected, lines }: Extraction, { perLine, last }: RuleEffect, left: Uint8Array): void {
  if (perLine) {
    if (lines) removeLines(page, selected, lines, last, left)
    return
  }
  const { count, parent } = page
  // A node without a decision inherits the decision of the nearest ancestor. Decisions with the outcome `path` are not inherited.
  const effect = new Uint8Array(count)
  for (const [node, outcome] of last) if (outcome !== 'path') effect[node] = THROUGH.has(outcome) ? PASSED : DROPPED
  for (let n = 0; n < count; n++) {
    const above = parent[n] as number
    if (effect[n] === 0 && above >= 0) effect[n] = effect[above] as number
    if (effect[n] === DROPPED && selected[n] !== KEPT) left[n] = 0
  }
}

function removeLines(page: PageModel, selected: Uint8Array, lines: LineData, last: RuleEffect['last'], left: Uint8Array): void {
  for (let n = 0; n < page.count; n++) {
    if (left[n] !== 1 || page.kind[n] !== TEXT || selected[n] === KEPT) continue
    const outcomes = linesOfNode(page, lines, n, Number.POSITIVE_INFINITY).flatMap(({ line }) => last.get(line) ?? [])
    if (outcomes.length > 0 && !outcomes.some((outcome) => THROUGH.has(outcome) || outcome === 'path')) left[n] = 0
  }
}
