import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOf } from '../../shared/base/failure'
import { packPage, unpackPage, sharedLinkOf, tabOfLink } from '../../renderer/window/session'
import { emptyTab } from '../../renderer/window/window-state'
import { descriptions } from '../../shared/extractors'

describe('A page inside an address', () => {
  it('is restored with all its characters', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 40 }), async (html, name) => {
        const text = valueOf(await packPage({ html, name }))
        expect(text).toMatch(/^packed:[\w-]*$/)
        expect(await unpackPage(text)).toEqual({ kind: 'html', html, name })
      }),
      { numRuns: 50 },
    ))

  it('is missing if the address was truncated or changed', async () => {
    expect(await unpackPage(valueOf(await packPage({ html: '<p>a long enough page', name: '' })).slice(0, -6))).toBeNull()
    expect([await unpackPage('packed:'), await unpackPage('packed:%%%')]).toEqual([null, null])
  })

  it('is refused if the address is too long for browsers', async () => {
    let random = 1
    const noise = Array.from({ length: 1_600_000 }, () => String.fromCharCode(33 + ((random = (random * 48271) % 2147483647) % 90))).join(
      '',
    )
    expect(await packPage({ html: noise, name: '' })).toMatchObject({ ok: false, failure: { code: 'link.too-long' } })
  })

  it('opens like the linked tab: page, extractor, values, node', async () => {
    const extractors = descriptions.list()
    const info = extractors.find(({ id }) => id === 'ttr')
    const tab = { ...emptyTab(info), source: { kind: 'html' as const, html: '<p>pasted', name: 'pasted HTML' }, selected: 3 }
    const open = { ...tab, model: { html: '<p>pasted' } as never, page: { label: 'pasted HTML', url: null } as never }
    const link = valueOf(await sharedLinkOf(open, info))
    expect(await tabOfLink(`#${link}`, extractors)).toMatchObject({ source: tab.source, extractor: 'ttr', params: tab.params, selected: 3 })
    const cut = await tabOfLink('#page=packed%3A7ZPNag', extractors)
    expect(cut).toMatchObject({ source: null, status: 'failed', failure: { code: 'link.damaged' } })
  })
})
