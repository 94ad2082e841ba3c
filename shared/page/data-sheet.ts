/** Style sheets in `data:` addresses, whose own addresses lead where those of the page do. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Returns the text of a `data:` address in UTF-8; null for other addresses. */
function textOf(address: string): string | null {
  const [, parameters = '', body] = /^data:([^,]*),(.*)$/s.exec(address) ?? []
  try {
    const text = decodeURIComponent((body ?? '').replace(/#.*$/s, ''))
    return /;\s*base64\s*$/i.test(parameters) ? decodeURIComponent(escapedBytes(text)) : text
  } catch {
    return null
  }
}

/** The bytes of Base64, each as `%XX`. */
function escapedBytes(base64: string): string {
  let bits = 0
  let count = 0
  const bytes: string[] = []
  for (const digit of base64) {
    const value = DIGITS.indexOf(digit)
    if (value < 0) continue
    bits = ((bits << 6) | value) & 0xffffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push(`%${((bits >> count) & 255).toString(16).padStart(2, '0')}`)
  }
  return bytes.join('')
}

/** A sheet in a `data:` address with its text rewritten; an empty one if it cannot be read. */
export function mapDataSheet(address: string, map: (css: string) => string): string {
  const css = textOf(address)
  return `data:text/css,${css === null ? '' : encodeURIComponent(map(css))}`
}
