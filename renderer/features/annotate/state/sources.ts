import type { Source } from '../../../../shared/contract/source'

/** What a list of addresses or paths, one a line, asks for; empty lines and lines that begin with # are left out, repeated ones too. */
export function sourcesOfList(text: string): Source[] {
  const seen = new Set<string>()
  return text.split(/\r?\n/).flatMap((line): Source[] => {
    const value = line.trim()
    if (value === '' || value.startsWith('#') || seen.has(value)) return []
    seen.add(value)
    if (/^(?:\/|[a-z]:[\\/]|\\\\)/i.test(value)) return [{ kind: 'file', path: value }]
    return [{ kind: 'url', url: /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}` }]
  })
}
