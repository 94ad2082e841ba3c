import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readText, readValue, writeText, writeValue } from '../../../renderer/window/host/storage'

const Size = z.object({ width: z.number() })
const values = new Map<string, string>()
let full = false

beforeEach(() => {
  values.clear()
  full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the browser’s storage', () => {
  it('returns the written value', () => {
    expect(writeValue('size', { width: 3 })).toBe(true)
    expect(readValue('size', Size)).toEqual({ width: 3 })
    writeText('size', null)
    expect(readValue('size', Size)).toBeNull()
  })

  it('returns nothing if another version or program wrote other data', () => {
    for (const text of ['', 'no JSON', '{"width":"wide"}', 'null', '[]']) {
      values.set('size', text)
      expect(readValue('size', Size)).toBeNull()
    }
  })

  it('reports that it is full, and keeps its values', () => {
    writeText('name', 'before')
    full = true
    expect([writeText('name', 'after'), readText('name')]).toEqual([false, 'before'])
  })

  it('returns nothing if it is closed', () => {
    vi.stubGlobal('localStorage', undefined)
    expect([readText('name'), writeText('name', 'x')]).toEqual([null, false])
  })
})
