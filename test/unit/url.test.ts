import { describe, expect, test } from 'vitest'
import { readInput } from '../../electron/services/capture/capture-input'
import { mayBeLocal, secretParameter, withoutUserInfo } from '../../shared/base/url'
import { Source } from '../../shared/contract/capture'

describe('a name and a password in an address', () => {
  test('are removed, and nothing else changes', () => {
    expect(withoutUserInfo('http://USER:SECRETPW@127.0.0.1:8080/a?b=c@d#e')).toBe('http://127.0.0.1:8080/a?b=c@d#e')
    expect(withoutUserInfo('https://user@example.org/')).toBe('https://example.org/')
    for (const same of ['http://example.org/@name', 'HTTP://Example.org', 'a@b', 'mailto:a@example.org', 'http://[', '/home/a@b/page.html'])
      expect(withoutUserInfo(same)).toBe(same)
  })

  test('are removed before anything is loaded, saved or shown', async () => {
    const url = 'http://USER:SECRETPW@example.org/page'
    expect(Source.parse({ kind: 'url', url })).toEqual({ kind: 'url', url: 'http://example.org/page' })
    expect(Source.parse({ kind: 'html', html: '', url })).toMatchObject({ url: 'http://example.org/page' })
    expect(JSON.stringify(await readInput({ kind: 'url', url }, { maxBytes: 1 }))).not.toMatch(/USER|SECRETPW/)
  })
})

test('a parameter that may be a secret is named', () => {
  for (const name of ['access_token', 'token', 'X-Amz-Signature', 'api_key', 'apikey'])
    for (const query of [`${name}=x`, `a=1&${name}=x`]) expect(secretParameter(`https://example.org/?${query}`)).toBe(name)
  for (const query of ['page=1', 'tokens=5', 'q=token', 'author=a', 'design=b'])
    expect(secretParameter(`https://example.org/?${query}`)).toBeNull()
  expect(secretParameter('no address')).toBeNull()
})

describe('an address that may lead to this machine or its network', () => {
  test.each([
    'http://127.0.0.1:48001/a',
    'http://2130706433/',
    'http://[::1]/',
    'http://localhost:80/',
    'http://printer/',
    'http://nas.local./',
    'file:///etc/passwd',
    'nonsense',
  ])('%s', (address) => expect(mayBeLocal(address)).toBe(true))
  test.each(['https://example.org/a', 'http://www.example.co.uk:8080/', 'https://localhost.example.org/'])('not %s', (address) =>
    expect(mayBeLocal(address)).toBe(false),
  )
})
