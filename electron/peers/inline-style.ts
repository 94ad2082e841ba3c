import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer'

/** What the property `display` may be (CSS Display, and what browsers read as one of these); `visibility` and the words for all properties. */
const KEYWORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  display: new Set(
    'none contents block inline inline-block list-item flow flow-root run-in flex inline-flex grid inline-grid table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group ruby ruby-base ruby-text ruby-base-container ruby-text-container math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex'.split(
      ' ',
    ),
  ),
  visibility: new Set(['visible', 'hidden', 'collapse']),
}
const FOR_ALL: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])

interface Declaration {
  readonly value: string
  readonly important: boolean
}

const OPENING: ReadonlySet<TokenType> = new Set([TokenType.OpenParen, TokenType.OpenCurly, TokenType.OpenSquare, TokenType.Function])
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.CloseParen, TokenType.CloseCurly, TokenType.CloseSquare])

/** Returns the declarations of a `style` attribute by property, as CSS Syntax reads them; a value that its property cannot have is none. */
export function readDeclarations(css: string): ReadonlyMap<string, Declaration> {
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
  const words = tokens.filter(([type]) => type !== TokenType.Whitespace)
  const [name, colon, ...rest] = words
  if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return
  const [mark, word] = rest.slice(-2)
  const important = mark?.[1] === '!' && word?.[0] === TokenType.Ident && word[4].value.toLowerCase() === 'important'
  const property = name[4].value.toLowerCase()
  const value = (important ? rest.slice(0, -2) : rest).map((token) => (token[0] === TokenType.Ident ? token[4].value : token[1])).join(' ')
  const known = KEYWORDS[property]
  const isValid = known
    ? value
        .toLowerCase()
        .split(' ')
        .every((part) => known.has(part) || FOR_ALL.has(part))
    : value !== ''
  if (!isValid || (found.get(property)?.important === true && !important)) return
  found.set(property, { value: known ? value.toLowerCase() : value, important })
}

interface Styled {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
}

/** The `style` of an element, read from its attribute each time: a library that asks for it asks once an element. */
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
