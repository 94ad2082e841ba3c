import { FRAME_MARK } from './attributes'
import { attribute, attributesOf, ELEMENT, FRAME_DOCUMENT, isRootName, LAYOUT_DISPLAYED, TEXT, tagName, type PageModel } from './page-model'
import { LINE_TAGS, REPLACED_TAGS, tagTable, unreadTags, VOID_TAGS } from './tags'
import { collapsedTexts, isHtmlSpace } from './text'
import { gapByStyle } from './word-gaps'
import { IntList, lastAtOrBefore } from '../base/int-list'
import { escapeHtml } from '../base/escape'
import { isActiveAddress } from '../base/url'
import type { ContentTree } from './content-tree'

/** Statuses of a node. `PATH` is the status of a dropped ancestor of a kept node. */
export const OUT = 0
export const KEPT = 1
export const PATH = 2

/**
 * Converts kept entries to a status per page node. In a kept element, nodes without an entry, such as blank texts and unwrapped forms, are
 * also `KEPT`, unless they were removed.
 */
export function selectionOf(tree: ContentTree, kept: Uint8Array): Uint8Array {
  const { page } = tree
  const selected = new Uint8Array(page.count)
  for (let e = 0; e < tree.size; e++) if (kept[e] === 1) selected[tree.node[e]] = KEPT
  if (page.body < 0) return selected
  const end = page.subtreeEnd[page.body]
  let entry = 0
  for (let n = page.body + 1; n < end; n++) {
    while (entry < tree.size && tree.node[entry] < n) entry++
    if (selected[n] !== OUT || tree.removal[n] !== 0 || tree.node[entry] === n) continue
    if (selected[page.parent[n]] === KEPT) selected[n] = KEPT
  }
  markPath(page, selected)
  return selected
}

/** Marks the dropped ancestors of kept nodes as `PATH`, up to body. Linear in nodes. */
export function markPath(page: PageModel, selected: Uint8Array): void {
  if (page.body < 0) return
  for (let n = page.subtreeEnd[page.body] - 1; n > page.body; n--) {
    const parent = page.parent[n]
    if (selected[n] !== OUT && selected[parent] === OUT) selected[parent] = PATH
  }
}

export interface OutputText {
  readonly text: string
  /** Three numbers per span, ascending: start in `text`, exclusive end in `text`, text node. Offsets are UTF-16 code units. */
  readonly spans: Int32Array
}

/** Each `option` is a separate line, although `select` is inline. */
const IN_LINE: ReadonlySet<string> = new Set([...LINE_TAGS].filter((tag) => tag !== 'option'))
const BR: ReadonlySet<string> = new Set(['br'])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
const VERBATIM: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp'])

const FLUSH = 16_384

const NOTHING = 0
const SPACE = 1
const TAB = 2
const NEWLINE = 3

/** Joins texts and stores their positions. Writes only the widest of several gaps between two texts. */
class TextWriter {
  readonly #apart: (before: number, after: number) => boolean
  readonly #written: string[] = []
  #part = ''
  #endsLine = false
  readonly #spans = new IntList(1536)
  #last = -1
  #length = 0
  #gap = NOTHING

  constructor(apart: (before: number, after: number) => boolean) {
    this.#apart = apart
  }

  widen(gap: number): void {
    if (gap > this.#gap) this.#gap = gap
  }

  verbatim(text: string, node: number): void {
    const raw = text.replace(/\r\n?/g, '\n')
    const lines = this.#gap === NEWLINE || this.#length === 0 ? raw.replace(/^\n+/, '') : raw
    if (lines !== '') this.#emit(lines, node)
  }

  inLine(text: string, collapsed: string, node: number): void {
    if (text !== '' && isHtmlSpace(text.charCodeAt(0))) this.widen(SPACE)
    if (collapsed === '') return
    this.#emit(collapsed, node)
    if (isHtmlSpace(text.charCodeAt(text.length - 1))) this.widen(SPACE)
  }

  #emit(text: string, node: number): void {
    if (this.#gap === NOTHING && this.#last >= 0 && this.#apart(this.#last, node)) this.#gap = SPACE
    if (this.#length > 0 && this.#gap !== NOTHING && !(this.#gap === NEWLINE && this.#endsLine)) {
      this.#part += this.#gap === NEWLINE ? '\n' : this.#gap === TAB ? '\t' : ' '
      this.#length++
    }
    this.#gap = NOTHING
    this.#part += text
    if (this.#part.length > FLUSH) this.#flush()
    this.#spans.push(this.#length)
    this.#length += text.length
    this.#spans.push(this.#length)
    this.#spans.push(node)
    this.#last = node
    this.#endsLine = text.charCodeAt(text.length - 1) === 10
  }

  /** Reading a character makes the engine join the pieces of `#part` and free the pieces. */
  #flush(): void {
    if (this.#part.charCodeAt(0) >= 0) this.#written.push(this.#part)
    this.#part = ''
  }

  finish(): OutputText {
    this.#flush()
    const text = this.#written.join('').trimEnd()
    const spans = this.#spans.toArray()
    for (let i = spans.length - 2; i > 0 && spans[i] > text.length; i -= 3) {
      spans[i] = text.length
      spans[i - 1] = Math.min(spans[i - 1], text.length)
    }
    return { text, spans }
  }
}

/**
 * Writes the kept texts: one line per block, a tab between cells, and the lines of preformatted text. A space separates two texts of a line
 * if dropped text, a replaced element such as `img`, or a gap by style is between them. Linear in nodes and characters.
 */
export function outputText(page: PageModel, selected: Uint8Array): OutputText {
  const { kind, tag, subtreeEnd, body } = page
  if (body < 0) return { text: '', spans: new Int32Array(0) }
  const inline = tagTable(page.tagNames, IN_LINE)
  const replaced = tagTable(page.tagNames, REPLACED_TAGS)
  // A dropped shadow root leaves a space even if extractors do not read shadow roots.
  const unread = tagTable(page.tagNames, unreadTags({ scripting: page.scripting, composed: true }))
  const br = tagTable(page.tagNames, BR)
  const cell = tagTable(page.tagNames, CELLS)
  const verbatim = tagTable(page.tagNames, VERBATIM)
  const collapsedText = collapsedTexts(page)
  const breaks = inline.map((value, t) => (value === 1 && br[t] === 0 ? 0 : 1))
  const writer = new TextWriter(gapByStyle(page, breaks))

  let verbatimUntil = 0
  const open: number[] = []
  const end = subtreeEnd[body]
  let n: number = body
  while (n < end) {
    while (open.length > 0 && subtreeEnd[open[open.length - 1]] <= n) {
      const t = tag[open.pop() as number]
      writer.widen(cell[t] === 1 ? TAB : replaced[t] === 1 ? SPACE : NEWLINE)
    }
    if (kind[n] === TEXT) {
      const text = page.text[n]
      if (selected[n] !== KEPT) {
        if (text !== '') writer.widen(SPACE)
      } else if (n < verbatimUntil) writer.verbatim(text, n)
      else writer.inLine(text, collapsedText(n), n)
      n++
      continue
    }
    const t = tag[n]
    if (selected[n] === OUT && n !== body) {
      if (breaks[t] === 1) writer.widen(NEWLINE)
      else if ((subtreeEnd[n] > n + 1 && unread[t] === 0) || (replaced[t] === 1 && isShown(page, n))) writer.widen(SPACE)
      n = subtreeEnd[n]
      continue
    }
    if (br[t] === 1) writer.widen(NEWLINE)
    else if (replaced[t] === 1) {
      if (isShown(page, n)) {
        writer.widen(SPACE)
        open.push(n)
      }
    } else if (inline[t] === 0) {
      writer.widen(cell[t] === 1 ? TAB : NEWLINE)
      open.push(n)
    }
    if (verbatim[t] === 1) verbatimUntil = Math.max(verbatimUntil, subtreeEnd[n])
    n++
  }
  return writer.finish()
}

export function textOfNodes(page: PageModel, isKept: (node: number) => boolean): OutputText {
  const selected = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) if (isKept(n)) selected[n] = KEPT
  markPath(page, selected)
  return outputText(page, selected)
}

function isShown(page: PageModel, node: number): boolean {
  if (page.layout) return (page.layout.flags[node] & LAYOUT_DISPLAYED) !== 0
  return attribute(page, node, 'hidden') === null && attribute(page, node, 'type')?.toLowerCase() !== 'hidden'
}

/** Returns the text node at an offset of the output; -1 between two text nodes. Binary search. */
export function nodeAtOutput(spans: Int32Array, offset: number): number {
  const at = lastAtOrBefore(spans.length / 3, (i) => spans[i * 3], offset)
  return at >= 0 && offset < spans[at * 3 + 1] ? spans[at * 3 + 2] : -1
}

const FRAME_ONLY: ReadonlySet<string> = new Set(['src', 'srcdoc', FRAME_MARK])

/** Returns whether a node is a frame with a known document. */
export function holdsDocument(page: PageModel, node: number): boolean {
  return page.subtreeEnd[node] > node + 1 && tagName(page, node + 1) === FRAME_DOCUMENT
}

/**
 * Writes the nodes with status `KEPT` or `PATH` below body as HTML, without event handlers and active addresses. A frame with a known
 * document becomes a `div`. Linear, no recursion.
 */
export function outputHtml(page: PageModel, selected: Uint8Array): string {
  const { body, kind, subtreeEnd } = page
  if (body < 0) return ''
  const parts: string[] = []
  const open: number[] = []
  const end = subtreeEnd[body]
  let n = body + 1
  for (;;) {
    while (open.length > 0 && subtreeEnd[open[open.length - 1]] <= n) {
      const closed = open.pop() as number
      parts.push(`</${holdsDocument(page, closed) ? 'div' : tagName(page, closed)}>`)
    }
    if (n >= end) break
    if (selected[n] === OUT) {
      n = subtreeEnd[n]
      continue
    }
    if (kind[n] === ELEMENT) {
      const own = tagName(page, n)
      if (isRootName(own) || own === 'html' || own === 'body') {
        n++
        continue
      }
      const tag = holdsDocument(page, n) ? 'div' : own
      let start = `<${tag}`
      for (const [name, value] of attributesOf(page, n)) {
        if (/^on/i.test(name) || isActiveAddress(value)) continue
        if (/[\s"'<>/=]/.test(name) || (tag !== own && FRAME_ONLY.has(name))) continue
        start += ` ${name}="${escapeHtml(value)}"`
      }
      parts.push(start, '>')
      if (!VOID_TAGS.has(tag)) open.push(n)
    } else parts.push(escapeHtml(page.text[n]))
    n++
  }
  return parts.join('')
}
