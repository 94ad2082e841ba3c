import { FRAME_MARK } from './frame-source'
import { attribute, attributesOf, ELEMENT, FRAME_DOCUMENT, isRootName, LAYOUT_DISPLAYED, TEXT, tagName, type PageModel } from './page-model'
import { LINE_TAGS, REPLACED_TAGS, tagTable, VOID_TAGS } from './tags'
import { collapsedTexts, isHtmlSpace } from './text'
import { gapByStyle } from './word-gaps'
import { KEPT, OUT } from './selection'
import { lastAtOrBefore } from '../base/search'
import { escapeHtml } from '../base/escape'
import { isActiveAddress } from '../base/url'

/** The text of a selection and where each part of it came from. */
export interface OutputText {
  readonly text: string
  /** Three numbers a span: start and end in `text` (UTF-16 code units, end exclusive) and the text node. Ascending. */
  readonly spans: Int32Array
}

/** An option is a line of its own, though the list that holds it stands in a line. */
const IN_LINE: ReadonlySet<string> = new Set([...LINE_TAGS].filter((tag) => tag !== 'option'))
const BR: ReadonlySet<string> = new Set(['br'])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
const VERBATIM: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp'])

/** Characters that are put together before they are joined. */
const FLUSH = 16_384

const NOTHING = 0
const SPACE = 1
const TAB = 2
const NEWLINE = 3

/**
 * Writes a selection as text: one line a block, `br` breaks a line, an `option` is a line, cells of a row are separated
 * by a tab, preformatted text keeps its lines, inline text is joined with the white space the source had (extractors §0).
 * No words are glued where a browser shows a gap: dropped text and replaced elements (`img`, `input` …) leave a space, and
 * so do elements that stand apart by style alone (see `gapByStyle`). Linear in nodes and characters.
 * @param selected `OUT`, `KEPT` or `PATH` for each node; the text nodes that are `KEPT` are written.
 */
export function outputText(page: PageModel, selected: Uint8Array): OutputText {
  const { kind, tag, subtreeEnd, body } = page
  const inline = tagTable(page.tagNames, IN_LINE)
  const replaced = tagTable(page.tagNames, REPLACED_TAGS)
  const br = tagTable(page.tagNames, BR)
  const cell = tagTable(page.tagNames, CELLS)
  const verbatim = tagTable(page.tagNames, VERBATIM)
  const collapsedText = collapsedTexts(page)

  const written: string[] = []
  let part = ''
  let endsLine = false
  let spans = new Int32Array(1536)
  let spanCount = 0
  let length = 0
  let gap = NOTHING
  let verbatimUntil = 0
  // Open blocks and replaced elements, innermost last: their ends break the line or leave a space.
  const open: number[] = []
  const apart = gapByStyle(
    page,
    inline.map((value, t) => (value === 1 && br[t] === 0 ? 0 : 1)),
  )

  const widen = (to: number): void => {
    if (to > gap) gap = to
  }
  /** Reading a character makes the engine join the pieces now, while they are young: a page's worth of them would outlive two collections. */
  const flush = (): void => {
    if (part.charCodeAt(0) >= 0) written.push(part)
    part = ''
  }
  const emit = (text: string, node: number): void => {
    if (gap === NOTHING && spanCount > 0 && apart(spans[spanCount - 1], node)) gap = SPACE
    if (length > 0 && gap !== NOTHING && !(gap === NEWLINE && endsLine)) {
      part += gap === NEWLINE ? '\n' : gap === TAB ? '\t' : ' '
      length++
    }
    gap = NOTHING
    part += text
    if (part.length > FLUSH) flush()
    if (spanCount + 3 > spans.length) {
      const grown = new Int32Array(spans.length * 2)
      grown.set(spans)
      spans = grown
    }
    spans[spanCount] = length
    spans[spanCount + 1] = length + text.length
    spans[spanCount + 2] = node
    spanCount += 3
    length += text.length
    endsLine = text.charCodeAt(text.length - 1) === 10
  }

  if (body < 0) return { text: '', spans: new Int32Array(0) }
  const end = subtreeEnd[body]
  let n: number = body
  while (n < end) {
    while (open.length > 0 && subtreeEnd[open[open.length - 1]] <= n) {
      const closed = open.pop() as number
      const t = tag[closed]
      widen(cell[t] === 1 ? TAB : replaced[t] === 1 ? SPACE : NEWLINE)
    }
    if (kind[n] === TEXT) {
      if (selected[n] === KEPT) {
        const text = page.text[n]
        if (n < verbatimUntil) {
          const raw = text.replace(/\r\n?/g, '\n')
          const lines = gap === NEWLINE || length === 0 ? raw.replace(/^\n+/, '') : raw
          if (lines !== '') emit(lines, n)
        } else {
          if (text !== '' && isHtmlSpace(text.charCodeAt(0))) widen(SPACE)
          const collapsed = collapsedText(n)
          if (collapsed !== '') {
            emit(collapsed, n)
            if (isHtmlSpace(text.charCodeAt(text.length - 1))) widen(SPACE)
          }
        }
      } else if (page.text[n] !== '') widen(SPACE)
      n++
      continue
    }
    const t = tag[n]
    const isInline = inline[t] === 1
    if (selected[n] === OUT && n !== body) {
      if (!isInline) widen(NEWLINE)
      else if (br[t] === 1) widen(NEWLINE)
      else if (replaced[t] === 1 && isShown(page, n)) widen(SPACE)
      else if (subtreeEnd[n] > n + 1) widen(SPACE)
      n = subtreeEnd[n]
      continue
    }
    if (br[t] === 1) widen(NEWLINE)
    else if (replaced[t] === 1) {
      if (isShown(page, n)) {
        widen(SPACE)
        open.push(n)
      }
    } else if (!isInline) {
      if (cell[t] === 1) widen(TAB)
      else widen(NEWLINE)
      open.push(n)
    }
    if (verbatim[t] === 1) verbatimUntil = Math.max(verbatimUntil, subtreeEnd[n])
    n++
  }
  flush()
  const text = written.join('').trimEnd()
  for (let i = spanCount - 2; i > 0 && spans[i] > text.length; i -= 3) {
    spans[i] = text.length
    spans[i - 1] = Math.min(spans[i - 1], text.length)
  }
  return { text, spans: spans.slice(0, spanCount) }
}

/** Whether a replaced element takes room in its line. */
function isShown(page: PageModel, node: number): boolean {
  if (page.layout) return (page.layout.flags[node] & LAYOUT_DISPLAYED) !== 0
  return attribute(page, node, 'hidden') === null && attribute(page, node, 'type')?.toLowerCase() !== 'hidden'
}

/** The source text node of an output character, or -1 for the white space between nodes. Binary search. */
export function nodeAtOutput(spans: Int32Array, offset: number): number {
  const at = lastAtOrBefore(spans.length / 3, (i) => spans[i * 3], offset)
  return at >= 0 && offset < spans[at * 3 + 1] ? spans[at * 3 + 2] : -1
}

/** Attributes that load a frame or hold it. */
const FRAME_ONLY: ReadonlySet<string> = new Set(['src', 'srcdoc', FRAME_MARK])

/** Whether a node is a frame whose document is part of the page. */
function holdsDocument(page: PageModel, node: number): boolean {
  return page.subtreeEnd[node] > node + 1 && tagName(page, node + 1) === FRAME_DOCUMENT
}

/**
 * Writes the selected subtrees inside their ancestors, from body's children on, as HTML (extractors §0).
 * Event handler attributes, and links that run something or bring a document of their own, are left out. What a shadow root holds stands in its host, and a frame with
 * its document is a `div`: HTML can hold neither in a place where a reader of the result sees it. Linear in nodes, no recursion.
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
