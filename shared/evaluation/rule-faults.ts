/** Finds missing and extra text of an extractor against the gold standard, by rule. */
import { escapeMarkdown } from '../base/escape'
import { valueAt } from '../base/once'
import { createUnexplained } from '../explain/gauge'
import { explainNode, type ExplainedRun } from '../explain/explain-node'
import { wordStarts, hiddenCause } from '../explain/coverage'
import { textPreview } from '../explain/node-label'
import { headline } from '../explain/reason-sentence'
import type { Extraction } from '../extractors/core/run'
import { tokenWords } from '../metrics/tokens'
import { nodePaths, TEXT, type NodeId, type PageModel } from '../page/page-model'
import { FALSE_NEGATIVE, FALSE_POSITIVE, goldHits, goldOnPage, goldLosses, LOSS_WORDS, type GoldLoss } from './gold-on-page'
import { counted } from '../base/written-number'

export interface RuleFault {
  readonly kind: GoldLoss['kind']
  /** The label of the rule; empty if no rule decided. */
  readonly rule: string
  readonly words: number
  /** `path` is the path of `node`, in the form of `extract --nodes`. */
  readonly node: number
  readonly path: string
  readonly text: string
  readonly why: string
}

const EXPLAINED = 1000
const LONGEST_TEXT = 120

export interface RecordedRun extends ExplainedRun {
  readonly extraction: Extraction
}

/** Follows a reason if value and limit of the reason do not explain the result. */
const UNEXPLAINED =
  ' The reported value does not explain this result: for other texts on this side of the limit, the rule decided differently.'

function lossRules(
  page: PageModel,
  run: ExplainedRun,
  { kind, node }: GoldLoss,
  { starts, kinds }: { readonly starts: Int32Array; readonly kinds: Uint8Array },
) {
  const bit = kind === 'missed' ? FALSE_NEGATIVE : FALSE_POSITIVE
  const found = new Map<string, { rule: string; words: number; node: NodeId }>()
  const end = page.subtreeEnd[node] as number
  let explained = 0
  for (let n: number = node; n < end && explained < EXPLAINED; n++) {
    if (page.kind[n] !== TEXT || kinds[n] !== bit || starts[n] === 0) continue
    explained++
    const { decisive } = explainNode(page, run, n, 1)
    const rule = decisive === null ? '' : (decisive.spec?.label ?? decisive.rule)
    valueAt(found, rule, () => ({ rule, words: 0, node: n })).words += starts[n] as number
  }
  return [...found.values()].sort((a, b) => b.words - a.words || a.node - b.node)
}

/** Returns the faults in the `EXPLAINED` largest blocks with missing or extra text, most words first. */
export function ruleFaults(page: PageModel, run: RecordedRun, gold: string): RuleFault[] {
  return faultsIn(page, run, goldHits(page, run.extraction.selected, goldOnPage(page, tokenWords(gold), {})).kinds)
}

/** Returns faults as `ruleFaults` does, from an existing comparison. @param kinds see `hitKinds` */
export function faultsIn(page: PageModel, run: ExplainedRun, kinds: Uint8Array): RuleFault[] {
  const starts = wordStarts(page)
  const pathOf = nodePaths(page)
  const isUnexplained = createUnexplained(run.trace, run.rules)
  const faults: RuleFault[] = []
  for (const loss of goldLosses(page, starts, kinds).slice(0, EXPLAINED)) {
    const deciders = lossRules(page, run, loss, { starts, kinds })
    for (const { rule, words, node: text } of deciders) {
      // If one rule decided about all wrong texts of the block, report the block instead of a text.
      const node = deciders.length === 1 ? loss.node : text
      const explanation = explainNode(page, run, text, 20)
      faults.push({
        ...{ kind: loss.kind, rule, words, node, path: pathOf(node), text: textPreview(page, node, LONGEST_TEXT) },
        why: `${headline(page, explanation, hiddenCause(page, text))}${explanation.decisive && isUnexplained(explanation.decisive.decision) ? UNEXPLAINED : ''}`,
      })
    }
  }
  return faults.sort((a, b) => b.words - a.words || a.node - b.node)
}

export interface PageFault extends RuleFault {
  readonly page: string
}

export type FaultsByRule = ReturnType<FaultSums['total']>
export type FaultGroup = FaultsByRule['groups'][number]

const WORST = 20

export class FaultSums {
  readonly #groups = new Map<
    string,
    Pick<RuleFault, 'kind' | 'rule'> & { words: number; blocks: number; readonly pages: Set<string>; worst: PageFault[] }
  >()
  #pages = 0
  #leftOut = 0

  /** Adds a page. @param faults null for an omitted page */
  add(page: string, faults: readonly RuleFault[] | null): void {
    if (faults === null) {
      this.#leftOut++
      return
    }
    this.#pages++
    for (const fault of faults) {
      const { kind, rule, words } = fault
      const group = valueAt(this.#groups, `${kind} ${rule}`, () => ({
        kind,
        rule,
        words: 0,
        blocks: 0,
        pages: new Set<string>(),
        worst: [],
      }))
      group.words += words
      group.blocks++
      group.pages.add(page)
      group.worst.push({ ...fault, page })
      if (group.worst.length > 4 * WORST) group.worst = largest(group.worst)
    }
  }

  /** `pages` is the number of tested pages: with a gold text, and without a failure of the extractor. */
  total() {
    const groups = [...this.#groups.values()].map(({ pages, worst, ...group }) => ({ ...group, pages: pages.size, worst: largest(worst) }))
    groups.sort((a, b) => b.words - a.words || a.kind.localeCompare(b.kind) || a.rule.localeCompare(b.rule))
    return { groups, pages: this.#pages, leftOut: this.#leftOut }
  }
}

/**
 * Returns the `WORST` faults with the most words. Sorts faults with equal numbers of words by page and node, so that the order of the added
 * pages does not matter.
 */
function largest(faults: readonly PageFault[]): PageFault[] {
  return [...faults].sort((a, b) => b.words - a.words || a.page.localeCompare(b.page) || a.node - b.node).slice(0, WORST)
}

export function explainedPages({ pages, leftOut }: Pick<FaultsByRule, 'pages' | 'leftOut'>): string {
  const rest = leftOut > 0 ? `; ${leftOut} omitted: no gold text, not readable, or the extractor failed` : ''
  return `${counted(pages, 'page')} with gold text${rest}.`
}

export function faultsMarkdown({ groups, pages, leftOut }: FaultsByRule, title: string, worst: number): string {
  const lines = [
    `# Faults of ${escapeMarkdown(title)}, by rule`,
    '',
    explainedPages({ pages, leftOut }),
    '',
    '| fault | rule | words | blocks | pages |',
    '| --- | --- | ---: | ---: | ---: |',
    ...groups.map((g) => `| ${LOSS_WORDS[g.kind]} | ${escapeMarkdown(g.rule) || 'no rule'} | ${g.words} | ${g.blocks} | ${g.pages} |`),
    ...(worst === 0 ? [] : groups).flatMap((one) => [
      '',
      `## ${LOSS_WORDS[one.kind]}: ${escapeMarkdown(one.rule) || 'no rule'}`,
      '',
      ...one.worst
        .slice(0, worst)
        .map(({ page, words, text, why }) => `- ${escapeMarkdown(page)}, ${words} words: “${escapeMarkdown(text)}” ${escapeMarkdown(why)}`),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
