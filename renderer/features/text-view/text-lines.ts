import { rangeAt } from '../../../shared/base/int-list'
import { outputText, type OutputText, KEPT, markPath } from '../../../shared/page/output'
import { TEXT, type PageModel } from '../../../shared/page/page-model'

interface TextLines {
  readonly text: string
  /** Start of each line. The last entry is the position after the end of the last line. */
  readonly start: Int32Array
  /** Per line, the index of the first span that ends after the start of the line. */
  readonly firstSpan: Int32Array
  readonly spans: Int32Array
  readonly count: number
}

/** `spans` contains start, end and node of each part, in ascending order. */
export function textLines(text: string, spans: Int32Array): TextLines {
  const starts: number[] = []
  for (let at = 0; at >= 0 && at <= text.length;) {
    starts.push(at)
    const next = text.indexOf('\n', at)
    if (next < 0) break
    at = next + 1
  }
  const count = text === '' ? 0 : starts.length
  starts.push(text.length + 1)
  const firstSpan = new Int32Array(count)
  let span = 0
  for (let line = 0; line < count; line++) {
    const start = starts[line] as number
    while (span < spans.length / 3 && (spans[span * 3 + 1] as number) <= start) span++
    firstSpan[line] = span
  }
  return { text, start: Int32Array.from(starts), firstSpan, spans, count }
}

interface TextPiece {
  readonly text: string
  readonly node: number
}

export function piecesOf({ text, start, firstSpan, spans }: TextLines, line: number): TextPiece[] {
  const from = start[line] as number
  const to = (start[line + 1] as number) - 1
  const pieces: TextPiece[] = []
  let at = from
  for (let s = firstSpan[line] as number; s < spans.length / 3; s++) {
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
