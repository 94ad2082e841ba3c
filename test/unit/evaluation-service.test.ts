import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync, WriteStream } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createEvaluationPool, type EvaluationPool } from '../../electron/services/evaluation/evaluation-runner'
import { runFiles } from '../../electron/services/evaluation/run-files'
import { createEvaluationHandlers, type EvaluationHandlers } from '../../electron/services/evaluation/evaluation-service'
import { type PageCollection, createRecord } from '../../electron/services/sources/page-record'
import { threadBudget } from '../../electron/services/threads/thread-pool'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { descriptions } from '../../shared/extractors'
import { jsonLines } from '../fixtures/run-program'
import { scoredPage } from '../fixtures/scored-pages'
import { codeOf, contextOf } from '../fixtures/corpora'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('runs')
let folder: string
let service: EvaluationHandlers
// A pool starts threads only for an evaluation, so this pool has no threads.
const NO_POOL = createEvaluationPool('none.js', threadBudget('evaluation', 1, false), 1000)
const serviceOf = (pool: EvaluationPool, entriesOf: () => PageCollection): EvaluationHandlers =>
  createEvaluationHandlers({
    ...{ folder, pool, entriesOf, version: '0', template: 'none' },
    extractors: () => Promise.resolve(descriptions.list()),
    own: () => Promise.resolve(undefined),
  })
beforeEach(() => {
  folder = folderOf()
  service = serviceOf(NO_POOL, () => ({ all: async function* () {} }))
})
const ask = <M extends keyof EvaluationHandlers>(method: M, input: Parameters<EvaluationHandlers[M]>[0]) =>
  service[method](input as never, contextOf()) as ReturnType<EvaluationHandlers[M]>
const SPEC = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'bte' }] })
const create = async (): Promise<string> => (await ask('evaluation.create', { name: '', spec: SPEC })).id

describe('a run that was deleted', () => {
  for (const [name, request] of [
    ['noted on', (id: string) => ask('evaluation.triage', { run: id, page: 'page', tags: ['x'], note: '' })],
    ['removed', (id: string) => ask('evaluation.remove', { run: id })],
    ['restored', (id: string) => ask('evaluation.restore', { run: id })],
    ['renamed', (id: string) => ask('evaluation.rename', { run: id, name: 'name', notes: '' })],
    ['looked at', (id: string) => ask('evaluation.results', { run: id })],
    ['run', (id: string) => ask('evaluation.run', { run: id, jobs: 1, limits: { maxNodes: 1000 } })],
  ] as const)
    test(`is reported as deleted when it is ${name}`, async () => {
      const id = await create()
      if (name !== 'restored') rmSync(join(folder, id), { recursive: true })
      expect([await codeOf(request(id)), await codeOf(request('20260101000000-abcdef'))]).toEqual(['run.unknown', 'run.unknown'])
    })

  test('cannot be the trash folder', async () => {
    const id = await create()
    await ask('evaluation.remove', { run: id })
    expect(await codeOf(ask('evaluation.remove', { run: 'trash' }))).toBe('run.unknown')
    await ask('evaluation.restore', { run: id })
  })

  test('that was moved to the trash can be restored once', async () => {
    const id = await create()
    await ask('evaluation.remove', { run: id })
    expect(await codeOf(ask('evaluation.results', { run: id }))).toBe('run.unknown')
    await ask('evaluation.restore', { run: id })
    expect((await ask('evaluation.results', { run: id })).run.id).toBe(id)
    expect(await codeOf(ask('evaluation.restore', { run: id }))).toBe('run.unknown')
  })
})

function markRunning(id: string): void {
  const record = join(folder, id, 'run.json')
  writeFileSync(record, readFileSync(record, 'utf8').replace('"status": "cancelled"', '"status": "running"'))
}

test('a run whose program was killed reports how many pages were finished, in the list and when it is opened', async () => {
  const id = await create()
  markRunning(id)
  const line = (index: number) => JSON.stringify({ index, hash: 'x', result: { facts: { page: `p${index}` }, rows: [] }, timings: [1] })
  appendFileSync(join(folder, id, 'journal.jsonl'), `${line(0)}\n${line(1)}\n${line(2).slice(0, 20)}`)
  expect((await ask('evaluation.list', {})).runs[0]).toMatchObject({ status: 'cancelled', pages: 2 })
  expect((await ask('evaluation.results', { run: id })).run).toMatchObject({ status: 'cancelled', pages: 2 })
})

describe('a run of many rows', () => {
  const entry = (index: number) => {
    const name = String(index)
    return { index, hash: name, result: scoredPage(`ö${index}`, [{ f1: index / 1000 }]), timings: [index], kept: [name] }
  }

  test('is read and written line by line, because the whole file exceeds the longest string', async () => {
    const files = runFiles(join(folder, 'many'))
    const journal = await files.openJournal()
    const entries = Array.from({ length: 1000 }, (_, i) => entry(i))
    for (const one of entries.toReversed()) await journal.append(one)
    await journal.close()
    const longest = JSON.stringify(entries.at(-1)).length
    const [read, written] = [vi.spyOn(Buffer.prototype, 'toString'), vi.spyOn(WriteStream.prototype, 'write')]
    try {
      expect([await files.readResults(), await files.finish(entries.length)]).toEqual([entries, entries])
      expect(await files.readResults()).toEqual(entries)
      for (const { value } of read.mock.results) expect((value as string).length).toBeLessThanOrEqual(longest)
      for (const [line] of written.mock.calls) expect((line as string).length).toBeLessThanOrEqual(longest + 1)
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('does not mix lines that are longer than one write and appended at the same time', async () => {
    const files = runFiles(join(folder, 'long-lines'))
    const journal = await files.openJournal()
    const entries = [0, 1, 2, 3].map((index) => ({ ...entry(index), kept: [`${index}`.repeat(700_000)] }))
    await Promise.all(entries.map((one) => journal.append(one)))
    await journal.close()
    expect(await files.readResults()).toEqual(entries)
  })

  test('continues after the truncated line of a killed program, even if the journal has no other line', async () => {
    const files = runFiles(join(folder, 'half'))
    for (const [i, before] of ['', `${JSON.stringify(entry(0))}\n`].entries()) {
      mkdirSync(files.folder, { recursive: true })
      writeFileSync(join(files.folder, 'journal.jsonl'), `${before}{"index":9`)
      const journal = await files.openJournal()
      await journal.append(entry(1))
      await journal.close()
      expect(await files.readResults()).toHaveLength(i + 1)
    }
  })

  test('is reported as failed, not as running, if its journal cannot be read', async () => {
    const id = await create()
    writeFileSync(join(folder, id, 'journal.jsonl'), 'no JSON\n')
    await expect(ask('evaluation.run', { run: id, jobs: 1, limits: { maxNodes: 1000 } })).rejects.toThrow()
    const failure = { message: expect.any(String) as string }
    expect((await ask('evaluation.list', {})).runs[0]).toMatchObject({ status: 'failed', failure })
  })

  test('is refused with a message if it is too large for a window', async () => {
    const id = await create()
    writeFileSync(join(folder, id, 'results.jsonl'), '')
    // A sparse file uses no space on the disk.
    truncateSync(join(folder, id, 'results.jsonl'), 2 ** 29 + 1)
    expect(await codeOf(ask('evaluation.results', { run: id }))).toBe('run.too-large')
  })
})

const scoringService = (ids: () => readonly string[], onScore: (id: string) => void): EvaluationHandlers => {
  const run = ({ id }: { id: string }) => {
    onScore(id)
    return Promise.resolve({ ok: true, value: { hash: id, result: scoredPage(id, [{ f1: 1 }]), timings: [1, 2] } })
  }
  return serviceOf({ threads: 1, run } as never, () => ({
    count: () => Promise.resolve(ids().length),
    async *all() {
      for (const id of ids()) yield createRecord(id, id, { read: () => Promise.resolve({} as never) })
    },
  }))
}

describe('a finished run whose files were damaged', () => {
  const go = (run: string) => ask('evaluation.run', { run, jobs: 1, limits: { maxNodes: 1000 } })
  test.each<[what: string, file: string, damage: (text: string) => string]>([
    ['empty', 'results.jsonl', () => ''],
    ['of zeros', 'results.jsonl', (text) => '\0'.repeat(text.length)],
    ['garbage in the middle', 'results.jsonl', (text) => text.replace('\n', '\ngarbage\n')],
    ['a page short', 'results.jsonl', (text) => text.slice(0, text.indexOf('\n') + 1)],
    ['a line that is no result', 'results.jsonl', (text) => text.replace(/^.*/, 'null')],
    ['a line that has no timings', 'timings.jsonl', (text) => text.replace(/^.*/, 'null')],
    ['garbage among the timings', 'timings.jsonl', () => 'garbage\n'],
  ])('(%s) is reported, cannot be published, and is scored again in its next run', async (_, file, damage) => {
    const scored: string[] = []
    service = scoringService(
      () => ['a', 'b'],
      (id) => scored.push(id),
    )
    const run = await create()
    const first = await go(run)
    const path = join(folder, run, file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, damage(whole))
    expect(await codeOf(ask('evaluation.results', { run }))).toBe('run.damaged')
    const choice = { title: '', withPages: false, sample: 0, seed: 0, limits: { maxNodes: 1000 } }
    expect(await codeOf(ask('evaluation.publish', { run, folder: join(folder, 'site'), ...choice }))).toBe('run.damaged')
    expect((await go(run)).corpusHash).toBe(first.corpusHash)
    expect([scored.join(''), readFileSync(path, 'utf8')]).toEqual(['abab', whole])
    await go(run)
    expect(scored).toHaveLength(4)
  })
})

test('files of killed programs are removed when runs are listed, and do not damage the list', async () => {
  const ended = spawnSync(process.execPath, ['--eval', '']).pid
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
  const marker = `${ended}-${machine}-0123abcd.tmp`
  const lockOf = (pid: number): string => JSON.stringify({ host: hostname(), pid, token: 'x' })
  mkdirSync(join(folder, `.new-20260101000000-abcdef.${marker}`), { recursive: true })
  const [id, other] = [await create(), await create()]
  const files = readdirSync(join(folder, id))
  for (const name of [`${id}.lock`, `${id}.lock.break`, `${id}/run.json.lock`, `${id}/triage.json.lock`])
    writeFileSync(join(folder, name), lockOf(ended))
  for (const name of [`run.json.${marker}`, 'results.jsonl.part']) writeFileSync(join(folder, id, name), 'half')
  writeFileSync(join(folder, `${other}.lock`), lockOf(process.ppid))
  writeFileSync(join(folder, other, 'results.jsonl.part'), 'half')
  expect((await ask('evaluation.list', {})).damaged).toEqual([])
  expect(readdirSync(folder).sort()).toEqual([id, other, `${other}.lock`].sort())
  expect([readdirSync(join(folder, id)), readdirSync(join(folder, other)).sort()]).toEqual([files, [...files, 'results.jsonl.part'].sort()])
})

test('the search for a page that is no longer needed stops before the end of the source', async () => {
  const stop = new AbortController()
  let read = 0
  service = serviceOf(NO_POOL, () => ({
    async *all() {
      for (;;) {
        if (++read === 3) stop.abort()
        yield createRecord(`${read}`, `${read}`, { read: () => Promise.resolve({} as never) })
      }
    },
  }))
  await expect(service['evaluation.page']({ run: await create(), page: 'none' }, contextOf(stop.signal))).rejects.toThrow()
  expect(read).toBe(3)
})

describe('a run that is resumed after its pages changed', () => {
  /**
   * Runs the pages of `before`, cancels the run after `cancelAfter` scores, and resumes the run with the pages of `after`.
   * @returns the pages that were scored before and after the cancel, and the pages of the table
   */
  async function resumed(before: string, cancelAfter: number, after: string) {
    const scored: string[] = []
    let pages = before.split('')
    const stop = new AbortController()
    service = scoringService(
      () => pages,
      (id) => void (scored.push(id) === cancelAfter && stop.abort()),
    )
    const run = await create()
    const go = (signal?: AbortSignal) => service['evaluation.run']({ run, jobs: 1, limits: { maxNodes: 1000 } }, contextOf(signal))
    expect(await codeOf(go(stop.signal))).toBe('cancelled')
    const first = scored.splice(0).join('')
    pages = after.split('')
    const ended = await go()
    const text = readFileSync(join(folder, run, 'results.jsonl'), 'utf8')
    const entries = jsonLines<{ index: number; result: { facts: { page: string } } }>(text)
    expect(entries.map(({ index }) => index)).toEqual(pages.map((_, i) => i))
    expect(ended).toMatchObject({ status: 'finished', pages: pages.length, total: pages.length })
    return { first, again: scored.join(''), table: entries.map(({ result }) => result.facts.page).join('') }
  }

  test.each([
    ['nothing changed', 'acde', 'acde', 'de'],
    ['a page was added among those that were scored', 'acde', 'abcde', 'bde'],
    ['a page was added before them all', 'acde', '0acde', '0de'],
    ['a page that was scored is gone', 'acde', 'cde', 'de'],
    ['only pages that were scored are left', 'acde', 'a', ''],
    ['all were put in another order', 'acde', 'edca', 'ed'],
  ])('of which %s has every page once in the table, and scores no page twice', async (_, before, after, again) => {
    expect(await resumed(before, 2, after)).toEqual({ first: 'ac', again, table: after })
  })

  test('distinguishes pages with the same id by their positions, and scores them again if the positions differ', async () => {
    expect(await resumed('axxb', 2, 'axxb')).toEqual({ first: 'ax', again: 'xb', table: 'axxb' })
    expect(await resumed('axxb', 3, 'ayxxb')).toEqual({ first: 'axx', again: 'yxxb', table: 'ayxxb' })
  })
})
