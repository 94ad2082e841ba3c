import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { windowForEach } from './test-window'
import { NOW } from '../../fixtures/captured'
import { eventually } from '../../fixtures/eventually'

const PAGE = '<title>A page</title><p>Some words that stand in a paragraph.</p>'
const OTHER = '<title>Another</title><p>Other words that stand in a paragraph.</p>'
const AT_TWO = { extractor: 'cetd-ds', preset: 'as-printed', params: { lambda: 2 } } as const

const test = windowForEach()

const runs = (): Record<string, unknown>[] => test.host.calls('extraction.run')
const firstRuns = (): unknown[] => test.host.calls('page.open').map(({ run }) => run)

describe('opening a page with a configuration', () => {
  it('runs once, with the chosen extractor, preset and values', async () => {
    await test.openPage(PAGE)
    await test.settled(test.actions.openInNewTab({ kind: 'html', html: OTHER }, { configuration: AT_TWO }))
    expect(runs()).toEqual([])
    expect(firstRuns()[1]).toMatchObject(AT_TWO)
    expect(test.tab()).toMatchObject({ ...AT_TWO, page: { title: 'Another' } })
  })

  it('is one step of undo, which restores the previous configuration', async () => {
    await test.openPage(PAGE)
    const { extractor, preset, params } = test.tab()
    await test.settled(test.actions.openInNewTab({ kind: 'html', html: OTHER }, { configuration: AT_TWO }))
    expect(test.getState().undo).toHaveLength(1)
    await test.settled(test.actions.undo())
    expect(test.tab()).toMatchObject({ extractor, preset, params, result: { extraction: { extractor } } })
    await test.settled(test.actions.redo())
    expect(test.tab()).toMatchObject({ extractor: 'cetd-ds', params: { lambda: 2 } })
  })

  it('does not load the current page again, and runs once', async () => {
    await test.openPage(PAGE)
    const before = runs().length
    const handle = test.tab().page?.id
    await test.settled(test.actions.open({ kind: 'html', html: PAGE }, { configuration: AT_TWO, selected: 3 }))
    expect(test.tab().page?.id).toBe(handle)
    expect([runs().length, test.getState().undo.length, test.tab().selected]).toEqual([before + 1, 1, 3])
  })

  it('opens the page with the current configuration if the host lacks the extractor', async () => {
    const { extractor } = test.tab()
    await test.settled(test.actions.open({ kind: 'html', html: PAGE }, { configuration: { ...AT_TWO, extractor: 'from-the-future' } }))
    expect(test.tab()).toMatchObject({ status: 'ready', extractor })
  })
})

describe('“open in Inspect” of a page of a run', () => {
  it('is one run with the configuration of the run, and one step of undo; the gold text is included', async () => {
    const { evaluation, useEvaluation } = await import('../../../renderer/features/evaluate/state/evaluation')
    const { hasGold } = await import('../../../renderer/window/page/gold-texts')
    writeFileSync(join(test.host.folder, 'pages.jsonl'), `${JSON.stringify({ id: 'one', html: PAGE, text: 'Some words' })}\n`)
    evaluation.setDraft({ source: { kind: 'jsonl', path: join(test.host.folder, 'pages.jsonl') }, configurations: [AT_TWO] })
    await evaluation.start()
    expect(useEvaluation.getState().failure).toBeNull()
    await evaluation.openPage('one', 'inspect')
    await test.settled()
    expect(runs()).toEqual([])
    expect(firstRuns()).toMatchObject([{ extractor: 'cetd-ds', params: { lambda: 2 } }])
    expect(test.getState()).toMatchObject({ workspace: 'inspect', undo: [{ kind: 'parameters' }] })
    expect([hasGold(test.tab()), test.tab().view.gold]).toEqual([true, true])
  })
})

describe('the gold text of a page', () => {
  it('is restored when the page or the window is reloaded and when the user returns to it; another page does not have it', async () => {
    const { setGoldText, goldTextOf } = await import('../../../renderer/window/page/gold-texts')
    const { setState } = await import('../../../renderer/window/store')
    const { sessionOf, Session, tabsOf } = await import('../../../renderer/window/session')
    await test.openPage(PAGE)
    setGoldText(test.tab().id, 'Some words')
    await test.settled(test.actions.reload())
    expect(goldTextOf(test.tab())).toBe('Some words')
    const stored = Session.parse(JSON.parse(JSON.stringify(sessionOf(test.getState(), true))))
    await test.openPage(OTHER)
    expect(goldTextOf(test.tab())).toBeNull()
    await test.settled(test.actions.back())
    expect(goldTextOf(test.tab())).toBe('Some words')
    await test.settled(test.actions.forward())
    expect(goldTextOf(test.tab())).toBeNull()
    const tabs = tabsOf(stored, test.getState().extractors)
    setState({ tabs, active: tabs[0]?.id ?? '' })
    await test.settled(test.actions.activateTab(tabs[0]?.id ?? ''))
    expect(goldTextOf(test.tab())).toBe('Some words')
  })
})

it('files that are dropped all open, each in a separate tab', async () => {
  const file = (name: string, html: string): File => new File([html], name)
  const { openDropped } = await import('../../../renderer/app/actions/file-actions')
  await openDropped([file('a.html', PAGE), file('b.html', OTHER), file('c.html', '<title>Third</title><p>Words.</p>')])
  await test.settled()
  expect(test.getState().tabs.map(({ page }) => page?.title)).toEqual(['A page', 'Another', 'Third'])
})

describe('a load', () => {
  it('that is stopped as the second of two keeps the current page with its address', async () => {
    const { permalinkOf, sessionOf } = await import('../../../renderer/window/session')
    const { tabTitle } = await import('../../../renderer/window/window-state')
    for (const name of ['p', 'a', 'b'])
      test.host.sites.set(`http://${name}.test/`, `<title>${name}</title><p>Words of the page ${name}.</p>`)
    await test.settled(test.actions.open({ kind: 'url', url: 'http://p.test/' }))
    test.host.delays.set('page.open', 200)
    const first = test.actions.open({ kind: 'url', url: 'http://a.test/' })
    const second = test.actions.open({ kind: 'url', url: 'http://b.test/' }, { mode: 'rendered' })
    expect(tabTitle(test.tab())).toBe('http://b.test/')
    test.actions.cancel()
    expect(await Promise.all([first, second])).toEqual([null, null])
    const there = { source: { kind: 'url', url: 'http://p.test/' }, mode: 'source' }
    expect(test.tab()).toMatchObject({ status: 'ready', page: { title: 'p' }, ...there, visits: [there], visit: 0 })
    expect(sessionOf(test.getState())?.tabs).toMatchObject([there])
    expect(permalinkOf(test.tab(), undefined)).toContain('p.test')
    test.host.delays.clear()
    await test.settled(test.actions.reload())
    expect(test.host.calls('page.open').at(-1)).toMatchObject({ source: there.source, options: { mode: 'source' } })
    expect(test.tab().page?.title).toBe('p')
  })

  it('that is stopped by going back to the current page requests nothing', async () => {
    await test.openPage(PAGE)
    test.host.delays.set('page.open', 200)
    const opened = test.actions.open({ kind: 'html', html: OTHER })
    test.actions.back()
    expect(await opened).toBeNull()
    expect(test.tab()).toMatchObject({ status: 'ready', page: { title: 'A page' }, visit: 0 })
  })

  it('is replaced by a newer load of its tab, and frees the tabs page', async () => {
    test.host.delays.set('page.open', 100)
    const [first, second] = [test.actions.open({ kind: 'html', html: PAGE }), test.actions.open({ kind: 'html', html: OTHER })]
    expect([await first, (await second)?.title]).toEqual([null, 'Another'])
    await eventually(() => expect(test.host.calls('page.close')).toHaveLength(1))
  })

  it('into a tab that is closed in the meantime frees its page and changes nothing', async () => {
    await test.openPage(PAGE)
    const kept = test.tab().id
    const opened = test.actions.openInNewTab({ kind: 'html', html: OTHER })
    test.actions.closeTab()
    expect(await opened).toBeNull()
    expect(test.getState().tabs.map(({ id }) => id)).toEqual([kept])
  })

  it('is one request: view, page and result arrive one after the other', async () => {
    await test.openPage(PAGE)
    const { subscribe } = await import('../../../renderer/window/store')
    const seen: string[] = []
    const stop = subscribe(() => {
      const { page, result, load } = test.tab()
      seen.push(`${page?.title} ${result ? 'with' : 'without'} a result${load?.coming ? ', another coming' : ''}`)
    })
    const before = test.host.requests.length
    await test.actions.open({ kind: 'html', html: OTHER })
    expect(test.tab()).toMatchObject({ status: 'ready', page: { title: 'Another' }, result: null, load: null, running: true })
    await test.settled()
    stop()
    const requested = test.host.requests.slice(before).map(({ method }) => method)
    expect(requested.filter((method) => method !== 'page.close' && method !== 'page.gold')).toEqual(['page.open'])
    expect([...new Set(seen)].join('; ')).toBe(
      'A page with a result; A page with a result, another coming; Another without a result; Another with a result',
    )
  })

  it('that is fast changes nothing before its page is available; a slow load shows its progress', async () => {
    const { isSeenLoading } = await import('../../../renderer/window/window-state')
    await test.openPage(PAGE)
    const { subscribe } = await import('../../../renderer/window/store')
    let seen = 0
    const stop = subscribe(() => {
      if (isSeenLoading(test.tab())) seen++
    })
    await test.openPage(OTHER)
    expect(seen).toBe(0)
    test.host.delays.set('page.open', 600)
    await test.openPage(PAGE)
    stop()
    expect(seen).toBeGreaterThan(0)
    expect(test.tab().load).toBeNull()
  })

  it('runs again if values were changed before the model was available', async () => {
    await test.openPage(PAGE)
    const opened = test.actions.open({ kind: 'html', html: OTHER })
    test.actions.setParam('lambda', 1.7)
    const page = await opened
    await test.settled()
    expect(runs().at(-1)).toMatchObject({ page: page?.id, params: { lambda: 1.7 } })
    expect(test.tab().result?.extraction.params.lambda).toBe(1.7)
  })
})

it('dragging a slider runs one value after the other, keeps the last value, and is one step of undo', async () => {
  await test.openPage(PAGE)
  const { params } = test.tab()
  const before = runs().length
  for (const lambda of [1.1, 1.2, 1.3, 1.4, 1.5]) test.actions.setParam('lambda', lambda)
  await test.settled()
  expect(runs().length - before).toBeLessThan(5)
  expect([test.tab().result?.extraction.params.lambda, test.getState().undo.length]).toEqual([1.5, 1])
  await test.settled(test.actions.undo())
  expect([test.tab().params, test.tab().result?.extraction.params.lambda]).toEqual([params, params.lambda])
})

describe('holding a slider', () => {
  it('gives drafts without decisions, and keeps the result until the slider is released', async () => {
    await test.openPage(PAGE)
    const { result } = test.tab()
    const before = runs().length
    for (const lambda of [1.1, 1.2, 1.3]) test.actions.setParam('lambda', lambda, true)
    await eventually(() => expect(test.tab().draft?.extraction.params.lambda).toBe(1.3))
    expect(test.tab().draft?.trace).toBe(null)
    expect(test.tab().result).toBe(result)
    expect(
      new Set(
        runs()
          .slice(before)
          .map(({ trace }) => trace),
      ),
    ).toEqual(new Set([false]))
    await test.settled(test.actions.settle())
    expect(test.tab()).toMatchObject({ draft: null, result: { trace: {}, extraction: { params: { lambda: 1.3 } } } })
    expect(test.tab().previous).toBe(result)
  })

  it('requests no measures that the current result has, and reuses them', async () => {
    await test.openPage(PAGE)
    const { result } = test.tab()
    test.actions.setParam('lambda', 1.3, true)
    await eventually(() => expect(test.tab().draft?.extraction.params.lambda).toBe(1.3))
    const { same = [], extraction } = test.tab().draft ?? {}
    expect(same).toHaveLength(Object.keys(result?.extraction.measures ?? {}).length)
    expect(Object.keys(extraction?.measures ?? {})).toEqual(Object.keys(result?.extraction.measures ?? {}))
    for (const id of same) expect(extraction?.measures[id]).toBe(result?.extraction.measures[id])
    await test.settled(test.actions.settle())
    expect(test.tab().result?.trace).not.toBe(null)
    for (const id of same) expect(test.tab().result?.extraction.measures[id]).toBe(result?.extraction.measures[id])
  })

  it('and then typing a value requests only the measures that change', async () => {
    await test.openPage(PAGE)
    const { result } = test.tab()
    await test.settled(test.actions.setParam('lambda', 1.3))
    expect(test.tab().result).not.toBe(result)
    for (const [id, values] of Object.entries(result?.extraction.measures ?? {}))
      expect(test.tab().result?.extraction.measures[id]).toBe(values)
    await test.settled(test.actions.setParam('dropHidden', false))
    const { extraction, trace } = test.tab().result ?? {}
    expect(Object.keys(extraction?.measures ?? {})).toEqual(Object.keys(result?.extraction.measures ?? {}))
    expect(extraction?.measures['C']?.length).toBe(test.tab().model?.count)
    expect(trace).not.toBe(null)
  })

  it.each([
    ['another extractor that is still under way', () => test.actions.setExtractor('cetd-ds')],
    ['a value that was typed just before', () => test.actions.setParam('lambda', 1.1)],
  ])('and releasing it while its draft waits for %s gives the result', async (_, before) => {
    await test.openPage(PAGE)
    test.host.delays.set('extraction.run', 100)
    before()
    test.actions.setParam('lambda', 1.3, true)
    await test.settled(test.actions.settle())
    const extraction = { extractor: test.tab().extractor, params: { lambda: 1.3 } }
    expect(test.tab()).toMatchObject({ draft: null, result: { extraction, trace: {} } })
  })

  it('and releasing it in another tab gives the result in the first tab', async () => {
    await test.openPage(PAGE)
    const held = test.tab().id
    test.actions.setParam('lambda', 1.3, true)
    await eventually(() => expect(test.tab().draft).not.toBe(null))
    test.actions.newTab()
    await test.settled(test.actions.settle())
    test.actions.activateTab(held)
    expect([test.tab().draft, test.tab().result?.extraction.params.lambda]).toEqual([null, 1.3])
  })
})

describe('a page whose server has stopped', () => {
  const P = 'http://p.test/'
  const Q = 'http://q.test/'
  beforeEach(() => {
    for (const url of [P, Q]) test.host.sites.set(url, `<title>${url}</title><p>Words of the page at ${url}.</p>`)
  })
  const title = (): string | undefined => test.tab().page?.title

  const captures = (): string[] => readdirSync(join(test.host.folder, 'captures')).filter((name) => name.endsWith('.capture'))
  const kept = (count: number) => eventually(() => expect(captures()).toHaveLength(count))

  it('is restored unchanged after a return to it', async () => {
    await test.actions.open({ kind: 'url', url: P })
    await test.actions.open({ kind: 'url', url: Q })
    await kept(2)
    test.host.sites.clear()
    await test.settled(test.actions.back())
    expect(title()).toBe(P)
    expect(test.tab()).toMatchObject({ failure: null, page: { kept: { reason: null }, capturedAt: NOW } })
    await test.settled(test.actions.forward())
    expect(title()).toBe(Q)
  })

  it('is restored with its history in a reloaded window', async () => {
    const { sessionOf, Session, tabsOf } = await import('../../../renderer/window/session')
    const { setState } = await import('../../../renderer/window/store')
    await test.actions.open({ kind: 'url', url: P })
    await test.actions.open({ kind: 'url', url: Q })
    await kept(2)
    test.host.sites.clear()
    const tabs = tabsOf(Session.parse(JSON.parse(JSON.stringify(sessionOf(test.getState(), true)))), test.getState().extractors)
    setState({ tabs, active: tabs[0]?.id ?? '' })
    await test.settled(test.actions.activateTab(test.tab().id))
    expect(title()).toBe(Q)
    expect(test.tab()).toMatchObject({ visit: 1, visits: [{ source: { url: P } }, { source: { url: Q } }] })
    await test.settled(test.actions.back())
    expect(title()).toBe(P)
    expect(JSON.stringify(sessionOf(test.getState()))).not.toContain('history')
  })
})

describe('the search text of the tree', () => {
  it('belongs to its page: it is kept when the page is loaded again, and is not searched in another page', async () => {
    const { queryOf, treeActions, useTree } = await import('../../../renderer/window/page/tree-view')
    const query = (): string => queryOf(useTree.getState(), test.tab())
    await test.openPage(PAGE)
    treeActions.setQuery('p')
    expect(query()).toBe('p')
    await test.settled(test.actions.reload())
    expect(query()).toBe('p')
    await test.openPage(OTHER)
    expect(query()).toBe('')
    await test.settled(test.actions.back())
    expect(query()).toBe('p')
  })
})

it('a closed tab is restored with its gold text, and with the changes before it was closed', async () => {
  const { setGoldText, goldTextOf } = await import('../../../renderer/window/page/gold-texts')
  await test.openPage(PAGE)
  setGoldText(test.tab().id, 'Some words')
  const { lambda } = test.tab().params
  await test.settled(test.actions.setParam('lambda', 1.7))
  test.actions.closeTab()
  await test.settled(test.actions.undo())
  expect(goldTextOf(test.tab())).toBe('Some words')
  expect(test.tab().params).toMatchObject({ lambda: 1.7 })
  test.actions.undo()
  expect(test.tab().params).toMatchObject({ lambda })
  await test.settled()
})

describe('undo and redo', () => {
  it('never restore a removed extractor, nor removed parameters', async () => {
    const { storeExtractors } = await import('../../../renderer/window/page/own-extractors')
    const { extractors } = test.getState()
    const info = extractors.find(({ id }) => id === 'cetd-ds')
    if (!info) throw new Error('no extractor')
    await test.openPage(PAGE)
    test.actions.setExtractor('cetd-ds')
    test.actions.setParam('lambda', 1.7)
    test.actions.undo()
    const { lambda = info.params[''], ...params } = info.params
    const others = extractors.filter(({ id }) => id !== 'cetd-ds')
    if (!lambda) throw new Error('no parameter')
    storeExtractors({ extractors: [...others, { ...info, params: { ...params, least: lambda } }], own: [] })
    test.actions.redo()
    expect(Object.keys(test.tab().params)).toEqual([...Object.keys(params), 'least'])
    test.actions.setExtractor('ttr')
    test.actions.newTab()
    await test.actions.open({ kind: 'html', html: OTHER }, { configuration: AT_TWO })
    test.actions.closeTab()
    storeExtractors({ extractors: others, own: [] })
    await test.settled()
    test.actions.undo()
    expect(test.tab()).toMatchObject({ source: { html: OTHER }, extractor: others[0]?.id })
    test.actions.undo()
    await test.settled(test.actions.undo())
    expect(test.getState().notice).toBe('The extractor “cetd-ds” no longer exists.')
    test.actions.notify({ code: 'own.load', message: 'mine.ts:1:7: Error: boom\n> 1 | throw', next: 'Correct the module.' })
    expect(test.getState().notice).toBe('mine.ts:1:7: Error: boom. Correct the module.')
    expect(test.getState().tabs.map(({ result }) => result?.extraction.extractor)).toEqual(['ttr', 'ttr'])
  })

  it('of a snippet continue after its page was loaded again, and keep the step if they fail', async () => {
    const { changeSnippet, remember } = await import('../../../renderer/window/page/history')
    await test.openPage(PAGE)
    const { page, source } = test.tab()
    const folder = join(test.host.folder, 'tests')
    const change = { page: page?.id ?? '', folder, kind: 'with', text: 'Some words', remove: false } as const
    await changeSnippet(change)
    remember({ kind: 'snippet', change, source })
    await test.openPage(OTHER)
    test.actions.undo()
    await eventually(() => expect(test.getState()).toMatchObject({ undo: [{ change }], redo: [] }))
    await test.settled(test.actions.back())
    test.actions.undo()
    await eventually(() => expect(test.getState().notice).toBe('Snippet removed. This page has 0 snippets.'))
    test.actions.redo()
    await eventually(() => expect(test.getState().notice).toBe('Snippet saved as “must keep”. This page has 1 snippet.'))
  })
})

it('the search for what would change a node has no result after it is stopped', async () => {
  const { searchFlips, stopFlipSearch, useFlips } = await import('../../../renderer/features/inspector/state/flips')
  await test.openPage(PAGE)
  test.actions.select(4)
  test.host.delays.set('extraction.selection', 100)
  const searching = searchFlips()
  expect(useFlips.getState().status).toBe('searching')
  stopFlipSearch()
  await searching
  expect(useFlips.getState().status).toBe('idle')
})

describe('a custom extractor that is saved again', () => {
  const saved = async (hash: string): Promise<void> => {
    const { storeExtractors } = await import('../../../renderer/window/page/own-extractors')
    const { extractors } = test.getState()
    const info = extractors.find(({ id }) => id === test.tab().extractor) ?? null
    storeExtractors({ extractors, own: [{ path: '/own.ts', hash, state: 'ready', failure: null, info } as never] })
    await test.settled()
  }

  it('has new curves, without trials of the old version', async () => {
    const { fillCurve } = await import('../../../renderer/features/parameters/param-curve')
    await test.openPage(PAGE)
    await saved('one')
    const spec = test.getState().extractors.find(({ id }) => id === test.tab().extractor)?.params['lambda']
    if (spec?.kind !== 'number') throw new Error('no number')
    const fill = (): Promise<void> => fillCurve(test.tab(), 'lambda', spec, new AbortController().signal)
    const tried = (): number => test.host.calls('extraction.selection').length
    await fill()
    const once = tried()
    expect(once).toBeGreaterThan(5)
    await fill()
    expect(tried()).toBe(once)
    await saved('two')
    await fill()
    expect(tried()).toBe(2 * once)
  })

  it('is compared again, even if it was saved during its run', async () => {
    const { ensureCompared, useComparison } = await import('../../../renderer/window/compare')
    await test.openPage(PAGE)
    await saved('one')
    const { extractor } = test.tab()
    test.host.delays.set('extraction.run', 150)
    const running = ensureCompared([extractor], false)
    await saved('two')
    await running
    expect(useComparison.getState().entries[extractor]).toBeUndefined()
    await ensureCompared([extractor], false)
    expect(useComparison.getState().entries[extractor]?.status).toBe('done')
  })
})
