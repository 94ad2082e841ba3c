/** Omits measures that the receiver of a result already has, and restores them for the receiver. Fingerprints identify measures. */
import type { Extraction } from './run'

export type Fingerprints = Readonly<Record<string, string>>

const fingerprints = new WeakMap<Float64Array, string>()

/** Returns two 32-bit hashes of the bytes, and the length, as a string. The string is cached per array. */
export function fingerprint(values: Float64Array): string {
  const before = fingerprints.get(values)
  if (before !== undefined) return before
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    a = Math.imul(a ^ word, 0x85ebca6b)
    a ^= a >>> 15
    b = Math.imul(b ^ word, 0xc2b2ae35)
    b ^= b >>> 13
  }
  const made = `${(a >>> 0).toString(36)} ${(b >>> 0).toString(36)} ${values.length}`
  fingerprints.set(values, made)
  return made
}

/** Returns the fingerprints of a result's node measures, by id. */
export function fingerprintsOf({ measures }: Pick<Extraction, 'measures'>): Fingerprints {
  return Object.fromEntries(Object.entries(measures).map(([id, values]) => [id, fingerprint(values)]))
}

/** Returns a result without the measures whose fingerprints are in `known`. `same` contains the omitted ids. */
export function removeSameMeasures(
  extraction: Extraction,
  known: Fingerprints,
): { readonly extraction: Extraction; readonly same: readonly string[] } {
  const all = Object.entries(extraction.measures)
  const same = all.flatMap(([id, values]) => (Object.hasOwn(known, id) && known[id] === fingerprint(values) ? [id] : []))
  const measures = Object.fromEntries(all.filter(([id]) => !same.includes(id)))
  return { extraction: { ...extraction, measures }, same }
}

/** Restores omitted measures from `had`, the result that the receiver already has, in the original order. */
export function addSameMeasures(extraction: Extraction, same: readonly string[], had: Pick<Extraction, 'measures'>): Extraction {
  if (same.length === 0) return extraction
  const from = Object.entries(had.measures).filter(([id]) => same.includes(id) || Object.hasOwn(extraction.measures, id))
  return { ...extraction, measures: { ...Object.fromEntries(from), ...extraction.measures } }
}
