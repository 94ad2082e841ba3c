/**
 * The browser's storage, which may be full, closed, or hold what another version wrote. Reading then gives nothing and
 * writing says that it failed; neither throws.
 */
import type { z } from 'zod'
import { jsonOf } from '../../../shared/base/json'

/** `kept`: for all windows, beyond the end of the program. `window`: for this window, over its reloads. */
export type Store = 'kept' | 'window'

const storageOf = (store: Store): Storage => (store === 'kept' ? localStorage : sessionStorage)

/**
 * The documentation's window and the browser host's are of one origin, and each has a session of its own. In a worker or a test there is
 * no document, and nobody to share with.
 */
const host = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="boilerscope-host"]')
/** Published sites may lie beside each other on one server: each says its name. */
const site = host?.content.startsWith('published') ? host.content : 'static'
const keyOf = (key: string): string => (host ? `${site}:${key}` : key)

/** A stored text; null where there is none. */
export function readText(key: string, store: Store = 'kept'): string | null {
  try {
    return storageOf(store).getItem(keyOf(key))
  } catch {
    return null
  }
}

/** Stores a text, or removes it. @returns false where the storage is full or closed; what was there before is still there */
export function writeText(key: string, text: string | null, store: Store = 'kept'): boolean {
  try {
    if (text === null) storageOf(store).removeItem(keyOf(key))
    else storageOf(store).setItem(keyOf(key), text)
    return true
  } catch {
    return false
  }
}

/** A stored value of a schema; null where there is none, or where it is not of the schema. */
export function readValue<S extends z.ZodType>(key: string, schema: S, store: Store = 'kept'): z.output<S> | null {
  const text = readText(key, store)
  return text === null ? null : jsonOf(text, schema)
}

/** Stores a value as JSON. @returns false where the storage is full or closed */
export function writeValue(key: string, value: unknown, store: Store = 'kept'): boolean {
  return writeText(key, JSON.stringify(value), store)
}
