import { describe, expect, it } from 'vitest'
import { rowOfKey, rowOfTyping, TypedText } from '../../renderer/components/list/list-keys'

describe('keys in a list', () => {
  it('arrows go one row, pages a page, Home and End to the ends, and none beyond them', () => {
    expect(rowOfKey('ArrowDown', 4, 10, 3)).toBe(5)
    expect(rowOfKey('ArrowUp', 4, 10, 3)).toBe(3)
    expect(rowOfKey('PageDown', 4, 10, 3)).toBe(7)
    expect(rowOfKey('PageUp', 4, 10, 3)).toBe(1)
    expect(rowOfKey('Home', 4, 10, 3)).toBe(0)
    expect(rowOfKey('End', 4, 10, 3)).toBe(9)
    expect(rowOfKey('ArrowDown', 9, 10, 3)).toBe(9)
    expect(rowOfKey('PageUp', 1, 10, 3)).toBe(0)
  })
  it('where no row is current, an arrow goes to the first', () => {
    expect(rowOfKey('ArrowDown', -1, 10, 3)).toBe(0)
    expect(rowOfKey('ArrowUp', -1, 10, 3)).toBe(0)
  })
  it('other keys lead nowhere, and none does in an empty list', () => {
    expect(rowOfKey('x', 4, 10, 3)).toBeNull()
    expect(rowOfKey('End', -1, 0, 3)).toBeNull()
  })
})

describe('typing in a list', () => {
  const names = ['Bern', 'Basel', 'Chur', ' Biel']
  const at = (typed: string, current: number): number | null => rowOfTyping(typed, current, names.length, (row) => names[row] ?? '')

  it('a letter goes to the next name that begins with it, round the end, whatever its case and the space before it', () => {
    expect(at('b', -1)).toBe(0)
    expect(at('b', 0)).toBe(1)
    expect(at('B', 1)).toBe(3)
    expect(at('b', 3)).toBe(0)
  })
  it('the same letter again goes on', () => {
    expect(at('bb', 0)).toBe(1)
  })
  it('more letters stay on the row that they fit, and go on from one that they do not', () => {
    expect(at('be', 0)).toBe(0)
    expect(at('ba', 0)).toBe(1)
    expect(at('bi', 0)).toBe(3)
    expect(at('zz', 0)).toBeNull()
  })
  it('letters typed within the pause make one text', () => {
    const typed = new TypedText()
    expect(typed.goesOn(0)).toBe(false)
    expect(typed.add('b', 0)).toBe('b')
    expect(typed.add('a', 500)).toBe('ba')
    expect(typed.goesOn(900)).toBe(true)
    expect(typed.add('c', 2000)).toBe('c')
  })
})
