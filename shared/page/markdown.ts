import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { isActiveAddress, webAddress } from '../base/url'
import { holdsDocument, outputText, KEPT, OUT } from './output'
import { attribute, isRootName, TEXT, tagName, type PageModel } from './page-model'

const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'align', 'colspan', 'rowspan', 'start']
/** Names of hast's properties that differ from the names of the attributes. */
const PROPERTIES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** Replacement tags for elements whose text `toMdast` would drop. */
const STAND_INS: Readonly<Record<string, string>> = { math: 'span' }

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'section', 'article', 'header', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Maximum depth, because `toMdast` recurses. Deeper elements with content are replaced by their content. */
const DEPTH = 200

/**
 * Writes a selection as CommonMark with GitHub's tables and strikethrough. Drops empty links and active addresses. Linear. @param selected
 * `OUT`, `KEPT` or `PATH` per node @param absolute whether to resolve links against the page's base
 */
export function outputMarkdown(page: PageModel, selected: Uint8Array, absolute = false): string {
  const base = absolute ? baseOf(page) : null
  return toMarkdown(toMdast(selectedTree(page, selected, base)), { bullet: '-', extensions: [gfmToMarkdown()] }).trimEnd()
}

function baseOf(page: PageModel): string | null {
  const address = webAddress(page.url ?? undefined)
  const tag = page.tagNames.indexOf('base')
  const link = tag < 0 ? -1 : page.tag.findIndex((own, n) => own === tag && page.kind[n] !== TEXT && attribute(page, n, 'href') !== null)
  const href = link < 0 ? '' : (attribute(page, link, 'href') ?? '')
  return URL.canParse(href, address?.href) ? (webAddress(new URL(href, address?.href).href)?.href ?? null) : (address?.href ?? null)
}

function isEmptyLink(page: PageModel, selected: Uint8Array, node: number): boolean {
  if (tagName(page, node) !== 'a') return false
  for (let n = node + 1; n < page.subtreeEnd[node]; n++) {
    const isText = page.kind[n] === TEXT
    if (isText && selected[n] === KEPT && /\S/.test(page.text[n])) return false
    if (!isText && selected[n] !== OUT && /^(?:img|svg|picture|video)$/.test(tagName(page, n))) return false
  }
  return true
}

function selectedTree(page: PageModel, selected: Uint8Array, base: string | null): Root {
  const root: Root = { type: 'root', children: [] }
  const { body, subtreeEnd, kind } = page
  if (body < 0) return root
  const inCell = cellNodes(page)
  const gaps = gapsBefore(page, selected, inCell)
  const open: { readonly children: (RootContent | ElementContent)[]; readonly end: number }[] = [{ ...root, end: subtreeEnd[body] }]
  for (let n = body + 1; n < subtreeEnd[body];) {
    while (open.length > 1 && open[open.length - 1].end <= n) open.pop()
    if (selected[n] === OUT || (kind[n] !== TEXT && isEmptyLink(page, selected, n))) {
      n = subtreeEnd[n]
      continue
    }
    const { children } = open[open.length - 1]
    if (gaps[n] === 1) children.push({ type: 'text', value: ' ' })
    if (kind[n] === TEXT) {
      if (selected[n] === KEPT) children.push({ type: 'text', value: page.text[n] })
    } else if (isRootName(tagName(page, n))) {
      // A shadow root or frame document adds no element.
    } else if (open.length < DEPTH || subtreeEnd[n] === n + 1) {
      const element = elementOf(page, n, base)
      // In a cell, `toMdast` would join the words of two blocks, so replace blocks by `span`.
      if (inCell[n] === 1 && BLOCKS.has(element.tagName)) element.tagName = 'span'
      children.push(element)
      open.push({ children: element.children, end: subtreeEnd[n] })
    }
    n++
  }
  return root
}

function cellNodes(page: PageModel): Uint8Array {
  const inCell = new Uint8Array(page.count)
  const cells = [page.tagNames.indexOf('td'), page.tagNames.indexOf('th')]
  for (let n = 1; n < page.count; n++)
    if (inCell[n] === 0 && page.kind[n] !== TEXT && cells.includes(page.tag[n])) inCell.fill(1, n, page.subtreeEnd[n])
  return inCell
}

function gapsBefore(page: PageModel, selected: Uint8Array, inCell: Uint8Array): Uint8Array {
  const { parent, subtreeEnd } = page
  const { text, spans } = outputText(page, selected)
  const gaps = new Uint8Array(page.count)
  for (let i = 3; i < spans.length; i += 3) {
    const gap = text.slice(spans[i - 2], spans[i])
    if (gap !== ' ' && (inCell[spans[i + 2]] === 0 || gap.trim() !== '' || gap === '')) continue
    const before = spans[i - 1]
    let node = spans[i + 2]
    // Put the space before the outermost node that contains the second text but not the first text. This can be the second text node.
    while (subtreeEnd[parent[node]] <= before || parent[node] > before) node = parent[node]
    gaps[node] = 1
  }
  return gaps
}

function elementOf(page: PageModel, node: number, base: string | null): Element {
  const properties: Record<string, string | string[]> = {}
  for (const name of ATTRIBUTES) {
    const value = attribute(page, node, name)
    if (value === null || isActiveAddress(value)) continue
    const isAddress = base !== null && (name === 'href' || name === 'src') && URL.canParse(value, base)
    properties[PROPERTIES[name] ?? name] = isAddress ? new URL(value, base).href : value
  }
  const language = tagName(page, node) === 'code' ? /(?:^|\s)(language-\S+)/.exec(attribute(page, node, 'class') ?? '')?.[1] : undefined
  if (language !== undefined) properties.className = [language]
  return {
    type: 'element',
    tagName: holdsDocument(page, node) ? 'div' : (STAND_INS[tagName(page, node)] ?? tagName(page, node)),
    properties,
    children: [],
  }
}
