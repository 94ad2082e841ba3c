import { describe, expect, test } from 'vitest'
import { permalinkOf, restoredParams, Session, sessionOf, tabOfPermalink, tabsOf } from '../../renderer/window/session'
import { placeOfRequest, emptyTab, firstVisit, tabTitle, type Tab } from '../../renderer/window/window-state'
import { sourceOfText } from '../../shared/contract/capture'
import { measureScale } from '../../renderer/components/density-scale'
import { registry } from '../../electron/peers/registry'
import { extractorInfo } from '../../shared/extractors/core/extractor'

const extractors = registry.list().map(extractorInfo)
const info = extractors[0]
const tab = { ...emptyTab(info), source: { kind: 'url', url: 'https://example.org/a' } as const }

test.each([
  ['https://example.org/', 'url https://example.org/'],
  ['example.org/a', 'url https://example.org/a'],
  ['localhost:8080/a', 'url http://localhost:8080/a'],
  ['127.0.0.1:8080', 'url http://127.0.0.1:8080'],
  ['[::1]/a', 'url http://[::1]/a'],
  ['localhosts.org', 'url https://localhosts.org'],
  ['ftp://example.org/a', 'url ftp://example.org/a'],
  ['/tmp/page.html', 'file /tmp/page.html'],
  ['C:\\pages\\a.html', 'file C:\\pages\\a.html'],
  ['file:///tmp/a%20b.html', 'file /tmp/a b.html'],
  ['sample: news-article', 'sample news-article'],
  ['  <p>Hello', 'html   <p>Hello'],
  ['   ', ''],
])('text in the address field %j', (text, source) => expect(Object.values(sourceOfText(text) ?? {}).join(' ')).toBe(source))

test('loading a new page into a tab removes the forward history', () => {
  const visits = ['a', 'b', 'c'].map((id) => ({ id, source: { kind: 'sample', id } as const, mode: 'source' as const, label: id }))
  const visited = { ...tab, visits, visit: 0 }
  const next = placeOfRequest(visited, { kind: 'sample', id: 'd' }, 'rendered', 'new')
  expect(next).toMatchObject({ visits: ['a', 'd'].map((id) => ({ source: { kind: 'sample', id } })), visit: 1 })
  expect(placeOfRequest(visited, { kind: 'sample', id: 'c' }, 'source', 2)).toMatchObject({ visit: 2, visits: visited.visits })
})

const stored = (session: unknown): Session => Session.parse(JSON.parse(JSON.stringify(session)))

describe('a session', () => {
  test('is restored with pages, parameters, selection and dropped bytes', () => {
    const source = { kind: 'bytes', name: 'a.html', bytes: Uint8Array.of(60, 112, 62, 0, 255) } as const
    const bytes = { ...emptyTab(info), source, selected: 7 }
    const changed = { ...tab, params: { ...tab.params, lambda: 0.5 } }
    const session = stored(sessionOf({ tabs: [changed, bytes], active: bytes.id }))
    const tabs = tabsOf(session, extractors)
    expect([session.active, tabs[0]?.params.lambda, tabs[1]?.source]).toEqual([1, 0.5, bytes.source])
    expect(tabs[1]).toMatchObject({ selected: 7, status: 'empty' })
  })
  test('names its tabs by the titles of their pages before these pages are loaded again', () => {
    const visited = { ...tab, visits: firstVisit(tab.source, tab.mode, 'The slow line'), visit: 0 }
    const session = stored(sessionOf({ tabs: [visited, tab], active: tab.id }))
    expect(tabsOf(session, extractors).map(tabTitle)).toEqual(['The slow line', 'https://example.org/a'])
  })
  test('omits parameters that the extractor does not have, and replaces an unknown extractor with the first one', () => {
    const session = Session.parse(sessionOf({ tabs: [{ ...tab, extractor: 'gone', params: { nothing: 1 } }], active: tab.id }))
    expect(tabsOf(session, extractors)[0]).toMatchObject({ extractor: info?.id, params: tab.params })
  })
  test('of one page can contain the step of its demonstration, with the second run', () => {
    const beside = { extractor: 'cetd-ds', params: { threshold: 'body', gone: 1 } }
    const place = { moment: 41, moments: 200, chapter: 'threshold', into: 3 }
    const step = { ...place, beside, example: '<p>An example', tour: { id: 'cetd', stop: 4 } }
    const session = stored({ ...sessionOf({ tabs: [{ ...tab, params: { ...tab.params, lambda: 0.5 } }], active: tab.id }), step })
    expect(session).toMatchObject({ version: 1, active: 0, step })
    expect(tabsOf(session, extractors)[0]?.params.lambda).toBe(0.5)
    const restored = restoredParams(info?.params ?? {}, 'default', { lambda: 0.5, dropHidden: 'no', gone: 1 })
    expect(restored).toEqual({ ...tab.params, lambda: 0.5 })
  })
  test('opens without unreadable parts of the step, the example or the tour', () => {
    const step = { moment: 1, moments: 2, chapter: '', into: 0, beside: 7, example: {}, tour: { id: 'cetd', stop: -1 } }
    const read = Session.parse({ ...sessionOf({ tabs: [tab], active: '' }), step }).step
    expect(read).toMatchObject({ moment: 1, beside: null, example: null, tour: null })
  })
  test('is read without unreadable tabs, and contains the chosen page of an archive', () => {
    const archive: Tab = { ...emptyTab(info), source: { kind: 'bytes', name: 'a.warc', bytes: Uint8Array.of(1, 2), entry: '7' } }
    const bad: Tab = { ...emptyTab(info), source: { kind: 'sample', id: '' } }
    const written = JSON.stringify(sessionOf({ tabs: [bad, archive, tab], active: tab.id }))
    const sources = (text: string) => tabsOf(Session.parse(JSON.parse(text)), extractors).map(({ source }) => source)
    expect(sources(written)).toEqual([archive.source, tab.source])
    expect(sources(written.replace('"AQI="', '"A"'))).toEqual([tab.source])
  })
})

describe('a permalink', () => {
  test('contains the chosen page of an archive', () => {
    const source = { kind: 'file', path: '/a/b.warc', entry: '12' } as const
    expect(tabOfPermalink(`#${permalinkOf({ ...tab, source }, info) ?? ''}`, extractors)?.source).toEqual(source)
  })

  test('contains page, mode, extractor, changed parameters and the selected node', () => {
    const link = permalinkOf({ ...tab, mode: 'rendered', selected: 12, params: { ...tab.params, lambda: 0.5, dropHidden: false } }, info)
    expect(link).toBe('page=https%3A%2F%2Fexample.org%2Fa&mode=rendered&extractor=cectd-ds&set=lambda%3D0.5&set=dropHidden%3Dfalse&node=12')
    const params = { ...tab.params, lambda: 0.5, dropHidden: false }
    expect(tabOfPermalink(`#${link ?? ''}`, extractors)).toMatchObject({ source: tab.source, mode: 'rendered', selected: 12, params })
  })
  test('is not made for a page that exists only in the window', () =>
    expect(permalinkOf({ ...tab, source: { kind: 'html', html: '<p>' } }, info)).toBeNull())
  test('is missing without a page, and has the defaults instead of invalid values', () => {
    expect(tabOfPermalink('#token=abc', extractors)).toBeNull()
    const read = tabOfPermalink('#page=sample:a&node=-3&set=lambda=x&set=__proto__=1', extractors)
    expect(read).toMatchObject({ selected: null, params: tab.params })
  })
})

test('the scale of a measure is logarithmic, from zero to the largest finite value', () => {
  const scale = measureScale(Float64Array.of(0, 1, 99, Number.POSITIVE_INFINITY, Number.NaN), false)
  // ln(1 + 9) / ln(1 + 99) = 0.5
  expect(scale.position(9)).toBeCloseTo(0.5)
  expect([scale.position(99), scale.position(Number.POSITIVE_INFINITY), scale.position(-1)]).toEqual([1, 1, 0])
  expect(scale.position(Number.NaN)).toBeNaN()
  expect(measureScale(Float64Array.of(0, Number.POSITIVE_INFINITY), false).position(Number.POSITIVE_INFINITY)).toBe(1)
})
