/** What to paste into a bug tracker. */
import { escapeMarkdown } from '../base/escape'
import type { ParamValue } from '../extractors/core/params'
import type { Complaint } from './complaint'

/** What a reduction was about and what it gave. */
export interface ReproducerFacts {
  readonly extractor: { readonly id: string; readonly title: string }
  readonly params: Readonly<Record<string, ParamValue>>
  /** The file and sha256 of an extractor of one's own, the command of a program; nothing for a built-in. */
  readonly origin: readonly string[]
  readonly complaint: Complaint
  readonly html: string
  /** What the extractor keeps of the reduced page. */
  readonly output: string
  /** The rule that decided about the text, in a sentence with its numbers; empty where the extractor tells none. */
  readonly why: string
  /** Of the page that it began with. */
  readonly url: string | null
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  readonly trials: number
  readonly minimal: boolean
  /** Whether the page that it began with was captured with its layout: the reduced one has none. */
  readonly hadLayout: boolean
  /** Names and versions, as `Boilerscope 0.1.0`. */
  readonly versions: readonly string[]
}

/** Writes the report in Markdown: what happens, what was expected, the page, the versions. */
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
    facts.why === '' ? '' : `**Why, as it says itself.** ${escapeMarkdown(facts.why)}`,
    '',
    `**What was expected.** It ${kind === 'drops' ? 'keeps the text: it belongs to the main content' : 'drops the text: it is no main content'}.`,
    witness === null ? '' : `It does keep “${escapeMarkdown(witness)}”: it finds something.`,
    contrast === null ? '' : `It does drop “${escapeMarkdown(contrast)}”: it tells things apart.`,
    '',
    '**The page.**',
    `${after.nodes} nodes, ${after.bytes} bytes${facts.minimal ? '; no single element, attribute or word can go without the fault' : '; the reduction was stopped, more may go'}.`,
    '',
    codeBlock(html, 'html'),
    '',
    '**What it keeps of it.**',
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

/** A block of code whose fence is longer than any in the text. */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
