/** Replaces `cid:` references to message parts (RFC 2392) with web addresses, because browsers never request `cid:` addresses. */
import { Tokenizer, type Token } from 'parse5'
import { mapCssAddresses } from '../../../../shared/page/css-addresses'
import { cidAddress } from '../../../../shared/page/kept-address'
import { NO_HANDLERS, TEXT_STATES } from '../../files/meta-encoding'

/** Text with an unknown content id stays unchanged, because a page's words may contain "CID:2244". */
type Known = Pick<ReadonlySet<string>, 'has'>

export function withCidAddresses(html: string, known: Known): string {
  if (!/cid:/i.test(html)) return html
  const parts: string[] = []
  let written = 0
  let styleFrom: number | null = null
  const put = (start: number, end: number, text: string): void => {
    parts.push(html.slice(written, start), text)
    written = end
  }
  const onStartTag = ({ tagName, location }: Token.TagToken): void => {
    for (const { startOffset, endOffset } of Object.values(location?.attrs ?? {}))
      put(startOffset, endOffset, inAttribute(html.slice(startOffset, endOffset), known))
    tokenizer.state = TEXT_STATES[tagName] ?? tokenizer.state
    styleFrom = tagName === 'style' && location ? location.endOffset : null
  }
  const endStyle = (end: number): void => {
    if (styleFrom !== null) put(styleFrom, end, sheetWithCidAddresses(html.slice(styleFrom, end), known))
    styleFrom = null
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag: ({ location }) => endStyle(location?.startOffset ?? html.length),
      ...NO_HANDLERS,
      onEof: () => endStyle(html.length),
    },
  )
  tokenizer.write(html, true)
  return parts.join('') + html.slice(written)
}

function inAttribute(attribute: string, known: Known): string {
  return attribute.replace(/\bcid:([^\s"'()<>\\&]{1,500})/gi, (written, id: string) => {
    const address = cidAddress(id)
    return known.has(address) ? address : written
  })
}

export function sheetWithCidAddresses(css: string, known: Known): string {
  return mapCssAddresses(css, (reference) => {
    const id = /^cid:(.*)$/is.exec(reference.trim())?.[1]
    const address = id === undefined ? null : cidAddress(id)
    return address !== null && known.has(address) ? address : null
  })
}
