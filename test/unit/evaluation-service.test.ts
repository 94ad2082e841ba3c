/** The saved runs of the evaluate workspace, where a run is gone from the disk while the window still shows it. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEvaluationPool } from '../../electron/services/evaluation/evaluation-runner'
import { threadBudget } from '../../electron/services/threads/thread-budget'
import { createEvaluationHandlers, type EvaluationHandlers } from '../../electron/services/evaluation/evaluation-service'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { descriptions } from '../../shared/extractors'
import { codeOf, contextOf } from '../fixtures/corpora'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('runs')
let folder: string
let service: EvaluationHandlers
beforeEach(() => {
  folder = folderOf()
  service = createEvaluationHandlers({
    folder,
    // Lazy: no thread starts where nothing is evaluated.
    pool: createEvaluationPool('none.js', threadBudget('evaluation', 1, false), 1000),
    version: '0',
    extractors: () => Promise.resolve(descriptions.list()),
    own: () => Promise.resolve(undefined),
    template: 'none',
    entriesOf: () => {
      throw new Error('nothing is evaluated here')
    },
  })
})
const ask = <M extends keyof EvaluationHandlers>(method: M, input: Parameters<EvaluationHandlers[M]>[0]) =>
  service[method](input as never, contextOf()) as ReturnType<EvaluationHandlers[M]>
const SPEC = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'bte' }] })
const create = async (): Promise<string> => (await ask('evaluation.create', { name: '', spec: SPEC })).id

describe('a run that is gone', () => {
  for (const [name, look] of [
    ['noted on', (id: string) => ask('evaluation.triage', { run: id, page: 'page', tags: ['x'], note: '' })],
    ['removed', (id: string) => ask('evaluation.remove', { run: id })],
    ['restored', (id: string) => ask('evaluation.restore', { run: id })],
    ['renamed', (id: string) => ask('evaluation.rename', { run: id, name: 'name', notes: '' })],
    ['looked at', (id: string) => ask('evaluation.results', { run: id })],
    ['run', (id: string) => ask('evaluation.run', { run: id, jobs: 1, limits: { maxNodes: 1000 } })],
  ] as const)
    test(`is said to be gone when it is ${name}`, async () => {
      const id = await create()
      if (name !== 'restored') rmSync(join(folder, id), { recursive: true })
      expect(await codeOf(look(id))).toBe('run.unknown')
      expect(await codeOf(look('20260101000000-abcdef'))).toBe('run.unknown')
    })

  test('is not the trash itself', async () => {
    const id = await create()
    await ask('evaluation.remove', { run: id })
    expect(await codeOf(ask('evaluation.remove', { run: 'trash' }))).toBe('run.unknown')
    await ask('evaluation.restore', { run: id })
  })

  test('that went to the trash comes back once', async () => {
    const id = await create()
    await ask('evaluation.remove', { run: id })
    expect(await codeOf(ask('evaluation.results', { run: id }))).toBe('run.unknown')
    await ask('evaluation.restore', { run: id })
    expect((await ask('evaluation.results', { run: id })).run.id).toBe(id)
    expect(await codeOf(ask('evaluation.restore', { run: id }))).toBe('run.unknown')
  })
})

/** Says of a run that it is going, which nobody does. */
function markRunning(id: string): void {
  const record = join(folder, id, 'run.json')
  writeFileSync(record, readFileSync(record, 'utf8').replace('"status": "cancelled"', '"status": "running"'))
}

describe('a run whose program was killed', () => {
  test('says how many pages were finished by then, in the list and when it is opened', async () => {
    const id = await create()
    markRunning(id)
    const line = (index: number): string =>
      JSON.stringify({ index, hash: 'x', result: { facts: { page: `p${index}` }, rows: [] }, timings: [1] })
    appendFileSync(join(folder, id, 'journal.jsonl'), `${line(0)}\n${line(1)}\n${line(2).slice(0, 20)}`)
    expect((await ask('evaluation.list', {})).runs[0]).toMatchObject({ status: 'cancelled', pages: 2 })
    expect((await ask('evaluation.results', { run: id })).run).toMatchObject({ status: 'cancelled', pages: 2 })
  })

  test('before its first page was finished it says none', async () => {
    const id = await create()
    markRunning(id)
    expect((await ask('evaluation.list', {})).runs[0]).toMatchObject({ pages: 0 })
  })
})
