/** Headers of messages (RFC 5322), for HTTP, MIME and WARC. Needs nothing of a machine. */
import type { Header } from '../../../shared/contract/bundle'

/** Returns the first value of a header by its name in lower case; '' without one. */
export function headerIn(headers: readonly Header[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? ''
}

/** Returns fields by name in lower case; the first of several counts, folded lines are joined. */
export function headerFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  let last = ''
  for (const line of lines) {
    if (/^[ \t]/.test(line) && last !== '') {
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    last = fields.has(name) ? '' : name
    if (last !== '') fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
