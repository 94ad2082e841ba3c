import { decodeHTMLAttribute } from 'entities/decode'
import { lastAtOrBefore } from '../base/int-list'

/** Escapes a document, so that the document can be the raw text of an `iframe` or `noframes`. */
export function frameSource(html: string): string {
  return html.replace(/<(\\*)\/(?=iframe|noframes)/gi, '<\\$1/')
}

/** The HTML of a nested document, with its position in the surrounding HTML. */
export interface SourcePlace {
  readonly html: string
  /** Converts an offset in `html` to an offset in the surrounding HTML. */
  readonly at: (offset: number) => number
  /** Number of lines before the nested document. */
  readonly lines: number
}

/**
 * Reads a text that `frameSource` wrote. @param start offset of the text in the surrounding HTML @param lines number of lines before the
 * text
 */
export function readFrameSource(text: string, start: number, lines: number): SourcePlace {
  const inner = [0]
  const outer = [start]
  const pattern = /<\\(?=\\*\/(?:iframe|noframes))/gi
  let used = 0
  const html = text.replace(pattern, (_, at: number) => {
    inner.push(at + 1 - used)
    outer.push(start + at + 2)
    used++
    return '<'
  })
  return { html, at: offsets(inner, outer), lines }
}

/** Decodes the document in the source of an attribute, such as `srcdoc="&lt;p>"`. */
export function readAttributeSource(attribute: string, start: number, lines: number): SourcePlace {
  const quoted = /^[^=]*=\s*(["']?)/.exec(attribute)
  const from = quoted?.[0].length ?? attribute.length
  const raw = attribute.slice(from, (quoted?.[1] ?? '') === '' ? undefined : -1)
  const before = attribute.slice(0, from).split('\n').length - 1
  const inner = [0]
  const outer = [start + from]
  const parts: string[] = []
  let length = 0
  let end = 0
  for (const match of raw.matchAll(/&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?|\r\n/g)) {
    const plain = raw.slice(end, match.index)
    const decoded = match[0] === '\r\n' ? '\n' : decodeHTMLAttribute(match[0])
    parts.push(plain, decoded)
    length += plain.length + decoded.length
    end = match.index + match[0].length
    inner.push(length)
    outer.push(start + from + end)
  }
  parts.push(raw.slice(end))
  return { html: parts.join(''), at: offsets(inner, outer), lines: lines + before }
}

function offsets(inner: readonly number[], outer: readonly number[]): (offset: number) => number {
  return (offset) => {
    const k = lastAtOrBefore(inner.length, (i) => inner[i], offset)
    const shifted = outer[k] + offset - inner[k]
    return k + 1 < outer.length ? Math.min(shifted, outer[k + 1]) : shifted
  }
}
