import { attribute, attributesOf, FRAME_DOCUMENT, SHADOW_ROOT, tagName, TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { parsePage, parseTree } from '../../page/parse-page'
import { tagTable, unreadTags } from '../../page/tags'
import type { Alignment, UnfoundWords } from './alignment'
import { comparable } from './page-letters'

const JSON_LD = 'the page’s JSON-LD data'
const FORMULAS = 'formulas in scripts, which a browser does not show'
const BEFORE_MOVES = 'the source HTML before streamed content is moved'
const TEMPLATES = 'templates, which a browser does not show'
const ATTRIBUTES = 'attributes, such as the alternative texts of images'
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(['alt', 'title', 'aria-label', 'placeholder', 'value', 'content'])

const PLACES: Readonly<Record<string, string>> = {
  [SHADOW_ROOT]: 'shadow roots, which are not read here',
  [FRAME_DOCUMENT]: 'frames, which are not read here',
  noscript: 'noscript, which a browser with scripts does not show',
  noframes: 'noframes, which a browser with frames does not show',
  title: 'the page’s title',
}

/**
 * Adds up the unmatched words of an output's pieces per place. A place is a part of the page outside the readable text. Each piece counts
 * for the first place that contains its text.
 */
export function wordsElsewhere(page: PageModel, unfound: Alignment['unfound']): ReadonlyMap<string, UnfoundWords> {
  const counts = new Map<string, UnfoundWords>()
  if (unfound.length === 0) return counts
  const elsewhere = textsByPlace(page)
  for (const { text, missing, repeated, moved } of unfound) {
    const wanted = comparable(withoutTags(text))
    const place = wanted === '' ? undefined : elsewhere.find(([, source]) => source.includes(wanted))?.[0]
    if (place === undefined) continue
    const before = counts.get(place) ?? { missing: 0, repeated: 0, moved: 0 }
    counts.set(place, { missing: before.missing + missing, repeated: before.repeated + repeated, moved: before.moved + moved })
  }
  return counts
}

function textsByPlace(page: PageModel): (readonly [place: string, text: string])[] {
  const unread = tagTable(page.tagNames, unreadTags(page))
  const parts = new Map<string, string[]>()
  const add = (place: string, text: string): void => void (parts.get(place) ?? parts.set(place, []).get(place))?.push(text)
  const places: string[] = []
  for (let n: NodeId = 0; n < page.count; n++) {
    const tag = tagName(page, n)
    const around = places[page.parent[n]] ?? ''
    const own = unread[page.tag[n]] === 1 || page.body < 0 || tag === 'title' ? (PLACES[tag] ?? '') : ''
    places.push(around || own || (tag === 'script' ? placeOfScript(page, n) : ''))
    if (page.kind[n] !== TEXT) continue
    const place = places[n]
    if (place !== '') add(place, place === JSON_LD ? jsonText(page.text[n]) : withoutTags(page.text[n]))
  }
  if (/<template/i.test(page.html)) for (const text of templateTexts(page)) add(TEMPLATES, text)
  if (page.streamed > 0) for (const text of parsePage(page.html, { streamed: false }).text) add(BEFORE_MOVES, text ?? '')
  // Attributes come last, because attributes often repeat the title or the JSON-LD data.
  for (let n: NodeId = 0; n < page.count; n++)
    for (const [name, value] of attributesOf(page, n)) if (TEXT_ATTRIBUTES.has(name)) add(ATTRIBUTES, value)
  return [...parts].map(([place, texts]) => [place, comparable(texts.join(''))])
}

function placeOfScript(page: PageModel, node: NodeId): string {
  const type = attribute(page, node, 'type')?.trim().toLowerCase() ?? ''
  return type === 'application/ld+json' ? JSON_LD : type.startsWith('math/') ? FORMULAS : ''
}

const withoutTags = (text: string): string => text.replaceAll(/<[^>]*>/g, '')

function jsonText(source: string): string {
  const strings: string[] = []
  try {
    JSON.parse(source, (_key, value: unknown) => {
      if (typeof value === 'string') strings.push(withoutTags(value))
      return value
    })
  } catch {
    return withoutTags(source)
  }
  return strings.join('')
}

function templateTexts(page: PageModel): string[] {
  const open = parseTree(page).nodes.flatMap((node) => ('content' in node ? node.content.childNodes : []))
  const texts: string[] = []
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    if ('content' in node) open.push(...node.content.childNodes)
    if ('childNodes' in node) open.push(...node.childNodes)
  }
  return texts.reverse()
}
