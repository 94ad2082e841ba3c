/** Defuddle, the extraction library of Obsidian's web clipper, looked at like the papers' systems. */
import Defuddle from 'defuddle'
import { defineExtractor, type Extractor } from '../core/extractor'
import { boolean } from '../core/params'
import { TEXT, type PageModel } from '../../page/page-model'
import { parsePage } from '../../page/parse-page'
import type { Piece } from './alignment'
import { buildPeerDocument } from './peer-document'
import { keptChart, keptShare, peerRules, runPeer, type PeerOutput } from './peer-extraction'

interface Options {
  readonly removeExactSelectors: boolean
  readonly removePartialSelectors: boolean
  readonly removeLowScoring: boolean
  readonly removeContentPatterns: boolean
}

function runDefuddle(page: PageModel, options: Options): PeerOutput {
  // No stamps: the library flattens elements by the attributes they have, and gives a string.
  const { document } = buildPeerDocument(page, false)
  const library = new Defuddle(document, { ...options, url: page.url ?? 'about:blank', useAsync: false })
  const { value, messages } = withoutConsole(() => library.parse())
  const { content, extractorType } = value
  const output = parsePage(content)
  const pieces: Piece[] = []
  for (let n = 0; n < output.count; n++) if (output.kind[n] === TEXT) pieces.push({ text: output.text[n], node: -1, scope: -1 })
  const warnings = messages.slice(0, 1).map((message) => `Defuddle reported: ${message}`)
  if (extractorType) warnings.push(`Defuddle used its rules for one site: ${extractorType}.`)
  return { pieces, measures: {}, warnings }
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

const clean = (label: string, description: string) => boolean({ label, description, origin: 'authors', default: true })

export const defuddle: Extractor = defineExtractor({
  id: 'defuddle',
  title: 'Defuddle',
  family: 'peer',
  paper: {
    authors: 'S. Ango',
    title: 'defuddle 0.19.4, the library of Obsidian’s web clipper',
    venue: 'github.com/kepano/defuddle',
    year: 2025,
  },
  summary:
    'Finds the main element by known names and scores, then takes clutter out by selectors and patterns. For comparison; not from the papers.',
  params: {
    removeExactSelectors: clean(
      'remove exact selectors',
      'Takes out elements that match a list of known selectors: ads, share buttons, navigation.',
    ),
    removePartialSelectors: clean('remove partial selectors', 'Takes out elements whose class or id contains one of a list of words.'),
    removeLowScoring: clean('remove low scoring', 'Takes out blocks that score low: many links, little text, words of navigation.'),
    removeContentPatterns: clean('remove patterns', 'Takes out boilerplate known by its wording: reading time, bylines, article cards.'),
  },
  measures: [keptShare],
  rules: peerRules,
  charts: [keptChart],
  mainMeasure: 'keptShare',
  run: (page, params, probe) => runPeer(page, 'Defuddle', [], probe, () => runDefuddle(page, params)),
})
