import { tokenizer, TokenType } from '@csstools/css-tokenizer'

function textOf(address: string): string | null {
  const [, parameters = '', body] = /^data:([^,]*),(.*)$/s.exec(address) ?? []
  try {
    const text = decodeURIComponent((body ?? '').replace(/#.*$/s, ''))
    if (!/;\s*base64\s*$/i.test(parameters)) return text
    return decodeURIComponent(atob(text).replace(/[^]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`))
  } catch {
    return null
  }
}

/** Returns a `data:` address with the result of `map` for the style sheet in `address`; an empty sheet if it cannot be decoded. */
export function mapDataSheet(address: string, map: (css: string) => string): string {
  const css = textOf(address)
  return `data:text/css,${css === null ? '' : encodeURIComponent(map(css))}`
}

const OF_ADDRESSES: ReadonlySet<string> = new Set(['url', 'src', 'image-set', '-webkit-image-set'])

const NAMING: ReadonlySet<string> = new Set(['import', 'namespace'])

/** Matches functions, at-rules and escaped names that may contain an address, and the beginning of strings and comments, to skip them. */
const NOTABLE = new RegExp(
  [
    `["']|/\\*|<!--`,
    `@(?:import|namespace)|[@#]NAME*\\\\`,
    // These names do not begin inside another name.
    `(?<![@#\\\\]|NAME)(?:(?:url|src|(?:-webkit-)?image-set)\\(|NAME*\\\\)`,
  ]
    .join('|')
    .replaceAll('NAME', '[-\\w\\u0080-\\uffff]'),
  'gi',
)

/** CSS without `(`, `@` and backslashes contains no address. */
const NAMES_ANY = /[(@\\]/

/** Replaces each address in CSS, except of namespaces, by the result of `map`; null keeps the address. Follows CSS Syntax. Linear. */
export function mapCssAddresses(css: string, map: (reference: string, isImport: boolean) => string | null): string {
  if (!NAMES_ANY.test(css)) return css
  const parts: string[] = []
  let written = 0
  const put = ([start, end]: readonly [number, number], reference: string, isImport: boolean, isCall: boolean): void => {
    const mapped = map(reference, isImport)
    if (mapped === null) return
    const quoted = `"${mapped.replace(/["\\\n\r\f]/g, encodeURIComponent)}"`
    parts.push(css.slice(written, start), isCall ? `url(${quoted})` : quoted)
    written = end
  }

  /** Reads tokens to `least`, and to the end of open parentheses, functions and rules of `NAMING`. Returns the end of the last token. */
  function readTokens(from: number, least: number): number {
    const tokens = tokenizer({ css: css.slice(from) })
    const open: string[] = []
    let rule = ''
    let isNaming = false
    let at = from
    while (!tokens.endOfFile() && (at < least || open.length > 0 || isNaming)) {
      const [type, , first, last, value] = tokens.nextToken()
      const start = from + first
      at = from + last + 1
      switch (type) {
        case TokenType.CDO:
          // `NOTABLE` does not match a name directly after `<!--`, so read at least one more token.
          least = at + 1
          break
        case TokenType.AtKeyword:
          rule = value.value.toLowerCase()
          isNaming = NAMING.has(rule)
          break
        case TokenType.Semicolon:
        case TokenType.OpenCurly:
          rule = ''
          isNaming = false
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
          // A browser never requests the address of a namespace.
          if (rule !== 'namespace') put([start, at], value.value, rule === 'import', true)
          break
        case TokenType.String: {
          const inside = open.at(-1)
          if (rule === 'namespace') break
          if (inside === undefined ? rule === 'import' : OF_ADDRESSES.has(inside)) put([start, at], value.value, rule === 'import', false)
          // In an `@import`, only the first string is an address.
          if (inside === undefined) rule = ''
          break
        }
        default:
      }
    }
    return at
  }

  for (let at = 0; at < css.length;) {
    NOTABLE.lastIndex = at
    const found = NOTABLE.exec(css)
    if (!found) break
    const { 0: lexeme, index } = found
    if (lexeme === '/*') at = endOfComment(css, index)
    else if (lexeme === '"' || lexeme === "'") at = endOfString(css, index)
    else at = readTokens(index, index + lexeme.length)
  }
  return written === 0 ? css : parts.join('') + css.slice(written)
}

function endOfComment(css: string, start: number): number {
  const end = css.indexOf('*/', start + 2)
  return end < 0 ? css.length : end + 2
}

function endOfString(css: string, start: number): number {
  const quote = css.charCodeAt(start)
  for (let at = start + 1; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === BACKSLASH) at += css.startsWith('\r\n', at + 1) ? 2 : 1
    else if (code === 10 || code === 12 || code === 13) return at
  }
  return css.length
}

const BACKSLASH = 92

/** Returns the candidates of a `srcset` attribute (HTML Standard). Linear. */
export function srcsetCandidates(set: string) {
  const found: { readonly address: string; readonly descriptors: string }[] = []
  const addresses = /[^\s,]\S*/g
  for (let match = addresses.exec(set); match; match = addresses.exec(set)) {
    let end = match[0].length
    while (match[0][end - 1] === ',') end--
    const from = addresses.lastIndex
    let to = from
    // An address that ends with a comma has no descriptors.
    if (end === match[0].length)
      while (to < set.length && set[to] !== ',') to = set[to] === '(' ? set.indexOf(')', to) + 1 || set.length : to + 1
    found.push({ address: match[0].slice(0, end), descriptors: set.slice(from, to).trim() })
    addresses.lastIndex = to
  }
  return found
}
