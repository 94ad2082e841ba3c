/** What an extractor loses and adds against the gold standard, by the rule that decided it. */
import { explainNode } from '../explain/explain-node'
import { wordStarts } from '../explain/coverage'
import { hiddenCause } from '../explain/hidden-cause'
import { textPreview } from '../explain/node-label'
import { headline } from '../explain/reason-sentence'
import type { RuleSpec } from '../extractors/core/extractor'
import type { Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { tokenWords } from '../metrics/tokens'
import { nodePaths } from '../page/node-path'
import type { PageModel } from '../page/page-model'
import { goldHits } from './gold-hits'
import { goldLosses, type GoldLoss } from './gold-losses'
import { goldOnPage } from './gold-on-page'

/** A block that was missed or kept wrongly, with the rule that decided. */
export interface RuleFault {
  readonly kind: GoldLoss['kind']
  /** The rule's label; empty where no rule decided. */
  readonly rule: string
  readonly words: number
  /** The node, and its path as `extract --nodes` prints it. */
  readonly node: number
  readonly path: string
  /** How its text begins. */
  readonly text: string
  /** Why, in a sentence with its numbers. */
  readonly why: string
}

/** Blocks of a page that are explained; those of most words. */
const EXPLAINED = 200
const LONGEST_TEXT = 120

/** The faults of a run on a page, those of most words first. Linear in the trace for each fault. */
export function ruleFaults(
  page: PageModel,
  { extraction, trace }: { readonly extraction: Extraction; readonly trace: Trace },
  rules: readonly RuleSpec[],
  gold: string,
): RuleFault[] {
  const { kinds } = goldHits(page, extraction.selected, goldOnPage(page, tokenWords(gold), {}))
  const pathOf = nodePaths(page)
  return goldLosses(page, wordStarts(page), kinds)
    .slice(0, EXPLAINED)
    .map(({ kind, node, words }): RuleFault => {
      const explanation = explainNode(page, extraction, trace, rules, node, 20)
      const decided = explanation.decisive ?? explanation.below[0]?.closest ?? null
      return {
        ...{ kind, node, words, path: pathOf(node), text: textPreview(page, node, LONGEST_TEXT) },
        rule: decided === null ? '' : (decided.spec?.label ?? decided.rule),
        why: headline(page, explanation, hiddenCause(page, node)),
      }
    })
}

/** A fault with its page. */
export interface PageFault extends RuleFault {
  readonly page: string
}

/** What one rule did wrong over a collection. */
export interface FaultGroup {
  readonly kind: GoldLoss['kind']
  readonly rule: string
  readonly words: number
  readonly blocks: number
  readonly pages: number
  /** The blocks of most words. */
  readonly worst: readonly PageFault[]
}

export interface FaultsByRule {
  /** Most words first. */
  readonly groups: readonly FaultGroup[]
  /** Pages that were looked at: they have a gold text, and the extractor ran. */
  readonly pages: number
  /** Pages left out: without a gold text, or the extractor failed. */
  readonly leftOut: number
}

/** Blocks that are named of each rule. */
const WORST = 20

/** Adds up the faults of pages, by kind and rule. */
export class FaultSums {
  readonly #groups = new Map<
    string,
    { kind: GoldLoss['kind']; rule: string; words: number; blocks: number; pages: Set<string>; worst: PageFault[] }
  >()
  #pages = 0
  #leftOut = 0

  /** @param faults null for a page that is left out */
  add(page: string, faults: readonly RuleFault[] | null): void {
    if (faults === null) {
      this.#leftOut++
      return
    }
    this.#pages++
    for (const fault of faults) {
      const { kind, rule, words } = fault
      const key = `${kind} ${rule}`
      const group = this.#groups.get(key) ?? { kind, rule, words: 0, blocks: 0, pages: new Set(), worst: [] }
      this.#groups.set(key, group)
      group.words += words
      group.blocks++
      group.pages.add(page)
      group.worst.push({ ...fault, page })
      if (group.worst.length > 4 * WORST) group.worst = largest(group.worst)
    }
  }

  total(): FaultsByRule {
    const groups = [...this.#groups.values()].map(({ pages, worst, ...group }) => ({ ...group, pages: pages.size, worst: largest(worst) }))
    groups.sort((a, b) => b.words - a.words || a.kind.localeCompare(b.kind) || a.rule.localeCompare(b.rule))
    return { groups, pages: this.#pages, leftOut: this.#leftOut }
  }
}

/** The largest faults; of the same size by page and place, so that the order of the pages does not matter. */
function largest(faults: readonly PageFault[]): PageFault[] {
  return [...faults].sort((a, b) => b.words - a.words || a.page.localeCompare(b.page) || a.node - b.node).slice(0, WORST)
}

/** The faults as Markdown: a table by rule, and the worst blocks of each. */
export function faultsMarkdown({ groups, pages, leftOut }: FaultsByRule, title: string, worst: number): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
  const lines = [
    `# Faults of ${title}, by rule`,
    '',
    `${pages} pages with gold text${leftOut > 0 ? `; ${leftOut} were left out, without one or because the extractor failed` : ''}.`,
    '',
    '| fault | rule | words | blocks | pages |',
    '| --- | --- | ---: | ---: | ---: |',
    ...groups.map((one) => `| ${one.kind} | ${cell(one.rule) || 'no rule'} | ${one.words} | ${one.blocks} | ${one.pages} |`),
    ...groups.flatMap((one) =>
      worst === 0
        ? []
        : [
            '',
            `## ${one.kind}: ${one.rule || 'no rule'}`,
            '',
            ...one.worst.slice(0, worst).map(({ page, words, text, why }) => `- ${page}, ${words} words: “${cell(text)}” ${cell(why)}`),
          ],
    ),
  ]
  return `${lines.join('\n')}\n`
}
