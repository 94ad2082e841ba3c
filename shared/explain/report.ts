/** One inspection as Markdown, to paste into an issue. */
import { presetValues } from '../extractors/core/params'
import { extractedText } from '../extractors/core/run'
import type { NodeId } from '../page/page-model'
import { countWords } from '../page/text'
import { writtenShare } from '../base/written-number'
import { coverageWarning, visibleCoverage } from './coverage'
import type { FlipFinding } from './flip-search'
import type { InspectionInput } from './inspection-data'
import { plainNumber, valueWords } from './reason-sentence'
import { escapeMarkdown, whyAnswer, whyMarkdown } from './why-answer'

export interface ReportInput extends InspectionInput {
  /** `label`: its title or address. */
  readonly capture: InspectionInput['capture'] & { readonly label: string }
  /** The node that the report explains; null if missing. */
  readonly selected: NodeId | null
  readonly flips: readonly FlipFinding[]
}

/** Returns page, settings, result and warnings, the reasons for the selected node as `boilerscope why --report` prints them, and the text. */
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
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)))
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
    `${fence}\n${text}\n${fence}\n`,
  ].join('\n\n')
}
