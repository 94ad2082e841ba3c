import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { outputText } from './output'
import { attribute, FRAME_DOCUMENT, isRootName, TEXT, tagName, type PageModel } from './page-model'
import { isActiveAddress } from '../base/url'
import { KEPT, OUT } from './selection'

/** Attributes that Markdown has a place for. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  href: 'href',
  src: 'src',
  alt: 'alt',
  title: 'title',
  align: 'align',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  start: 'start',
}

/** Elements deeper than this hand their content to the one above: the library walks its tree by recursion, and no page means more. */
const DEPTH = 200

/**
 * Writes a selection as Markdown (CommonMark with the tables and strikethrough of GitHub): headings, lists, tables, code, links,
 * images. What the page model keeps is handed to `hast-util-to-mdast` as a tree; links are as the page has them, `javascript:`
 * left out. Linear in nodes until there, no recursion.
 * @param selected `OUT`, `KEPT` or `PATH` for each node.
 */
export function outputMarkdown(page: PageModel, selected: Uint8Array): string {
  return toMarkdown(toMdast(selectedTree(page, selected)), { bullet: '-', extensions: [gfmToMarkdown()] }).trimEnd()
}

function selectedTree(page: PageModel, selected: Uint8Array): Root {
  const root: Root = { type: 'root', children: [] }
  const { body, subtreeEnd, kind } = page
  if (body < 0) return root
  const gaps = gapsBefore(page, selected)
  const open: { readonly children: (RootContent | ElementContent)[]; readonly end: number }[] = [{ ...root, end: subtreeEnd[body] }]
  for (let n = body + 1; n < subtreeEnd[body];) {
    while (open.length > 1 && open[open.length - 1].end <= n) open.pop()
    if (selected[n] === OUT) {
      n = subtreeEnd[n]
      continue
    }
    const { children } = open[open.length - 1]
    if (gaps[n] === 1) children.push({ type: 'text', value: ' ' })
    if (kind[n] === TEXT) {
      if (selected[n] === KEPT) children.push({ type: 'text', value: page.text[n] })
    } else if (isRootName(tagName(page, n))) {
      // What a shadow root holds stands in its host; that of a frame in a block of its own.
    } else if (open.length < DEPTH || subtreeEnd[n] === n + 1) {
      const element = elementOf(page, n)
      children.push(element)
      open.push({ children: element.children, end: subtreeEnd[n] })
    }
    n++
  }
  return root
}

/** 1 for the nodes before which the text has a gap that the source has no white space for: two links in a list, a dropped word. */
function gapsBefore(page: PageModel, selected: Uint8Array): Uint8Array {
  const { parent, subtreeEnd } = page
  const { text, spans } = outputText(page, selected)
  const gaps = new Uint8Array(page.count)
  for (let i = 3; i < spans.length; i += 3) {
    if (text.slice(spans[i - 2], spans[i]) !== ' ') continue
    const before = spans[i - 1]
    let node = spans[i + 2]
    // Of what holds the second text alone, the outermost: the gap is not part of a link.
    while (subtreeEnd[parent[node]] <= before || parent[node] > before) node = parent[node]
    gaps[node] = 1
  }
  return gaps
}

function elementOf(page: PageModel, node: number): Element {
  const properties: Record<string, string | string[]> = {}
  for (const [name, property] of Object.entries(ATTRIBUTES)) {
    const value = attribute(page, node, name)
    if (value !== null && !isActiveAddress(value)) properties[property] = value
  }
  // The language of code is told by a class.
  const language = tagName(page, node) === 'code' ? /(?:^|\s)(language-\S+)/.exec(attribute(page, node, 'class') ?? '')?.[1] : undefined
  if (language !== undefined) properties.className = [language]
  const holdsDocument = page.subtreeEnd[node] > node + 1 && tagName(page, node + 1) === FRAME_DOCUMENT
  return { type: 'element', tagName: holdsDocument ? 'div' : tagName(page, node), properties, children: [] }
}
