/** What JavaScript brings with it, compared before and after code of a person's own ran in a thread. */

/** One object that JavaScript brings with it, and its properties as they were. */
interface Known {
  readonly name: string
  readonly object: object
  readonly properties: Readonly<Record<PropertyKey, PropertyDescriptor | undefined>>
  readonly prototype: object | null
}

/** The intrinsics of a thread as they are now. */
export type Intrinsics = readonly Known[]

// Whoever changes these changes what this file would look with.
const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
const { create, is } = Object
const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Of the host, and large: what of it is another by now has nothing to do with what a method computes. */
const LEFT_OUT: ReadonlySet<PropertyKey> = new Set([
  'process',
  'console',
  'global',
  'globalThis',
  'self',
  'navigator',
  'crypto',
  'WebAssembly',
])
/** `Array.prototype.map` is three steps from the global object; what hangs on a function is looked at no further. */
const DEPTH = 3
/** Changes that are named one by one at most. */
const MOST = 200

/** Takes down what can be reached from the global object and from literals. Some milliseconds; to be called before code of others runs. */
export function takeIntrinsics(): Intrinsics {
  const found: Known[] = []
  const seen = new Set<object>()
  const visit = (object: object, name: string, depth: number): void => {
    if (seen.has(object)) return
    seen.add(object)
    const properties = create(null) as Record<PropertyKey, PropertyDescriptor | undefined>
    const next: [object, string][] = []
    for (const key of ownKeys(object)) {
      if (depth === 0 && LEFT_OUT.has(key)) continue
      const property = getOwnPropertyDescriptor(object, key)
      properties[key] = property
      const value: unknown = property && 'value' in property ? property.value : undefined
      if (isObject(value) && key !== 'constructor' && depth < DEPTH) next.push([value, pathOf(name, key)])
    }
    const prototype = getPrototypeOf(object)
    found.push({ name, object, properties, prototype })
    for (const [value, path] of next) visit(value, path, depth + 1)
  }
  visit(globalThis, '', 0)
  // What has no name: the prototypes of iterators, generators, asynchronous functions and typed arrays.
  const unnamed: readonly [string, object][] = [
    ['TypedArray', getPrototypeOf(Uint8Array) ?? {}],
    ['ArrayIterator.prototype', getPrototypeOf([][Symbol.iterator]()) ?? {}],
    ['MapIterator.prototype', getPrototypeOf(new Map()[Symbol.iterator]()) ?? {}],
    ['SetIterator.prototype', getPrototypeOf(new Set()[Symbol.iterator]()) ?? {}],
    ['StringIterator.prototype', getPrototypeOf(''[Symbol.iterator]()) ?? {}],
    ['RegExpStringIterator.prototype', getPrototypeOf(''.matchAll(/x/g)) ?? {}],
    ['Iterator.prototype', getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) ?? {}) ?? {}],
    ['Generator.prototype', getPrototypeOf(getPrototypeOf((function* () {})()) ?? {}) ?? {}],
    ['AsyncFunction.prototype', getPrototypeOf(async () => undefined) ?? {}],
  ]
  for (const [name, object] of unnamed) visit(object, name, 1)
  return found
}

function pathOf(name: string, key: PropertyKey): string {
  if (typeof key === 'symbol') {
    return `${name}[${key.description ?? 'a symbol'}]`
  }
  return name === '' ? `${key}` : `${name}.${key}`
}

/**
 * What is another than it was: `Math.log`, `String.prototype.trim`. Global names that came are no change. Nothing of what it looks
 * with can be changed by those it looks at: it calls only what it took at the start, and reads arrays by their indices.
 */
export function changedIntrinsics(before: Intrinsics): string[] {
  const changed: string[] = []
  let count = 0
  for (let i = 0; i < before.length && count < MOST; i++) {
    const { name, object, properties, prototype } = before[i] as Known
    if (getPrototypeOf(object) !== prototype) changed[count++] = `the prototype of ${name || 'globalThis'}`
    const now = ownKeys(object)
    for (let k = 0; k < now.length && count < MOST; k++) {
      const key = now[k] as PropertyKey
      const was = properties[key]
      if (was === undefined ? name !== '' : !isSame(was, getOwnPropertyDescriptor(object, key))) changed[count++] = pathOf(name, key)
    }
    const all = ownKeys(properties)
    for (let k = 0; k < all.length && count < MOST; k++) {
      const key = all[k] as PropertyKey
      if (getOwnPropertyDescriptor(object, key) === undefined) changed[count++] = pathOf(name, key)
    }
  }
  return changed
}

function isSame(was: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean {
  if (now === undefined) return false
  return is(was.value, now.value) && was.get === now.get && was.set === now.set
}
