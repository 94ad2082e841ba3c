import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer'
import type { DomNode } from './peer-dom'

const KEYWORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  display: new Set(
    'none contents block inline inline-block list-item flow flow-root run-in flex inline-flex grid inline-grid table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group ruby ruby-base ruby-text ruby-base-container ruby-text-container math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex'.split(
      ' ',
    ),
  ),
  visibility: new Set(['visible', 'hidden', 'collapse']),
}
const BOX_WORDS: ReadonlySet<string> = new Set('block inline run-in flow flow-root table flex grid ruby list-item math'.split(' '))
const FOR_ALL: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])
const IN_ALL = ['all', ...Object.keys(KEYWORDS)]
const SUBSTITUTION = /\b(?:var\(\s*--|(?:env|attr|if)\()/i

interface Declaration {
  readonly value: string
  readonly important: boolean
}

const OPENING: ReadonlySet<TokenType> = new Set([TokenType.OpenParen, TokenType.OpenCurly, TokenType.OpenSquare, TokenType.Function])
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.CloseParen, TokenType.CloseCurly, TokenType.CloseSquare])

function readDeclarations(css: string): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>()
  let tokens: CSSToken[] = []
  let depth = 0
  for (const token of tokenize({ css })) {
    const [type] = token
    if (type === TokenType.EOF || (type === TokenType.Semicolon && depth === 0)) {
      addDeclaration(found, tokens)
      tokens = []
    } else if (type !== TokenType.Comment) tokens.push(token)
    if (OPENING.has(type)) depth++
    else if (CLOSING.has(type) && depth > 0) depth--
  }
  return found
}

function addDeclaration(found: Map<string, Declaration>, tokens: readonly CSSToken[]): void {
  const [first, colon] = tokens.filter(([type]) => type !== TokenType.Whitespace)
  if (first?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return
  // An escape may put white space into a word.
  const words = tokens
    .slice(tokens.indexOf(colon) + 1)
    .map((token) => (token[0] === TokenType.Ident && !/\s/.test(token[4].value) ? token[4].value : token[1]))
  const source = words.join('').trim()
  const value = source.replace(/\s*!\s*important$/i, '')
  const important = value !== source
  const property = first[4].value.toLowerCase()
  const known = property === 'all' ? FOR_ALL : KEYWORDS[property]
  const parts = value.toLowerCase().split(/\s+/)
  if (known && !SUBSTITUTION.test(value) ? !isValue(parts, known) : value === '') return
  for (const name of property === 'all' ? IN_ALL : [property])
    if (important || found.get(name)?.important !== true) found.set(name, { value: known ? value.toLowerCase() : value, important })
}

function isValue(words: readonly string[], known: ReadonlySet<string>): boolean {
  const [first = ''] = words
  if (words.length === 1) return known.has(first) || FOR_ALL.has(first)
  return known === KEYWORDS.display && words.every((word) => BOX_WORDS.has(word))
}

type Styled = Pick<DomNode, 'getAttribute' | 'setAttribute'>

export class InlineStyle {
  readonly #element: Styled

  constructor(element: Styled) {
    this.#element = element
  }

  get cssText(): string {
    return this.#element.getAttribute('style') ?? ''
  }

  set cssText(css: string) {
    this.#element.setAttribute('style', css)
  }

  get display(): string {
    return this.getPropertyValue('display')
  }

  set display(value: string) {
    this.setProperty('display', value)
  }

  get visibility(): string {
    return this.getPropertyValue('visibility')
  }

  getPropertyValue(name: string): string {
    const css = this.cssText
    return css === '' ? '' : (readDeclarations(css).get(name)?.value ?? '')
  }

  setProperty(name: string, value: string): void {
    const rest = [...readDeclarations(this.cssText)].filter(([property]) => property !== name)
    const lines = rest.map(([property, own]) => `${property}: ${own.value}${own.important ? ' !important' : ''};`)
    this.cssText = [...lines, `${name}: ${value};`].join(' ')
  }
}
