import { valueAt } from '../../base/once'
import type { Extraction } from '../../extractors/core/run'
import type { NodeId, PageModel } from '../../page/page-model'
import { countWords } from '../../page/text'
import { bitsOfAll, isChosen, paragraphsOf, type Disagreement, type PassageFilter } from './disagreement'

/** A part of an extraction's text: the text of a node, or the white space after the text of a node. */
export interface Piece {
  readonly text: string
  readonly node: NodeId
  /** Bit i is set if extraction i keeps the node. */
  readonly keepers: number
}

/** A paragraph of the page: text of one block element, up to the next block. */
export interface AlignedRow {
  /** The first text node of the paragraph. */
  readonly node: NodeId
  /** Per extraction, the text of this paragraph; empty for an extraction that drops the paragraph. */
  readonly cells: readonly (readonly Piece[])[]
}

export interface SkippedRows {
  readonly skipped: number
  readonly words: number
  readonly keptByAll: boolean
  readonly droppedByAll: boolean
}

/**
 * Divides extractions into one row per paragraph. Counts paragraphs that no extraction keeps, or that the filter hides, as skipped rows.
 */
export function alignTexts(
  page: PageModel,
  extractions: readonly Extraction[],
  disagreement: Disagreement,
  filter: PassageFilter = { kind: 'all' },
): (AlignedRow | SkippedRows)[] {
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
  const paragraph = paragraphsOf(page)
  // Text outside all passages, such as scripts, forms no paragraph.
  const keepers = new Int32Array(page.count).fill(-1)
  for (const passage of disagreement.passages) for (const node of passage.nodes) keepers[node] = passage.keepers
  for (let n = 0; n < end; n++) if (keepers[n] === -1) paragraph[n] = -1
  const cells = extractions.map((extraction) => piecesByParagraph(extraction, paragraph, keepers))
  const allBits = bitsOfAll(extractions.length)

  const rows: (AlignedRow | SkippedRows)[] = []
  let skipped = 0
  let words = 0
  let some = 0
  let dropped = 0
  const closeGap = (): void => {
    if (skipped > 0) rows.push({ skipped, words, keptByAll: some === 0 && dropped === 0, droppedByAll: some === 0 && dropped === skipped })
    skipped = words = some = dropped = 0
  }
  // Text nodes of one paragraph are consecutive.
  for (let n = Math.max(0, page.body); n < end;) {
    const index = paragraph[n] as number
    if (index < 0) {
      n += 1
      continue
    }
    const first = n
    let isShown = false
    let isUnanimous = true
    let any = 0
    let count = 0
    for (; n < end && (paragraph[n] === index || paragraph[n] === -1); n++) {
      if (paragraph[n] !== index) continue
      const mask = keepers[n] as number
      any |= mask
      if (mask !== allBits) isUnanimous = false
      if (isChosen(filter, mask, extractions.length)) isShown = true
      count += countWords(page.text[n] as string)
    }
    if (isShown && any !== 0) {
      closeGap()
      rows.push({ node: first, cells: cells.map((one) => one.get(index) ?? []) })
    } else {
      skipped += 1
      words += count
      if (any === 0) dropped += 1
      else if (!isUnanimous) some += 1
    }
  }
  closeGap()
  return rows
}

function piecesByParagraph({ text, spans }: Extraction, paragraph: Int32Array, keepers: Int32Array): Map<number, Piece[]> {
  const found = new Map<number, Piece[]>()
  for (let s = 0; s + 2 < spans.length; s += 3) {
    const node = spans[s + 2] as number
    const index = paragraph[node] ?? -1
    if (index < 0) continue
    const pieces = valueAt(found, index, () => [])
    pieces.push({ text: text.slice(spans[s], spans[s + 1]), node, keepers: keepers[node] as number })
    const next = s + 5 < spans.length ? (spans[s + 5] as number) : -1
    const gap = text.slice(spans[s + 1], s + 3 < spans.length ? spans[s + 3] : spans[s + 1])
    if (gap !== '' && next >= 0 && paragraph[next] === index) pieces.push({ text: gap, node, keepers: keepers[node] as number })
  }
  return found
}
