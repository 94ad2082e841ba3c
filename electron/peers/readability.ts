/** Mozilla's Readability, the library behind Firefox's reader view, looked at like the papers' systems. */
import { Readability } from '@mozilla/readability'
import type { ExtractionCore, Extractor, Verdict } from '../../shared/extractors/core/extractor'
import type { ParamValues } from '../../shared/extractors/core/params'
import type { Probe } from '../../shared/extractors/core/probe'
import type { Piece } from '../../shared/extractors/peers/alignment'
import { outputOfHtml, runPeer, type PeerOutput } from '../../shared/extractors/peers/peer-extraction'
import { candidatesOf, measuresOf, valuesOf } from '../../shared/extractors/peers/readability-figures'
import { READABILITY_MEASURES, readabilityInfo } from '../../shared/extractors/peers/readability-info'
import type { ReadabilityRecord } from '../../shared/extractors/peers/readability-record'
import { tellReadability } from '../../shared/extractors/peers/readability-story'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { buildPeerDocument, PEER_TEXT, stampOf, visitPeerNodes, type BuiltDocument, type PeerElement, type PeerNode } from './peer-document'
import { missingMethods, type DomElement, type ReaderInternals } from './readability-internals'
import { watchReader } from './readability-observer'
import { Places } from './readability-places'
import { readerVerdict } from './readability-verdict'

export type ReadabilityParams = ParamValues<typeof readabilityInfo.params>

/** The library as it is, over a document of its own; flags that a person switched off are taken away before it begins. */
function createReader({ document }: BuiltDocument, params: ReadabilityParams, Library: typeof Readability): ReaderInternals {
  const { charThreshold, nbTopCandidates, linkDensityModifier, disableJSONLD } = params
  const reader = new Library<PeerElement>(document, {
    charThreshold,
    nbTopCandidates,
    linkDensityModifier,
    disableJSONLD,
    serializer: (element) => element,
  }) as unknown as ReaderInternals
  if (!params.stripUnlikelys) reader._removeFlag(reader.FLAG_STRIP_UNLIKELYS)
  if (!params.weightClasses) reader._removeFlag(reader.FLAG_WEIGHT_CLASSES)
  if (!params.cleanConditionally) reader._removeFlag(reader.FLAG_CLEAN_CONDITIONALLY)
  return reader
}

/** The texts of an article. A page that was restored has a text in parts, cut at each escaped sign: they are one again. */
function piecesOf(root: PeerNode | null, idOf: ReadonlyMap<PeerNode, NodeId>): Piece[] {
  const pieces: Piece[] = []
  let last: PeerNode | null = null
  visitPeerNodes(root, (node) => {
    if (node.nodeType !== PEER_TEXT) return
    const id = idOf.get(node) ?? -1
    const before = pieces.at(-1)
    if (id < 0 && before?.node === -1 && last?.nextSibling === node)
      pieces[pieces.length - 1] = { ...before, text: before.text + node.textContent }
    else {
      let up: PeerNode | null = node.parentNode
      let scope = -1
      while (up && (scope = stampOf(up)) < 0) up = up.parentNode
      pieces.push({ text: node.textContent, node: id, scope })
    }
    last = node
  })
  return pieces
}

/** Runs the library alone. @throws what the library throws */
export function runPlain(page: PageModel, params: ReadabilityParams, Library = Readability): PeerOutput & { readonly html: string } {
  const built = buildPeerDocument(page, true)
  const idOf = new Map<PeerNode, NodeId>()
  built.nodes.forEach((node, id) => node && idOf.set(node, id))
  const root = createReader(built, params, Library).parse()?.content ?? null
  const pieces = piecesOf(root, idOf)
  const html = root?.outerHTML ?? ''
  return { text: root ? outputOfHtml(html).text : '', html, pieces, measures: {}, warnings: [] }
}

/** An observed run: what the library gave, and what it was seen to do. */
export interface ObservedRun {
  readonly html: string
  readonly record: ReadabilityRecord
  readonly verdict: Verdict | undefined
}

/** Runs the library once more on a document of its own while it is watched. @throws what the library throws */
export function runObserved(page: PageModel, params: ReadabilityParams, Library = Readability): ObservedRun | null {
  const built = buildPeerDocument(page, true)
  const verdict = readerVerdict(built.document)
  const reader = createReader(built, params, Library)
  if (missingMethods(reader).length > 0) return null
  const watch = watchReader(reader, new Places(page, built.nodes), () => built.document.body as DomElement)
  const root = reader.parse()?.content ?? null
  return { html: root?.outerHTML ?? '', record: watch.record(), verdict }
}

/** The observed run, where it gave what the library alone gave; else null. An observer that failed explains nothing either. */
function observe(page: PageModel, params: ReadabilityParams, html: string, Library: typeof Readability): ObservedRun | null {
  try {
    const observed = runObserved(page, params, Library)
    return observed?.html === html ? observed : null
  } catch {
    return null
  }
}

/** A version of the library, to be run. */
interface ReadabilityVersion {
  readonly Library: typeof Readability
  readonly info: typeof readabilityInfo
}

function runReadability({ Library, info }: ReadabilityVersion, page: PageModel, params: ReadabilityParams, probe: Probe): ExtractionCore {
  let record: ReadabilityRecord | null = null
  let verdict: Verdict | undefined
  const core = runPeer(page, info.title, READABILITY_MEASURES, probe, (told) => {
    const plain = runPlain(page, params, Library)
    if (!told.active) return { ...plain, measures: measuresOf(page, null) }
    const observed = observe(page, params, plain.html, Library)
    if (!observed) {
      told.step('unobserved', `${info.title} runs. The observed run gave another text, so what it does inside cannot be told.`)
      told.decide(page.body, 'drop', 'unobserved', 1, 0)
      const warning = `${info.title} could not be observed on this page: why cannot be told.`
      return { ...plain, measures: measuresOf(page, null), warnings: [warning] }
    }
    record = observed.record
    verdict = observed.verdict
    tellReadability(page, record, told)
    return { ...plain, measures: measuresOf(page, record), warnings: info === readabilityInfo ? [] : [ANOTHER_VERSION] }
  })
  if (!record) return core
  return {
    ...core,
    values: { ...core.values, ...valuesOf(record) },
    candidates: candidatesOf(record),
    ...(verdict && { verdict }),
  }
}

const ANOTHER_VERSION = 'It is watched as version 0.6.0 is, which the reasons were written for; its text is its own.'

/** An extractor of a version of the library. @param info what lists and forms know of it */
export function readabilityOf(Library: typeof Readability, info: typeof readabilityInfo): Extractor<typeof readabilityInfo.params> {
  const version = { Library, info }
  return { ...info, run: (page, params, probe) => runReadability(version, page, params, probe) }
}

export const readability = readabilityOf(Readability, readabilityInfo)
