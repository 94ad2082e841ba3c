/** The private parts of @mozilla/readability 0.6.0 that the observer reads or wraps. */
import type { DomElement, PeerElement, PeerNode } from './peer-document'

type Filter = (this: unknown, node: DomElement, index: number, list: ArrayLike<DomElement>) => boolean

/** The wrapped methods, by their names on the library's instance. */
export interface Methods {
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
}

export interface ReaderInternals extends Methods {
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

export const scoreOf = (element: PeerNode): number => (element as PeerElement).readability?.contentScore ?? Number.NaN
