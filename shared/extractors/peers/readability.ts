/** Mozilla's Readability, the library behind Firefox's reader view, looked at like the papers' systems. */
import { Readability } from '@mozilla/readability'
import { defineExtractor, type Extractor } from '../core/extractor'
import { number } from '../core/params'
import type { NodeId, PageModel } from '../../page/page-model'
import type { Piece } from './alignment'
import { buildPeerDocument, PEER_TEXT, stampOf, visitPeerNodes, type PeerElement, type PeerNode } from './peer-document'
import { keptChart, keptShare, peerRules, runPeer, type PeerOutput } from './peer-extraction'

interface Options {
  readonly charThreshold: number
  readonly nbTopCandidates: number
  readonly linkDensityModifier: number
}

function runReadability(page: PageModel, options: Options): PeerOutput {
  const { document, nodes } = buildPeerDocument(page, true)
  const idOf = new Map<PeerNode, NodeId>()
  nodes.forEach((node, id) => idOf.set(node, id))
  const article = new Readability<PeerElement>(document, { ...options, serializer: (element) => element }).parse()
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
  nodes.forEach(note)
  visitPeerNodes(document.documentElement, (node) => note(node, stampOf(node)))
  visitPeerNodes(root, (node) => note(node, stampOf(node)))
  return { pieces, measures: { contentScore }, warnings: [] }
}

export const readability: Extractor = defineExtractor({
  id: 'readability',
  title: 'Readability',
  family: 'peer',
  paper: {
    authors: 'Arc90, Mozilla',
    title: '@mozilla/readability 0.6.0, the library of Firefox’s reader view',
    venue: 'github.com/mozilla/readability',
    year: 2025,
  },
  summary: 'Scores paragraphs’ ancestors by text length and commas, class names and link density. For comparison; not from the papers.',
  params: {
    charThreshold: number({
      label: 'least characters',
      description: 'Characters an article must have; with fewer, the library tries again with less cleaning.',
      origin: 'authors',
      default: 500,
      min: 0,
      max: 5000,
      step: 50,
    }),
    nbTopCandidates: number({
      label: 'top candidates',
      description: 'How many of the best scored elements are compared when the winner is chosen.',
      origin: 'authors',
      default: 5,
      min: 1,
      max: 20,
      step: 1,
    }),
    linkDensityModifier: number({
      label: 'link density modifier',
      description: 'Added to the link density limits above which a block is taken out.',
      origin: 'authors',
      default: 0,
      min: -0.2,
      max: 1,
      step: 0.05,
    }),
  },
  measures: [
    keptShare,
    {
      id: 'contentScore',
      label: 'content score',
      unit: '',
      per: 'node',
      tex: '',
      description: 'The score that the library left on the element: tag and class name, plus a share of its paragraphs’ points.',
    },
  ],
  rules: peerRules,
  charts: [{ id: 'score', title: 'Readability’s content score, in document order', per: 'node', series: ['contentScore'] }, keptChart],
  mainMeasure: 'contentScore',
  run: (page, params, probe) => runPeer(page, 'Readability', ['contentScore'], probe, () => runReadability(page, params)),
})
