/** Defuddle, the extraction library of Obsidian's web clipper, looked at like the papers' systems. */
import Defuddle from 'defuddle'
import type { Extractor, ExtractorInfo } from '../../shared/extractors/core/extractor'
import { defuddleInfo } from '../../shared/extractors/peers/defuddle-info'
import { outputOfHtml, runPeer, type PeerOutput } from '../../shared/extractors/peers/peer-extraction'
import type { PageModel } from '../../shared/page/page-model'
import { buildPeerDocument } from './peer-document'

interface Options {
  readonly removeExactSelectors: boolean
  readonly removePartialSelectors: boolean
  readonly removeLowScoring: boolean
  readonly removeContentPatterns: boolean
}

function runDefuddle(page: PageModel, options: Options, Library: typeof Defuddle): PeerOutput {
  // No stamps: the library flattens elements by the attributes they have, and gives a string.
  const { document } = buildPeerDocument(page, false)
  const library = new Library(document, { ...options, url: page.url ?? 'about:blank', useAsync: false })
  const { value, messages } = withoutConsole(() => library.parse())
  const { content, extractorType } = value
  const warnings = messages.slice(0, 1).map((message) => `Defuddle reported: ${message}`)
  if (extractorType) warnings.push(`Defuddle used its rules for one site: ${extractorType}.`)
  return { ...outputOfHtml(content), measures: {}, warnings }
}

interface ConsoleLike {
  error: (...parts: readonly unknown[]) => void
  warn: (...parts: readonly unknown[]) => void
}

/** Runs the library, which writes to the console of whoever calls it, and collects what it wrote. */
function withoutConsole<T>(run: () => T): { value: T; messages: string[] } {
  const messages: string[] = []
  const host = (globalThis as { console?: ConsoleLike }).console
  if (!host) return { value: run(), messages }
  const { error, warn } = host
  host.error = host.warn = (...parts) => {
    messages.push(parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' '))
  }
  try {
    return { value: run(), messages }
  } finally {
    host.error = error
    host.warn = warn
  }
}

/** An extractor of a version of the library. @param info what lists and forms know of it */
export function defuddleOf(Library: typeof Defuddle, info: ExtractorInfo): Extractor {
  return {
    ...info,
    run: (page, params, probe) =>
      runPeer(page, info.title, [], probe, (told) => {
        told.step('run', `${info.title} runs. What it does inside is not shown.`)
        return runDefuddle(page, params as unknown as Options, Library)
      }),
  }
}

export const defuddle: Extractor = defuddleOf(Defuddle, defuddleInfo)
