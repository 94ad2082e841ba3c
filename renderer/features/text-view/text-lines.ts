import { lastAtOrBefore, rangeAt } from '../../../shared/base/int-list'
import { outputText, type OutputText, KEPT, markPath } from '../../../shared/page/output'
import { TEXT, type PageModel } from '../../../shared/page/page-model'

/**
 * @param spans start, end and node of each part, in ascending order
 * @returns `start`: start of each line. The last entry is the position after the end of the last line.
 */
export function textLines(text: string, spans: Int32Array) {
  const ends = [...text.matchAll(/\n|$/g)].map(({ index }) => index + 1)
  return { text, start: Int32Array.from([0, ...ends]), spans, count: text === '' ? 0 : ends.length }
}
type TextLines = ReturnType<typeof textLines>

export function piecesOf({ text, start, spans }: TextLines, line: number) {
  const from = start[line] as number
  const to = (start[line + 1] as number) - 1
  const pieces: { readonly text: string; readonly node: number }[] = []
  let at = from
  const count = spans.length / 3
  for (let s = lastAtOrBefore(count, (i) => spans[i * 3 + 1] as number, from) + 1; s < count; s++) {
    const begin = Math.max(spans[s * 3] as number, from)
    const end = Math.min(spans[s * 3 + 1] as number, to)
    if ((spans[s * 3] as number) >= to) break
    if (begin > at) pieces.push({ text: text.slice(at, begin), node: -1 })
    if (end > begin) pieces.push({ text: text.slice(begin, end), node: spans[s * 3 + 2] as number })
    at = Math.max(at, end)
  }
  if (at < to) pieces.push({ text: text.slice(at, to), node: -1 })
  return pieces
}

export function lineOfNodes({ spans, start, count }: TextLines, from: number, to: number): number {
  for (let s = 0; s < spans.length / 3; s++) {
    const node = spans[s * 3 + 2] as number
    if (node < from || node >= to) continue
    return rangeAt({ start, count }, spans[s * 3] as number)
  }
  return -1
}

export function textWithLost(model: PageModel, now: Uint8Array, before: Uint8Array): OutputText | null {
  if (before.length !== now.length) return null
  let union: Uint8Array | null = null
  for (let n = 0; n < now.length; n++) {
    if (model.kind[n] !== TEXT || before[n] !== KEPT || now[n] === KEPT) continue
    union ??= now.slice()
    union[n] = KEPT
  }
  if (!union) return null
  markPath(model, union)
  return outputText(model, union)
}
