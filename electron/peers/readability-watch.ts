import { type DomElement, type PeerElement, type PeerNode, stampOf, textNodes, visitPeerNodes } from './peer-document'
import { nodeLabel } from '../../shared/explain/node-label'
import type { Attempt, Finding, Place, ReadabilityRecord, PlacedFinding } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-info'
import type { Outcome } from '../../shared/extractors/core/probe'
import { TEXT, type NodeId, type PageModel } from '../../shared/page/page-model'

type Filter = (this: unknown, node: DomElement, index: number, list: ArrayLike<DomElement>) => boolean

export interface ReaderInternals {
  log: (...parts: readonly unknown[]) => void
  _grabArticle: (page?: DomElement) => DomElement | null
  _isProbablyVisible: (node: DomElement) => boolean
  _isValidByline: (node: DomElement, matchString: string) => boolean
  _checkByline?: (node: DomElement, matchString: string) => boolean
  _headerDuplicatesTitle: (node: DomElement) => boolean
  _textSimilarity: (a: string, b: string) => number
  _isElementWithoutContent: (node: DomElement) => boolean
  _hasSingleTagInsideElement: (node: DomElement, tag: string) => boolean
  _removeAndGetNext: (node: DomElement) => DomElement | null
  _removeNodes: (nodes: ArrayLike<DomElement>, filter?: Filter) => void
  _setNodeTag: (node: DomElement, tag: string) => DomElement
  _getInnerText: (node: DomElement, normalizeSpaces?: boolean) => string
  _getNodeAncestors: (node: DomElement, most?: number) => DomElement[]
  _initializeNode: (node: DomElement) => void
  _getClassWeight: (node: DomElement) => number
  _getLinkDensity: (node: DomElement) => number
  _getTextDensity: (node: DomElement, tags: readonly string[]) => number
  _getCharCount: (node: DomElement, sign: string) => number
  _prepArticle: (article: DomElement) => void
  _clean: (article: DomElement, tag: string) => void
  _cleanConditionally: (article: DomElement, tag: string) => void
  _cleanHeaders: (article: DomElement) => void
  _markDataTables: (root: DomElement) => void
  _fixLazyImages: (root: DomElement) => void
  _simplifyNestedElements: (article: DomElement) => void
  readonly _charThreshold: number
  readonly _nbTopCandidates: number
  readonly _linkDensityModifier: number
  readonly DEFAULT_CHAR_THRESHOLD: number
  readonly FLAG_STRIP_UNLIKELYS: number
  readonly FLAG_WEIGHT_CLASSES: number
  readonly FLAG_CLEAN_CONDITIONALLY: number
  readonly REGEXPS: Readonly<Record<'unlikelyCandidates' | 'positive' | 'negative' | 'byline' | 'commas' | 'shareElements', RegExp>>
  _flagIsActive(flag: number): boolean
  _removeFlag(flag: number): void
  _hasAncestorTag(node: DomElement, tag: string): boolean
  parse(): { readonly content: DomElement | null | undefined } | null
}

const AHEAD = 40

/** Maps the library's elements to the page by stamp, and texts by identity. In a restored page, the characters identify a text. */
export class Places {
  readonly #page: PageModel
  readonly #texts = new Map<PeerNode, readonly NodeId[]>()
  #before: { readonly text: string; readonly ids: readonly NodeId[] }[] = []

  constructor(page: PageModel, ids: ReadonlyMap<PeerNode, NodeId>) {
    this.#page = page
    for (const [node, id] of ids) if (page.kind[id] === TEXT) this.#texts.set(node, [id])
  }

  textIds(node: PeerNode): readonly NodeId[] {
    return this.#texts.get(node) ?? []
  }

  remember(body: PeerNode): void {
    this.#before = textNodes(body).map((node) => ({ text: node.textContent, ids: this.textIds(node) }))
  }

  /** Maps the texts of a restored page by order and characters. The restored texts may be joined or split. */
  restored(body: PeerNode): void {
    const before = this.#before
    let at = 0
    let offset = 0
    for (const node of textNodes(body)) {
      const { textContent } = node
      if (textContent === '') continue
      const start = offset === 0 ? findNextText(before, at, textContent) : at
      if (start !== at) offset = 0
      at = start
      const ids: NodeId[] = []
      let left = textContent.length
      while (left > 0 && at < before.length) {
        const { text, ids: own } = before[at] as { text: string; ids: readonly NodeId[] }
        ids.push(...own)
        const used = Math.min(left, text.length - offset)
        left -= used
        offset += used
        if (offset < text.length) break
        at++
        offset = 0
      }
      this.#texts.set(node, ids)
    }
  }

  of(element: PeerNode): Place {
    const stamp = stampOf(element)
    if (stamp >= 0) return { ids: [stamp], label: nodeLabel(this.#page, stamp) }
    const ids = this.#whole(this.#contents(element), element)
    const [first] = ids
    return { ids, label: ids.length === 1 && first !== undefined ? nodeLabel(this.#page, first) : 'a paragraph that Readability made' }
  }

  #contents(element: PeerNode): NodeId[] {
    const ids: NodeId[] = []
    visitPeerNodes(element, (node) => {
      const stamp = stampOf(node)
      ids.push(...(stamp >= 0 ? [stamp] : this.textIds(node)))
      if (stamp >= 0) return false
    })
    return ids
  }

  /** Returns the parent if the library replaced the parent and the nodes are the whole content of the parent, otherwise the nodes. */
  #whole(ids: NodeId[], { parentNode }: PeerNode): NodeId[] {
    const { parent, subtreeEnd, kind, text, body } = this.#page
    const [first] = ids
    if (first === undefined) return ids
    const up = parent[first] as number
    if (up <= body || (parentNode && stampOf(parentNode) === up)) return ids
    const known = new Set(ids)
    const end = subtreeEnd[up] as number
    for (let n = up + 1; n < end; n = subtreeEnd[n] as number)
      if (!known.has(n) && !(kind[n] === TEXT && (text[n] as string).trim() === '')) return ids
    return [up]
  }
}

function findNextText(before: readonly { readonly text: string }[], at: number, text: string): number {
  for (let k = at; k < Math.min(before.length, at + AHEAD); k++) {
    const other = before[k]?.text ?? ''
    if (other !== '' && (text.startsWith(other) || other.startsWith(text))) return k
  }
  return at
}

export const scoreOf = (element: PeerNode): number => (element as PeerElement).readability?.contentScore ?? Number.NaN

export type Stage = 'prepare' | 'strip' | 'score' | 'clean' | 'measure' | 'end'

export class Watch implements ReadabilityRecord {
  readonly prepared: PlacedFinding[] = []
  readonly attempts: Attempt[] = []
  readonly articles: DomElement[] = []
  readonly simplified: PlacedFinding[] = []
  stage: Stage = 'prepare'
  kept = -1
  pending: Finding | null = null
  similarity = Number.NaN
  linkDensity = Number.NaN
  weight = Number.NaN
  /** Number of running methods that call `_getInnerText` but score no text. */
  inside = 0

  constructor(
    readonly reader: ReaderInternals,
    readonly places: Places,
  ) {}

  get charThreshold(): number {
    return this.reader._charThreshold
  }

  get attempt(): Attempt | undefined {
    return this.attempts.at(-1)
  }

  report(element: DomElement, outcome: Outcome, rule: ReadabilityRule, found: Partial<Omit<Finding, 'rule'>> = {}): void {
    const { value = 1, limit = 0, note = '' } = found
    const finding: PlacedFinding = { place: this.places.of(element), outcome, rule, value, limit, note }
    if (this.stage === 'prepare') this.prepared.push(finding)
    else if (this.stage === 'strip') this.attempt?.stripped.push(finding)
    else this.attempt?.cleaned.push(finding)
  }
}

function matchedWord(pattern: RegExp, text: string): string {
  return (new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)?.[0] ?? '').trim()
}

export function hiddenWords(node: DomElement): string {
  if (node.style?.display === 'none') return 'style display: none'
  if (node.style?.visibility === 'hidden') return 'style visibility: hidden'
  return node.hasAttribute('hidden') ? 'attribute hidden' : 'aria-hidden="true"'
}

export function bylineWords(reader: ReaderInternals, node: DomElement, matchString: string): string {
  if (node.getAttribute('rel') === 'author') return 'rel="author"'
  const itemprop = node.getAttribute('itemprop')
  if (itemprop?.includes('author')) return `itemprop="${itemprop}"`
  return `class or id contains “${matchedWord(reader.REGEXPS.byline, matchString)}”`
}

/** @param names class and id of the element */
export function unlikelyWords(reader: ReaderInternals, names: string): string {
  return `“${matchedWord(reader.REGEXPS.unlikelyCandidates, names)}” (a name with a word such as “article” is exempt)`
}

export function weightWords(reader: ReaderInternals, node: DomElement): string {
  if (!reader._flagIsActive(reader.FLAG_WEIGHT_CLASSES)) return ''
  const messages: string[] = []
  const { negative, positive } = reader.REGEXPS
  for (const [name, value] of [
    ['class', node.className],
    ['id', node.id],
  ] as const) {
    if (typeof value !== 'string' || value === '') continue
    if (negative.test(value)) messages.push(`“${matchedWord(negative, value)}” in its ${name}: -25`)
    if (positive.test(value)) messages.push(`“${matchedWord(positive, value)}” in its ${name}: +25`)
  }
  return messages.length === 0 ? '' : ` (${messages.join(', ')})`
}
