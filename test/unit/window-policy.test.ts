import { expect, test } from 'vitest'
import { HELP_WINDOW, mayShowHelp, NOTES_FRAME, NOTES_WINDOW, windowWish } from '../../electron/services/view-policy'

test('the speaker’s notes may be opened in a window of their own', () => {
  expect(windowWish('boilerscope://app/notes.html', NOTES_FRAME)).toBe('notes')
})

test('the documentation opens in a window of its own, which has neither Node nor the contract, and goes nowhere else', () => {
  expect(windowWish('boilerscope://docs/methods/cetd.html#parameters', '')).toBe('help')
  expect(windowWish('boilerscope://docs.example/methods/cetd.html', '')).toBe('refuse')
  expect(HELP_WINDOW.webPreferences).toEqual(NOTES_WINDOW.webPreferences)
  expect(mayShowHelp('boilerscope://docs/glossary.html', true)).toBe(true)
  expect(mayShowHelp('boilerscope://docs/app/index.html#page=sample:overview&embed', false)).toBe(true)
  expect(mayShowHelp('blob:boilerscope://docs/4711', false)).toBe(true)
  for (const url of ['blob:boilerscope://docs/4711', 'boilerscope://app/index.html', 'https://example.org/', 'file:///etc/passwd'])
    expect(mayShowHelp(url, true), url).toBe(false)
  expect(mayShowHelp('boilerscope://app/view/page-1', false)).toBe(false)
})

test('links to the papers go to the person’s own browser', () => {
  expect(windowWish('https://doi.org/10.1145/2009916.2009952', '_blank')).toBe('browser')
  // Whatever name a link gives itself.
  expect(windowWish('https://example.org/notes.html', NOTES_FRAME)).toBe('browser')
})

test.each([
  ['boilerscope://app/notes.html', ''],
  ['boilerscope://app/notes.html', '_blank'],
  ['boilerscope://app/notes.html?page=1', NOTES_FRAME],
  ['boilerscope://app/notes.html#x', NOTES_FRAME],
  ['boilerscope://app/notes.html/../index.html', NOTES_FRAME],
  ['boilerscope://app/index.html', NOTES_FRAME],
  ['boilerscope://app/view/page-1', NOTES_FRAME],
  ['boilerscope://user@app/notes.html', NOTES_FRAME],
  ['boilerscope://app:80/notes.html', NOTES_FRAME],
  ['boilerscope://other/notes.html', NOTES_FRAME],
  ['about:blank', NOTES_FRAME],
  ['', NOTES_FRAME],
  ['javascript:alert(1)', NOTES_FRAME],
  ['data:text/html,notes.html', NOTES_FRAME],
  ['blob:boilerscope://app/4711', NOTES_FRAME],
  ['file:///etc/passwd', NOTES_FRAME],
  ['http://example.org/', '_blank'],
])('%s as “%s” is refused', (url, frameName) => {
  expect(windowWish(url, frameName)).toBe('refuse')
})

test('the notes’ window has neither Node nor the contract', () => {
  expect(NOTES_WINDOW.webPreferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    spellcheck: false,
    webviewTag: false,
  })
  expect(NOTES_WINDOW.webPreferences).not.toHaveProperty('preload')
})
