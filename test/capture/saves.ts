/** A page with a style sheet and an image, as other programs save pages. The style sheet hides the paragraph. */
import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

export const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>'
export const PAGE = (css: string, image: string): string =>
  `<!doctype html><title>Saved</title><link rel=stylesheet href="${css}"><p id=hidden>hidden by its style sheet</p><img id=image src="${image}">`
export const CSS = '#hidden{display:none}'

export const record = (type: string, url: string, content: string, more = ''): string =>
  `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:0b5c3f0e-8f7e-4f0e-9d53-0d0f5b1f2a3b>\r\n${more}Content-Type: application/http;msgtype=response\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}\r\n\r\n`
export const answer = (url: string, type: string, body: string): string =>
  record('response', url, `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`)

export const SITE = [
  answer('http://example.org/one', 'text/html', PAGE('/css/a.css', 'http://cdn.example/i.svg')),
  answer('http://example.org/css/a.css', 'text/css', CSS),
  record('response', 'http://cdn.example/i.svg', 'HTTP/1.1 302 Found\r\nLocation: /real.svg\r\n\r\n'),
  answer('http://cdn.example/real.svg', 'image/svg+xml', DRAWING),
  answer('http://example.org/two', 'text/html', '<title>Two</title><p>second'),
]

export function zipped(files: Readonly<Record<string, string | Uint8Array>>, compress = false): Promise<Buffer> {
  const made = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name, { compress })
  made.end()
  return buffer(made.outputStream)
}

export const MHTML = [
  'From: <Saved by Blink>',
  'Snapshot-Content-Location: https://example.org/dir/page',
  'Subject: =?utf-8?Q?Saved?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related;',
  '\ttype="text/html";',
  '\tboundary="----MultipartBoundary--x----"',
  '',
  '',
  '------MultipartBoundary--x----',
  'Content-Type: text/html',
  'Content-ID: <frame-1@mhtml.blink>',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: https://example.org/dir/page',
  '',
  PAGE('cid:css-1@mhtml.blink', '../i.svg').replace(/=/g, '=3D').replace('hidden by', 'hidd=\r\nen by') + '<p>caf=C3=A9',
  '------MultipartBoundary--x----',
  'Content-Type: text/css',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: cid:css-1@mhtml.blink',
  '',
  CSS,
  '------MultipartBoundary--x----',
  'Content-Type: image/svg+xml',
  'Content-Transfer-Encoding: base64',
  'Content-Location: https://example.org/i.svg',
  '',
  Buffer.from(DRAWING)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n'),
  '------MultipartBoundary--x------',
  '',
].join('\r\n')
