/** Mozilla's Readability, the library behind Firefox's reader view, looked at like the papers' systems. */
import { Readability } from '@mozilla/readability'
import type { Extractor, ExtractorInfo } from '../../shared/extractors/core/extractor'
import type { Piece } from '../../shared/extractors/peers/alignment'
import { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import { outputOfHtml, runPeer, type PeerOutput } from '../../shared/extractors/peers/peer-extraction'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { buildPeerDocument, PEER_TEXT, stampOf, visitPeerNodes, type PeerElement, type PeerNode } from './peer-document'

interface Options {
  readonly charThreshold: number
  readonly nbTopCandidates: number
  readonly linkDensityModifier: number
}

function runReadability(page: PageModel, options: Options, Library: typeof Readability): PeerOutput {
  const { document, nodes } = buildPeerDocument(page, true)
  const idOf = new Map<PeerNode, NodeId>()
  nodes.forEach((node, id) => node && idOf.set(node, id))
  const article = new Library<PeerElement>(document, { ...options, serializer: (element) => element }).parse()
  const root = article?.content ?? null
  const pieces: Piece[] = []
  visitPeerNodes(root, (node) => {
    if (node.nodeType !== PEER_TEXT) return
    let up: PeerNode | null = node.parentNode
    let scope = -1
    while (up && (scope = stampOf(up)) < 0) up = up.parentNode
    pieces.push({ text: node.textContent, node: idOf.get(node) ?? -1, scope })
  })

  // The scores of the first attempt are on our own nodes; later attempts score parsed copies, known by their stamp.
  const contentScore = new Float64Array(page.count).fill(Number.NaN)
  const note = (node: PeerNode, id: NodeId): void => {
    const score = (node as PeerElement).readability?.contentScore
    if (id >= 0 && score !== undefined) contentScore[id] = score
  }
  nodes.forEach((node, id) => node && note(node, id))
  visitPeerNodes(document.documentElement, (node) => note(node, stampOf(node)))
  visitPeerNodes(root, (node) => note(node, stampOf(node)))
  return { text: root ? outputOfHtml(root.outerHTML).text : '', pieces, measures: { contentScore }, warnings: [] }
}

/** An extractor of a version of the library. @param info what lists and forms know of it */
export function readabilityOf(Library: typeof Readability, info: ExtractorInfo): Extractor {
  return {
    ...info,
    run: (page, params, probe) =>
      runPeer(page, info.title, ['contentScore'], probe, (told) => {
        told.step('run', `${info.title} runs. What it does inside is not shown.`)
        return runReadability(page, params as unknown as Options, Library)
      }),
  }
}

export const readability: Extractor = readabilityOf(Readability, readabilityInfo)
