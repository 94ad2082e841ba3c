import type { ExtractorInfo } from '../extractors/core/extractor'
import { type Preset, presetValues } from '../extractors/core/params'
import type { Trace } from '../extractors/core/probe'
import { type Extraction, extractedText } from '../extractors/core/run'
import { nodePaths, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { statusOf } from './explain-node'
import { readDecision, relationHolds, slackOf } from './gauge'
import { countWords } from '../page/text'
import { codeBlock } from '../base/escape'
import { writtenShare } from '../base/written-number'
import { coverageWarning, visibleCoverage } from './coverage'
import type { FlipFinding } from './flip-search'
import { plainNumber, valueWords } from './reason-sentence'
import { escapeMarkdown, whyAnswer, whyMarkdown } from './why-answer'

export interface ReportInput extends InspectionInput {
  readonly capture: InspectionInput['capture'] & { readonly label: string }
  readonly selected: NodeId | null
  readonly flips: readonly FlipFinding[] | null
}

/** Returns a report in Markdown: page, settings, result, warnings, the reasons for the selected node as in `why --report`, and the text. */
export function reportMarkdown({ page, capture, info, preset, extraction, trace, selected, flips, version }: ReportInput): string {
  const standard = presetValues(info.params, preset)
  const changed = Object.entries(info.params).flatMap(([name, spec]) => {
    const value = extraction.params[name] ?? spec.default
    const usual = standard[name] ?? value
    return usual === value
      ? []
      : [`${spec.label} ${valueWords(spec, value, plainNumber)} (preset: ${valueWords(spec, usual, plainNumber)})`]
  })
  const coverage = visibleCoverage(page, extraction.selected)
  const warnings = [coverageWarning(coverage), extraction.verdict?.sentence, ...extraction.warnings]
  const origin = { page: capture.url ?? capture.label, versions: [`Boilerscope ${version}`] }
  const text = extractedText(extraction)
  return [
    `# ${escapeMarkdown(capture.title || capture.label)}`,
    [
      `- **Address:** ${escapeMarkdown(capture.url ?? capture.label)}`,
      `- **Captured:** ${capture.capturedAt}, ${capture.mode === 'rendered' ? 'rendered page' : 'source HTML'}`,
      `- **Extractor:** ${escapeMarkdown(info.title)}, preset ${preset}${changed.length === 0 ? '' : `, ${escapeMarkdown(changed.join(', '))}`}`,
      `- **Result:** ${plainNumber(countWords(text))} words, ${writtenShare(coverage.share)} of visible text`,
    ].join('\n'),
    ...warnings.flatMap((warning) => (warning ? [`Note: ${escapeMarkdown(warning)}`] : [])),
    ...(selected !== null && trace && selected < page.count
      ? [whyMarkdown(whyAnswer(page, { info, extraction, trace }, selected, flips), origin)]
      : []),
    '## Extracted text',
    `${codeBlock(text, '')}\n`,
  ].join('\n\n')
}

export interface InspectionInput {
  readonly page: PageModel
  readonly capture: { readonly title: string; readonly url: string | null; readonly mode: string; readonly capturedAt: string }
  readonly info: ExtractorInfo
  readonly preset: Preset
  readonly extraction: Extraction
  readonly trace: Trace | null
  readonly version: string
}

function describeDecision(trace: Trace, rules: ExtractorInfo['rules'], decision: number) {
  const { step, rule, spec, subject, isLine, outcome, value, limit } = readDecision(trace, rules, decision)
  const holds = spec ? relationHolds(spec.relation, value, limit) : null
  return {
    step: step?.name ?? '',
    node: isLine ? null : subject,
    /** The line of the decision, from 0; null for a node. */
    line: isLine ? subject : null,
    rule,
    outcome,
    value,
    relation: spec?.relation ?? '',
    limit,
    slack: slackOf({ spec, holds, value, limit }),
  }
}

/**
 * Returns the inspection as JSON. Omits missing measures. Writes infinite numbers as the strings `Infinity` and `-Infinity`, and NaN as
 * null.
 */
export function inspectionJson(input: InspectionInput): string {
  const { page, capture, info, preset, extraction, trace, version } = input
  const ids = info.measures.filter(({ id, per }) => per === 'node' && extraction.measures[id]).map(({ id }) => id)
  const pathOf = nodePaths(page)
  const describeNode = (node: NodeId) => ({
    path: pathOf(node),
    tag: page.kind[node] === TEXT ? '#text' : tagName(page, node),
    status: statusOf(extraction.selected, node),
    measures: Object.fromEntries(
      ids.map((id) => [id, extraction.measures[id]?.[node] ?? Number.NaN] as const).filter(([, value]) => !Number.isNaN(value)),
    ),
  })
  const data = {
    format: 'boilerscope-inspection',
    version: 1,
    boilerscope: version,
    page: { title: capture.title, url: capture.url, mode: capture.mode, capturedAt: capture.capturedAt },
    extractor: info.id,
    preset,
    params: extraction.params,
    values: extraction.values,
    measures: info.measures
      .filter(({ id }) => ids.includes(id))
      .map(({ id, label, unit, tex, description }) => ({ id, label, unit, tex, description })),
    rules: info.rules,
    nodes: Array.from({ length: page.count }, (_, n) => describeNode(n)),
    decisions: trace ? Array.from({ length: trace.decisionCount }, (_, d) => describeDecision(trace, info.rules, d)) : [],
  }
  return JSON.stringify(data, (_, value: unknown) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return value
    return Number.isNaN(value) ? null : String(value)
  })
}
