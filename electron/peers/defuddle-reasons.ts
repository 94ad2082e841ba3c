import type { DomElement } from './peer-document'
import { countWords } from './defuddle-score'

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
