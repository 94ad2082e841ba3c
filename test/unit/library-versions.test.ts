import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, isRelease, namesVersion, publishedAs, readLibraryName } from '../../shared/extractors/peers/library-name'
import { bisectVersions } from '../../shared/reduce/bisect-versions'
import { failureOf } from '../fixtures/failure-of'

describe('a library’s version', () => {
  it.each([
    ['readability@0.5.0', true],
    ['trafilatura==1.12', true],
    ['defuddle@v0.18', true],
    ['trafilatura', false],
    ['./defuddle@0.18.js', false],
    ['defuddle@latest', false],
  ])('is named by %s: %s', (name, is) => expect(namesVersion(name)).toBe(is))

  it('is sorted by its numbers, without release candidates', () => {
    expect(['0.19.0', '0.9.1', '0.18', '1.0', '0.18.1'].sort(compareVersions)).toEqual(['0.9.1', '0.18', '0.18.1', '0.19.0', '1.0'])
    expect(['1.0.0', '1.0.0rc1', '2.0.0-beta.1', '3.0.2.post1'].filter(isRelease)).toEqual(['1.0.0', '3.0.2.post1'])
  })

  it('may be given by its beginning, which selects the newest matching version', () => {
    expect([publishedAs('0.18', ['0.17.9', '0.18.0', '0.18.3', '0.19.0']), publishedAs('0.1', ['0.18.0'])]).toEqual(['0.18.3', null])
    expect(readLibraryName('trafilatura==1.12')).toMatchObject({ library: { package: 'trafilatura' }, version: '1.12' })
    expect(failureOf(() => readLibraryName('nothing@1.0')).code).toBe('library.unknown')
  })
})

describe('a bisection', () => {
  it('finds the first wrong version in the number of steps of a binary search, even if some versions cannot be tested', async () => {
    const given = fc.record({ right: fc.nat(40), wrong: fc.integer({ min: 1, max: 40 }), broken: fc.uniqueArray(fc.nat(79)) })
    await fc.assert(
      fc.asyncProperty(given, async ({ right, wrong, broken }) => {
        const versions = Array.from({ length: right + wrong }, (_, i) => `1.${i}`)
        const found = await bisectVersions(versions, (version) => {
          const at = versions.indexOf(version)
          if (broken.includes(at)) return Promise.resolve({ kind: 'broken', reason: '' })
          return Promise.resolve({ kind: at < right ? 'right' : 'wrong' })
        })
        const tried = versions.filter((_, at) => !broken.includes(at))
        expect(found.wrong).toBe(tried.find((version) => versions.indexOf(version) >= right) ?? null)
        const before = tried.findLast((version) => versions.indexOf(version) < right) ?? null
        if (found.wrong !== null || tried.length > 0) expect(found.right).toBe(before)
        expect(found.between.every((version) => broken.includes(versions.indexOf(version)))).toBe(true)
        expect(found.trials.filter(({ judgement }) => judgement.kind !== 'broken').length).toBeLessThanOrEqual(
          2 + Math.ceil(Math.log2(versions.length)),
        )
        expect(new Set(found.trials.map(({ version }) => version)).size).toBe(found.trials.length)
      }),
    )
  })
})
