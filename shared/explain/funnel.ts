/** The page's own story: from all nodes to what was kept. */
import type { RuleSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { REMOVALS, type Removal } from '../page/content-tree'
import { TEXT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT } from '../page/selection'
import { countWords } from '../page/text'
import { removalsOf } from './hidden-cause'

/** Nodes and the words of their text. */
export interface NodesAndWords {
  readonly nodes: number
  readonly words: number
}

/** What one rule did on the whole page. Each subject counts once, by the last thing that the rule said of it. */
export interface RuleStage {
  readonly rule: string
  readonly spec: RuleSpec | null
  /** Whether it looked at lines of the source instead of nodes. */
  readonly perLine: boolean
  readonly looked: number
  /** Those that it let through or kept (`pass`, `keep`, `keepNode`), and those that it did not. The rest is the path to kept content. */
  readonly through: number
  readonly out: number
  /** Words in what it let through, each once; null for lines. */
  readonly words: number | null
  /** The subject let through that comes first, to go there; -1 where there is none, and for lines. */
  readonly first: NodeId
}

export interface Funnel {
  /** All nodes of the page; words of text in body that could be read, so none of scripts and styles. */
  readonly all: NodesAndWords
  /** What stays after cleaning. */
  readonly measured: NodesAndWords
  /** Why text was not measured, most words first. */
  readonly removed: readonly { readonly cause: Removal; readonly words: number }[]
  /** In the order in which the rules first spoke. */
  readonly rules: readonly RuleStage[]
  readonly kept: NodesAndWords
}

const THROUGH: ReadonlySet<Outcome> = new Set(['pass', 'keep', 'keepNode'])
/** Scripts and styles, and the head, whose text is mostly theirs. */
const UNREAD: ReadonlySet<number> = new Set([REMOVALS.indexOf('never content'), REMOVALS.indexOf('outside body')])

/** Tells a run's funnel. Linear in the page and, beside sorting each rule's subjects, in the trace. */
export function funnelOf(page: PageModel, extraction: Extraction, trace: Trace | null, rules: readonly RuleSpec[]): Funnel {
  const removal = removalsOf(page)
  // Words before each node, so that a subtree's are one subtraction.
  const before = new Float64Array(page.count + 1)
  const byCause = new Float64Array(REMOVALS.length)
  let measuredNodes = 0
  let measuredWords = 0
  let keptNodes = 0
  let keptWords = 0
  for (let n = 0; n < page.count; n++) {
    const cause = removal[n] as number
    const words = page.kind[n] === TEXT && !UNREAD.has(cause) ? countWords(page.text[n] as string) : 0
    before[n + 1] = (before[n] as number) + words
    if (cause === 0) {
      measuredNodes++
      measuredWords += words
    } else byCause[cause] = (byCause[cause] as number) + words
    if (extraction.selected[n] === KEPT) {
      keptNodes++
      keptWords += words
    }
  }
  return {
    all: { nodes: page.count, words: before[page.count] as number },
    measured: { nodes: measuredNodes, words: measuredWords },
    removed: [...byCause]
      .map((words, i) => ({ cause: REMOVALS[i] as Removal, words }))
      .filter(({ words }) => words > 0)
      .sort((a, b) => b.words - a.words),
    rules: trace ? stages(page, trace, rules, before) : [],
    kept: { nodes: keptNodes, words: keptWords },
  }
}

function stages(page: PageModel, trace: Trace, rules: readonly RuleSpec[], before: Float64Array): RuleStage[] {
  // By rule and kind of subject; the last decision about a subject stands.
  const found = new Map<string, { rule: string; perLine: boolean; last: Map<number, Outcome> }>()
  for (let d = 0; d < trace.decisionCount; d++) {
    const rule = trace.rules[trace.rule[d] as number] ?? ''
    const perLine = trace.perLine[d] === 1
    const key = `${perLine} ${rule}`
    let stage = found.get(key)
    if (!stage) {
      stage = { rule, perLine, last: new Map() }
      found.set(key, stage)
    }
    stage.last.set(trace.subject[d] as number, OUTCOMES[trace.outcome[d] as number] ?? 'fail')
  }
  return [...found.values()].map(({ rule, perLine, last }) => {
    const through: number[] = []
    let path = 0
    for (const [subject, outcome] of last) {
      if (THROUGH.has(outcome)) through.push(subject)
      else if (outcome === 'path') path++
    }
    through.sort((a, b) => a - b)
    let words = 0
    let until = 0
    for (const node of perLine ? [] : through) {
      // Nested subjects share their text.
      if (node < until) continue
      until = page.subtreeEnd[node] as number
      words += (before[until] as number) - (before[node] as number)
    }
    return {
      rule,
      spec: rules.find(({ id }) => id === rule) ?? null,
      perLine,
      looked: last.size,
      through: through.length,
      out: last.size - through.length - path,
      words: perLine ? null : words,
      first: perLine ? -1 : (through[0] ?? -1),
    }
  })
}
