/** What the source of a page says of its language, of robots and of its licence, and how much text it has: read without a tree, for crawls. */
interface SourceHeaders {
  /** Lower-case names; a header that comes several times is one value with commas. */
  readonly get: (name: string) => string | undefined
}

export interface SourceNotes {
  /** Primary subtag, `en`; empty where nothing says it. */
  readonly language: string
  /** What robots are asked, where it was said: `X-Robots-Tag: noarchive`, `meta robots: noindex`. */
  readonly robots: readonly string[]
  /** Licences and rights: `link license: https://…`, `meta dcterms.rights: …`. */
  readonly licences: readonly string[]
  /** Characters of text outside of tags, scripts and styles; white space counts as one. */
  readonly characters: number
}

/** Characters in which a tag has to end, notes that are kept of a kind, and characters of a note. */
const LONGEST_TAG = 4000
const MOST_NOTES = 20
const LONGEST_NOTE = 500

const ROBOT = /^(?:robots|googlebot(?:-news)?|bingbot|ccbot|gptbot|google-extended|tdm-reservation|tdm-policy)$/i
const RIGHTS = /^(?:(?:dc|dcterms)[.:](?:rights|license)|copyright|rights|license|licence)$/i
const CHARSETS: readonly (readonly [RegExp, string])[] = [
  [/charset\s*=\s*["']?(?:gb|big5|hz-)/i, 'zh'],
  [/charset\s*=\s*["']?(?:shift_?jis|euc-jp|iso-2022-jp|x-sjis)/i, 'ja'],
  [/charset\s*=\s*["']?(?:euc-kr|ks_c|cp949)/i, 'ko'],
]

/** Reads the notes. Linear in the source, whatever it holds. */
export function sourceNotes(html: string, headers: SourceHeaders): SourceNotes {
  const robots: string[] = []
  const licences: string[] = []
  const note = (list: string[], text: string): void => {
    const short = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NOTE)
    if (list.length < MOST_NOTES && !list.includes(short)) list.push(short)
  }
  for (const name of ['x-robots-tag', 'tdm-reservation', 'tdm-policy']) {
    const value = headers.get(name)
    if (value !== undefined) note(robots, `${name}: ${value}`)
  }
  const link = /<([^<>]{1,500})>\s*;[^,<]{0,200}\brel\s*=\s*"?license\b/i.exec(headers.get('link')?.slice(0, LONGEST_TAG) ?? '')?.[1]
  if (link !== undefined) note(licences, `header license: ${link}`)
  let lang: string | undefined
  const characters = eachTag(html, (name, tag) => {
    const of = (key: string): string | undefined => attributeIn(tag, key)
    if (name === 'html') lang ??= of('lang') ?? of('xml:lang')
    else if (name === 'meta') {
      const about = of('name') ?? of('property') ?? of('http-equiv') ?? ''
      const content = of('content') ?? ''
      if (ROBOT.test(about)) note(robots, `meta ${about.toLowerCase()}: ${content}`)
      else if (RIGHTS.test(about)) note(licences, `meta ${about.toLowerCase()}: ${content}`)
      else if (/^content-language$/i.test(about)) lang ??= content
    } else if ((name === 'a' || name === 'link') && /(?:^|\s)license(?:\s|$)/i.test(of('rel') ?? ''))
      note(licences, `${name} license: ${of('href') ?? ''}`)
  })
  const said = primary(lang) || primary(headers.get('content-language'))
  const coded = `${headers.get('content-type') ?? ''} ${html.slice(0, 1024)}`
  return { language: said || (CHARSETS.find(([charset]) => charset.test(coded))?.[1] ?? ''), robots, licences, characters }
}

const primary = (tag: string | undefined): string => /^\s*([a-z]{2,3})(?:[-_,\s]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? ''

function attributeIn(tag: string, name: string): string | undefined {
  for (const [, key, double, single, bare] of tag.matchAll(/([^\s=<>"'/]{1,40})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g))
    if (key?.toLowerCase() === name) return double ?? single ?? bare
  return undefined
}

const RAW: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'svg'])

/** Calls back with each opening tag. @returns characters of the text between tags */
function eachTag(html: string, found: (name: string, tag: string) => void): number {
  let characters = 0
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    characters += visible(html.slice(at, open < 0 ? html.length : open))
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const name = /^[a-z][a-z0-9]*/i.exec(html.slice(open + 1, open + 20))?.[0]?.toLowerCase()
    const end = html.indexOf('>', open + 1)
    if (end < 0) break
    at = end + 1
    if (name === undefined) continue
    if (end - open <= LONGEST_TAG) found(name, html.slice(open + 1 + name.length, end))
    if (!RAW.has(name)) continue
    const closing = new RegExp(`</${name}`, 'gi')
    closing.lastIndex = at
    const close = closing.exec(html)
    if (!close) break
    at = close.index
  }
  return characters
}

function visible(text: string): number {
  const plain = text.replace(/\s+/g, ' ')
  return plain === ' ' ? 0 : plain.length
}
