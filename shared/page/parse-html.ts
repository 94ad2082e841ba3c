import {
  InsertionMode,
  type Parser,
  Token,
  Tokenizer,
  TokenizerMode,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
} from 'parse5'
import { PageParser, TREE } from './page-parser'

type Element = DefaultTreeAdapterTypes.Element

export interface HtmlOptions {
  readonly sourcePositions: boolean
  readonly scriptingEnabled: boolean
}

/** Parses an HTML document like parse5's `parse`, but stores no columns, and positions of attributes only for `iframe` elements. */
export function parseHtml(html: string, { sourcePositions, scriptingEnabled }: HtmlOptions): DefaultTreeAdapterTypes.Document {
  const parser = new PageParser({ sourceCodeLocationInfo: sourcePositions, scriptingEnabled, treeAdapter: TREE })
  parser.tokenizer = new RunTokenizer(parser)
  parser.tokenizer.write(html, true)
  return parser.document
}

/** Parses HTML as the content of the element `context` (HTML Standard, parsing HTML fragments). */
export function parseHtmlFragment(html: string, context: Element, scriptingEnabled: boolean): readonly DefaultTreeAdapterTypes.ChildNode[] {
  const parser = PageParser.getFragmentParser(context, { sourceCodeLocationInfo: false, scriptingEnabled, treeAdapter: TREE })
  const { state, inForeignNode } = parser.tokenizer
  parser.tokenizer = Object.assign(new RunTokenizer(parser), { state, inForeignNode })
  parser.tokenizer.write(html, true)
  return parser.getFragment().childNodes
}

function stopTable(stops: string): Uint8Array {
  const table = new Uint8Array(64)
  for (const stop of `\0\r${stops}`) table[stop.charCodeAt(0)] = 1
  return table
}
const TEXT_STOPS = stopTable('<&')
const RAW_STOPS = stopTable('<')
const COMMENT_STOPS = stopTable('-<')
const DOUBLE_QUOTED_STOPS = stopTable('"&')
const SINGLE_QUOTED_STOPS = stopTable("'&")
const UNQUOTED_STOPS = stopTable(' \t\n\f>&')
const TAG_NAME_STOPS = stopTable(' \t\n\f/>')
const ATTRIBUTE_NAME_STOPS = stopTable(' \t\n\f/>="\'<')

/** Insertion modes in which the tree builder treats white space like other characters. */
const JOINS_WHITE_SPACE: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
  InsertionMode.TEXT,
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
])

const EQUALS = 61
const QUOTE = 34
const isLowerCase = (code: number): boolean => code >= 97 && code <= 122
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 12

/** Extends parse5's tokenizer: reads several characters at once, for speed. `test/property/parse-html.test.ts` compares the trees. */
class RunTokenizer extends Tokenizer {
  readonly #parser: Parser<DefaultTreeAdapterMap>
  private placeless = false

  constructor(parser: Parser<DefaultTreeAdapterMap>) {
    super(parser.options, parser)
    this.#parser = parser
    // Do not drop the parsed part of the source, because the page model stores the whole source.
    this.preprocessor.bufferWaterline = 2 ** 30
  }

  protected override _runParsingLoop(): void {
    while (this.active) this._callState(this.preprocessor.advance())
  }

  /** Does not copy slices of the source as parse5 does, because the page model stores the whole source. */
  protected override _flushRun(text: string): void {
    if (this.runEnd === this.runStart && text.length === 0) return
    const run = this.preprocessor.html.slice(this.runStart, this.runEnd) + text
    this.runStart = this.runEnd
    const token = this.currentToken
    if (token === null) {
      if (this.currentCharacterToken) this.currentCharacterToken.chars += run
    } else if (token.type === Token.TokenType.COMMENT) token.data += run
    else this.currentAttr.value += run
  }

  /** Stores positions only for attributes of an `iframe`, because only `srcdoc` needs a position. */
  protected override _createAttr(first: string): void {
    const token = this.currentToken
    this.placeless = token?.type !== Token.TokenType.START_TAG || token.tagName !== 'iframe'
    super._createAttr(first)
    this.placeless = false
  }

  protected override getCurrentLocation(offset: number): Token.Location | null {
    return this.placeless ? null : super.getCurrentLocation(offset)
  }

  protected override _stateData(cp: number): void {
    super._stateData(cp)
    if (this.state === TokenizerMode.DATA) this.#text(TEXT_STOPS)
  }

  protected override _stateRcdata(cp: number): void {
    super._stateRcdata(cp)
    if (this.state === TokenizerMode.RCDATA) this.#text(TEXT_STOPS)
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp)
    if (this.state === TokenizerMode.RAWTEXT) this.#text(RAW_STOPS)
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp)
    if (this.state === TokenizerMode.SCRIPT_DATA) this.#text(RAW_STOPS)
  }

  protected override _stateScriptDataEscaped(cp: number): void {
    const { state } = this
    super._stateScriptDataEscaped(cp)
    if (this.state === state) this.#text(COMMENT_STOPS)
  }

  protected override _stateComment(cp: number): void {
    const { state } = this
    super._stateComment(cp)
    if (this.state === state) this.#run(COMMENT_STOPS)
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    const { state } = this
    super._stateAttributeValueDoubleQuoted(cp)
    if (this.state === state) this.#run(DOUBLE_QUOTED_STOPS)
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    const { state } = this
    super._stateAttributeValueSingleQuoted(cp)
    if (this.state === state) this.#run(SINGLE_QUOTED_STOPS)
  }

  protected override _stateAttributeValueUnquoted(cp: number): void {
    const { state } = this
    super._stateAttributeValueUnquoted(cp)
    if (this.state === state) this.#run(UNQUOTED_STOPS)
  }

  protected override _stateTagName(cp: number): void {
    let next = cp
    if (isLowerCase(cp)) {
      ;(this.currentToken as Token.TagToken).tagName += this.#name(TAG_NAME_STOPS)
      next = this.preprocessor.advance()
    }
    super._stateTagName(next)
  }

  protected override _stateAttributeName(cp: number): void {
    let next = cp
    if (isLowerCase(cp)) {
      this.currentAttr.name += this.#name(ATTRIBUTE_NAME_STOPS)
      next = this.preprocessor.advance()
    }
    super._stateAttributeName(next)
    if (next === EQUALS) this._stateBeforeAttributeValue(this.preprocessor.advance())
  }

  protected override _stateBeforeAttributeValue(cp: number): void {
    super._stateBeforeAttributeValue(cp)
    if (cp !== QUOTE) return
    this.runStart = this.preprocessor.pos + 1
    this.#advance(this.#plain(DOUBLE_QUOTED_STOPS, this.runStart))
    const next = this.preprocessor.advance()
    super._stateAttributeValueDoubleQuoted(next)
    if (next === QUOTE) this._stateAfterAttributeValueQuoted(this.preprocessor.advance())
  }

  #run(stops: Uint8Array): void {
    const { html, pos } = this.preprocessor
    if (this.runEnd !== pos + 1 || html.charCodeAt(pos) === 13) return
    this.#advance(this.#plain(stops, pos + 1))
  }

  #text(stops: Uint8Array): void {
    const { html, pos } = this.preprocessor
    const token = this.currentCharacterToken
    if (token === null || this.runEnd !== pos + 1 || html.charCodeAt(pos) === 13 || token.type === Token.TokenType.NULL_CHARACTER) return
    const parser = this.#parser
    const joins = JOINS_WHITE_SPACE.has(parser.insertionMode) && !parser.skipNextNewLine
    let at = pos + 1
    if (token.type === Token.TokenType.WHITESPACE_CHARACTER) {
      // Check the length too, so that the loop ends even if a custom extractor replaced `charCodeAt`.
      while (at < html.length && isSpace(html.charCodeAt(at))) at++
      const code = html.charCodeAt(at)
      if (!joins || at >= html.length || (code < 64 && stops[code] === 1)) {
        this.#advance(at)
        return
      }
      token.type = Token.TokenType.CHARACTER
    }
    if (joins) at = this.#plain(stops, at)
    else
      for (; at < html.length; at++) {
        const code = html.charCodeAt(at)
        if (code < 64 && (stops[code] === 1 || isSpace(code))) break
      }
    this.#advance(at)
  }

  /** Reads up to the next stop character or capital letter, because parse5 converts capitals. */
  #name(stops: Uint8Array): string {
    const { html, pos } = this.preprocessor
    let at = pos + 1
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (code < 64 ? stops[code] === 1 : code <= 90 && code >= 65) break
    }
    this.preprocessor.pos = at - 1
    return html.slice(pos, at)
  }

  #plain(stops: Uint8Array, from: number): number {
    const { html } = this.preprocessor
    let at = from
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (code < 64 && stops[code] === 1) break
    }
    return at
  }

  #advance(to: number): void {
    const { preprocessor } = this
    if (this.options.sourceCodeLocationInfo === true) {
      const { html } = preprocessor
      for (let at = preprocessor.pos + 1; at < to; at++) if (html.charCodeAt(at) === 10) preprocessor.line++
    }
    preprocessor.pos = to - 1
    this.runEnd = to
  }
}
