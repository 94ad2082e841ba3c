import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failure } from '../../../shared/base/failure'
import { openWindow, type TestWindow } from './test-window'
import { eventually } from '../../fixtures/eventually'
import { jsonl } from '../../fixtures/run-program'

const page = (title: string): string => `<title>${title}</title><p>The first words.</p><p>The second words.</p><p>The third words.</p>`

let test: TestWindow
beforeEach(async () => {
  test = await openWindow()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await test.host.close()
})

describe('labelling', () => {
  async function openCorpus(...titles: readonly string[]) {
    const { annotate, useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    const { labelling } = await import('../../../renderer/features/annotate/state/labelling')
    const { saveStateOf, useLabelling } = await import('../../../renderer/features/annotate/state/labelling-state')
    const saveState = () => saveStateOf(useLabelling.getState())
    const path = corpusPath()
    await annotate.create(path, 'A corpus')
    for (const title of titles) await annotate.addPages([{ kind: 'html', html: page(title), name: title }], 'source', 0)
    annotate.setPreferences({ annotator: 'ada' })
    await eventually(() => expect(useAnnotate.getState().list.entries).toHaveLength(titles.length))
    const ids = useAnnotate.getState().list.entries.map(({ id }) => id)
    const opened = () => {
      const { open } = useLabelling.getState()
      if (!open) throw new Error('No page is open.')
      return open
    }
    const goldOf = (id: string): unknown => JSON.parse(readFileSync(join(path, 'pages', id, 'gold', 'ada.json'), 'utf8'))
    const spanCount = () => opened().history.present.spans.length
    const openId = () => opened().page.entry.id
    return { annotate, labelling, useLabelling, ids, opened, spanCount, openId, saveState, goldOf }
  }

  const corpusPath = (): string => join(test.host.folder, 'corpus')

  function labelNext(labelling: { moveCursor(move: 'next'): void; labelCursor(): void }): void {
    labelling.moveCursor('next')
    labelling.labelCursor()
  }

  it('opens the latest requested page, after any delay of earlier ones', async () => {
    const { labelling, ids, openId } = await openCorpus('one', 'two')
    test.host.delays.set('page.openCorpus', 150)
    const first = labelling.open(ids[0] ?? '')
    await eventually(() => expect(test.host.calls('page.openCorpus')).toHaveLength(1))
    const second = labelling.open(ids[1] ?? '')
    await Promise.all([first, second])
    expect([openId(), test.host.calls('page.close').length]).toEqual([ids[1], 1])
  })

  it('reports no finished queue if the name or the list of pages is missing', async () => {
    const { annotate, labelling, useLabelling } = await openCorpus('one')
    const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    annotate.setPreferences({ annotator: '' })
    await labelling.next()
    expect(useAnnotate.getState().failure?.code).toBe('annotate.no-name')
    annotate.setPreferences({ annotator: 'ada' })
    const unreadable = failure('corpus.unreadable', 'The corpus cannot be read.', 'Open it again.')
    test.host.refusals.set('corpus.list', unreadable)
    useAnnotate.setState({ list: { entries: [], total: 0, complete: false } })
    await labelling.next()
    expect(useAnnotate.getState().failure).toEqual(unreadable)
    expect(useLabelling.getState()).toMatchObject({ open: null, finished: false })
    test.host.refusals.clear()
    await labelling.next()
    expect(useLabelling.getState().open).not.toBeNull()
  })

  it('keeps a page open if the page cannot be saved', async () => {
    const { labelling, ids, openId, saveState, useLabelling } = await openCorpus('one', 'two')
    await labelling.open(ids[0] ?? '')
    labelNext(labelling)
    const { rmSync } = await import('node:fs')
    rmSync(join(test.host.folder, 'corpus', 'pages', ids[0] ?? ''), { recursive: true })
    await labelling.open(ids[1] ?? '')
    expect([openId(), saveState()]).toEqual([ids[0], 'failed'])
    expect(useLabelling.getState().announcement).toBe('This page stays open, because its labels are not saved.')
  })

  describe('that could not be saved before the window was loaded again', () => {
    const diskFull = failure('file.disk-full', 'There is no room left.', 'Free some space and save again.')

    async function labelledInVain() {
      const corpus = await openCorpus('one')
      const { labelling, useLabelling, ids, saveState } = corpus
      const [id = ''] = ids
      await labelling.open(id)
      labelNext(labelling)
      await labelling.flush()
      test.host.refusals.set('corpus.saveLabels', diskFull)
      labelling.moveCursor('next')
      labelNext(labelling)
      await labelling.flush()
      expect(saveState()).toBe('failed')
      useLabelling.setState({ open: null })
      return { ...corpus, id }
    }

    it('is shown and not saved until the host stores it', async () => {
      const { labelling, id, opened, spanCount, saveState, goldOf } = await labelledInVain()
      await labelling.open(id)
      expect(opened()).toMatchObject({ saveFailure: diskFull, conflict: null })
      expect([saveState(), spanCount(), await labelling.leave()]).toEqual(['failed', 2, false])
      test.host.refusals.clear()
      await labelling.flush()
      expect(saveState()).toBe('saved')
      expect(goldOf(id)).toMatchObject({ spans: [{}, {}] })
      await labelling.leave()
      await labelling.open(id)
      expect(spanCount()).toBe(2)
    })

    it('is shown under the new id after the page was renamed', async () => {
      const { annotate, labelling, id, spanCount, goldOf } = await labelledInVain()
      test.host.refusals.clear()
      await annotate.rename(id, 'renamed')
      await labelling.open('renamed')
      expect(spanCount()).toBe(2)
      expect(goldOf('renamed')).toMatchObject({ spans: [{}, {}] })
      expect(localStorage.getItem(`boilerscope.unsaved:${corpusPath()}`)).toBeNull()
    })

    it('is not replaced by the initial labels of new pages', async () => {
      const { annotate, labelling, useLabelling, ids, opened } = await openCorpus('one')
      const [id = ''] = ids
      test.host.refusals.set('corpus.saveLabels', diskFull)
      await labelling.open(id)
      labelNext(labelling)
      await labelling.flush()
      useLabelling.setState({ open: null })
      annotate.setPreferences({ startFrom: { kind: 'extractor', extractor: 'cetd-ds', preset: 'default', params: {} } })
      await labelling.open(id)
      expect(opened().history.present.spans).toMatchObject([{ label: 'content' }])
      expect(test.host.calls('extraction.run')).toEqual([])
    })
  })

  it('requires confirmation for a page finished without main content, and stores the confirmation until labels change', async () => {
    const { labelling, ids, opened, spanCount, openId, goldOf } = await openCorpus('one', 'two')
    const [first = '', second] = ids
    await labelling.open(first)
    await labelling.finish('done')
    expect(opened()).toMatchObject({ question: 'content', page: { entry: { id: first } } })
    labelling.closeQuestion()
    expect(opened()).toMatchObject({ question: null, history: { present: { status: 'in-progress' } } })
    await labelling.finish('done', true)
    expect(openId()).toBe(second)
    expect(goldOf(first)).toMatchObject({ status: 'done', noContent: true, spans: [] })
    // Finishing again needs no second confirmation. A new label removes the confirmation; undo restores it.
    await labelling.open(first)
    await labelling.finish('done')
    expect(openId()).toBe(second)
    await labelling.open(first)
    labelNext(labelling)
    expect(opened().history.present.noContent).toBe(false)
    labelling.undo()
    expect(opened().history.present.noContent).toBe(true)
    labelling.redo()
    expect(spanCount()).toBe(1)
  })

  it('does not open a page of a corpus that was closed in the meantime', async () => {
    const { annotate, labelling, useLabelling, ids } = await openCorpus('one')
    const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    annotate.setPreferences({ startFrom: { kind: 'extractor', extractor: 'cectd-ds', preset: 'default', params: {} } })
    test.host.delays.set('page.openCorpus', 150)
    const opening = labelling.open(ids[0] ?? '')
    await eventually(() => expect(test.host.calls('page.openCorpus')).toHaveLength(1))
    expect(await labelling.leave()).toBe(true)
    annotate.close()
    await annotate.create(join(test.host.folder, 'another'), 'Another')
    await opening
    expect(useAnnotate.getState().corpus?.name).toBe('Another')
    expect(useLabelling.getState()).toMatchObject({ open: null, loading: null })
    expect([test.host.calls('corpus.saveLabels'), test.host.calls('page.close').length]).toEqual([[], 1])
  })

  it('reports the pages that a cancelled batch added, and the next page', async () => {
    const { annotate } = await openCorpus()
    const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    const urls = ['http://site.test/one', 'http://site.test/two']
    for (const url of urls) test.host.sites.set(url, page(url))
    const adding = annotate.addPages(
      urls.map((url) => ({ kind: 'url', url })),
      'source',
      60_000,
    )
    await eventually(() => expect(readdirSync(join(corpusPath(), 'pages'))).toHaveLength(1))
    annotate.cancelTask()
    await adding
    expect(useAnnotate.getState()).toMatchObject({ task: null, failure: null })
    const { added, problems } = useAnnotate.getState().outcome!.outcome
    expect([added.length, problems]).toMatchObject([1, [{ failure: { code: 'cancelled' } }]])
  })

  it('shows the outcome of a batch only in its own corpus', async () => {
    const { annotate } = await openCorpus('one')
    const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    test.host.delays.set('corpus.addPages', 150)
    const adding = annotate.addPages([{ kind: 'html', html: page('two'), name: 'two' }], 'source', 0)
    annotate.close()
    await annotate.create(join(test.host.folder, 'another'), 'Another')
    await adding
    expect(useAnnotate.getState()).toMatchObject({ corpus: { name: 'Another' }, outcome: null, failure: null, task: null })
  })

  describe('of two annotators, adjudicated by a third annotator,', () => {
    async function openAdjudication() {
      const corpus = await openCorpus('one')
      const { annotate, labelling, ids } = corpus
      const [id = ''] = ids
      for (const [annotator, ...blocks] of [['ada', 1, 2] as const, ['ben', 1] as const]) {
        annotate.setPreferences({ annotator })
        await labelling.open(id)
        for (const _ of blocks) labelNext(labelling)
        await labelling.finish('done')
        await labelling.leave()
      }
      annotate.setPreferences({ annotator: 'cas', blind: false })
      const { adjudication, useAdjudication } = await import('../../../renderer/features/annotate/state/adjudication')
      await adjudication.open(id)
      const decided = (): { status: string; adjudication: { decisions: unknown[] } } =>
        JSON.parse(readFileSync(join(corpusPath(), 'pages', id, 'gold', 'adjudicated.json'), 'utf8')) as ReturnType<typeof decided>
      const open = () => useAdjudication.getState().open
      return { ...corpus, id, adjudication, decided, open }
    }

    it('show the last requested page, and close the other page', async () => {
      const { adjudication, open, id } = await openAdjudication()
      await adjudication.close()
      test.host.requests.length = 0
      test.host.delays.set('page.openCorpus', 150)
      const first = adjudication.open(id)
      await eventually(() => expect(test.host.calls('page.openCorpus')).toHaveLength(1))
      test.host.delays.clear()
      await Promise.all([first, adjudication.open(id)])
      expect([test.host.calls('page.openCorpus').length, test.host.calls('page.close').length]).toEqual([2, 1])
      expect(open()?.page.entry.id).toBe(id)
    })

    it('have separate decisions, and are final only after confirmation', async () => {
      const { adjudication, decided, open } = await openAdjudication()
      adjudication.applyLabels(0)
      await eventually(() => expect(open()?.stored).not.toBeNull())
      expect(decided()).toMatchObject({ status: 'in-progress', adjudication: { decisions: [{ value: 'content', by: 'cas' }] } })
      await adjudication.save()
      expect(decided().status).toBe('adjudicated')
      adjudication.undo()
      adjudication.applyLabels(1)
      await adjudication.store()
      expect(decided()).toMatchObject({ status: 'adjudicated', adjudication: { decisions: [{ value: null }] } })
    })

    it('are restored after a return to the table', async () => {
      const { adjudication, decided, open, id } = await openAdjudication()
      adjudication.applyLabels(1)
      expect([await adjudication.close(), open(), decided().adjudication.decisions.length]).toEqual([true, null, 1])
      await adjudication.open(id)
      expect(open()?.state.decided).toContainEqual(expect.objectContaining({ value: null, by: 'cas' }))
    })

    it('are written only after a decision', async () => {
      const { adjudication } = await openAdjudication()
      test.host.requests.length = 0
      expect(await adjudication.close()).toBe(true)
      expect(test.host.calls('corpus.saveLabels')).toEqual([])
    })

    it('stay open with the reason if they cannot be saved', async () => {
      const { adjudication, decided, open, annotate } = await openAdjudication()
      const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
      const diskFull = failure('file.disk-full', 'There is no room left.', 'Free some space and save again.')
      test.host.refusals.set('corpus.saveLabels', diskFull)
      adjudication.applyLabels(0)
      annotate.show('pages')
      expect(await adjudication.close()).toBe(false)
      expect(open()).toMatchObject({ failed: true, past: [{}] })
      expect(useAnnotate.getState()).toMatchObject({ failure: diskFull, view: 'agreement' })
      test.host.refusals.clear()
      expect([await adjudication.close(), decided().adjudication.decisions.length]).toEqual([true, 1])
    })

    it('are saved and released before their page is renamed, removed or captured again', async () => {
      const { adjudication, decided, open, id } = await openAdjudication()
      const { discardPages } = await import('../../../renderer/features/annotate/corpus/page-dialogs')
      adjudication.applyLabels(0)
      expect(await discardPages(['another'])).toBe(true)
      expect(open()).not.toBeNull()
      expect([await discardPages([id]), open(), decided().adjudication.decisions.length]).toEqual([true, null, 1])
    })
  })
})

describe('evaluating', () => {
  async function draftOf(pages: number) {
    const { evaluation, useEvaluation } = await import('../../../renderer/features/evaluate/state/evaluation')
    const path = join(test.host.folder, 'pages.jsonl')
    const gold = { text: 'The first words.' }
    writeFileSync(path, jsonl(...Array.from({ length: pages }, (_, i) => ({ id: `page-${i}`, html: page(`${i}`), ...gold }))))
    evaluation.setDraft({ source: { kind: 'jsonl', path }, configurations: [{ extractor: 'cetd-ds', preset: 'default', params: {} }] })
    return { evaluation, useEvaluation }
  }

  it('opens the scored capture of a corpus page, and in the other mode the page of its file', async () => {
    const { evaluation } = await draftOf(1)
    const { annotate, useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    const path = join(test.host.folder, 'rendered')
    await annotate.create(path, 'Rendered')
    const html = `${page('rendered')}<noscript><p>Words for whoever has no scripts.</p></noscript>`
    await annotate.addPages([{ kind: 'html', html, name: 'rendered' }], 'rendered', 0)
    await eventually(() => expect(useAnnotate.getState().list.entries).toHaveLength(1))
    const id = useAnnotate.getState().list.entries[0]?.id ?? ''
    mkdirSync(join(path, 'pages', id, 'gold'), { recursive: true })
    writeFileSync(join(path, 'pages', id, 'gold', 'ada.txt'), 'The first words.')
    evaluation.setDraft({ source: { kind: 'corpus', path } })
    await evaluation.start()
    await evaluation.openPage(id, 'inspect')
    await test.settled()
    expect(test.tab()).toMatchObject({ mode: 'rendered', page: { mode: 'rendered' }, gold: { text: 'The first words.' } })
    expect(test.tab().source).toEqual({ kind: 'file', path: join(path, 'pages', id, 'page.html') })
    test.actions.setMode('source')
    await test.settled()
    expect(test.tab().failure).toMatchObject({ code: 'load.unknown-host' })
  })

  it('reports a missing source', async () => {
    const { evaluation, useEvaluation } = await draftOf(1)
    evaluation.setDraft({ source: { kind: 'jsonl', path: join(test.host.folder, 'nothing.jsonl') } })
    await evaluation.start()
    expect(useEvaluation.getState().failure).not.toBeNull()
  })
})

describe('the latest request', () => {
  it('ignores the count of an abandoned source', async () => {
    const { evaluation, useEvaluation } = await import('../../../renderer/features/evaluate/state/evaluation')
    const file = (name: string, count: number): string => {
      const path = join(test.host.folder, name)
      writeFileSync(path, jsonl(...Array.from({ length: count }, (_, i) => ({ id: `${i}`, html: '<p>Words', text: 'Words' }))))
      return path
    }
    const [large, small] = [file('large.jsonl', 5), file('small.jsonl', 2)]
    const count = (path: string): Promise<void> => {
      evaluation.setDraft({ source: { kind: 'jsonl', path } })
      return evaluation.count()
    }
    test.host.delays.set('evaluation.count', 300)
    const late = count(large)
    test.host.delays.clear()
    await count(small)
    await late
    expect(useEvaluation.getState().counted?.pages).toBe(2)
    test.host.delays.set('evaluation.count', 300)
    const given = count(large)
    evaluation.setDraft({ source: { kind: 'jsonl', path: small } })
    await given
    expect(useEvaluation.getState().counted).toBeNull()
  })

  it('determines the opened corpus, after any delay of earlier requests', async () => {
    const { annotate, useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    const [slow, quick] = [join(test.host.folder, 'slow'), join(test.host.folder, 'quick')]
    for (const path of [slow, quick]) await annotate.create(path, path)
    test.host.delays.set('corpus.open', 300)
    const late = annotate.open(slow)
    test.host.delays.clear()
    expect([await annotate.open(quick), await late, useAnnotate.getState().corpus?.path]).toEqual([true, false, quick])
  })
})
