/** If the browser's storage is blocked, reading returns null. If the storage is full or blocked, writing returns false. */
import type { ZodType } from 'zod'
import { jsonOf } from '../../../shared/base/json'

/** `kept`: for all windows, even after the program ends. `window`: for one window, even after a reload. */
type Store = 'kept' | 'window'

const storageOf = (store: Store): Storage => (store === 'kept' ? localStorage : sessionStorage)

/** Exists only on a website. A worker has no document. */
const host = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="boilerscope-host"]')
/** Published sites on one server share an origin, so their keys begin with the id of the site. */
const site = host?.content.startsWith('published') ? host.content : 'static'
const keyOf = (key: string): string => (host ? `${site}:${key}` : key)

export function readText(key: string, store: Store = 'kept'): string | null {
  try {
    return storageOf(store).getItem(keyOf(key))
  } catch {
    return null
  }
}

/** A null text removes the stored text. If the storage is full or blocked, returns false and keeps the previous text. */
export function writeText(key: string, text: string | null, store: Store = 'kept'): boolean {
  try {
    if (text === null) storageOf(store).removeItem(keyOf(key))
    else storageOf(store).setItem(keyOf(key), text)
    return true
  } catch {
    return false
  }
}

export function readValue<T>(key: string, schema: ZodType<T>, store: Store = 'kept'): T | null {
  const text = readText(key, store)
  return text === null ? null : jsonOf(text, schema)
}

export const writeValue = (key: string, value: unknown, store: Store = 'kept'): boolean => writeText(key, JSON.stringify(value), store)
