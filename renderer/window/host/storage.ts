/**
 * Reads and writes the browser's storage. If the storage is blocked, reading returns null. If the storage is full or blocked, writing
 * returns false.
 */
import type { z } from 'zod'
import { jsonOf } from '../../../shared/base/json'

/** `kept`: for all windows, even after the program ends. `window`: only for this window, even after a reload. */
export type Store = 'kept' | 'window'

const storageOf = (store: Store): Storage => (store === 'kept' ? localStorage : sessionStorage)

/** Element that marks a website. Keys of a website begin with the site's name. A worker and a test have no document. */
const host = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="boilerscope-host"]')
/** Several published sites on one server share an origin, so each site has a separate name. */
const site = host?.content.startsWith('published') ? host.content : 'static'
const keyOf = (key: string): string => (host ? `${site}:${key}` : key)

export function readText(key: string, store: Store = 'kept'): string | null {
  try {
    return storageOf(store).getItem(keyOf(key))
  } catch {
    return null
  }
}

/** Stores a text; null removes the stored text. Returns false, and keeps the previous text, if the storage is full or blocked. */
export function writeText(key: string, text: string | null, store: Store = 'kept'): boolean {
  try {
    if (text === null) storageOf(store).removeItem(keyOf(key))
    else storageOf(store).setItem(keyOf(key), text)
    return true
  } catch {
    return false
  }
}

/** Returns a stored value; null if the value is missing or does not match the schema. */
export function readValue<S extends z.ZodType>(key: string, schema: S, store: Store = 'kept'): z.output<S> | null {
  const text = readText(key, store)
  return text === null ? null : jsonOf(text, schema)
}

export const writeValue = (key: string, value: unknown, store: Store = 'kept'): boolean => writeText(key, JSON.stringify(value), store)
