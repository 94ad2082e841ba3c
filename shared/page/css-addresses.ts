import { tokenize, TokenType } from '@csstools/css-tokenizer'

/** Functions whose strings are addresses. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(['url', 'src', 'image-set', '-webkit-image-set'])

/**
 * Gives each address of a style sheet (`url()`, `@import`, `image-set()`) to `map` and writes what it answers in its place; null
 * leaves it as it is. `isImport`: what is imported is a style sheet. Reads by tokens (CSS Syntax), so that what only looks like an address, in a string or a comment, stays. Linear.
 */
export function mapCssAddresses(css: string, map: (reference: string, isImport: boolean) => string | null): string {
  if (!/url\(|@import|image-set\(|src\(/i.test(css)) return css
  const parts: string[] = []
  let written = 0
  /** Names of the open functions; '' for a parenthesis. */
  const open: string[] = []
  let rule = ''
  const put = (start: number, end: number, reference: string, isCall: boolean): void => {
    const mapped = map(reference, rule === 'import')
    if (mapped === null) return
    const quoted = `"${mapped.replace(/["\\\n\r\f]/g, encodeURIComponent)}"`
    parts.push(css.slice(written, start), isCall ? `url(${quoted})` : quoted)
    written = end + 1
  }
  for (const [type, , start, end, value] of tokenize({ css })) {
    switch (type) {
      case TokenType.AtKeyword:
        rule = value.value.toLowerCase()
        break
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
        rule = ''
        break
      case TokenType.Function:
        open.push(value.value.toLowerCase())
        break
      case TokenType.OpenParen:
        open.push('')
        break
      case TokenType.CloseParen:
        open.pop()
        break
      case TokenType.URL:
        // The name of a namespace is an address that nobody asks for.
        if (rule !== 'namespace') put(start, end, value.value, true)
        break
      case TokenType.String: {
        const inside = open.at(-1)
        if (rule === 'namespace') break
        if (inside === undefined ? rule === 'import' : OF_ADDRESSES.has(inside)) put(start, end, value.value, false)
        // What follows the address of an import are its layer, its condition and its media.
        if (inside === undefined) rule = ''
        break
      }
      default:
    }
  }
  return written === 0 ? css : parts.join('') + css.slice(written)
}
