import { expect, test } from 'vitest'
import { decodedHeaders, frameHeaders, guardedHeaders } from '../../electron/services/capture/request-policy'

const DANGEROUS = {
  Refresh: '0;url=https://elsewhere.test/',
  Link: '</next>; rel=prefetch',
  'Speculation-Rules': '"/rules.json"',
  'Clear-Site-Data': '"*"',
  'Content-Disposition': 'attachment; filename=page.html',
  'Service-Worker-Allowed': '/',
  'X-Frame-Options': 'DENY',
}
const asList = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const asRecord = (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

test('a decoded page loses what spoke of its bytes and what would lead elsewhere, and gains the policy', () => {
  const headers = decodedHeaders(asList({ ...DANGEROUS, 'Content-Encoding': 'gzip', 'Content-Length': '9', Server: 'x' }), 'UTF-8')
  expect(headers.map(({ name }) => name)).toEqual(['Server', 'Content-Security-Policy', 'X-DNS-Prefetch-Control', 'Content-Type'])
  expect(headers[3]?.value).toBe('text/html; charset=UTF-8')
  for (const rule of ["worker-src 'none'", "form-action 'none'", "object-src 'none'", "webrtc 'block'"])
    expect(headers[1]?.value).toContain(rule)
})

test('a frame’s document gains the policy and keeps what forbids to show it in a frame, and what speaks of its bytes', () => {
  const headers = frameHeaders(asList({ ...DANGEROUS, 'Content-Encoding': 'gzip' }))
  expect(headers.map(({ name }) => name)).toEqual([
    'X-Frame-Options',
    'Content-Encoding',
    'Content-Security-Policy',
    'X-DNS-Prefetch-Control',
  ])
  expect(Object.keys(guardedHeaders(asRecord(DANGEROUS), true))).toContain('X-Frame-Options')
})

test('headers that are still to be read keep what speaks of the bytes: the same policy, an attachment is no download', () => {
  const headers = guardedHeaders(
    asRecord({ ...DANGEROUS, 'content-type': 'text/html; charset=gbk', 'Content-Encoding': 'br', Location: '/a' }),
  )
  expect(Object.keys(headers)).toEqual([
    'content-type',
    'Content-Encoding',
    'Location',
    'Content-Security-Policy',
    'X-DNS-Prefetch-Control',
  ])
  expect(headers['content-type']).toEqual(['text/html; charset=gbk'])
  expect(headers['Content-Security-Policy']).toEqual([decodedHeaders([], 'UTF-8')[0]?.value])
})

test('a page’s own policy stays in force beside ours, however its name is written', () => {
  const headers = guardedHeaders({ 'content-security-policy': ["default-src 'self'"] })
  expect(headers['content-security-policy']).toHaveLength(2)
  expect(headers['content-security-policy']?.[0]).toBe("default-src 'self'")
  expect(headers).not.toHaveProperty('Content-Security-Policy')
})
