import Defuddle from 'defuddle'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { ParamValues } from '../../shared/extractors/core/params'
import type { Probe } from '../../shared/extractors/core/probe'
import { defuddleInfo } from '../../shared/extractors/peers/defuddle-info'
import { outputOfHtml, runPeer, type PeerOutput } from '../../shared/extractors/peers/peer-extraction'
import type { PageModel } from '../../shared/page/page-model'
import { measuresOf, reportDefuddle } from './defuddle-decisions'
import { followOutputs, type DomDocument, type LibraryInstance, type LibraryResult } from './defuddle-dom'
import { DefuddleObserver, type Observed } from './defuddle-observer'
import { observeBeside } from './observed-library'
import { buildPeerDocument } from './peer-document'

type Params = ParamValues<typeof defuddleInfo.params>

function optionsOf(page: PageModel, { includeReplies, ...switches }: Params): Readonly<Record<string, unknown>> {
  const replies = includeReplies === 'extractors' ? includeReplies : includeReplies === 'all'
  return { ...switches, includeReplies: replies, url: page.url ?? 'about:blank', useAsync: false }
}

/** The document has no stamps, because attributes change which elements the library flattens. */
export function runPlain(page: PageModel, params: Params, Library = Defuddle) {
  const { document, ids } = buildPeerDocument(page)
  const library = new Library(document, optionsOf(page, params))
  const locate = followOutputs(library as unknown as LibraryInstance, document as DomDocument, { page, ids })
  const { value, messages } = withoutConsole((): LibraryResult => library.parse())
  const { text, pieces } = outputOfHtml(value.content)
  return { result: value, messages, text, pieces: locate(value.content, pieces) }
}

export function runObserved(page: PageModel, params: Params, Library = Defuddle): Observed {
  const { document, ids } = buildPeerDocument(page)
  const options = optionsOf(page, params)
  const library = new Library(document, options) as unknown as LibraryInstance
  const observer = new DefuddleObserver(library, document as DomDocument, ids, options)
  return withoutConsole(() => observer.run()).value
}

function withoutConsole<T>(run: () => T): { value: T; messages: string[] } {
  const messages: string[] = []
  const { error, warn, log } = console
  console.error = console.warn = (...parts: readonly unknown[]) => {
    messages.push(parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' '))
  }
  console.log = () => undefined
  try {
    return { value: run(), messages }
  } finally {
    Object.assign(console, { error, warn, log })
  }
}

export function defuddleOf(Library: typeof Defuddle, info: typeof defuddleInfo): Extractor<typeof defuddleInfo.params> {
  const run = (page: PageModel, params: Params, probe: Probe): PeerOutput => {
    probe.step('run', `${info.title} runs; the reasons come from its own report and from the nodes removed from its copy of the page.`)
    const { result, messages, ...output } = runPlain(page, params, Library)
    const { content, extractorType } = result
    const warnings = messages.slice(0, 1).map((message) => `${info.title} reported: ${message}`)
    if (extractorType) warnings.push('Defuddle used its rules for this site.')
    const version = { title: info.title, known: '0.19.4', isSupported: info === defuddleInfo }
    const { observed, warnings: unknown } = observeBeside(version, page, probe, {
      run: () => runObserved(page, params, Library),
      isSame: ({ isComplete, result }) => isComplete && result.content === content,
    })
    warnings.push(...unknown)
    const isBroken = messages.some((message) => message.startsWith('Defuddle Error processing document'))
    if (observed) reportDefuddle(page, observed, isBroken, probe)
    return { ...output, measures: measuresOf(page, observed), warnings }
  }
  const peer = { library: info.title, measureIds: ['contentScore', 'blockScore'] }
  return { ...info, run: (page, params, probe) => runPeer(page, peer, probe, (peerProbe) => run(page, params, peerProbe)) }
}

export const defuddle = defuddleOf(Defuddle, defuddleInfo)
