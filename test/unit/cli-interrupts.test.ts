/** Effects of Ctrl-C and SIGTERM on a running command. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { untilInterrupted } from '../../electron/cli/cli-io'
import { eventually } from '../fixtures/eventually'
import { runCliHere } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'

const folder = folderForAll('interrupts')

const listeners = (): number[] => ['SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name))

it.each(['SIGINT', 'SIGTERM'] as const)('%s cancels it, and the next of either ends the program: nothing listens then', async (name) => {
  const before = listeners()
  const during = await untilInterrupted((signal) => {
    expect(listeners()).toEqual(before.map((count) => count + 1))
    process.listeners(name).at(-1)?.(name)
    return Promise.resolve([signal.aborted, listeners()])
  })
  expect(during).toEqual([true, before])
})

it('nothing listens after it, however it ended', async () => {
  const before = listeners()
  await untilInterrupted(() => Promise.resolve())
  await expect(untilInterrupted(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(listeners()).toEqual(before)
})

it('a run that is kept says how far it came and that it was cancelled, and once it is resumed of which pages it is', async () => {
  const pages = 400
  const record = (i: number): string => JSON.stringify({ id: `p${i}`, html: '<p>a few words of text'.repeat(50), text: 'a few words' })
  writeFileSync(join(folder, 'pages.jsonl'), Array.from({ length: pages }, (_, i) => `${record(i)}\n`).join(''))
  const workers = await buildPrograms()
  const evaluate = (...more: string[]) =>
    runCliHere([...'evaluate --corpus pages.jsonl --extractors bte --jobs 1 --out table.txt'.split(' '), ...more], { workers, cwd: folder })
  const at = (name: string): string => join(folder, 'table.txt.run', name)
  const kept = () => JSON.parse(readFileSync(at('run.json'), 'utf8')) as Record<string, unknown>
  const run = evaluate()
  await eventually(() => expect(existsSync(at('journal.jsonl')) && readFileSync(at('journal.jsonl')).includes(10)).toBe(true))
  expect(kept().status).toBe('running')
  process.listeners('SIGINT').at(-1)?.('SIGINT')
  expect((await run).code).toBe(1)
  const lines = readFileSync(at('journal.jsonl'), 'utf8').split('\n').length - 1
  expect(lines).toBeLessThan(pages)
  expect(kept()).toMatchObject({ status: 'cancelled', pages: lines, total: pages, corpusHash: null })
  expect((await evaluate('--resume')).code).toBe(0)
  expect(kept()).toMatchObject({ status: 'finished', pages, total: pages, failure: null, warnings: [] })
  expect(kept().corpusHash).toMatch(/^[0-9a-f]{64}$/)
})
