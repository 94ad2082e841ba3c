import { describe, expect, it } from 'vitest'
import { SelectionCache } from '../../renderer/window/result/trial-runs'

const of = (bytes: number): Uint8Array => new Uint8Array(bytes)

describe('the selections of trial runs', () => {
  it('are removed above the limit, least recently used first', () => {
    const cache = new SelectionCache(2, 100)
    cache.set('a', of(10))
    cache.set('b', of(10))
    cache.get('a')
    cache.set('c', of(10))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('a')).toBeDefined()
    expect(cache.get('c')).toBeDefined()
  })
  it('are removed above the limit of bytes; a single larger selection is not stored', () => {
    const cache = new SelectionCache(10, 100)
    cache.set('a', of(60))
    cache.set('b', of(60))
    expect(cache.get('a')).toBeUndefined()
    expect(cache.get('b')).toBeDefined()
    cache.set('c', of(101))
    expect(cache.get('c')).toBeUndefined()
  })
  it('that are replaced count once', () => {
    const cache = new SelectionCache(10, 100)
    cache.set('a', of(60))
    cache.set('a', of(60))
    cache.set('b', of(40))
    expect(cache.get('a')).toBeDefined()
    expect(cache.get('b')).toBeDefined()
  })
  it('are removed by key, with their bytes', () => {
    const cache = new SelectionCache(10, 100)
    cache.set('a', of(60))
    cache.set('b', of(40))
    cache.forget((key) => key === 'a')
    cache.set('c', of(60))
    expect(cache.get('a')).toBeUndefined()
    expect(cache.get('b')).toBeDefined()
    expect(cache.get('c')).toBeDefined()
  })
})
