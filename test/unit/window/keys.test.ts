import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Press = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> & { readonly key: string; readonly code?: string }
const press = (event: Press) => ({ code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event })

async function keysOn(userAgent: string) {
  vi.resetModules()
  vi.stubGlobal('navigator', { userAgent })
  return import('../../../renderer/components/keys')
}
let keys: Awaited<ReturnType<typeof keysOn>>
beforeEach(async () => {
  keys = await keysOn('X11; Linux')
})
afterEach(() => vi.unstubAllGlobals())

describe('pressed keys', () => {
  const cases: readonly (readonly [written: string, pressed: Press])[] = [
    ['Mod+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }],
    ['Mod+O', { key: 'o', ctrlKey: true }],
    ['Shift+ArrowRight', { key: 'ArrowRight', shiftKey: true }],
    ['Shift+L', { key: 'L', shiftKey: true }],
    // On most keyboards, the plus sign needs Shift and another key.
    ['+', { key: '+', shiftKey: true }],
    ['+', { key: '+' }],
    ['Shift+?', { key: '?', shiftKey: true }],
    // On macOS, Alt changes `key`, but not `code`.
    ['Alt+K', { key: '˚', code: 'KeyK', altKey: true }],
    ['Alt+=', { key: '≠', code: 'Equal', altKey: true }],
    ['Alt+1', { key: '¡', code: 'Digit1', altKey: true }],
    ['Space', { key: ' ' }],
    [' ', { key: ' ' }],
    // Caps Lock does not change the key.
    ['j', { key: 'J' }],
  ]
  it.each(cases)('%s differs from all other keys', (written, pressed) =>
    expect(keys.pressedKeys(press(pressed))).toBe(keys.spelled(written)),
  )

  it('differs with each modifier', () => {
    const spellings = ['j', 'Shift+J', 'Mod+J', 'Alt+J', 'Mod+Shift+J', 'Mod+Alt+J'].map(keys.spelled)
    expect(new Set(spellings).size).toBe(spellings.length)
  })

  it('has no meaning with the modifier key of another system', async () => {
    expect(keys.pressedKeys(press({ key: 'k', metaKey: true }))).toBe('')
    const mac = await keysOn('Macintosh')
    expect(mac.pressedKeys(press({ key: 'k', ctrlKey: true }))).toBe('')
    expect(mac.pressedKeys(press({ key: 'k', metaKey: true }))).toBe(mac.spelled('Mod+K'))
  })
})

describe('keys for a person', () => {
  it('are written in the notation of the system', async () => {
    expect(['Mod+Shift+P', 'Alt+ArrowLeft', 'a', ' ', '+', 'Mod++'].map(keys.formatKeys).join(', ')).toBe(
      'Ctrl+Shift+P, Alt+←, A, Space, +, Ctrl++',
    )
    const mac = await keysOn('Macintosh')
    expect(['Mod+Shift+P', 'Alt+ArrowLeft'].map(mac.formatKeys)).toEqual(['⌘⇧P', '⌥←'])
  })

  it('come from the list: no button shows another key', async () => {
    const { LABEL_ACTIONS, keysOfLabelAction } = await import('../../../renderer/features/annotate/labelling/label-actions')
    const { PLAYER_ACTIONS, keysOfPlayerAction } = await import('../../../renderer/features/demo/player-actions')
    for (const { id, keys: own } of LABEL_ACTIONS) expect(keysOfLabelAction(id)).toBe(keys.formatKeys(own[0] ?? ''))
    for (const { id, keys: own } of PLAYER_ACTIONS) expect(keysOfPlayerAction(id)).toBe(own[0] && keys.formatKeys(own[0]))
  })
})

it('a list of keys has no combination twice in one context, except where one of two needs the focus in the page', async () => {
  const { LABEL_ACTIONS } = await import('../../../renderer/features/annotate/labelling/label-actions')
  for (const list of [LABEL_ACTIONS, (await import('../../../renderer/features/demo/player-actions')).PLAYER_ACTIONS])
    for (const [combination, entries] of keys.byKeys<(typeof list)[number]>(list))
      expect([combination, entries.map(({ id }) => id)]).toEqual([combination, [entries[0]?.id]])
})
