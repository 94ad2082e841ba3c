import { codeBlock, escapeMarkdown } from '../base/escape'
import type { ParamValue } from '../extractors/core/params'
import type { Complaint } from './complaint'

interface ReproducerFacts {
  readonly extractor: { readonly id: string; readonly title: string }
  readonly params: Readonly<Record<string, ParamValue>>
  /** Lines about a library or custom extractor: its name, or file with SHA-256, and a program's command. Empty for other extractors. */
  readonly origin: readonly string[]
  readonly complaint: Complaint
  readonly html: string
  readonly output: string
  readonly why: string
  readonly url: string | null
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  readonly trials: number
  readonly minimal: boolean
  readonly hadLayout: boolean
  readonly versions: readonly string[]
}

export function reproducerReport(facts: ReproducerFacts): string {
  const { extractor, complaint, html, output, url, before, after, params, origin } = facts
  const { kind, text, witness, contrast } = complaint
  const title = escapeMarkdown(extractor.title)
  const settings = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  const page = `${after.nodes} nodes, ${after.bytes} bytes`
  const paragraphs = [
    `# ${title} wrongly ${kind} this text of a page`,
    `**Result.**\n${title} ${kind} this text:`,
    codeBlock(text, 'text'),
    facts.why === '' ? '' : `**Reason of the extractor.** ${escapeMarkdown(facts.why)}`,
    [
      `**Expected result.** ${kind === 'drops' ? 'The text is kept: it belongs to the main content' : 'The text is dropped: it is not main content'}.`,
      witness === null ? '' : `${title} correctly keeps “${escapeMarkdown(witness)}”, so its result is not empty.`,
      contrast === null ? '' : `${title} correctly drops “${escapeMarkdown(contrast)}”, so its result is not the whole page.`,
    ]
      .filter(Boolean)
      .join('\n'),
    `**The page.**\n${page}${facts.minimal ? '; every single element, attribute and word is needed for the fault' : '; the reduction was stopped, so the page may shrink further'}.`,
    codeBlock(html, 'html'),
    '**Kept text.**',
    codeBlock(output, 'text'),
    '**Versions.**',
    [
      `- ${extractor.id}${settings.length > 0 ? ` (${settings.join(', ')})` : ''}`,
      ...[...origin, ...facts.versions].map((line) => `- ${line}`),
      ...(facts.hadLayout ? ['- the original page has a layout; the reduced page has none'] : []),
      `- reduced from ${escapeMarkdown(url ?? 'a page')} (${before.nodes} nodes, ${before.bytes} bytes) in ${facts.trials} trials`,
    ].join('\n'),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}
