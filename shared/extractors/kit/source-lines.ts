import { decodeHTML } from 'entities/decode'
import { valueAt } from '../../base/once'
import { isRootName, type PageModel } from '../../page/page-model'
import { isHtmlSpace } from '../../page/text'
import { AMP, CR, LF, LineCollector, LT } from './line-collector'

type CharacterSet = 'all' | 'ascii'

export interface SourceLineOptions {
  /** Whether to remove `style` elements. Scripts and comments are always removed. */
  readonly removeStyle: boolean
  readonly characters: CharacterSet
  /** Wraps lines at the first tag or word boundary after this number of source characters. 0 keeps the lines. */
  readonly wrap: number
  /** Ranges of the string to skip, as ascending pairs of start and end. Each range begins with a tag. */
  readonly skip?: Int32Array
}

const NOTHING = new Int32Array(0)

/** Returns the source ranges of shadow roots and frame documents, for `skip`. The result is empty if `page.composed`. */
export function unreadSource(page: PageModel): Int32Array {
  const ranges: [start: number, end: number][] = []
  if (page.composed) return NOTHING
  for (let n = 0; n < page.count;) {
    if (!isRootName(page.tagNames[page.tag[n]])) {
      n++
      continue
    }
    if (page.sourceStart[n] >= 0) ranges.push([page.sourceStart[n], page.sourceEnd[n]])
    n = page.subtreeEnd[n]
  }
  // Sort, because the order of shadow roots in the model can differ from their order in the source.
  return Int32Array.from(ranges.sort(([a], [b]) => a - b).flat())
}

/** The lines of an HTML string, without removed parts and empty lines. */
export interface SourceLines {
  readonly count: number
  /** Offsets into the string, with exclusive end. Removed parts inside a line belong to the range. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Number of UTF-16 code units outside tags, with decoded references and trimmed ends. With `ascii`, only ASCII characters count. */
  readonly x: Float64Array
  /** Number of tags that begin on the line. */
  readonly y: Float64Array
  readonly tags: number
  readonly characters: number
}

const GT = 62
const SLASH = 47
const REFERENCE = /&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?/y
const COMMENT_END = /--!?>/g
const SCRIPT_END = /<\/script(?=[\s/>])[^>]*>?/gi
const STYLE_END = /<\/style(?=[\s/>])[^>]*>?/gi

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/** `<!-->` and `<!--->` are complete comments in HTML. */
function commentEnd(html: string, at: number): number {
  if (html.startsWith('<!-->', at)) return at + 5
  if (html.startsWith('<!--->', at)) return at + 6
  return elementEnd(html, at + 4, COMMENT_END)
}

/** `>` inside a quoted value does not end the tag. An unclosed tag ends with the string. */
function tagEnd(html: string, at: number): number {
  let i = at + 1
  let afterEquals = false
  for (; i < html.length; i++) {
    const code = html.charCodeAt(i)
    if (code === GT) return i + 1
    if (afterEquals && (code === 34 || code === 39)) {
      const close = html.indexOf(code === 34 ? '"' : "'", i + 1)
      if (close < 0) return html.length
      i = close
      afterEquals = false
    } else if (code === 61) afterEquals = true
    else if (!isHtmlSpace(code)) afterEquals = false
  }
  return i
}

function elementEnd(html: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : html.length
}

function hasName(html: string, at: number, name: string): boolean {
  if (html.slice(at, at + name.length).toLowerCase() !== name) return false
  const next = html.charCodeAt(at + name.length)
  return Number.isNaN(next) || isHtmlSpace(next) || next === SLASH || next === GT
}

function removedEnd(html: string, at: number, removeStyle: boolean): number {
  if (html.startsWith('<!--', at)) return commentEnd(html, at)
  const first = html.charCodeAt(at + 1)
  if (first !== 115 && first !== 83) return at
  if (hasName(html, at + 1, 'script')) return elementEnd(html, tagEnd(html, at), SCRIPT_END)
  if (removeStyle && hasName(html, at + 1, 'style')) return elementEnd(html, tagEnd(html, at), STYLE_END)
  return at
}

function coverTag(lines: LineCollector, breaks: BreakFinder, at: number, end: number): void {
  let from = at
  for (;;) {
    lines.mark()
    const lineEnd = breaks.next(from, end)
    lines.cover(from, lineEnd)
    if (lineEnd >= end) return
    lines.close()
    from = breaks.after(lineEnd)
    if (from >= end) return
  }
}

/**
 * Splits HTML into lines without scripts, comments and, if `removeStyle`, styles. A tag counts only on the line on which the tag begins.
 */
export function sourceLines(html: string, options: SourceLineOptions): SourceLines {
  const { wrap, removeStyle, skip = NOTHING } = options
  const ascii = options.characters === 'ascii'
  const lines = new LineCollector()
  const references = new Map<string, string>()
  const length = html.length
  let i = 0
  let afterTag = false
  let skipped = 0
  const breaks = new BreakFinder(html)
  while (i < length) {
    while (i > skip[skipped]) skipped += 2
    if (i === skip[skipped]) {
      i = skip[skipped + 1]
      continue
    }
    if (wrap === 0 || lines.width < wrap) {
      const after = lines.plain(html, i, wrap === 0 ? length : Math.min(length, i + wrap - lines.width), ascii)
      if (after > i) {
        i = after
        afterTag = false
        continue
      }
    }
    const code = html.charCodeAt(i)
    if (code === LT) {
      const next = html.charCodeAt(i + 1)
      const hasTagName = isLetter(next) || (next === SLASH && isLetter(html.charCodeAt(i + 2)))
      if (hasTagName || next === 33 || next === 63 || next === SLASH) {
        const removed = removedEnd(html, i, removeStyle)
        if (removed > i) {
          i = removed
          continue
        }
        if (wrap > 0 && lines.width >= wrap) lines.close()
        // A doctype is not a tag.
        if (hasTagName) lines.tag()
        const end = tagEnd(html, i)
        coverTag(lines, breaks, i, end)
        i = end
        afterTag = true
        continue
      }
    }
    if (code === LF || code === CR) {
      lines.close()
      i++
      afterTag = false
      continue
    }
    const space = isHtmlSpace(code)
    if (wrap > 0 && lines.width >= wrap && (space || afterTag || isHtmlSpace(html.charCodeAt(i - 1)))) lines.close()
    afterTag = false
    if (code === AMP) {
      REFERENCE.lastIndex = i
      const reference = REFERENCE.exec(html)?.[0]
      if (reference !== undefined) {
        const decoded = valueAt(references, reference, () => decodeHTML(reference))
        lines.decoded(decoded, ascii)
        lines.cover(i, i + reference.length)
        i += reference.length
        continue
      }
    }
    lines.text(ascii && code > 127 ? 0 : 1, space)
    lines.cover(i, i + 1)
    i++
  }
  lines.close()
  return {
    count: lines.start.length,
    start: new Int32Array(lines.start),
    end: new Int32Array(lines.end),
    x: new Float64Array(lines.x),
    y: new Float64Array(lines.y),
    tags: lines.tags,
    characters: lines.characters,
  }
}

/** Finds line breaks for increasing offsets in linear time. */
class BreakFinder {
  readonly #html: string
  #lf = -1
  #cr = -1

  constructor(html: string) {
    this.#html = html
  }

  next(from: number, to: number): number {
    if (this.#lf < from) this.#lf = this.#find('\n', from)
    if (this.#cr < from) this.#cr = this.#find('\r', from)
    return Math.min(this.#lf, this.#cr, to)
  }

  after(at: number): number {
    return this.#html.startsWith('\r\n', at) ? at + 2 : at + 1
  }

  #find(character: string, from: number): number {
    const at = this.#html.indexOf(character, from)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
}

/** Returns the text-to-tag ratio of each line (Algorithm 1): x for y = 0, otherwise x / y. */
export function textToTagRatios(lines: SourceLines): Float64Array {
  return lines.x.map((x, k) => (lines.y[k] === 0 ? x : x / lines.y[k]))
}
