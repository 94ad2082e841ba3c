import { describe, expect, test } from 'vitest'
import { permalinkOf, restoredParams, Session, sessionOf, stepSession, tabOfPermalink, tabsOf } from '../../renderer/window/session'
import { placeOfRequest, emptyTab, firstVisit, tabTitle, type Tab } from '../../renderer/window/window-state'
import { sourceOfText } from '../../shared/contract/capture'
import { measureScale } from '../../renderer/components/density-scale'
import { registry } from '../../electron/peers/registry'
import { extractorInfo } from '../../shared/extractors/core/extractor'

const extractors = registry.list().map(extractorInfo)
const info = extractors[0]
const tab = { ...emptyTab(info), source: { kind: 'url', url: 'https://example.org/a' } as const }

test.each([
  ['https://example.org/', { kind: 'url', url: 'https://example.org/' }],
  ['example.org/a', { kind: 'url', url: 'https://example.org/a' }],
  ['localhost:8080/a', { kind: 'url', url: 'http://localhost:8080/a' }],
  ['127.0.0.1:8080', { kind: 'url', url: 'http://127.0.0.1:8080' }],
  ['[::1]/a', { kind: 'url', url: 'http://[::1]/a' }],
  ['localhosts.org', { kind: 'url', url: 'https://localhosts.org' }],
  ['ftp://example.org/a', { kind: 'url', url: 'ftp://example.org/a' }],
  ['/tmp/page.html', { kind: 'file', path: '/tmp/page.html' }],
  ['C:\\pages\\a.html', { kind: 'file', path: 'C:\\pages\\a.html' }],
  ['file:///tmp/a%20b.html', { kind: 'file', path: '/tmp/a b.html' }],
  ['sample: news-article', { kind: 'sample', id: 'news-article' }],
  ['  <p>Hello', { kind: 'html', html: '  <p>Hello' }],
  ['   ', null],
])('text in the address field %j', (text, source) => expect(sourceOfText(text)).toEqual(source))

test('loading a new page into a tab removes the forward history', () => {
  const visited = {
    ...tab,
    visits: ['a', 'b', 'c'].map((id) => ({ id, source: { kind: 'sample', id } as const, mode: 'source' as const, label: id })),
    visit: 0,
  }
  const next = placeOfRequest(visited, { kind: 'sample', id: 'd' }, 'rendered', 'new')
  expect(next.visits.map((v) => v.source)).toEqual(['a', 'd'].map((id) => ({ kind: 'sample', id })))
  expect(next.visit).toBe(1)
  expect(placeOfRequest(visited, { kind: 'sample', id: 'c' }, 'source', 2)).toMatchObject({ visit: 2, visits: visited.visits })
})

describe('a session', () => {
  test('is restored with pages, parameters, selection and dropped bytes', () => {
    const bytes = {
      ...emptyTab(info),
      source: { kind: 'bytes', name: 'a.html', bytes: Uint8Array.of(60, 112, 62, 0, 255) } as const,
      selected: 7,
    }
    const changed = { ...tab, params: { ...tab.params, lambda: 0.5 } }
    const stored: unknown = JSON.parse(JSON.stringify(sessionOf({ tabs: [changed, bytes], active: bytes.id })))
    const session = Session.parse(stored)
    const tabs = tabsOf(session, extractors)
    expect([session.active, tabs[0]?.params.lambda, tabs[1]?.source]).toEqual([1, 0.5, bytes.source])
    expect(tabs[1]).toMatchObject({ selected: 7, status: 'empty' })
  })
  test('names its tabs by the titles of their pages before these pages are loaded again', () => {
    const visited = { ...tab, visits: firstVisit(tab.source, tab.mode, 'The slow line'), visit: 0 }
    const session = Session.parse(JSON.parse(JSON.stringify(sessionOf({ tabs: [visited, tab], active: tab.id }))))
    expect(tabsOf(session, extractors).map(tabTitle)).toEqual(['The slow line', 'https://example.org/a'])
  })
  test('omits parameters that the extractor does not have, and replaces an unknown extractor with the first one', () => {
    const session = Session.parse(sessionOf({ tabs: [{ ...tab, extractor: 'gone', params: { nothing: 1 } }], active: tab.id }))
    expect(tabsOf(session, extractors)[0]).toMatchObject({ extractor: info?.id, params: tab.params })
  })
  test('of one page can contain the step of its demonstration, with the second run', () => {
    const step = {
      moment: 41,
      moments: 200,
      chapter: 'threshold',
      into: 3,
      beside: { extractor: 'cetd-ds', params: { threshold: 'body', gone: 1 } },
      example: '<p>An example',
      tour: { id: 'cetd', stop: 4 },
    }
    const session = Session.parse(JSON.parse(JSON.stringify(stepSession({ ...tab, params: { ...tab.params, lambda: 0.5 } }, step))))
    expect(session).toMatchObject({ version: 1, active: 0, step })
    expect(tabsOf(session, extractors)[0]?.params.lambda).toBe(0.5)
    expect(restoredParams(info?.params ?? {}, 'default', { lambda: 0.5, dropHidden: 'no', gone: 1 })).toEqual({
      ...tab.params,
      lambda: 0.5,
    })
  })
  test('opens without unreadable parts of the step, the example or the tour', () => {
    const step = { moment: 1, moments: 2, chapter: '', into: 0, beside: 7, example: {}, tour: { id: 'cetd', stop: -1 } }
    const read = Session.parse({ ...sessionOf({ tabs: [tab], active: '' }), step }).step
    expect(read).toMatchObject({ moment: 1, beside: null, example: null, tour: null })
  })
  test('is read without unreadable tabs, and contains the chosen page of an archive', () => {
    const archive: Tab = { ...emptyTab(info), source: { kind: 'bytes', name: 'a.warc', bytes: Uint8Array.of(1, 2), entry: '7' } }
    const bad: Tab = { ...emptyTab(info), source: { kind: 'sample', id: '' } }
    const stored: unknown = JSON.parse(JSON.stringify(sessionOf({ tabs: [bad, archive, tab], active: tab.id })))
    const damaged = JSON.parse(JSON.stringify(stored).replace('"AQI="', '"A"')) as unknown
    expect(tabsOf(Session.parse(stored), extractors).map(({ source }) => source)).toEqual([archive.source, tab.source])
    expect(tabsOf(Session.parse(damaged), extractors).map(({ source }) => source)).toEqual([tab.source])
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
    expect(tabOfPermalink('#page=sample:a&node=-3&set=lambda=x&set=__proto__=1', extractors)).toMatchObject({
      selected: null,
      params: tab.params,
    })
  })
})

test('the scale of a measure is logarithmic, from zero to the largest finite value', () => {
  const scale = measureScale(Float64Array.of(0, 1, 99, Number.POSITIVE_INFINITY, Number.NaN), false)
  // ln(1 + 9) / ln(1 + 99) = 0.5
  expect(scale.position(9)).toBeCloseTo(0.5)
  expect([scale.position(99), scale.position(Number.POSITIVE_INFINITY), scale.position(-1)]).toEqual([1, 1, 0])
  expect(scale.position(Number.NaN)).toBeNaN()
})
