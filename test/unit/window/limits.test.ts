import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { windowForEach } from './test-window'
import { eventually } from '../../fixtures/eventually'

const LIMITS = { timeout: 45_000, maxBytes: 2 * 1024 * 1024, maxNodes: 60, taskTimeout: 9_000, idleCap: 1_000 }
const SMALL = '<title>Small</title><p>Few words.</p>'
const LARGE = `<title>Large</title>${'<p>word</p>'.repeat(100)}`

const test = windowForEach()

async function corpusOf(): Promise<string> {
  const { annotate, useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
  const path = join(test.host.folder, 'corpus')
  await annotate.create(path, 'A corpus')
  await annotate.addPages([{ kind: 'html', html: SMALL, name: 'small' }], 'source', 0)
  await annotate.addPages([{ kind: 'html', html: LARGE, name: 'large' }], 'source', 0)
  await eventually(() => expect(useAnnotate.getState().list.entries).toHaveLength(2))
  return path
}

describe('a limit that a person sets', () => {
  it('holds for the example of a demonstration', async () => {
    await test.openPage(SMALL)
    const { stage } = await import('../../../renderer/features/demo/state/stage-director')
    const { useDemo } = await import('../../../renderer/features/demo/state/demo-state')
    test.setLimits(LIMITS)
    useDemo.setState({ editing: SMALL })
    await stage.update(true)
    expect(test.host.calls('page.open').at(-1)).toMatchObject({ options: { ...LIMITS, mode: 'source' } })
  })

  it('holds for a page of a corpus that is opened to be labelled', async () => {
    const corpus = await corpusOf()
    const { openCorpusPage } = await import('../../../renderer/features/annotate/state/opening')
    const { useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    const large = useAnnotate.getState().list.entries.find(({ label }) => label === 'large')?.id ?? ''
    const open = () => openCorpusPage(corpus, large, new AbortController().signal)
    expect(await open()).toMatchObject({ page: { entry: { id: large } } })
    test.setLimits(LIMITS)
    expect(await open()).toBeNull()
    expect(useAnnotate.getState().failure).toMatchObject({ code: 'page.too-many-nodes' })
    test.setLimits({ ...LIMITS, maxNodes: 1_000_000 })
    expect(await open()).toMatchObject({ page: { entry: { id: large } } })
  })

  it('holds for pages captured into a corpus, and captured again', async () => {
    test.setLimits(LIMITS)
    await corpusOf()
    expect(test.host.calls('corpus.addPages')).toMatchObject([{ options: LIMITS }, { options: LIMITS }])
    const { annotate, useAnnotate } = await import('../../../renderer/features/annotate/state/annotate')
    await annotate.recapture(useAnnotate.getState().list.entries.map(({ id }) => id))
    expect(test.host.calls('corpus.recapture')).toMatchObject([{ limits: LIMITS }])
  })

  it('holds for the pages of an evaluation', async () => {
    writeFileSync(join(test.host.folder, 'pages.jsonl'), `${JSON.stringify({ id: 'large', html: LARGE, text: 'word' })}\n`)
    test.setLimits(LIMITS)
    const { evaluation, useEvaluation } = await import('../../../renderer/features/evaluate/state/evaluation')
    evaluation.setDraft({
      source: { kind: 'jsonl', path: join(test.host.folder, 'pages.jsonl') },
      configurations: [{ extractor: 'cectd-ds', preset: 'default', params: {} }],
    })
    await evaluation.start()
    expect(useEvaluation.getState().details?.results).toMatchObject([{ failure: { code: 'page.too-many-nodes' } }])
  })
})
