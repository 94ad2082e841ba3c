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
  return decodedSource(text, start, lines, /<\\(?=\\*\/(?:iframe|noframes))/gi, () => '<')
}

/** Decodes the document in the source of an attribute, such as `srcdoc="&lt;p>"`. */
export function readAttributeSource(attribute: string, start: number, lines: number): SourcePlace {
  const quoted = /^[^=]*=\s*(["']?)/.exec(attribute)
  const from = quoted?.[0].length ?? attribute.length
  const raw = attribute.slice(from, (quoted?.[1] ?? '') === '' ? undefined : -1)
  const before = attribute.slice(0, from).split('\n').length - 1
  const pattern = /&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?|\r\n/g
  return decodedSource(raw, start + from, lines + before, pattern, (match) => (match === '\r\n' ? '\n' : decodeHTMLAttribute(match)))
}

function decodedSource(text: string, start: number, lines: number, pattern: RegExp, decode: (match: string) => string): SourcePlace {
  const inner = [0]
  const outer = [start]
  let removed = 0
  const html = text.replace(pattern, (match, at: number) => {
    const decoded = decode(match)
    const end = at + match.length
    removed += match.length - decoded.length
    inner.push(end - removed)
    outer.push(start + end)
    return decoded
  })
  const at = (offset: number): number => {
    const k = lastAtOrBefore(inner.length, (i) => inner[i], offset)
    const shifted = outer[k] + offset - inner[k]
    return k + 1 < outer.length ? Math.min(shifted, outer[k + 1]) : shifted
  }
  return { html, at, lines }
}
