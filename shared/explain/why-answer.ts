import type { ExtractorInfo, RuleSpec } from '../extractors/core/extractor'
import type { ParamValue } from '../extractors/core/params'
import type { Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { nodePaths, type NodeId, type PageModel } from '../page/page-model'
import { hiddenCause } from './coverage'
import { explainNode, type NodeStatus } from './explain-node'
import type { FlipFinding } from './flip-search'
import { nodeLabel, textPreview } from './node-label'
import { amountOf, headline, ruleSentence, valueWords, plainNumber, wasRemoved } from './reason-sentence'

export interface WhyAnswer {
  readonly extractor: string
  readonly path: string
  readonly element: string
  readonly text: string
  readonly status: 'kept' | 'path' | 'dropped'
  readonly sentence: string
  /**
   * The decisive rule; null if no single rule decided, or if the node was removed before measuring. `value` and `limit` are null if the
   * rule compares no numbers, or if the number is not finite.
   */
  readonly decided: {
    readonly rule: string
    readonly sentence: string
    readonly quantity: string
    readonly value: number | null
    readonly relation: RuleSpec['relation']
    readonly limit: number | null
    /** The element of the decision; null for a line of the source. */
    readonly element: string | null
    readonly path: string | null
  } | null
  readonly runnerUp: string | null
  /** Per parameter, the nearest found value that reverses the result. Null if no search has finished. `set` is the argument of `--set`. */
  readonly changes:
    | readonly {
        readonly parameter: string
        readonly from: string
        readonly to: string
        readonly set: string
        readonly result: WhyAnswer['status']
      }[]
    | null
  readonly warnings: readonly string[]
}

const STATUSES: Readonly<Record<NodeStatus, WhyAnswer['status']>> = { kept: 'kept', path: 'path', out: 'dropped' }
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Explains a node of a recorded run. @param flips parameter changes that reverse the result; null if no search has finished */
export function whyAnswer(
  page: PageModel,
  { info, extraction, trace }: { readonly info: ExtractorInfo; readonly extraction: Extraction; readonly trace: Trace },
  node: NodeId,
  flips: readonly FlipFinding[] | null,
): WhyAnswer {
  const explanation = explainNode(page, { extraction, trace, rules: info.rules }, node)
  const hidden = hiddenCause(page, node)
  const decisive = wasRemoved(explanation, hidden) ? null : explanation.decisive
  const next = explanation.runnerUp?.next
  const pathOf = nodePaths(page)
  const compares = decisive !== null && (decisive.choice !== null || (decisive.spec?.relation ?? '') !== '')
  return {
    extractor: info.id,
    path: pathOf(node),
    element: nodeLabel(page, node),
    text: textPreview(page, node, 160),
    status: STATUSES[explanation.status],
    sentence: headline(page, explanation, hidden),
    decided: decisive && {
      rule: decisive.spec?.label ?? decisive.rule,
      sentence: ruleSentence(decisive),
      quantity: decisive.spec?.quantity ?? '',
      value: compares ? finite(decisive.value) : null,
      relation: decisive.spec?.relation ?? '',
      limit: compares ? finite(decisive.limit) : null,
      element: decisive.node < 0 ? null : nodeLabel(page, decisive.node),
      path: decisive.node < 0 ? null : pathOf(decisive.node),
    },
    runnerUp: next ? `${nodeLabel(page, next.node)} with ${plainNumber(next.score)}` : null,
    changes:
      flips?.flatMap(({ param, from, to, status }) => {
        const spec = info.params[param]
        if (!spec) return []
        const words = (value: ParamValue): string => valueWords(spec, value, plainNumber)
        return [{ parameter: spec.label, from: words(from), to: words(to), set: `${param}=${to}`, result: STATUSES[status] }]
      }) ?? null,
    warnings: extraction.warnings,
  }
}

export function whyLines({ element, path, sentence, decided, runnerUp, changes }: WhyAnswer): (readonly [name: string, value: string])[] {
  const number = (value: number | null): string => (value === null ? '–' : plainNumber(value))
  const lines: [name: string, value: string][] = [
    ['Element', `${element} (${path})`],
    ['Why', sentence],
  ]
  if (decided)
    lines.push(
      ['Rule', `${decided.rule}. ${decided.sentence}`],
      ['Value', decided.value === null ? 'the rule compares no numbers' : amountOf(decided.quantity, number(decided.value)).trim()],
      ['Limit', decided.limit === null ? 'none' : `${decided.relation} ${number(decided.limit)}`.trim()],
      ['Decision about', decided.element === null ? 'a line of the source' : `${decided.element} (${decided.path ?? ''})`],
    )
  else lines.push(['Rule', 'no single rule decided'])
  if (runnerUp !== null) lines.push(['Runner-up', runnerUp])
  if (changes) {
    const words = changes.map(
      ({ parameter, from, to, result }) => `${parameter} ${from} → ${to}: ${result === 'path' ? 'contains kept text' : result}`,
    )
    lines.push(['What would change it', words.join('; ') || 'no tested value of a single parameter'])
  }
  return lines
}

export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&')

export function whyMarkdown(answer: WhyAnswer, origin: { readonly page: string; readonly versions: readonly string[] }): string {
  const lines = [['Page', origin.page] as const, ['Extractor', answer.extractor] as const, ...whyLines(answer)]
  return [
    `## Why ${escapeMarkdown(answer.extractor)} ${answer.status === 'path' ? 'kept text in' : answer.status} ${escapeMarkdown(answer.element)}`,
    ...lines.map(([name, value]) => `- **${name}:** ${escapeMarkdown(value)}`),
    ...(answer.text === '' ? [] : [`> ${escapeMarkdown(answer.text)}`]),
    ...answer.warnings.map((warning) => `Note: ${escapeMarkdown(warning)}`),
    origin.versions.join(', '),
  ].join('\n\n')
}
