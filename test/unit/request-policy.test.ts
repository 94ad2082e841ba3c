import { expect, test } from 'vitest'
import {
  isPrivateAddress,
  localPolicy,
  networkPolicy,
  usesProxy,
  decodedHeaders,
  frameHeaders,
  guardedHeaders,
} from '../../electron/services/capture/request-policy'
import { HELP_WINDOW, mayShowHelp, decideNewWindow } from '../../electron/services/view/view-policy'

test.each([
  [true, '127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 198.18.0.1 198.19.255.255'],
  [true, '::1 [::1] :: fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::a00:1 ff02::1 2002:7f00:1::1'],
  [true, '64:ff9b:1::a00:1 64:ff9b:1:ffff::1 2001::1 2001:0:4136:e378::1 ::ffff:0:7f00:1 ::ffff:0:808:808 224.0.0.1 255.255.255.255'],
  [false, '8.8.8.8 172.32.0.1 198.20.0.1 2003::1 192.169.0.1 100.128.0.1 2001:4860:4860::8888 2001:1::1 64:ff9b:2::1 64:ff9b::808:808'],
  [false, '::ffff:808:808 example.org'],
])('loopback, private, link-local and reserved addresses are private, in every spelling: %s of %s', (isPrivate, addresses) => {
  for (const address of addresses.split(' ')) expect(isPrivateAddress(address), address).toBe(isPrivate)
})

test('a page of the web may load from the web, but not from private addresses', async () => {
  const policy = networkPolicy()
  expect([await policy.moves('http://93.184.216.34/'), await policy.allows('https://8.8.8.8/a.css')]).toEqual([true, true])
  expect(await policy.allows('data:text/css,p{}')).toBe(true)
  const refused = 'http://127.0.0.1/ http://localhost:1/ http://a.localhost/ http://[::1]/ http://0x7f.1/ file:///etc/passwd'
  for (const url of `${refused} ws://8.8.8.8/ ftp://8.8.8.8/ chrome://version`.split(' ')) expect(await policy.allows(url), url).toBe(false)
  expect([await policy.moves('http://192.168.0.1/'), await policy.moves('file:///etc/passwd')]).toEqual([false, false])
})

test('a page of a private address that the user opened may load from its own origin and redirect on its own host', async () => {
  const policy = networkPolicy()
  expect([await policy.moves('http://127.0.0.1:8000/'), await policy.allows('http://127.0.0.1:8000/style.css')]).toEqual([true, true])
  expect([await policy.allows('http://127.0.0.1:9000/'), await policy.allows('http://10.0.0.1/')]).toEqual([false, false])
  expect([await policy.moves('https://127.0.0.1:8443/'), await policy.allows('https://127.0.0.1:8443/a')]).toEqual([true, true])
  expect([await policy.moves('http://93.184.216.34/'), await policy.moves('http://127.0.0.1:8000/')]).toEqual([true, false])
})

test('an unknown name is refused like a private address, unless a proxy resolves names', async () => {
  const resolve = (name: string): Promise<readonly string[]> =>
    name === 'public.test' ? Promise.resolve(['93.184.216.34']) : Promise.reject(new Error('SERVFAIL'))
  const direct = networkPolicy({ resolve, proxied: false })
  expect([await direct.moves('http://public.test/'), await direct.moves('http://servfail.test/')]).toEqual([true, false])
  expect(await direct.allows('http://servfail.test/a.css')).toBe(false)
  expect([await direct.network('http://servfail.test/'), await direct.network('http://127.0.0.1/')]).toEqual(['unknown', 'private'])
  const behind = networkPolicy({ resolve, proxied: true })
  expect([await behind.moves('http://public.test/'), await behind.moves('http://servfail.test/')]).toEqual([true, true])
  expect(await behind.moves('http://127.0.0.1/')).toBe(false)
  const proxies = [{ HTTPS_PROXY: 'http://proxy:3128' }, { all_proxy: 'socks5://x' }, { http_proxy: '' }]
  expect(proxies.map((variables) => usesProxy(variables))).toEqual([true, true, false])
})

test('a local page loads only itself', async () => {
  const policy = localPolicy('https://page.invalid/')
  expect([await policy.allows('https://page.invalid/'), await policy.allows('data:image/png,')]).toEqual([true, true])
  for (const url of ['https://page.invalid/style.css', 'https://8.8.8.8/', 'file:///etc/passwd'])
    expect(await policy.allows(url), url).toBe(false)
})

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

test('the headers of a decoded page lose descriptions of its bytes and redirections, and gain the policy', () => {
  const headers = decodedHeaders(asList({ ...DANGEROUS, 'Content-Encoding': 'gzip', 'Content-Length': '9', Server: 'x' }))
  expect(headers.map(({ name }) => name)).toEqual(['Server', 'Content-Security-Policy', 'X-DNS-Prefetch-Control', 'Content-Type'])
  expect(headers[3]?.value).toBe('text/html; charset=UTF-8')
  for (const rule of ["worker-src 'none'", "form-action 'none'", "object-src 'none'", "webrtc 'block'"])
    expect(headers[1]?.value).toContain(rule)
})

test('the document of a frame gains the policy, and keeps the headers that forbid frames or describe its bytes', () => {
  const names = frameHeaders(asList({ ...DANGEROUS, 'Content-Encoding': 'gzip' })).map(({ name }) => name)
  expect(names.join(', ')).toBe('X-Frame-Options, Content-Encoding, Content-Security-Policy, X-DNS-Prefetch-Control')
  expect(Object.keys(guardedHeaders(asRecord(DANGEROUS), true))).toContain('X-Frame-Options')
})

test('headers of a response before decoding keep descriptions of its bytes, gain the policy, and lose the attachment', () => {
  const content = { 'content-type': 'text/html; charset=gbk', 'Content-Encoding': 'br', Location: '/a' }
  const headers = guardedHeaders(asRecord({ ...DANGEROUS, ...content }))
  expect(Object.keys(headers).join(', ')).toBe('content-type, Content-Encoding, Location, Content-Security-Policy, X-DNS-Prefetch-Control')
  const policy = [decodedHeaders([])[0]?.value]
  expect(headers).toMatchObject({ 'content-type': ['text/html; charset=gbk'], 'Content-Security-Policy': policy })
})

test('the policy of a page is kept in addition to ours, in any spelling of the header', () => {
  const headers = guardedHeaders({ 'content-security-policy': ["default-src 'self'"] })
  expect(headers['content-security-policy']).toEqual(["default-src 'self'", expect.anything()])
  expect(headers).not.toHaveProperty('Content-Security-Policy')
})

test('the documentation opens in a separate window, has neither Node nor the contract, and cannot navigate elsewhere', () => {
  const documents = ['boilerscope://docs/methods/cetd.html#parameters', 'boilerscope://docs.example/methods/cetd.html']
  expect(documents.map((url) => decideNewWindow(url))).toEqual(['help', 'refuse'])
  const locked = { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false, webviewTag: false }
  expect(HELP_WINDOW.webPreferences).toEqual(locked)
  expect(mayShowHelp('boilerscope://docs/glossary.html', true)).toBe(true)
  for (const url of ['boilerscope://docs/app/index.html#page=sample:overview&embed', 'blob:boilerscope://docs/4711'])
    expect(mayShowHelp(url, false), url).toBe(true)
  for (const url of ['blob:boilerscope://docs/4711', 'boilerscope://app/index.html', 'https://example.org/', 'file:///etc/passwd'])
    expect(mayShowHelp(url, true), url).toBe(false)
  expect(mayShowHelp('boilerscope://app/view/page-1', false)).toBe(false)
})

test('links to papers open in the browser of the user', () =>
  expect(decideNewWindow('https://doi.org/10.1145/2009916.2009952')).toBe('browser'))

test.each([
  'boilerscope://app/index.html',
  'boilerscope://app/view/page-1',
  'boilerscope://user@app/index.html',
  'boilerscope://other/index.html',
  'about:blank',
  '',
  'javascript:alert(1)',
  'data:text/html,hello',
  'blob:boilerscope://app/4711',
  'file:///etc/passwd',
  'http://example.org/',
])('%s is refused', (url) => expect(decideNewWindow(url)).toBe('refuse'))
