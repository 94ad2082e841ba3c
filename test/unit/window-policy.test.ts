import { expect, test } from 'vitest'
import { HELP_WINDOW, mayShowHelp, windowWish } from '../../electron/services/view/view-policy'

test('the documentation opens in a separate window, which has neither Node nor the contract, and stays there', () => {
  expect(windowWish('boilerscope://docs/methods/cetd.html#parameters')).toBe('help')
  expect(windowWish('boilerscope://docs.example/methods/cetd.html')).toBe('refuse')
  expect(HELP_WINDOW.webPreferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    spellcheck: false,
    webviewTag: false,
  })
  expect(mayShowHelp('boilerscope://docs/glossary.html', true)).toBe(true)
  expect(mayShowHelp('boilerscope://docs/app/index.html#page=sample:overview&embed', false)).toBe(true)
  expect(mayShowHelp('blob:boilerscope://docs/4711', false)).toBe(true)
  for (const url of ['blob:boilerscope://docs/4711', 'boilerscope://app/index.html', 'https://example.org/', 'file:///etc/passwd'])
    expect(mayShowHelp(url, true), url).toBe(false)
  expect(mayShowHelp('boilerscope://app/view/page-1', false)).toBe(false)
})

test('links to the papers go to the person’s own browser', () =>
  expect(windowWish('https://doi.org/10.1145/2009916.2009952')).toBe('browser'))

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
])('%s is refused', (url) => expect(windowWish(url)).toBe('refuse'))
