import { emptyExtraction, whyEmpty } from '../core/results'
import { KEPT, markPath, OUT, PATH, outputText } from '../../page/output'
import type { ChartSpec, ExtractionCore, MeasureSpec, RuleSpec } from '../core/extractor'
import { followStatuses } from '../core/statuses'
import type { Probe } from '../core/probe'
import { TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { parsePage } from '../../page/parse-page'
import { INLINE_TAGS, tagTable, unreadTags } from '../../page/tags'
import { collapsedLength } from '../../page/text'
import { usualTree, type ContentTree } from '../../page/content-tree'
import { alignPieces, type Piece } from './alignment'
import { rulesOf } from '../core/rule-table'
import { wordsElsewhere } from './words-elsewhere'

/** Maximum depth of a page for a library. The time of libraries grows with the square of the depth. */
export const MAX_PEER_DEPTH = 2_000

export interface PeerOutput {
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly measures: Readonly<Record<string, Float64Array>>
  readonly warnings: readonly string[]
}

/** Reads the readable text of a library's HTML output, one block per line, with the text nodes as pieces. */
export function outputOfHtml(html: string): Pick<PeerOutput, 'text' | 'pieces'> {
  // A serialised `plaintext` has an end tag. A parser would read this end tag as text.
  const page = parsePage(html.replaceAll(/<(\/?)plaintext\b/gi, '<$1xmp'))
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
  description: 'Share of the node’s characters in the output of the library. Boilerscope counts them in the aligned output.',
  share: true,
}

export const peerRules: readonly RuleSpec[] = rulesOf(
  {
    'in-output': 'in the output | output text (characters) | It is in the output of the library ({value} characters).',
    'not-in-output': 'not in the output | missing text (characters) | It is not in the output of the library.',
    'all-in-output': 'whole text in the output | kept share | All text of the element is in the output.',
    ancestor: 'ancestor of kept content | kept share | It contains kept text: {value} of its characters are in the output.',
  },
  { 'kept share': { share: true } },
)

export const PEER_VALUES = {
  outputWords: { label: 'words of the library’s output' },
  unalignedWords: { label: 'words not found on the page' },
} as const

export const keptChart: ChartSpec = { id: 'kept', title: 'Kept share by node', per: 'node', series: ['keptShare'] }

/**
 * Runs a library and maps its output to node ids. Exceptions of `run` become warnings. @param measureIds names of the measures per node,
 * for the empty result
 */
export function runPeer(
  page: PageModel,
  { library, measureIds }: { readonly library: string; readonly measureIds: readonly string[] },
  probe: Probe,
  run: (probe: Probe) => PeerOutput,
): ExtractionCore {
  const ids = [...measureIds, 'keptShare']
  const nothing = (warning: string): ExtractionCore => ({ ...emptyExtraction(page, ids), brokeDown: warning, warnings: [warning] })
  probe.step('load', `The page is built as a DOM for ${library}, with the nodes of the page.`)
  const tree = usualTree(page, false)
  const depth = pageDepth(page)
  if (depth > MAX_PEER_DEPTH)
    return nothing(
      `${library} did not run: elements are nested ${depth.toLocaleString('en')} levels deep (limit ${MAX_PEER_DEPTH.toLocaleString('en')}), and the library’s time grows with the square of the depth.`,
    )

  const followed = followStatuses(page, probe)
  let output: PeerOutput
  try {
    output = run(followed.probe)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return nothing(`${library} failed on this page: ${reason}`)
  }

  return alignedExtraction(tree, library, output, followed)
}

/** Locates the text of an output in the page. Reports the differences from the decisions that the run reported. */
export function alignedExtraction(
  tree: ContentTree,
  library: string,
  output: PeerOutput,
  { probe, statuses }: ReturnType<typeof followStatuses>,
): ExtractionCore {
  const { page } = tree
  const { kept, words, unfound, ...counts } = alignPieces(page, output.pieces)
  const share = keptShares(tree, kept)
  probe.step('align', 'The text of the output is located in the page, node by node.', {
    measures: ['keptShare', ...Object.keys(output.measures)],
  })
  const selected = peerSelection(tree, kept, share)
  reportDifferences(page, selected, { probe, statuses }, { share: (node) => share[node], removal: tree.removal })

  const warnings = [...output.warnings]
  if (output.text.trim() === '') {
    warnings.push(`${library} found no article on this page.`)
    if (tree.isText.indexOf(1) < 0) warnings.push(whyEmpty(page))
  }
  let { missingWords, repeatedWords, movedWords } = counts
  for (const [place, { missing, repeated, moved }] of wordsElsewhere(page, unfound)) {
    missingWords -= missing
    repeatedWords -= repeated
    movedWords -= moved
    warnings.push(`${missing + repeated + moved} of ${words} words of the output are in ${place}.`)
  }
  if (missingWords > 0)
    warnings.push(`${missingWords} of ${words} words of the output are missing in the parsed page: ${library} wrote or changed them.`)
  if (repeatedWords > 0)
    warnings.push(
      `${repeatedWords} of ${words} words of the output occur more often in the output than on the page: ${library} repeats these words.`,
    )
  if (movedWords > 0)
    warnings.push(
      `${movedWords} of ${words} words of the output are on the page in another order or place: ${library} moved or joined them.`,
    )
  return {
    selected,
    given: output.text,
    measures: { ...output.measures, keptShare: share },
    values: { outputWords: words, unalignedWords: missingWords },
    warnings,
  }
}

/** Returns the share of kept characters per element. NaN for text nodes and for elements without characters. */
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

const NOT_BLANK = /[^ \t\n\f\r]/

function peerSelection(tree: ContentTree, kept: readonly number[], share: Float64Array): Uint8Array {
  const { page, removal } = tree
  const selected = new Uint8Array(page.count)
  if (page.body < 0) return selected
  for (const node of kept) selected[node] = KEPT
  const end = page.subtreeEnd[page.body]
  for (let n = page.body + 1; n < end; n++) {
    if (selected[n] === KEPT || removal[n] !== 0) continue
    const s = share[n]
    const whole = page.kind[n] === TEXT || Number.isNaN(s) ? selected[page.parent[n]] === KEPT && page.parent[n] !== page.body : s === 1
    if (!whole || (page.kind[n] === TEXT && NOT_BLANK.test(page.text[n]))) continue
    selected[n] = KEPT
  }
  keepGaps(tree, selected, share)
  markPath(page, selected)
  return selected
}

/** Between two kept texts, keeps each `br`, and each blank text with inline neighbours, if the parent contains kept text. */
function keepGaps({ page, removal }: ContentTree, selected: Uint8Array, share: Float64Array): void {
  const br = page.tagNames.indexOf('br')
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const isInline = (n: NodeId): boolean => page.kind[n] === TEXT || inline[page.tag[n]] === 1
  const isOnLine = (n: NodeId): boolean => {
    let before: NodeId = n - 1
    while (before > page.parent[n] && page.parent[before] !== page.parent[n]) before = page.parent[before]
    const after = n + 1
    return before > page.parent[n] && isInline(before) && after < page.subtreeEnd[page.parent[n]] && isInline(after)
  }
  const gap: NodeId[] = []
  let isAfterKept = false
  for (let n = page.body + 1; n < page.subtreeEnd[page.body]; n++) {
    if (removal[n] !== 0) continue
    const isBlank = page.kind[n] === TEXT && !NOT_BLANK.test(page.text[n])
    if (page.kind[n] === TEXT && !isBlank) {
      if (isAfterKept && selected[n] === KEPT) for (const between of gap) selected[between] = KEPT
      isAfterKept = selected[n] === KEPT
      gap.length = 0
    } else if (selected[n] !== KEPT && share[page.parent[n]] > 0 && (isBlank ? isOnLine(n) : page.tag[n] === br)) gap.push(n)
  }
}

interface DifferenceWords {
  readonly share: (node: NodeId) => number
  /** 0 for each node that the alignment reads. Other nodes get no decision. */
  readonly removal?: Uint8Array
  readonly rules?: readonly [text: string, other: string, out: string]
}

/**
 * Reports each kept node, and each ancestor of kept text, whose result differs from the decisions so far. Also reports each dropped text
 * whose result differs, or that has no decision.
 */
export function reportDifferences(
  page: PageModel,
  selected: Uint8Array,
  { probe, statuses }: ReturnType<typeof followStatuses>,
  { share, removal, rules = ['in-output', 'all-in-output', 'not-in-output'] }: DifferenceWords,
): void {
  if (!probe.active) return
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (removal && removal[n] !== 0) continue
    const characters = page.kind[n] === TEXT ? collapsedLength(page.text[n]) : 0
    if (selected[n] === OUT) {
      if (characters > 0 && (statuses.status[n] !== OUT || statuses.judged[n] === 0)) probe.decide(n, 'dropNode', rules[2], characters, 0)
    } else if (selected[n] === statuses.status[n]) continue
    else if (selected[n] === PATH) probe.decide(n, 'path', 'ancestor', share(n), 0)
    else if (characters > 0) probe.decide(n, 'keepNode', rules[0], characters, 0)
    else probe.decide(n, 'keepNode', rules[1], 1, 1)
  }
}

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
