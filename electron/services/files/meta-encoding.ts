/** Finds the encoding in the markup of a page as Chromium does (HTMLMetaCharsetParser). */
import { labelToName } from '@exodus/bytes/encoding-browser.js'
import { Tokenizer, TokenizerMode, type Token } from 'parse5'

/** Number of bytes at the start in which every tag is read. Later tags are read only until the head ends. */
const UNCONDITIONAL = 1024

/** Any other tag ends the head, except the start tags of `html` and `head`. */
const IN_HEAD = /^(?:script|noscript|style|link|meta|object|title|base)$/

/** States of the tokenizer after the start tags of elements that contain only text. */
export const TEXT_STATES: Readonly<Record<string, number>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

const nothing = (): void => undefined

export const NO_HANDLERS = {
  ...{ onComment: nothing, onDoctype: nothing, onEof: nothing },
  ...{ onCharacter: nothing, onNullCharacter: nothing, onWhitespaceCharacter: nothing },
}

/** Bytes of the first write to the tokenizer. Later writes are longer, because the tokenizer copies its unfinished text at each write. */
const PIECE = 4 * 1024

const ofSingleBytes = new TextDecoder('windows-1252')

/** Maps each byte to one character. */
export function singleBytes(bytes: Uint8Array): string {
  return ofSingleBytes.decode(bytes)
}

/** Returns the encoding of a label; null if unsupported. */
export function encodingOf(label: string | null | undefined): string | null {
  return labelToName(label ?? '')
}

/**
 * Returns the first encoding that a `meta` names, or null.
 * @param isAnywhere whether to read after the head and beyond 1,024 bytes, unlike Chromium
 */
export function metaEncoding(bytes: Uint8Array, isAnywhere = false): string | null {
  let found: string | null = null
  let isDone = false
  let isHead = true
  const tag = ({ tagName, attrs, location }: Token.TagToken, isEnd: boolean): void => {
    if (isDone) return
    isDone = !isHead && !isAnywhere && (location?.startOffset ?? 0) >= UNCONDITIONAL
    if (isDone) return
    found = !isEnd && tagName === 'meta' ? replaceImpossibleEncoding(encodingOf(labelOf(attrs))) : null
    isDone = found !== null
    if (!IN_HEAD.test(tagName) && (isEnd || !/^(?:html|head)$/.test(tagName))) isHead = false
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        tokenizer.state = TEXT_STATES[token.tagName] ?? tokenizer.state
        tag(token, false)
      },
      onEndTag: (token) => tag(token, true),
      ...NO_HANDLERS,
    },
  )
  for (let at = 0, end = PIECE; at < bytes.length && !isDone; at = end, end += at)
    tokenizer.write(singleBytes(bytes.subarray(at, end)), end >= bytes.length)
  return found
}

/** UTF-8 replaces UTF-16, because the declaration was read as single bytes (HTML Standard, prescan). */
export function replaceImpossibleEncoding(encoding: string | null): string | null {
  if (encoding === 'x-user-defined') return 'windows-1252'
  return encoding?.startsWith('UTF-16') === true ? 'UTF-8' : encoding
}

function labelOf(attrs: Token.TagToken['attrs']): string | null {
  const value = (name: string): string | undefined => attrs.find((attribute) => attribute.name === name)?.value
  const charset = value('charset')
  if (charset !== undefined) return charset
  if (value('http-equiv')?.toLowerCase() !== 'content-type') return null
  const [, ...labels] = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s;]*))/i.exec(value('content') ?? '') ?? []
  return labels.find((label) => label !== undefined) ?? null
}
