/** Names what of the library's lists matched an element that it removed, by asking again what it asked. */
import type { DomElement } from './defuddle-dom'

const SPLIT = /,(?![^([]*[)\]])/

/** What an element must have for a selector to match it at all: cheap to look at before the selector is asked. */
function couldMatch(element: DomElement, selector: string, words: string): boolean {
  const short = selector.replaceAll(/:(?:not|has|is|where)\((?:[^()]|\([^()]*\))*\)/g, '').replaceAll(/\[([\w-]+)[^\]]*\]/g, '[$1]')
  const bare = short.split(/[\s>+~]/).at(-1) ?? ''
  const tag = /^[a-z][\w-]*/i.exec(bare)?.[0]
  if (tag !== undefined && tag.toLowerCase() !== element.tagName.toLowerCase()) return false
  for (const [, kind, name = ''] of bare.replaceAll(/\[[^\]]*\]/g, '').matchAll(/([.#])([\w-]+)/g))
    if (kind === '.' ? !words.includes(name) : element.id !== name) return false
  for (const [, name = ''] of bare.matchAll(/\[([\w-]+)/g)) if (!element.hasAttribute(name)) return false
  return true
}

/** The first selector of a joined list that matches an element; '' where none does. */
export function matchingExact(element: DomElement, list: string): string {
  const words = element.getAttribute('class') ?? ''
  for (const selector of list.split(SPLIT)) {
    if (couldMatch(element, selector, words) && element.matches(selector)) return selector
  }
  return ''
}

const ATTRIBUTES = ['class', 'data-component', 'data-test', 'data-testid', 'data-test-id', 'data-qa', 'data-cy', 'id']

/** Where a partial selector was found: `its class holds “sidebar” (“page-sidebar left”)`. */
export function partialWords(element: DomElement, pattern: string): string {
  const test = new RegExp(pattern, 'i')
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name)
    const word = value === null ? undefined : test.exec(value)?.[0]
    if (value !== null && word !== undefined) return `its ${name} holds “${word}” (${name}="${shortened(value)}")`
  }
  return `its attributes hold “${pattern}”`
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const NAVIGATION =
  'advertisement|all rights reserved|banner|cookie|comments|copyright|follow me|follow us|footer|header|homepage|login|menu|more articles|more like this|most read|nav|navigation|newsletter|popular|privacy|recommended|register|related|responses|share|sidebar|sign in|sign up|signup|social|sponsored|subscribe|terms|trending'
const NO_CONTENT =
  'advert|ad-|ads|banner|cookie|copyright|footer|header|homepage|menu|nav|newsletter|popular|privacy|recommended|related|rights|share|sidebar|social|sponsored|subscribe|terms|trending|widget'
const NAVIGATION_TESTS = NAVIGATION.split('|').map((words) => [words, new RegExp(`\\b${words.replaceAll(' ', '\\s+')}\\b`)] as const)

const SOCIAL =
  /\b(?:linkedin\.com\/(?:in|company)\/|twitter\.com\/(?!intent\b)\w|x\.com\/(?!intent\b)\w|facebook\.com\/(?!share\b)\w|instagram\.com\/\w|threads\.net\/\w|mastodon\.\w)/i
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const DATE = new RegExp(String.raw`${MONTH}\s+\d{1,2}|\d{1,2}(?:st|nd|rd|th)?\s+${MONTH}`, 'i')
const BYLINE = /\bBy\s+[A-Z]/

/** What the library takes off a block for its links, and for an author with a date; cards it finds by their shape. */
function blockTerms(element: DomElement, text: string): [words: string, points: number][] {
  const links = Array.from(element.getElementsByTagName('a'))
  const words = text.split(/\s+/).filter(Boolean).length
  const lists = element.getElementsByTagName('ul').length + element.getElementsByTagName('ol').length
  const linked = links.reduce((sum, link) => sum + link.textContent.length, 0)
  const terms: [string, number][] = []
  if (links.length / Math.max(1, words) > 0.5) terms.push(['more than one link for two words', 15])
  if (links.length > 1 && words < 80 && linked / Math.max(1, text.length) > 0.8) terms.push(['more than 80 % of its text in links', 15])
  if (lists > 0 && links.length > lists * 3) terms.push(['lists of links', 10])
  if (words < 80 && links.some((link) => SOCIAL.test(link.getAttribute('href') ?? ''))) terms.push(['a social profile', 15])
  if (words < 15 && BYLINE.test(text) && DATE.test(text)) terms.push(['an author and a date in fewer than 15 words', 10])
  return terms
}

/** What a block's score is made of, by its text when it left, as the library scores it. */
export function scoreParts(element: DomElement, text: string, score: number): string {
  const commas = text.split(',').length - 1
  const lower = text.toLowerCase()
  const words = NAVIGATION_TESTS.filter(([, test]) => test.test(lower)).map(([word]) => word)
  const name = `${element.getAttribute('class') ?? ''}\n${element.id}`.toLowerCase()
  const names = NO_CONTENT.split('|').filter((word) => name.includes(word))
  const rest = score - commas + 10 * words.length + 8 * names.length
  const parts: string[] = []
  if (commas > 0) parts.push(`commas +${commas}`)
  if (words.length > 0) parts.push(`words of navigation ${quoted(words)} −${10 * words.length}`)
  if (names.length > 0) parts.push(`class or id ${quoted(names)} −${8 * names.length}`)
  const terms = blockTerms(element, text)
  const cards = -rest - terms.reduce((sum, [, points]) => sum + points, 0)
  if (cards === 0 || cards === 15) {
    for (const [term, points] of terms) parts.push(`${term} −${points}`)
    if (cards > 0) parts.push(`cards −${cards}`)
  } else if (rest < 0) parts.push(`links, cards, profiles or an author with a date −${-rest}`)
  return parts.join(', ')
}

const HIDING = /(?:^|;\s*)(display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0)(?:\s*;|\s*$)/i

/** What hides an element: the declaration of its style that matches, which the library’s own report may confuse, else what that says. */
export function hiddenWords(element: DomElement, reported: string): string {
  return HIDING.exec(element.getAttribute('style') ?? '')?.[1]?.replaceAll(/\s+/g, '') ?? reported
}

const BOILERPLATE = [
  /^This (?:article|story|piece) (?:appeared|was published|originally appeared) in\b/i,
  /^A version of this (?:article|story) (?:appeared|was published) in\b/i,
  /^Originally (?:published|appeared) (?:in|on|at)\b/i,
  /^Any re-?use permitted\b/i,
  /^©\s*(?:Copyright\s+)?\d{4}/i,
  /^Comments?$/i,
  /^Leave a (?:comment|reply)$/i,
  /^Loading\.{3}$/,
  /^Affiliate links\b.*\b(?:earn|commission)/i,
  /\bRead our Comment Policy\b/i,
  /^Thank you for (?:being part of|joining) our community\b/i,
]

/** Elements in a block that are looked through for the words that end an article. */
const MOST_LOOKED_AT = 500

/** The words by which a text is known from the end of articles: those of the element, or of one in it. */
export function boilerplateWords(element: DomElement): string {
  const inside = Array.from(element.querySelectorAll('p, div, span, section')).slice(0, MOST_LOOKED_AT)
  const texts = [element, ...inside].map(({ textContent }) => textContent.trim())
  const found = texts.find((text) => text.split(/\s+/).length <= 50 && BOILERPLATE.some((pattern) => pattern.test(text)))
  return found === undefined ? '' : ` (“${shortened(found.replaceAll(/\s+/g, ' '))}”)`
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(' ')
}
