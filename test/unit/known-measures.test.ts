import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, fingerprintsOf, addSameMeasures, removeSameMeasures } from '../../shared/extractors/core/known-measures'
import type { Extraction } from '../../shared/extractors/core/run'
import { forAll } from '../fixtures/for-all'

const extractionOf = (measures: Record<string, Float64Array>): Extraction => ({
  extractor: 'any',
  params: {},
  text: '',
  spans: new Int32Array(0),
  selected: new Uint8Array(0),
  measures,
  values: {},
  warnings: [],
})

const values = fc.array(fc.double(), { maxLength: 20 })
const measures = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 3 }),
  values.map((list) => Float64Array.from(list)),
  { maxKeys: 5 },
)

describe('the fingerprint of a measure', () => {
  it('is the same for the same numbers, also in another buffer', () =>
    forAll(values, (list) => {
      const array = Float64Array.from(list)
      const elsewhere = new Float64Array(new ArrayBuffer(8 * (list.length + 3)), 16, list.length)
      elsewhere.set(array)
      expect(fingerprint(elsewhere)).toBe(fingerprint(array))
    }))

  it('differs if a number or a sign differs, or if two numbers are exchanged', () => {
    expect(fingerprint(Float64Array.of(1, 2, 3))).not.toBe(fingerprint(Float64Array.of(1, 3, 2)))
    expect(fingerprint(Float64Array.of(0))).not.toBe(fingerprint(Float64Array.of(-0)))
    expect(fingerprint(Float64Array.of(-1, -1))).not.toBe(fingerprint(Float64Array.of(1, 1)))
    expect(fingerprint(new Float64Array(3))).not.toBe(fingerprint(new Float64Array(4)))
    forAll(values, fc.nat(), fc.double({ noNaN: true }), (list, at, other) => {
      const i = list.length === 0 ? 0 : at % list.length
      fc.pre(list.length > 0 && !Object.is(list[i], other))
      expect(fingerprint(Float64Array.from(list.with(i, other)))).not.toBe(fingerprint(Float64Array.from(list)))
    })
  })
})

describe('a result without known measures', () => {
  it('is complete again with the measures of the earlier result, for any values', () =>
    forAll(measures, measures, fc.boolean(), (now, before, unchanged) => {
      const [had, whole] = [extractionOf(unchanged ? { ...before, ...now } : before), extractionOf(now)]
      const { extraction, same } = removeSameMeasures(whole, fingerprintsOf(had))
      if (unchanged) expect(extraction.measures).toEqual({})
      expect(addSameMeasures(extraction, same, had).measures).toEqual(whole.measures)
    }))

  it('omits nothing if nothing is known', () => {
    const whole = extractionOf({ density: Float64Array.of(1) })
    expect(removeSameMeasures(whole, {})).toEqual({ extraction: whole, same: [] })
  })
})
