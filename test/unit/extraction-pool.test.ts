import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOwn } from '../../electron/services/own/own-extractors'
import { readOwnFile } from '../../electron/services/own/own-file'
import type { ExtractionPool } from '../../electron/services/extraction/extraction-pool'
import type { PageDocument } from '../../electron/services/extraction/tasks'
import type { TakePiece } from '../../electron/services/threads/task-thread'
import { valueOf } from '../../shared/base/failure'
import { programInfo } from '../../shared/extractors/own/program-extraction'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import type { ExtractionResult } from '../../shared/contract/contract'
import { layoutOf } from '../fixtures/captured'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'
import { startPool } from './start-pool'

const folder = folderForAll('pool')
let pool: ExtractionPool

const LINE = 'A tide mill is a simple idea and a difficult machine, as its keeper says. '
const TAGS = ['html', 'head', 'body', 'p']
const document: PageDocument = {
  html: `<html><head></head><body><p>${LINE.repeat(9)}</p></body></html>`,
  url: null,
  layout: layoutOf(TAGS, [-1, 0, 0, 2], { flags: Uint8Array.of(3, 0, 3, 3) }),
  scriptingEnabled: false,
  maxNodes: 10_000,
}

beforeAll(async () => {
  pool = await startPool(2)
})
afterAll(() => pool.close())

const lines = (id: string): string => `import { defineExtractor } from 'boilerscope/extractor'
const start = new Int32Array([0]), end = new Int32Array([9]), x = new Float64Array([1])
export default defineExtractor({
  id: '${id}', title: 'Lines', family: 'own', paper: { authors: '', title: '', venue: '', year: 2026 }, summary: '',
  params: {}, measures: { C: { label: 'c', unit: '', description: '' } }, lineMeasures: { x: { label: 'x', unit: '', description: '' } },
  rules: {}, charts: [], mainMeasure: 'C',
  run: ({ tree }) => ({
    kept: { texts: new Uint8Array(tree.size).fill(1) }, measures: { C: tree.length },
    lines: { start, end, measures: { x }, content: new Uint8Array([1]) },
  }),
})
`

const run = async (page: string, extractor: string): Promise<ExtractionResult> =>
  valueOf(await pool.run<'run'>(page, document, { kind: 'run', extractor, preset: 'default', params: {}, trace: true }))
const textKept = async (): Promise<string> => (await run('page', 'cectd-ds')).extraction.text

describe('the threads of open pages', () => {
  it('never change their page: after any response, an extractor reads the same page', async () => {
    const model = await pool.run('page', document, { kind: 'model' })
    expect(model).toMatchObject({ ok: true, value: { count: 5, layout: null } })
    expect(await pool.run('page', document, { kind: 'layout' })).toMatchObject({ ok: true, value: { flags: Uint8Array.of(3, 0, 3, 3, 3) } })
    expect(await textKept()).toBe(LINE.repeat(9).trim())
    expect(await textKept()).toBe(LINE.repeat(9).trim())
    expect(await pool.run('page', document, { kind: 'model' })).toEqual(model)
  })

  it('report the parts of a layout without a counterpart', async () => {
    const layout = { ...document.layout, tags: Uint16Array.of(0, 1, 2, 2), tagNames: TAGS } as typeof document.layout
    const parsed = await pool.run('other', { ...document, layout: null }, { kind: 'parse', layout })
    expect(parsed).toMatchObject({ ok: true, value: { nodes: 5, notes: [expect.stringMatching(/without a counterpart/)] } })
  })

  it('report a view once, even if its thread ended for a cancelled run and another thread continued', async () => {
    const paragraphs = Array.from({ length: 4000 }, (_, n) => `<p>Paragraph number ${n} with <b>some</b> words.`).join('')
    const large = { ...document, html: paragraphs, layout: null, maxNodes: 100_000 }
    const task = { kind: 'view', kept: null, styles: null, documents: null, root: null, inPieces: true } as const
    const view = async (): Promise<number> => {
      let bytes = 0
      const onPiece: TakePiece = (piece) => void (bytes += piece.length)
      await pool.run('large', large, task, { onPiece })
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return bytes
    }
    const whole = await view()
    for (let round = 0; round < 3; round++) {
      const stopping = new AbortController()
      const run = { kind: 'run', extractor: 'readability', preset: 'default', params: {}, trace: true } as const
      const stopped = pool.run('large', large, run, { signal: stopping.signal })
      await pool.run('small', document, { kind: 'model' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      stopping.abort()
      expect(await view()).toBe(whole)
      await stopped
    }
  })

  it('share the runs of a comparison, and return the same results', async () => {
    const texts = await Promise.all(Array.from({ length: 8 }, (_, i) => run('compared', i % 2 === 0 ? 'cectd-ds' : 'cetd-ds')))
    expect(texts.filter(({ timings }) => timings.parse > 0)).not.toHaveLength(0)
    expect(new Set(texts.map(({ extraction }) => extraction.text))).toEqual(new Set([LINE.repeat(9).trim()]))
  })

  it('run custom modules in processes, which receive arrays, and end with the pool', async () => {
    const programs = await buildPrograms()
    const files = await Promise.all(
      ['a', 'b'].map(async (id) => {
        const file = await readOwnFile(writeIn(folder, `${id}.mjs`, lines(id)), '')
        return { ...file, id, info: await describeOwn(file, programs) }
      }),
    )
    const results = ['a', 'b', 'b'].map((extractor) => {
      const own = { files: files.filter(({ id }) => id === extractor), programs }
      return pool.run<'run'>('page', document, { kind: 'run', extractor, preset: 'default', params: {}, trace: false, own })
    })
    for (const result of await Promise.all(results)) expect(valueOf(result).extraction.lines?.measures).toEqual({ x: Float64Array.of(1) })
  })

  it('name the custom program that exceeds the time limit of an extraction or of its description', async () => {
    const script = join(import.meta.dirname, '../fixtures/programs/paragraphs.mjs')
    const program = ProgramDescription.parse({
      ...{ id: 'slow', title: 'Slow one', command: process.execPath, args: [script, 'slow-start', '60000'], mode: 'jsonl', timeout: 3000 },
    })
    const file = { id: 'slow', info: programInfo(program), kind: 'program', path: script, hash: '', files: [script], program } as const
    const own = { files: [file], programs: await buildPrograms() }
    const task = { kind: 'run', extractor: 'slow', preset: 'default', params: {}, trace: false, own } as const
    expect(await pool.run<'run'>('page', document, task, { timeout: 1000 })).toEqual({
      ok: false,
      failure: {
        code: 'program.timeout',
        message: 'Slow one did not respond. The extraction took longer than 1 seconds and was stopped.',
        next: 'Raise the limit, or make the program faster. The program’s description allows 3 seconds ("timeout"), and 60 more for the first page after each start of the program ("startTimeout").',
      },
    })
  })
})
