/** Which words are hits and misses, for colouring text, page and tree. */
import { lcsMatching } from './lcs'
import { tokenize, type TokenOptions, type Tokens } from './tokens'

/** Kept and wanted, kept and unwanted, wanted and not kept. */
type MarkKind = 'true-positive' | 'false-positive' | 'false-negative'

/** A stretch of a text; neighbours of one kind are joined over the white space between them. */
export interface Mark {
  readonly kind: MarkKind
  /** UTF-16 code units, end exclusive. */
  readonly start: number
  readonly end: number
}

export interface TextMarks {
  /** True and false positives over the extracted text, ascending. */
  readonly extracted: readonly Mark[]
  /** True positives and false negatives over the gold text, ascending. */
  readonly gold: readonly Mark[]
  readonly common: number
}

/** Marks an extracted text and a gold text by one longest common subsequence of their words. */
export function markTexts(extracted: string, gold: string, options: TokenOptions = {}): TextMarks {
  const a = tokenize(extracted, options)
  const b = tokenize(gold, options)
  const matching = lcsMatching(a.words, b.words)
  return {
    extracted: joined(a, matching.a, 'false-positive'),
    gold: joined(b, matching.b, 'false-negative'),
    common: matching.a.length,
  }
}

function joined(tokens: Tokens, matched: Int32Array, otherwise: MarkKind): Mark[] {
  const marks: Mark[] = []
  let next = 0
  for (let i = 0; i < tokens.words.length; i++) {
    const hit = matched[next] === i
    if (hit) next++
    const kind = hit ? 'true-positive' : otherwise
    const start = tokens.starts[i]
    const end = tokens.ends[i]
    const last = marks.at(-1)
    if (last?.kind === kind) marks[marks.length - 1] = { kind, start: last.start, end }
    else marks.push({ kind, start, end })
  }
  return marks
}

/** A stretch of one text node. */
export interface NodeMark extends Mark {
  readonly node: number
}

/**
 * Cuts marks of a text at the borders of its nodes, so that the page and the tree can be coloured.
 * Offsets stay those of the text.
 * @param spans three numbers a span, ascending: start and end in the text, and the node.
 */
export function marksOnNodes(marks: readonly Mark[], spans: Int32Array): NodeMark[] {
  const result: NodeMark[] = []
  let s = 0
  for (const mark of marks) {
    while (s < spans.length && spans[s + 1] <= mark.start) s += 3
    for (let k = s; k < spans.length && spans[k] < mark.end; k += 3) {
      const start = Math.max(mark.start, spans[k])
      const end = Math.min(mark.end, spans[k + 1])
      if (start < end) result.push({ kind: mark.kind, start, end, node: spans[k + 2] })
    }
  }
  return result
}
