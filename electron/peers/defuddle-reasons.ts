import type { DomElement } from './peer-document'

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

/** Characters that the library counts as words, even inside other words. */
const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]/g

/** As in the library, a space or an ASCII control character ends a word. */
export function countWords(text: string): number {
  const ideographs = text.match(CJK)?.length ?? 0
  return ideographs + (text.replaceAll(CJK, ' ').match(/[^\0- ]+/g)?.length ?? 0)
}

function isCardGrid(block: DomElement, words: number): boolean {
  const headings = Array.from(block.querySelectorAll('h2, h3, h4'))
  if (words < 3 || words >= 500 || headings.length < 3 || block.querySelectorAll('img').length < 2) return false
  const inHeadings = headings.reduce((sum, heading) => sum + countWords(heading.textContent), 0)
  return (words - inHeadings) / headings.length < 20
}

function shapeTerms(block: DomElement, text: string): string[] {
  const words = countWords(text)
  const links = Array.from(block.getElementsByTagName('a'))
  const lists = block.getElementsByTagName('ul').length + block.getElementsByTagName('ol').length
  const linked = links.reduce((sum, link) => sum + link.textContent.length, 0)
  const terms: string[] = []
  if (links.length / Math.max(1, words) > 0.5) terms.push('more than one link per two words -15')
  if (links.length > 1 && words < 80 && linked / Math.max(1, text.length) > 0.8) terms.push('more than 80 % of its text in links -15')
  if (lists > 0 && links.length > lists * 3) terms.push('lists of links -10')
  if (words < 80 && links.some((link) => SOCIAL.test(link.getAttribute('href') ?? ''))) terms.push('a social profile -15')
  if (words < 15 && BYLINE.test(text) && DATE.test(text)) terms.push('an author and a date in fewer than 15 words -10')
  if (isCardGrid(block, words)) terms.push('cards -15')
  return terms
}

/** Call `scoreParts` before the library changes the scored block. */
export function scoreParts(block: DomElement): string {
  const text = block.textContent
  const commas = text.split(',').length - 1
  const lower = text.toLowerCase()
  const words = NAVIGATION_TESTS.filter(([, test]) => test.test(lower)).map(([word]) => word)
  const name = `${block.getAttribute('class') ?? ''}\n${block.id}`.toLowerCase()
  const names = NO_CONTENT.split('|').filter((word) => name.includes(word))
  const parts: string[] = []
  if (commas > 0) parts.push(`commas +${commas}`)
  if (words.length > 0) parts.push(`navigation words ${quoted(words)} -${10 * words.length}`)
  if (names.length > 0) parts.push(`class or id ${quoted(names)} -${8 * names.length}`)
  return [...parts, ...shapeTerms(block, text)].join(', ')
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(' ')
}

const SPLIT = /,(?![^([]*[)\]])/

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

export function matchingExact(element: DomElement, list: string): string {
  const words = element.getAttribute('class') ?? ''
  for (const selector of list.split(SPLIT)) {
    if (couldMatch(element, selector, words) && element.matches(selector)) return selector
  }
  return ''
}

const ATTRIBUTES = ['class', 'data-component', 'data-test', 'data-testid', 'data-test-id', 'data-qa', 'data-cy', 'id']

export function partialWords(element: DomElement, pattern: string): string {
  const test = new RegExp(pattern, 'i')
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name)
    const word = value === null ? undefined : test.exec(value)?.[0]
    if (value !== null && word !== undefined) return `its ${name} contains “${word}” (${name}="${shortened(value)}")`
  }
  return `its attributes contain “${pattern}”`
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const HIDING = /(?:^|;\s*)(display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0)(?:\s*;|\s*$)/i

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

const MOST_SEARCHED = 500

export function boilerplateWords(element: DomElement): string {
  const inside = Array.from(element.querySelectorAll('p, div, span, section')).slice(0, MOST_SEARCHED)
  const texts = [element, ...inside].map(({ textContent }) => textContent.trim())
  const found = texts.find((text) => countWords(text) <= 50 && BOILERPLATE.some((pattern) => pattern.test(text)))
  return found === undefined ? '' : ` (“${shortened(found.replaceAll(/\s+/g, ' '))}”)`
}

function isPermalink(link: DomElement): boolean {
  const read = (name: string): string => link.getAttribute(name)?.toLowerCase() ?? ''
  if (read('href').startsWith('#') || read('title').includes('permalink')) return true
  return /permalink|heading-anchor|anchor-link/.test(read('class')) || /^[#¶§]$/.test(link.textContent.trim())
}

/** Normalises a text as the library does before the library compares a heading with the title. */
function normalised(text: string): string {
  const marks = text
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/[“”„‟]/g, '"')
    .replaceAll(/[‒–—―]/g, '-')
    .replaceAll('…', '...')
  return marks.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

export function repeatsTitle(heading: DomElement, title: string): boolean {
  const links = Array.from(heading.getElementsByTagName('a')).filter(isPermalink)
  const text = heading.textContent.replace(links.map(({ textContent }) => textContent).join(''), '')
  return normalised(text) === normalised(title)
}
