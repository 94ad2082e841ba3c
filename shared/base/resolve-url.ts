/**
 * Resolves a reference against an absolute http(s) address (RFC 3986, §5.2, without the rarer parts: a reference of another
 * scheme is returned as it is). Null where the base is not an absolute http(s) address and the reference needs one.
 */
export function resolveUrl(reference: string, base: string | null): string | null {
  const trimmed = stripSpaces(reference)
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed
  const match = /^(https?:)\/\/([^/?#]*)([^?#]*)/i.exec(base ?? '')
  if (!match) return null
  const [, scheme = '', host = '', path = ''] = match
  const origin = `${scheme}//${host}`
  if (trimmed.startsWith('//')) return scheme + trimmed
  if (trimmed.startsWith('/')) return origin + trimmed
  if (trimmed === '' || trimmed.startsWith('#')) return `${base ?? ''}${trimmed}`
  if (trimmed.startsWith('?')) return `${origin}${path || '/'}${trimmed}`
  return `${origin}${withoutDots(`${path.slice(0, path.lastIndexOf('/') + 1) || '/'}${trimmed}`)}`
}

/** Removes `.` and `..` segments of the path part of `path?query#fragment`. */
function withoutDots(reference: string): string {
  const cut = reference.search(/[?#]/)
  const path = cut < 0 ? reference : reference.slice(0, cut)
  const kept: string[] = []
  const segments = path.split('/')
  for (const [i, segment] of segments.entries()) {
    const last = i === segments.length - 1
    if (segment === '.' || segment === '..') {
      if (segment === '..' && kept.length > 1) kept.pop()
      if (last) kept.push('')
    } else kept.push(segment)
  }
  return kept.join('/') + (cut < 0 ? '' : reference.slice(cut))
}

/** A URL attribute as browsers read it: control characters and spaces at both ends, tabs and line breaks anywhere, do not count. */
function stripSpaces(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && value.charCodeAt(start) <= 32) start++
  while (end > start && value.charCodeAt(end - 1) <= 32) end--
  return value.slice(start, end).replace(/[\t\n\r]/g, '')
}
