/** Writes labels as `cc-select="true"` attributes, as WebMainBench's annotation tool does. Reads the text of marked elements. */
import { attribute, ELEMENT, TEXT, tagName, type PageModel } from '../../page/page-model'
import { textOfNodes } from '../../page/output'
import { parsePage } from '../../page/parse-page'
import { goldText } from '../gold-text'
import { joinOverSpace, type AxisRange, type TextAxis } from '../text-axis'

const ATTRIBUTE = ' cc-select="true"'
const TAG = /<([^\s/>]+)/y

/**
 * Marks the largest elements whose trimmed text is completely in the ranges. If such an element has no separate start tag in the source,
 * marks elements in this element instead. Linear. @param axis text axis of a page with source positions @param given disjoint ranges in
 * ascending order
 */
export function markElements(axis: TextAxis, given: readonly AxisRange[]) {
  const { page } = axis
  const ranges = joinOverSpace(axis, given)
  const { next, before } = inkPlaces(axis)
  const shared = sharedTags(page)
  const places: number[] = []
  const marked: (AxisRange & { readonly label: string })[] = []
  let r = 0
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    const from = next[n]
    const to = before[page.subtreeEnd[n]]
    while (r < ranges.length && ranges[r].to <= from) r++
    const range = ranges[r]
    if (!range || to <= from || page.kind[n] !== ELEMENT) continue
    const at = range.from <= from && to <= range.to && !shared.has(page.sourceStart[n]) ? endOfTagName(page, n) : -1
    if (at < 0) continue
    places.push(at)
    marked.push({ from, to, label: '' })
    n = page.subtreeEnd[n] - 1
  }
  const parts: string[] = []
  let last = 0
  for (const at of places.sort((a, b) => a - b)) {
    parts.push(page.html.slice(last, at), ATTRIBUTE)
    last = at
  }
  parts.push(page.html.slice(last))
  return { html: parts.join(''), text: goldText(axis, marked).text }
}

/**
 * Returns two positions per node and for the end of the axis. `next`: the start of the first character that is not white space, from the
 * start of the node on. `before`: the end of the last such character before the node.
 */
function inkPlaces({ page, start }: TextAxis): { readonly next: Int32Array; readonly before: Int32Array } {
  const next = new Int32Array(page.count + 1).fill(start[page.count])
  const before = new Int32Array(page.count + 1)
  for (let n = 0; n < page.count; n++) {
    const text = start[n + 1] > start[n] ? page.text[n] : ''
    const trimmed = text.trimEnd().length
    before[n + 1] = trimmed > 0 ? start[n] + trimmed : before[n]
  }
  for (let n = page.count - 1; n >= 0; n--) {
    const text = start[n + 1] > start[n] ? page.text[n] : ''
    const lead = text.length - text.trimStart().length
    next[n] = lead < text.length ? start[n] + lead : next[n + 1]
  }
  return { next, before }
}

function sharedTags({ kind, count, sourceStart }: PageModel): ReadonlySet<number> {
  const seen = new Set<number>()
  const shared = new Set<number>()
  for (let n = 0; n < count; n++) {
    const at = sourceStart[n]
    if (kind[n] !== ELEMENT || at < 0) continue
    if (seen.has(at)) shared.add(at)
    seen.add(at)
  }
  return shared
}

function endOfTagName(page: PageModel, node: number): number {
  const at = page.sourceStart[node]
  if (at < 0) return -1
  TAG.lastIndex = at
  const tag = TAG.exec(page.html)
  return tag?.[1]?.toLowerCase() === tagName(page, node).toLowerCase() ? TAG.lastIndex : -1
}

/** Returns the text of the elements that `marks` accepts, written like extractions. Linear in nodes. */
export function markedText(html: string, marks: (page: PageModel, node: number) => boolean): string {
  const page = parsePage(html)
  const { kind, parent, count } = page
  const inside = new Uint8Array(count)
  for (let n = 0; n < count; n++) {
    const within = parent[n] >= 0 && inside[parent[n]] === 1
    inside[n] = within || (kind[n] !== TEXT && marks(page, n)) ? 1 : 0
  }
  return textOfNodes(page, (n) => kind[n] === TEXT && inside[n] === 1).text
}

export function hasClass(page: PageModel, node: number, classes: ReadonlySet<string>): boolean {
  return (attribute(page, node, 'class') ?? '').split(/\s+/).some((name) => classes.has(name))
}
