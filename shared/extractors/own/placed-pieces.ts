import { valueAt } from '../../base/once'
import { lastAtOrBefore } from '../../base/int-list'
import { longestAscending, type Piece } from '../peers/alignment'
import { comparable } from '../peers/page-letters'
import { KEPT } from '../../page/output'
import { TEXT, type PageModel } from '../../page/page-model'

/** Minimum letters of a text that is searched in all of the remaining output. Shorter texts are searched only near the previous text. */
const LONG = 20
const CLOSE = 200

/** Divides the text of `pieces` into the texts of kept nodes and the lines between these texts. */
export function placedPieces(page: PageModel, pieces: readonly Piece[], outcome: Uint8Array): Piece[] {
  const letters = lettersOf(pieces)
  const nodes: number[] = []
  const texts: string[] = []
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    const own = page.kind[n] === TEXT && outcome[n] === KEPT ? comparable(page.text[n]) : ''
    if (own === '') continue
    nodes.push(n)
    texts.push(own)
  }
  const places = placesOf(texts, letters.all)
  const placed = nodes
    .flatMap((node, i) => (places[i] < 0 ? [] : [{ from: places[i], to: places[i] + texts[i].length, node }]))
    .sort((one, other) => one.from - other.from)
  const cut: Piece[] = []
  let before = 0
  for (const { from, to, node } of placed) {
    if (from < before) continue
    cut.push(...leftOver(letters, before, from), { text: withSigns(letters, from, to), node, scope: -1 })
    before = to
  }
  cut.push(...leftOver(letters, before, letters.all.length))
  return cut
}

/** Returns the position of each text in `whole`, or −1. Long and unique texts limit the search of the other texts. */
function placesOf(texts: readonly string[], whole: string): Int32Array {
  const places = new Int32Array(texts.length).fill(-1)
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  const found = findAll(
    [...times.keys()].filter((text) => text.length >= LONG),
    whole,
  )
  const sure: number[] = []
  texts.forEach((text, i) => {
    const [at, another] = found.get(text) ?? []
    if (at === undefined || another !== undefined || times.get(text) !== 1) return
    places[i] = at
    sure.push(i)
  })
  const inOrder = new Set(longestAscending(sure.map((i) => places[i])).map((k) => sure[k]))
  const bounds = new Int32Array(texts.length + 1).fill(whole.length)
  for (let i = texts.length - 1; i >= 0; i--) bounds[i] = inOrder.has(i) ? places[i] : bounds[i + 1]
  let cursor = 0
  texts.forEach((text, i) => {
    if (inOrder.has(i)) cursor = places[i] + text.length
    else if (places[i] < 0) {
      const at = text.length < LONG ? closeBehind(text, whole, cursor) : firstFrom(found.get(text) ?? [], cursor)
      if (at < 0 || at + text.length > bounds[i]) return
      places[i] = at
      cursor = at + text.length
    }
  })
  return places
}

function findAll(texts: readonly string[], whole: string): Map<string, number[]> {
  const byBeginning = new Map<string, string[]>()
  for (const text of texts) valueAt(byBeginning, text.slice(0, LONG), () => []).push(text)
  const found = new Map<string, number[]>()
  for (let at = 0; at + LONG <= whole.length; at++)
    for (const text of byBeginning.get(whole.slice(at, at + LONG)) ?? [])
      if (whole.startsWith(text, at)) valueAt(found, text, () => []).push(at)
  return found
}

function closeBehind(text: string, whole: string, cursor: number): number {
  const at = whole.slice(cursor, cursor + CLOSE + text.length).indexOf(text)
  return at < 0 ? -1 : cursor + at
}

function firstFrom(places: readonly number[], cursor: number): number {
  return places[lastAtOrBefore(places.length, (i) => places[i], cursor - 1) + 1] ?? -1
}

type Letters = ReturnType<typeof lettersOf>

function lettersOf(pieces: readonly Piece[]) {
  const text = pieces.map((piece) => piece.text).join('\n')
  const parts: string[] = []
  const at: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    parts.push(match[0])
    for (let i = 0; i < match[0].length; i++) at.push(match.index + i)
  }
  return { all: parts.join(''), text, at: new Int32Array(at) }
}

function withSigns({ text, at }: Letters, from: number, to: number): string {
  return text.slice(from === 0 ? 0 : at[from - 1] + 1, to < at.length ? at[to] : text.length)
}

function leftOver({ text, at }: Letters, from: number, to: number): Piece[] {
  if (from >= to) return []
  return text
    .slice(at[from], at[to - 1] + 1)
    .split('\n')
    .flatMap((line) => (/[\p{L}\p{N}]/u.test(line) ? [{ text: line, node: -1, scope: -1 }] : []))
}
