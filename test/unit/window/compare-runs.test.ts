/** The runs of a comparison: stopped runs are marked, and run again on request. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type TestWindow } from './test-window'
import { eventually } from '../../fixtures/eventually'

const PAGE = '<title>A page</title><p>Some words that stand in a paragraph.</p>'

let test: TestWindow
beforeEach(async () => {
  test = await openWindow()
  await test.openPage(PAGE)
})
afterEach(() => test.host.close())

describe('a comparison', () => {
  it('that is stopped lists methods without a result, and keeps finished ones', async () => {
    const { ensureCompared, stopCompared, useComparison } = await import('../../../renderer/window/compare')
    await ensureCompared(['ttr'], true)
    const running = ensureCompared(['ttr', 'cuter', 'bte'], true)
    stopCompared()
    await running
    const { entries } = useComparison.getState()
    expect(entries.ttr?.status).toBe('done')
    for (const id of ['cuter', 'bte']) expect(entries[id]).toMatchObject({ status: 'failed', failure: { code: 'compare.stopped' } })
  })

  it('runs again with decisions, and discards all if the page is read in another way', async () => {
    const { ensureCompared, followComparedPage, useComparison } = await import('../../../renderer/window/compare')
    followComparedPage()
    test.host.delays.set('extraction.run', 100)
    const untraced = ensureCompared(['cuter'], false)
    await Promise.all([ensureCompared(['cuter'], true), untraced])
    expect(useComparison.getState().entries.cuter?.result?.trace).not.toBeNull()
    const { siteOfSource, siteOptions } = await import('../../../renderer/window/page/page-options')
    const { conditions } = siteOptions(siteOfSource(test.tab().source))
    test.actions.setPageOptions({ conditions, composed: true, streamed: true })
    expect(useComparison.getState().entries).toEqual({})
    await test.settled()
  })

  it('runs stopped methods again', async () => {
    const { ensureCompared, runAgain, stopCompared, useComparison } = await import('../../../renderer/window/compare')
    const running = ensureCompared(['cuter', 'bte'], true)
    stopCompared()
    await running
    await runAgain(['cuter', 'bte'])
    await eventually(() => expect(Object.values(useComparison.getState().entries).map(({ status }) => status)).toEqual(['done', 'done']))
  })
})
