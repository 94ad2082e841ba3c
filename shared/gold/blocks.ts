/** Blocks of a page; regions, headings and long paragraphs for keyboard navigation. The regions are guesses. */
import { attribute, ELEMENT, tagName, TEXT, type NodeId } from '../page/page-model'
import { LINE_TAGS, tagTable } from '../page/tags'
import { hiddenMask } from './label-spans'
import { axisText, inkIn, nodeAtAxis, piecesOfRange, trimRange, type AxisRange, type TextAxis } from './text-axis'

/**
 * Ranges of text, ascending. Each range contains text of one block element, such as a paragraph or a cell, without white space at the ends.
 */
export type Blocks = readonly AxisRange[]

export function blocksOf(axis: TextAxis): Blocks {
  const { page, start } = axis
  const inline = tagTable(page.tagNames, LINE_TAGS)
  const hidden = hiddenMask(page)
  const owner = new Int32Array(page.count)
  const blocks: AxisRange[] = []
  let current = -1
  let first = 0
  let last = 0
  const close = (): void => {
    const range = current < 0 ? null : trimRange(axis, { from: first, to: last })
    current = -1
    if (range) blocks.push(range)
  }
  for (let n = 0; n < page.count; n++) {
    const parent = page.parent[n]
    const isText = page.kind[n] === TEXT
    const holder = parent < 0 ? 0 : owner[parent]
    owner[n] = isText || inline[page.tag[n]] === 1 ? holder : n
    const begin = start[n]
    const end = start[n + 1]
    if (!isText || end === begin) continue
    if (hidden[n] !== 0) {
      // Hidden text of another block element ends the current block. Hidden inline text does not end the block.
      if (owner[n] !== current) close()
      continue
    }
    if (owner[n] !== current) {
      close()
      current = owner[n]
      first = begin
    }
    last = end
  }
  close()
  return blocks
}

const MOST = 5000

/**
 * Returns the first `MOST` ranges that match a query, ascending. Ignores case and the amount of white space. A match never crosses blocks.
 * Linear.
 */
export function findText(axis: TextAxis, blocks: Blocks, query: string): AxisRange[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const pattern = wanted
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('\\s+')
  const expression = new RegExp(pattern, 'giu')
  const found: AxisRange[] = []
  for (const block of blocks)
    for (const match of axisText(axis, block).matchAll(expression)) {
      const from = block.from + match.index
      found.push({ from, to: from + match[0].length })
      if (found.length >= MOST) return found
    }
  return found
}

export type RegionKind = 'navigation' | 'header' | 'footer' | 'aside' | 'form' | 'links' | 'text'

/** Adjacent blocks of one kind. */
export interface Region {
  readonly kind: RegionKind
  readonly first: number
  readonly last: number
}

export interface PageOutline {
  readonly regions: readonly Region[]
  readonly regionOf: Int32Array
  /** 1 to 6 for blocks in a heading, otherwise 0. */
  readonly heading: Uint8Array
  /** 1 for long blocks with at most half of the characters in links. */
  readonly isLong: Uint8Array
}

/** Kinds of regions by tag and by role. `article` and `main` have no kind, because both contain the content. */
const LANDMARK_TAGS: Readonly<Record<string, RegionKind>> = {
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  menu: 'navigation',
}
const LANDMARK_ROLES: Readonly<Record<string, RegionKind>> = {
  navigation: 'navigation',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  search: 'form',
}
const OPENS_TEXT: ReadonlySet<string> = new Set(['article', 'main'])

/**
 * Minimum characters of a long block, without white space and link text. The minimum is lower if the longest block has fewer than twice as
 * many characters.
 */
const LONG = 120
const SHORT_RUN = 3

export function outlineOf(axis: TextAxis, blocks: Blocks): PageOutline {
  const { page } = axis
  const landmark: (RegionKind | null)[] = new Array<RegionKind | null>(page.count).fill(null)
  const inText = new Uint8Array(page.count)
  const level = new Uint8Array(page.count)
  const linked = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) {
    const parent = page.parent[n]
    if (parent >= 0) {
      landmark[n] = landmark[parent]
      inText[n] = inText[parent]
      level[n] = level[parent]
      linked[n] = linked[parent]
    }
    if (page.kind[n] !== ELEMENT) continue
    const tag = tagName(page, n)
    if (OPENS_TEXT.has(tag)) {
      landmark[n] = null
      inText[n] = 1
      // The header of an article is not the header of the page.
    } else if (inText[n] === 0 || (tag !== 'header' && tag !== 'footer'))
      landmark[n] = LANDMARK_ROLES[attribute(page, n, 'role') ?? ''] ?? LANDMARK_TAGS[tag] ?? landmark[n]
    if (/^h[1-6]$/.test(tag)) level[n] = Number(tag[1])
    if (tag === 'a') linked[n] = 1
  }

  const kinds: RegionKind[] = []
  const heading = new Uint8Array(blocks.length)
  const ink = new Int32Array(blocks.length)
  const plain = new Int32Array(blocks.length)
  for (let b = 0; b < blocks.length; b++) {
    const first = nodeAtAxis(axis, blocks[b].from)
    heading[b] = level[first]
    for (const { node } of piecesOfRange(axis, blocks[b])) {
      const characters = inkIn(page.text[node])
      ink[b] += characters
      if (linked[node] === 0) plain[b] += characters
    }
    kinds.push(landmark[first] ?? (plain[b] * 2 < ink[b] ? 'links' : 'text'))
  }
  smooth(kinds, heading)

  const regions: Region[] = []
  const regionOf = new Int32Array(blocks.length)
  for (let b = 0; b < blocks.length; b++) {
    const open = regions.at(-1)
    if (open && open.kind === kinds[b]) regions[regions.length - 1] = { ...open, last: b }
    else regions.push({ kind: kinds[b], first: b, last: b })
    regionOf[b] = regions.length - 1
  }
  const longest = plain.reduce((most, characters) => Math.max(most, characters), 0)
  const limit = Math.max(1, Math.min(LONG, longest / 2))
  const isLong = plain.map((characters, b) => (characters >= limit && plain[b] * 2 >= ink[b] ? 1 : 0))
  return { regions, regionOf, heading, isLong: Uint8Array.from(isLong) }
}

function smooth(kinds: RegionKind[], heading: Uint8Array): void {
  for (let b = 0; b < kinds.length; b++) {
    if (kinds[b] !== 'links') continue
    let end = b
    while (end < kinds.length && kinds[end] === 'links') end++
    const isBetween = kinds[b - 1] === 'text' && kinds[end] === 'text'
    if (isBetween && end - b < SHORT_RUN) kinds.fill('text', b, end)
    b = end
  }
  // A heading that is a link begins the next region.
  for (let b = kinds.length - 2; b >= 0; b--) if (heading[b] > 0 && kinds[b] === 'links' && kinds[b + 1] === 'text') kinds[b] = 'text'
}

/** Returns whether annotators can skip a region. */
export function isFoldable({ kind }: Region): boolean {
  return kind !== 'text'
}

/** Returns the highest elements whose visible text is only in foldable regions. Empty if all text of the page is foldable. Linear. */
export function foldedElements(axis: TextAxis, blocks: Blocks, { regions, regionOf }: PageOutline): NodeId[] {
  const { page } = axis
  const [FOLDED, READ] = [1, 2]
  const texts = new Uint8Array(page.count)
  for (let b = 0; b < blocks.length; b++) {
    const bit = isFoldable(regions[regionOf[b]]) ? FOLDED : READ
    for (const { node } of piecesOfRange(axis, blocks[b])) texts[node] |= bit
  }
  for (let n = page.count - 1; n > 0; n--) if (page.parent[n] >= 0) texts[page.parent[n]] |= texts[n]
  const found: NodeId[] = []
  if (page.body < 0 || (texts[page.body] & READ) === 0) return found
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT || texts[n] !== FOLDED) continue
    found.push(n)
    n = page.subtreeEnd[n] - 1
  }
  return found
}

const JUMPS = ['next-long', 'previous-long', 'next-heading', 'previous-heading', 'next-region', 'previous-region'] as const
export type Jump = (typeof JUMPS)[number]
export const isJump = (id: string): id is Jump => (JUMPS as readonly string[]).includes(id)

/** Returns the blocks to which a jump leads; null without a further target. @param at start block; -1 without a cursor */
export function jumpTarget(outline: PageOutline, at: number, jump: Jump): { readonly first: number; readonly last: number } | null {
  const { regions, regionOf, heading, isLong } = outline
  const forward = jump.startsWith('next')
  if (jump.endsWith('region')) return regions[at < 0 ? (forward ? 0 : regions.length - 1) : regionOf[at] + (forward ? 1 : -1)] ?? null
  const marks = jump.endsWith('long') ? isLong : heading
  const block = forward
    ? marks.findIndex((mark, b) => mark > 0 && b > at)
    : marks.findLastIndex((mark, b) => mark > 0 && (at < 0 || b < at))
  return block < 0 ? null : { first: block, last: block }
}
