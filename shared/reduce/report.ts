/** A Markdown report for an issue tracker. */
import { escapeMarkdown } from '../base/escape'
import type { ParamValue } from '../extractors/core/params'
import type { Complaint } from './complaint'

/** Data of the report about a reduction. */
export interface ReproducerFacts {
  readonly extractor: { readonly id: string; readonly title: string }
  readonly params: Readonly<Record<string, ParamValue>>
  /** File and sha256 of a custom extractor, command of a program; empty for built-in extractors. */
  readonly origin: readonly string[]
  readonly complaint: Complaint
  readonly html: string
  /** Text that the extractor keeps of the reduced page. */
  readonly output: string
  /** The reason with its numbers; empty if the extractor reports no reasons. */
  readonly why: string
  /** URL of the original page. */
  readonly url: string | null
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  readonly trials: number
  readonly minimal: boolean
  /** Whether the original page was captured with its layout: the reduced page has none. */
  readonly hadLayout: boolean
  /** Names and versions, as `Boilerscope 0.1.0`. */
  readonly versions: readonly string[]
}

/** Writes the report: the fault, the expected result, the page, the versions. */
export function reproducerReport(facts: ReproducerFacts): string {
  const { extractor, complaint, html, output, url, before, after, params, origin } = facts
  const { kind, text, witness, contrast } = complaint
  const title = escapeMarkdown(extractor.title)
  const happens = kind === 'drops' ? 'drops' : 'keeps'
  const settings = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  const lines = [
    `# ${title} ${happens} this text of a page, wrongly`,
    '',
    '**What happens.**',
    `${title} ${happens} this text of the page below:`,
    '',
    codeBlock(text, 'text'),
    '',
    facts.why === '' ? '' : `**Reason of the extractor.** ${escapeMarkdown(facts.why)}`,
    '',
    `**Expected result.** ${kind === 'drops' ? 'The text is kept: it belongs to the main content' : 'The text is dropped: it is not main content'}.`,
    witness === null ? '' : `It does keep “${escapeMarkdown(witness)}”: it finds something.`,
    contrast === null ? '' : `It does drop “${escapeMarkdown(contrast)}”, so it does not keep everything.`,
    '',
    '**The page.**',
    `${after.nodes} nodes, ${after.bytes} bytes${facts.minimal ? '; every single element, attribute and word is needed for the fault' : '; the reduction was stopped, the page may shrink further'}.`,
    '',
    codeBlock(html, 'html'),
    '',
    '**Kept text.**',
    '',
    codeBlock(output, 'text'),
    '',
    '**Versions.**',
    '',
    `- ${extractor.id}${settings.length > 0 ? ` (${settings.join(', ')})` : ''}`,
    ...origin.map((line) => `- ${line}`),
    ...facts.versions.map((line) => `- ${line}`),
    ...(facts.hadLayout ? ['- the page had been captured with its layout; here the extractor runs without it'] : []),
    `- reduced from ${escapeMarkdown(url ?? 'a page')} (${before.nodes} nodes, ${before.bytes} bytes) in ${facts.trials} trials`,
  ]
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`
}

/** A block of code with a longer fence than any in the text. */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
