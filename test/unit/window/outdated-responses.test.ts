import { beforeEach, describe, expect, it } from 'vitest'
import { failure } from '../../../shared/base/failure'
import { resolveIfCurrent } from '../../../shared/base/request-slot'
import { STANDARD_CONDITIONS } from '../../../shared/contract/conditions'
import type { RunSpec } from '../../../shared/evaluation/run-spec'
import { windowForEach } from './test-window'

const WITH_SHADOW = `<p>one</p><div><template shadowrootmode="open"><p>${'Words in the shadow root. '.repeat(20)}</p></template></div>`
const SPEC: RunSpec = { source: { kind: 'samples' }, configurations: [{ extractor: 'lqf', preset: 'default', params: {} }] } as never

const test = windowForEach()

it('a response about a subject is null after another subject was opened', async () => {
  let subject = 'a'
  const response = resolveIfCurrent(() => subject, Promise.resolve(1))
  subject = 'b'
  expect([await response, await resolveIfCurrent(() => subject, Promise.resolve(2))]).toEqual([null, 2])
})

it('the list of extractors of an event replaces the older list of a response that a starting window still waits for', async () => {
  // The window can write its address until the last test of this file ends, so the globals stay.
  Object.assign(globalThis, { location: { hash: '', pathname: '/' }, history: { replaceState: () => undefined } })
  Object.assign(window, { matchMedia: () => Object.assign(new EventTarget(), { matches: true }) })
  const { client } = test.host.connection
  const { openLine } = await import('../../../renderer/window/host/host')
  const { start } = await import('../../../renderer/app/start')
  const listed = await client.call('extractors.list', {})
  const added = (listed.ok ? listed.value : []).slice(0, 2)
  const listeners: Parameters<typeof client.onEvent>[0][] = []
  openLine({
    ...test.host.connection,
    client: {
      ...client,
      onEvent: (listener) => (listeners.push(listener), client.onEvent(listener)),
      call: async (method, input, options) => {
        const response = await client.call(method, input, options)
        // The file of an extractor was saved after the host made this response.
        if (method === 'own.list') for (const listener of listeners) listener({ type: 'extractors', extractors: added, own: [] })
        return response
      },
    },
  })
  await start()
  expect(test.getState().extractors).toEqual(added)
  await test.settled()
})

it('a trial run is not reused after shadow roots are switched on, even if it was running', async () => {
  await test.openPage(WITH_SHADOW)
  const { selectionOfTrial } = await import('../../../renderer/window/result/trial-runs')
  const { extractor, preset, params, page } = test.tab()
  const request = { page: page?.id ?? '', extractor, preset, params }
  const before = selectionOfTrial(request)
  test.actions.setPageOptions({ conditions: STANDARD_CONDITIONS, composed: true, streamed: true })
  await before
  await test.settled()
  const after = await selectionOfTrial(request)
  expect(after.ok && [...after.value]).toEqual([...(test.tab().result?.extraction.selected ?? [])])
})

it('the tree keeps its expanded rows when shadow roots are switched on', async () => {
  await test.openPage(WITH_SHADOW)
  const { expandedOf, treeActions } = await import('../../../renderer/window/page/tree-view')
  const model = () => test.tab().model!
  const div = model().body + 1
  treeActions.expand(model(), div, true)
  test.actions.setPageOptions({ conditions: STANDARD_CONDITIONS, composed: true, streamed: true })
  expect(expandedOf(model())[div]).toBe(1)
  await test.settled()
})

describe('evaluation runs', () => {
  const createRuns = async () => {
    const { call } = await import('../../../renderer/window/host/host')
    const { evaluation, useEvaluation } = await import('../../../renderer/features/evaluate/state/evaluation')
    const ids: string[] = []
    for (const name of ['one', 'two']) {
      const run = await call('evaluation.create', { name, spec: SPEC })
      if (!run.ok) throw new Error(run.failure.message)
      ids.push(run.value.id)
    }
    return { evaluation, useEvaluation, ids: ids as [string, string] }
  }

  it('are compared once, even if the user chooses them twice before the response', async () => {
    const { evaluation, useEvaluation, ids } = await createRuns()
    evaluation.select(ids[0])
    await Promise.all([evaluation.compareWith(ids[1]), evaluation.compareWith(ids[1])])
    expect(useEvaluation.getState().others.map(({ run }) => run.name)).toEqual(['two'])
  })

  it('can be restored again after a restore failed', async () => {
    const { evaluation, useEvaluation, ids } = await createRuns()
    await evaluation.open()
    evaluation.select(ids[0])
    await evaluation.remove(ids[0])
    test.host.refusals.set('evaluation.restore', failure('run.denied', 'The folder cannot be written.', 'Try again.'))
    await evaluation.restore()
    expect(useEvaluation.getState()).toMatchObject({ removed: { id: ids[0] }, failure: { code: 'run.denied' }, selected: null })
    test.host.refusals.clear()
    await evaluation.restore()
    expect(useEvaluation.getState()).toMatchObject({ removed: null, selected: ids[0] })
  })
})

describe('a comparison', () => {
  beforeEach(() => test.openPage('<title>A page</title><p>Some words that stand in a paragraph.</p>'))

  it('that is stopped lists extractors without a result, and keeps finished results', async () => {
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
})
