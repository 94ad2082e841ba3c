import type { NodeId } from '../../shared/page/page-model'
import type { LibraryResult, Removal } from './defuddle-dom'
import { type DomElement, PEER_TEXT, visitPeerNodes, type PeerNode } from './peer-document'

/** Stages that remove nodes, each with the name and caption of the trace's step, and with the step of the library's report. */
export const STAGES = [
  ['shadow', 'streamed', 'Streamed content is moved to its final position.'],
  ['metadata', 'metadata-block', 'A short block with a date is removed if it is one of the three elements after the first h1.'],
  ['footnotes', 'footnotes', 'Footnotes are converted to one form.'],
  ['small', 'small-images', 'Small images are removed.'],
  ['hidden', 'hidden', 'Hidden elements are removed.', 'removeHiddenElements'],
  ['eyebrow', 'eyebrow', 'A label above the first heading is removed.', 'removeEyebrowLabel'],
  ['selectors', 'selectors', 'Elements with known tags, classes or other attributes are removed.', 'removeBySelector'],
  ['scoring', 'low-scoring', 'Blocks that score below 0 are removed.', 'scoreAndRemove'],
  ['patterns', 'patterns', 'Elements known by their content are removed.', 'removeByContentPattern'],
  ['standardize', 'standardize', 'Markup is standardised.'],
  ['unsafe', 'unsafe', 'Unsafe elements are removed.'],
] as const

export type Stage = (typeof STAGES)[number][0] | 'copy' | 'main' | 'done'

export interface Loss {
  readonly stage: Stage
  readonly element: DomElement
  /** The removed page node, or -1 for a node that the library made. */
  readonly node: NodeId
  /** Where the node was: in the main element, elsewhere in the document, or in a removed part. */
  readonly place: 'inside' | 'outside' | 'gone'
  readonly texts: readonly NodeId[]
  /** Whether the nodes that the library inserted before the element replace the element. */
  readonly replaced: boolean
  readonly note: string
  removal?: Removal
}

export type Pass = ReturnType<typeof newPass>
export type MainCandidate = Pass['candidates'][number]

export function newPass(overrides: Readonly<Record<string, unknown>>, questions: Stage[]) {
  return {
    overrides,
    stage: 'done' as Stage,
    ids: new Map() as ReadonlyMap<PeerNode, NodeId>,
    main: null as DomElement | null,
    mainNode: -1,
    found: '',
    candidates: [] as { readonly node: NodeId; readonly score: number; readonly selector: string }[],
    losses: [] as Loss[],
    adopted: [] as NodeId[],
    questions,
    exact: '',
    /** The node before which the library inserted the last nodes. A removal of this node counts as a replacement by these nodes. */
    filledBefore: null as PeerNode | null,
    filledBy: [] as readonly PeerNode[],
    /** Page texts that another node contains: joined texts, or texts that the library rewrote. */
    carried: new Map<PeerNode, NodeId[]>(),
    kept: null as Set<NodeId> | null,
    /** `result` is a copy of the result at the end of the pass. `returned` is the library's object and may change later. */
    result: null as LibraryResult | null,
    returned: null as LibraryResult | null,
  }
}

export function textsIn(pass: Pass, root: PeerNode): NodeId[] {
  const texts: NodeId[] = []
  visitPeerNodes(root, (node) => {
    texts.push(...textsOf(pass, node))
  })
  return texts
}

function textsOf(pass: Pass, node: PeerNode): NodeId[] {
  const own = node.nodeType === PEER_TEXT ? pass.ids.get(node) : undefined
  const carried = pass.carried.get(node) ?? []
  return own === undefined ? carried : [own, ...carried]
}

function carry(pass: Pass, heir: PeerNode, texts: readonly NodeId[]): void {
  const carried = pass.carried.get(heir)
  if (carried) carried.push(...texts)
  else pass.carried.set(heir, [...texts])
}

export function joinTexts(pass: Pass, node: PeerNode): boolean {
  const before = node.nodeType === PEER_TEXT ? (node as DomElement).previousSibling : null
  if (before?.nodeType !== PEER_TEXT || !before.textContent.endsWith(node.textContent)) return false
  carry(pass, before, textsOf(pass, node))
  return true
}

/** Returns the texts that the replacement of the node does not contain. */
export function carryTexts(pass: Pass, replaced: PeerNode): NodeId[] {
  const lost: NodeId[] = []
  visitPeerNodes(replaced, (node) => {
    const texts = textsOf(pass, node)
    if (texts.length === 0) return
    const words = node.textContent.trim()
    const heir = pass.filledBy.find(({ textContent }) => textContent.includes(words))
    if (heir && words !== '') carry(pass, heir, texts)
    else lost.push(...texts)
  })
  return lost
}

/** Reasons that the library reports before a removal. The report of the removal then has the reason “boilerplate text”. */
const ANNOUNCED: ReadonlySet<string> = new Set(['related content section', 'related post cards'])

/** Assigns each report to a removed node of the same step, in order. Returns whether reports and nodes match. */
export function joinReport(pass: Pass): boolean {
  const removals = pass.result?.debug?.removals
  if (!removals) return false
  return STAGES.every(([stage, , , step]) => {
    if (step === undefined) return true
    const reported = removals.filter((removal) => removal.step === step)
    let next = 0
    let afterContents = false
    const losses = pass.losses.filter((loss) => loss.stage === stage && !(stage === 'selectors' && loss.replaced))
    let unreported = losses.length - reported.filter(({ reason }) => !ANNOUNCED.has(reason ?? '')).length
    let announced: Removal | undefined
    for (const loss of losses) {
      // The library does not report horizontal lines around a table of contents, unless another rule removed these lines.
      if (stage === 'patterns' && afterContents && loss.element.tagName === 'HR' && unreported > 0) {
        unreported--
        continue
      }
      if (stage === 'patterns' && ANNOUNCED.has(reported[next]?.reason ?? '')) announced = reported[next++]
      const removal = reported[next++]
      loss.removal = announced && removal?.reason === 'boilerplate text' ? announced : removal
      if (loss.removal === announced) announced = undefined
      afterContents = removal?.reason === 'table of contents'
    }
    return next === reported.length
  })
}

const DOCUMENT = 9

export function placeOf(pass: Pass, node: PeerNode): Loss['place'] {
  let top: PeerNode = node
  for (let up = node.parentNode; up; up = up.parentNode) {
    if (up === pass.main) return 'inside'
    top = up
  }
  return top !== node && top.nodeType === DOCUMENT ? 'outside' : 'gone'
}
