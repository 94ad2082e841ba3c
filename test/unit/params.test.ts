import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../fixtures/failure-of'
import { registry } from '../../electron/peers/registry'
import {
  boolean,
  choice,
  isApplied,
  number,
  paramSchema,
  presetValues,
  type ParamSpecs,
  type ParamValue,
} from '../../shared/extractors/core/params'
import { readSharedSettings } from '../../shared/extractors/core/param-settings'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import type { Extractor } from '../../shared/extractors/core/extractor'

const base = { label: 'L', description: 'D.', origin: 'ours' } as const
const specs = {
  size: number({ ...base, default: 2, asPrinted: 3, min: 0, max: 10, step: 1 }),
  on: boolean({ ...base, default: true }),
  way: choice({ ...base, default: 'a', asPrinted: 'b', options: ['a', 'b'].map((value) => ({ value, label: value.toUpperCase() })) }),
}

describe('parameters', () => {
  it('a preset has the default values, or the different values of the paper', () => {
    expect(presetValues(specs, 'default')).toEqual({ size: 2, on: true, way: 'a' })
    expect(presetValues(specs, 'as-printed')).toEqual({ size: 3, on: true, way: 'b' })
  })

  it.each([
    ['a number above its range', { size: 11 }],
    ['a number below its range', { size: -1 }],
    ['a fraction of lines or clusters', { size: 2.5 }],
    ['not a number', { size: Number.NaN }],
    ['text for a number', { size: '4' }],
    ['text for a switch', { on: 'yes' }],
    ['an unknown choice', { way: 'c' }],
    ['an unknown name', { colour: 1 }],
  ])('%s is refused', (_name, values) => expect(paramSchema(specs).safeParse(values).success).toBe(false))

  it('a refusal names the parameter and its range', () => {
    const refusal = (id: string, values: object) => failureOf(() => resolveParams(registry.get(id) as Extractor, 'default', { ...values }))
    const message = 'The parameter "lambda" of cectd-ds must be a number from 0 to 2.'
    expect(refusal('cectd-ds', { lambda: 3 })).toMatchObject({ code: 'params.invalid', message })
    expect(refusal('cectd-ds', { zeroRule: 'x' }).message).toContain('one of authors, denominators')
    expect(refusal('ttr', { radius: 2.5 }).message).toContain('a whole number')
    const next = expect.stringContaining('lambda') as string
    expect(refusal('cectd-ds', { nope: 1 })).toMatchObject({ message: 'cectd-ds has no parameter "nope".', next })
  })
})

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('the parameters of %s', (_id, extractor) => {
  it('have a description and an origin, and both presets are in their range', () => {
    for (const [name, spec] of Object.entries(extractor.params)) {
      expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9]*$/)
      expect(spec.label).not.toBe('')
      expect(spec.description).toMatch(/[.)”"]$/)
      expect(['paper', 'authors', 'library', 'ours']).toContain(spec.origin)
    }
    for (const preset of ['default', 'as-printed'] as const)
      expect(() => resolveParams(extractor, preset, presetValues(extractor.params, preset))).not.toThrow()
  })

  it('with an effect only for some values of a choice name these values, and have no effect for other values', () => {
    const values = presetValues(extractor.params, 'default')
    const page = parsePage(readFileSync('electron/samples/pages/news-article.html', 'utf8'))
    const kept = (params: Readonly<Record<string, ParamValue>>) =>
      runExtractor(page, extractor, resolveParams(extractor, 'default', params)).text
    const all: ParamSpecs = extractor.params
    for (const [name, spec] of Object.entries(all)) {
      if (!spec.onlyWith) continue
      const { param, values: named } = spec.onlyWith
      const other = all[param]
      const options: ParamValue[] =
        other?.kind === 'choice' ? other.options.map(({ value }) => value) : other?.kind === 'boolean' ? [true, false] : []
      expect(options).toEqual(expect.arrayContaining([...named]))
      for (const option of options.filter((value) => !named.includes(value))) {
        const without = { ...values, [param]: option }
        expect(isApplied(spec, without)).toBe(false)
        if (spec.kind === 'number') expect(kept({ ...without, [name]: spec.max }), `${name} with ${option}`).toBe(kept(without))
      }
      expect(isApplied(spec, { ...values, [param]: named[0]! })).toBe(true)
    }
  })
})

it('typed settings without a value, or with an invalid one, are refused and never read as 0 or off', () => {
  const info = { ...registry.list()[0]!, id: 'x', params: specs }
  const read = (...settings: string[]) => resolveParams(info, 'default', readSharedSettings([info], settings).get('x') ?? {})
  expect(failureOf(() => read('size')).code).toBe('params.malformed')
  for (const wrong of ['size=', 'size=many', 'on=perhaps', 'on=']) expect(failureOf(() => read(wrong)).code, wrong).toBe('params.invalid')
  expect(failureOf(() => read('sise=1')).code).toBe('params.unknown')
})
