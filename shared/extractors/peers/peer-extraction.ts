import { emptyExtraction } from '../core/empty'
import { KEPT, markPath } from '../../page/selection'
import type { ChartSpec, ExtractionCore, MeasureSpec, RuleSpec } from '../core/extractor'
import type { Probe } from '../core/probe'
import { outputText } from '../../page/output'
import { TEXT, type PageModel } from '../../page/page-model'
import { parsePage } from '../../page/parse-page'
import { tagTable, unreadTags } from '../../page/tags'
import { collapsedLength } from '../../page/text'
import { contentTree, type ContentTree } from '../../page/content-tree'
import { alignPieces, type Piece } from './alignment'

/**
 * Levels a page may be nested for a peer: the libraries climb from nodes to the root, recurse, and read the text of every
 * ancestor again, so that their time grows with the square of the depth.
 */
export const MAX_PEER_DEPTH = 2_000

/** What a library's run gives before it is aligned. */
export interface PeerOutput {
  /** The text as the library gave it. */
  readonly text: string
  readonly pieces: readonly Piece[]
  /** Measures that the library left on the nodes. */
  readonly measures: Readonly<Record<string, Float64Array>>
  readonly warnings: readonly string[]
}

/** What a library gave as HTML: all of its text that a reader would see, a block a line, and its text nodes as pieces. */
export function outputOfHtml(html: string): Pick<PeerOutput, 'text' | 'pieces'> {
  const page = parsePage(html)
  const unread = tagTable(page.tagNames, unreadTags(page))
  const all = new Uint8Array(page.count)
  const pieces: Piece[] = []
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] === TEXT) {
      pieces.push({ text: page.text[n], node: -1, scope: -1 })
      all[n] = KEPT
    } else if (unread[page.tag[n]] === 1) n = page.subtreeEnd[n] - 1
  }
  markPath(page, all)
  return { text: outputText(page, all).text, pieces }
}

export const keptShare: MeasureSpec = {
  id: 'keptShare',
  label: 'kept share',
  unit: '',
  per: 'node',
  tex: '',
  description:
    'Share of the node’s characters that the library’s output holds. Counted by us from the aligned output; no measure of the library.',
  share: true,
}

export const peerRules: readonly RuleSpec[] = [
  {
    id: 'in-output',
    label: 'in the output',
    relation: '',
    quantity: 'output text',
    unit: 'characters',
    sentence: 'The library’s output holds this text ({value} characters).',
  },
  {
    id: 'all-in-output',
    label: 'all of it in the output',
    relation: '=',
    quantity: 'kept share',
    unit: '',
    sentence: 'The output holds all of its text.',
  },
  {
    id: 'ancestor',
    label: 'ancestor of kept content',
    relation: '',
    quantity: 'kept share',
    unit: '',
    sentence: 'It is on the way from kept content up to body; {value} of its characters are in the output.',
  },
]

export const keptChart: ChartSpec = { id: 'kept', title: 'Kept share of each node, in document order', per: 'node', series: ['keptShare'] }

/**
 * Runs a library and maps what it gave back to node ids. The library is a black box: the trace has its input, its run and the alignment.
 * @param library the name shown
 * @param measureIds ids of the measures per node, for the empty result
 * @param run builds the document and runs the library; its exceptions become warnings
 */
export function runPeer(
  page: PageModel,
  library: string,
  measureIds: readonly string[],
  probe: Probe,
  run: () => PeerOutput,
): ExtractionCore {
  const ids = [...measureIds, 'keptShare']
  const nothing = (warning: string): ExtractionCore => ({ ...emptyExtraction(page, ids), warnings: [warning] })
  probe.step('load', `The page is built as a DOM for ${library}: the same nodes as ours, each with its id.`)
  const tree = contentTree(page, { dropHidden: false })
  if (tree.size === 0 || tree.isText.indexOf(1) < 0) return emptyExtraction(page, ids)
  const depth = pageDepth(page)
  if (depth > MAX_PEER_DEPTH)
    return nothing(
      `${library} was not run: the page is nested ${depth.toLocaleString('en')} deep, and its time grows with the square of the depth (limit ${MAX_PEER_DEPTH.toLocaleString('en')}).`,
    )

  probe.step('run', `${library} runs. It is somebody else’s program: what it does inside is not shown.`)
  let output: PeerOutput
  try {
    output = run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return nothing(`${library} failed on this page: ${reason}`)
  }

  return alignedExtraction(tree, library, output, probe)
}

/** Finds the text of an output again in the page and tells it; the second half of `runPeer`. */
export function alignedExtraction(tree: ContentTree, library: string, output: PeerOutput, probe: Probe): ExtractionCore {
  const { page } = tree
  const { kept, words, lostWords } = alignPieces(page, output.pieces)
  const share = keptShares(tree, kept)
  probe.step('align', 'The text of the output is found again in the page, node by node.', {
    measures: ['keptShare', ...Object.keys(output.measures)],
  })
  if (probe.active) for (const node of kept) probe.decide(node, 'keepNode', 'in-output', collapsedLength(page.text[node]), 0)

  const warnings = [...output.warnings]
  if (kept.length === 0) warnings.push(`${library} found no article on this page.`)
  if (lostWords > 0)
    warnings.push(
      `${lostWords} of ${words} words of the output are nowhere in the page as it was parsed: ${library} wrote or changed them.`,
    )
  return {
    selected: peerSelection(tree, kept, share, probe),
    given: output.text,
    measures: { ...output.measures, keptShare: share },
    values: { outputWords: words, unalignedWords: lostWords },
    warnings,
  }
}

/** Kept characters by all characters of each element's subtree; NaN where it has none. */
export function keptShares(tree: ContentTree, kept: readonly number[]): Float64Array {
  const { page } = tree
  const all = new Float64Array(page.count)
  const inOutput = new Float64Array(page.count)
  for (let e = 0; e < tree.size; e++) if (tree.isText[e] === 1) all[tree.node[e]] = tree.length[e]
  for (const node of kept) {
    const length = collapsedLength(page.text[node])
    all[node] = length
    inOutput[node] = length
  }
  for (let n = page.count - 1; n > 0; n--) {
    const p = page.parent[n]
    if (p < 0) continue
    all[p] += all[n]
    inOutput[p] += inOutput[n]
  }
  const share = new Float64Array(page.count).fill(Number.NaN)
  for (let n = 0; n < page.count; n++) if (page.kind[n] !== TEXT && all[n] > 0) share[n] = inOutput[n] / all[n]
  return share
}

/** Kept text, elements below body all of whose text is kept, their ancestors as path, the rest out. */
function peerSelection(tree: ContentTree, kept: readonly number[], share: Float64Array, probe: Probe): Uint8Array {
  const { page, removal } = tree
  const selected = new Uint8Array(page.count)
  if (page.body < 0) return selected
  for (const node of kept) selected[node] = KEPT
  probe.step('output', 'An element all of whose text was found is kept whole; the ancestors of what is kept are the path to it.')
  const end = page.subtreeEnd[page.body]
  for (let n = page.body + 1; n < end; n++) {
    if (selected[n] === KEPT || removal[n] !== 0) continue
    const s = share[n]
    const whole = page.kind[n] === TEXT || Number.isNaN(s) ? selected[page.parent[n]] === KEPT && page.parent[n] !== page.body : s === 1
    if (!whole || (page.kind[n] === TEXT && collapsedLength(page.text[n]) > 0)) continue
    selected[n] = KEPT
    if (probe.active) probe.decide(n, 'keepNode', 'all-in-output', 1, 1)
  }
  markPath(page, selected, (node) => {
    if (probe.active) probe.decide(node, 'path', 'ancestor', share[node], 0)
  })
  return selected
}

/** The greatest depth of a page's nodes; the root has 0. Linear. */
function pageDepth(page: PageModel): number {
  const depth = new Int32Array(page.count)
  let greatest = 0
  for (let n = 1; n < page.count; n++) {
    const d = depth[page.parent[n]] + 1
    depth[n] = d
    if (d > greatest) greatest = d
  }
  return greatest
}
