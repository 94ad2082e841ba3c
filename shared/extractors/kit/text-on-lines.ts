import { isHtmlSpace } from '../../page/text'
import type { ContentTree } from '../../page/content-tree'
import type { SourceLines } from './source-lines'
import { lastAtOrBefore } from '../../base/int-list'
import { boolean } from '../core/params'
import { dropHidden, type Run, type StepNotes } from '../core/define'
import { HALF, majorityOfTexts, meanOverText } from './kept-text'
import { sumsBefore } from './smoothing'

export const dropHiddenOfLines = boolean({ ...dropHidden, description: `${dropHidden.description} The lines of this text still count.` })

export const majorityOfLines =
  'majority of characters | > content-line share | It has {value} of its characters on content lines, and needs more than {limit}.'

/**
 * Keeps a text if most of its characters are on content lines. @param measure a number per line @param notes additional data of the step
 */
export function keepOnLines<L extends string>(
  {
    page,
    tree,
    step,
    decide,
    warn,
  }: Pick<Run<unknown, 'share' | 'nodeRatio', 'majority', L>, 'page' | 'tree' | 'step' | 'decide' | 'warn'>,
  lines: SourceLines,
  { content, measure }: { readonly content: Uint8Array; readonly measure: Float64Array },
  notes: StepNotes<'share' | 'nodeRatio', L> = {},
) {
  const { share, mean } = textOnLines(tree, lines, content, measure)
  const measures = { share: meanOverText(tree, share), nodeRatio: meanOverText(tree, mean) }
  if (!tree.isText.includes(1)) return { texts: new Uint8Array(tree.size), mean, measures }
  step('output', 'A text is kept if most of its characters are on content lines.', {
    measures: ['share', 'nodeRatio'],
    ...notes,
  })
  const texts = majorityOfTexts(tree, share, (e, isKept, value) => decide(e, isKept ? 'keepNode' : 'dropNode', 'majority', value, HALF))
  if (!page.hasSource) warn('This extractor needs source positions, but the page was read without them.')
  return { texts, mean, measures }
}

/** Only the first and the last line of a text can contain other text. Prefix sums apply to the lines between. */
function textOnLines(tree: ContentTree, lines: SourceLines, content: Uint8Array, measure: Float64Array) {
  const { size, isText, node, page } = tree
  const { html, sourceStart, sourceEnd } = page
  const { count, start, end, x } = lines
  /** Share of each text's characters on content lines. 0 for elements and for texts without a position. */
  const share = new Float64Array(size)
  const mean = new Float64Array(size)
  const all = sumsBefore(x)
  const kept = sumsBefore(x.map((characters, k) => (content[k] === 1 ? characters : 0)))
  const sums = sumsBefore(x.map((characters, k) => characters * measure[k]))
  let cursor = 0
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    let from = sourceStart[node[e]]
    const to = sourceEnd[node[e]]
    if (from < 0) continue
    while (from < to && isHtmlSpace(html.charCodeAt(from))) from++
    // Text nodes are nearly in source order, so the search starts at the line of the previous text.
    if (cursor >= count || start[cursor] > from || end[cursor] <= from) cursor = firstLineAfter(end, count, from, cursor)
    if (cursor >= count || start[cursor] >= to) continue
    const last = firstLineAfter(end, count, to - 1, cursor)
    let total = visible(html, from, Math.min(to, end[cursor]))
    let onContent = content[cursor] === 1 ? total : 0
    let sum = total * measure[cursor]
    if (last > cursor) {
      const inner = all[last] - all[cursor + 1]
      total += inner
      onContent += kept[last] - kept[cursor + 1]
      sum += sums[last] - sums[cursor + 1]
      if (last < count && start[last] < to) {
        const tail = visible(html, start[last], to)
        total += tail
        if (content[last] === 1) onContent += tail
        sum += tail * measure[last]
      }
    }
    if (total === 0) continue
    share[e] = onContent / total
    mean[e] = sum / total
  }
  return { share, mean }
}

function visible(html: string, from: number, to: number): number {
  let n = 0
  for (let i = from; i < to; i++) if (!isHtmlSpace(html.charCodeAt(i))) n++
  return n
}

function firstLineAfter(end: Int32Array, count: number, offset: number, guess: number): number {
  for (let k = guess; k < Math.min(count, guess + 2); k++) {
    if (end[k] > offset && (k === 0 || end[k - 1] <= offset)) return k
  }
  return lastAtOrBefore(count, (k) => end[k], offset) + 1
}
