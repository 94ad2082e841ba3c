import { describe, expect, it } from 'vitest'
import { mhtmlPage, sheetWithCidAddresses, withCidAddresses } from '../../electron/services/capture/saves/saved-page'
import { cidAddress } from '../../shared/page/kept-address'

const at = cidAddress('a@x')
const known = new Set([at, cidAddress('abc')])
const html = (text: string): string => withCidAddresses(text, known)

describe('the page of a message', () => {
  it('keeps its words, even if they look like a content id or contain one', () => {
    const words =
      '<title>cid:abc</title><p>PubChem CID:2244 is aspirin; see cid:abc also.</p><!-- cid:abc --><script>"<img src=cid:abc>"</script><textarea>cid:abc</textarea>'
    expect(html(words)).toBe(words)
  })

  it('links to its parts, in any attribute and with any quotes', () => {
    expect(html(`<link href=cid:a@x><img src="cid:a@x" alt='b'><IMG SRCSET='CID:a@x 1x, cid:abc 2x'>`)).toBe(
      `<link href=${at}><img src="${at}" alt='b'><IMG SRCSET='${at} 1x, ${cidAddress('abc')} 2x'>`,
    )
    expect(html('<p style="background:url(&quot;cid:a@x&quot;)">')).toBe(`<p style="background:url(&quot;${at}&quot;)">`)
  })

  it('keeps references outside the file', () => {
    const page = '<img src="cid:gone@x" alt="CID:2244"><style>p{background:url(cid:gone@x)}</style>'
    expect(html(page)).toBe(page)
  })

  it('links to its parts in a style element, whose strings and comments stay', () => {
    const rest = '/* cid:abc */p::after{content:"cid:abc"}'
    expect(html(`<style>${rest}p{background:url(cid:a@x)}</style>cid:abc`)).toBe(`<style>${rest}p{background:url("${at}")}</style>cid:abc`)
    expect(html('<style>p{background:url(cid:a@x)}')).toBe(`<style>p{background:url("${at}")}`)
  })

  it('is read to its end, even if line ends have two characters', () =>
    expect(html('<p>é\r\n\r\n<img\r\nsrc="cid:a@x">\r\ncid:abc')).toBe(`<p>é\r\n\r\n<img\r\nsrc="${at}">\r\ncid:abc`))
})

it('a style sheet of a message links to its parts', () => {
  const rest = '/* cid:abc */p::after{content:"cid:abc"}'
  expect(sheetWithCidAddresses(`@import "cid:a@x";${rest}`, known)).toBe(`@import "${at}";${rest}`)
})

it('the document of a frame of a message links to its parts like the page', async () => {
  const part = (type: string, id: string, body: string): string => `--b\r\nContent-Type: ${type}\r\nContent-ID: <${id}>\r\n\r\n${body}\r\n`
  const head = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
  const frames = part('text/html', 'p', '<iframe src="cid:f@x">') + part('text/html', 'f@x', '<p>é cid:a@x<img src="cid:a@x">')
  const bytes = Buffer.from(`${head}${frames}${part('image/png', 'a@x', 'x')}--b--`)
  const { shown, parts } = await mhtmlPage({ name: 'x.mhtml', bytes })
  expect(shown).toBe(`<iframe src="${cidAddress('f@x')}">`)
  expect(Buffer.from(parts.get(cidAddress('f@x'))?.body ?? '').toString()).toBe(`<p>é cid:a@x<img src="${at}">`)
})
