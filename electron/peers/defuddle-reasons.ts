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

/** What a block's score is made of, by its text when it left, as the library scores it; the rest of its score is links, cards and social profiles. */
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
  if (rest < 0) parts.push(`links, cards or profiles −${-rest}`)
  return parts.join(', ')
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(' ')
}
