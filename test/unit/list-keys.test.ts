import { describe, expect, it } from 'vitest'
import { rowOfKey, rowOfTyping, TypedText } from '../../renderer/components/list/list-cursor'

describe('keys in a list', () => {
  it.each([
    ['an arrow goes one row', 'ArrowDown', 4, 5],
    ['an arrow goes one row', 'ArrowUp', 4, 3],
    ['a page goes a page', 'PageDown', 4, 7],
    ['a page goes a page', 'PageUp', 4, 1],
    ['Home and End go to the ends', 'Home', 4, 0],
    ['Home and End go to the ends', 'End', 4, 9],
    ['none goes beyond them', 'ArrowDown', 9, 9],
    ['none goes beyond them', 'PageUp', 1, 0],
    ['where no row is current, an arrow goes to the first', 'ArrowDown', -1, 0],
    ['where no row is current, an arrow goes to the first', 'ArrowUp', -1, 0],
    ['other keys lead nowhere', 'x', 4, null],
  ] as const)('%s: %s', (_, key, from, to) => expect(rowOfKey(key, from, 10, 3)).toBe(to))
  it('no key changes the position in an empty list', () => expect(rowOfKey('End', -1, 0, 3)).toBeNull())
})

describe('typing in a list', () => {
  const names = ['Bern', 'Basel', 'Chur', ' Biel']
  const at = (typed: string, current: number): number | null => rowOfTyping(typed, current, names.length, (row) => names[row] ?? '')

  it('a letter selects the next name that begins with it, also after the end, in any case, ignoring initial spaces', () => {
    expect([at('b', -1), at('b', 0), at('B', 1)]).toEqual([0, 1, 3])
    expect(at('b', 3)).toBe(0)
  })
  it('the same letter again selects the next entry', () => expect(at('bb', 0)).toBe(1))
  it('more letters keep a matching row, or select the next matching row', () => {
    expect([at('be', 0), at('ba', 0), at('bi', 0)]).toEqual([0, 1, 3])
    expect(at('zz', 0)).toBeNull()
  })
  it('letters typed within the pause make one text', () => {
    const typed = new TypedText()
    expect([typed.isContinuedAt(0), typed.add('b', 0), typed.add('a', 500)]).toEqual([false, 'b', 'ba'])
    expect([typed.isContinuedAt(900), typed.add('c', 2000)]).toEqual([true, 'c'])
  })
})
