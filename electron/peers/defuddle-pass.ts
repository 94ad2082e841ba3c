/** What one pass of Defuddle over the page did. */
import type { NodeId } from '../../shared/page/page-model'
import type { DomElement, LibraryResult, Removal } from './defuddle-dom'
import { PEER_TEXT, visitPeerNodes, type PeerNode } from './peer-document'

/** Where in a pass the library is. */
export type Stage =
  | 'copy'
  | 'shadow'
  | 'main'
  | 'metadata'
  | 'footnotes'
  | 'small'
  | 'hidden'
  | 'eyebrow'
  | 'selectors'
  | 'scoring'
  | 'patterns'
  | 'standardize'
  | 'unsafe'
  | 'done'

/** The stages whose removals the library reports, and the name it gives them. */
export const REPORTED: Readonly<Partial<Record<Stage, string>>> = {
  hidden: 'removeHiddenElements',
  eyebrow: 'removeEyebrowLabel',
  selectors: 'removeBySelector',
  scoring: 'scoreAndRemove',
  patterns: 'removeByContentPattern',
}

/** Something that left the document. */
export interface Loss {
  readonly stage: Stage
  readonly element: DomElement
  /** The page node that it is; -1 for what the library made. */
  readonly node: NodeId
  /** Whether it stood in the main element, elsewhere in the document, or in what had left it already. */
  readonly place: 'inside' | 'outside' | 'gone'
  /** Page texts that left with it; only those from inside the main element. */
  readonly texts: readonly NodeId[]
  /** The library replaces it by what was in it, and reports nothing. */
  readonly replaced: boolean
  /** Words of the rule that are only known before it left. */
  readonly note: string
  removal?: Removal
}

export interface MainCandidate {
  readonly node: NodeId
  readonly score: number
  selector: string
}

export interface Pass {
  readonly overrides: Readonly<Record<string, unknown>>
  stage: Stage
  ids: Map<PeerNode, NodeId>
  main: DomElement | null
  mainNode: NodeId
  /** How the main element was found, in words, where not by entry points. */
  found: string
  readonly candidates: MainCandidate[]
  readonly losses: Loss[]
  readonly adopted: NodeId[]
  readonly questions: Stage[]
  exact: string
  /** Before which node something was put last: what leaves next is then replaced by it. */
  filledBefore: PeerNode | null
  filledBy: readonly PeerNode[]
  /** Page texts that stand in another node: in the text that they were joined to, or in what the library wrote in their place. */
  readonly carried: Map<PeerNode, NodeId[]>
  kept: Set<NodeId> | null
  /** The result as it was when the pass ended, and the object itself, which the library may change. */
  result: LibraryResult | null
  returned: LibraryResult | null
}

/** A pass that has not begun. @param questions the stages in which the library will ask whether it debugs */
export function newPass(overrides: Pass['overrides'], questions: Stage[]): Pass {
  return {
    overrides,
    stage: 'done',
    ids: new Map(),
    main: null,
    mainNode: -1,
    found: '',
    candidates: [],
    losses: [],
    adopted: [],
    questions,
    exact: '',
    filledBefore: null,
    filledBy: [],
    carried: new Map(),
    kept: null,
    result: null,
    returned: null,
  }
}

/** The page texts that stand in a node now. */
export function textsIn(pass: Pass, root: PeerNode): NodeId[] {
  const texts: NodeId[] = []
  visitPeerNodes(root, (node) => texts.push(...textsOf(pass, node)))
  return texts
}

/** The page texts that a node is and carries, without those in it. */
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

/**
 * Notes that a text which is about to leave stands in the one before, where the library has joined them.
 * @returns whether it has
 */
export function joinTexts(pass: Pass, node: PeerNode): boolean {
  const before = node.nodeType === PEER_TEXT ? (node as DomElement).previousSibling : null
  if (before?.nodeType !== PEER_TEXT || !before.textContent.endsWith(node.textContent)) return false
  carry(pass, before, textsOf(pass, node))
  return true
}

/**
 * Notes which texts of a node that is being replaced stand again in what replaces it.
 * @returns the texts that do not
 */
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

/** Reasons that the library reports before it removes what follows the element, and then the element itself as boilerplate. */
const ANNOUNCED: ReadonlySet<string> = new Set(['related content section', 'related post cards'])

/**
 * Joins the library's report to what left the document, step by step in the order of both.
 * @returns whether each reported removal has one that left, and each that left in these steps is reported.
 */
export function joinReport(pass: Pass): boolean {
  const removals = pass.result?.debug?.removals
  if (!removals) return false
  const stages = Object.entries(REPORTED) as readonly [Stage, string][]
  return stages.every(([stage, step]) => {
    const told = removals.filter((removal) => removal.step === step)
    let next = 0
    let afterContents = false
    const losses = pass.losses.filter((loss) => loss.stage === stage && !(stage === 'selectors' && loss.replaced))
    let unreported = losses.length - told.filter(({ reason }) => !ANNOUNCED.has(reason ?? '')).length
    let announced: Removal | undefined
    for (const loss of losses) {
      // The lines around a table of contents go unreported; one that is left for something else is reported.
      if (stage === 'patterns' && afterContents && loss.element.tagName === 'HR' && unreported > 0) {
        unreported--
        continue
      }
      if (stage === 'patterns' && ANNOUNCED.has(told[next]?.reason ?? '')) announced = told[next++]
      const removal = told[next++]
      loss.removal = announced && removal?.reason === 'boilerplate text' ? announced : removal
      if (loss.removal === announced) announced = undefined
      afterContents = removal?.reason === 'table of contents'
    }
    return next === told.length
  })
}
