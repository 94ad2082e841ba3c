import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOwn } from '../../electron/services/own/own-extractors'
import { readOwnFile } from '../../electron/services/own/own-file'
import { createProgramProcess, type ProgramProcess } from '../../electron/services/own/program-process'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import { eventually } from '../fixtures/eventually'
import { temporaryFolder, writeIn } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'
import { startPool } from './start-pool'

const fixtures = join(import.meta.dirname, '../fixtures/programs')

function start(program: string, more: object = {}): ProgramProcess {
  const description = { id: 'p', title: 'The program', command: process.execPath, args: [join(fixtures, program)], mode: 'jsonl', ...more }
  const parsed = ProgramDescription.parse(description)
  return createProgramProcess({ kind: 'program', path: join(fixtures, 'p.json'), hash: '', files: [], program: parsed })
}
const question = (id: number, html: string): Parameters<ProgramProcess['requestAnswer']>[0] => ({
  ...{ protocol: 1, id: String(id), url: null, html, params: {} },
})

describe('the file of a page for a program', () => {
  const temporary = temporaryFolder('given-files')
  beforeEach(() => void vi.stubEnv('TMPDIR', temporary()))
  afterEach(() => void vi.unstubAllEnvs())

  it.skipIf(process.platform === 'win32')('ends with the program, even if the requesting thread ends', async () => {
    const program = { id: 'slow', title: 'Slow', command: 'sh', args: ['-c', 'sleep 300', 'sh', '{file}'], mode: 'page' }
    const file = await readOwnFile(writeIn(temporary(), 'slow.json', JSON.stringify(program)), '')
    const programs = await buildPrograms()
    const pool = await startPool(1)
    const own = { files: [{ ...file, id: 'slow', info: await describeOwn(file, programs) }], programs }
    const task = { kind: 'run', extractor: 'slow', preset: 'default', params: {}, trace: false, own } as const
    const document = { html: '<p>Private.', url: null, layout: null, scriptingEnabled: false, maxNodes: 1000 }
    const stopping = new AbortController()
    const stopped = pool.run<'run'>('page', document, task, { signal: stopping.signal })
    await eventually(() => expect(readdirSync(temporary())).toHaveLength(2))
    stopping.abort()
    await stopped
    await eventually(() => expect(readdirSync(temporary())).toEqual(['slow.json']))
    await pool.close()
  })

  it('is removed after a day if it was not removed earlier', async () => {
    for (const name of ['boilerscope-page-old', 'boilerscope-page-new', 'another-old']) mkdirSync(join(temporary(), name))
    for (const name of ['boilerscope-page-old', 'another-old']) utimesSync(join(temporary(), name), 0, 0)
    start('', { mode: 'page' })
    await eventually(() => expect(readdirSync(temporary())).toEqual(['another-old', 'boilerscope-page-new']))
  })
})

describe('a program that keeps running', () => {
  it('fails only on the page that crashes it, and is started again for the next page', async () => {
    const program = start('paragraphs.mjs', { args: [join(fixtures, 'paragraphs.mjs'), 'crash'] })
    expect(await program.requestAnswer(question(1, '<p>One</p>'))).toMatchObject({ id: '1', text: 'One', asked: 1 })
    await expect(program.requestAnswer(question(2, '<p data-trouble>Two</p>'))).rejects.toHaveProperty('failure.code', 'program.crashed')
    expect(await program.requestAnswer(question(3, '<p>Three</p>'))).toMatchObject({ id: '3', text: 'Three', asked: 1 })
    program.close()
  })

  it('fails at its time limit only on the page without a response', async () => {
    const program = start('paragraphs.mjs', { args: [join(fixtures, 'paragraphs.mjs'), 'hang'], timeout: 700, startTimeout: 5_000 })
    await program.requestAnswer(question(1, '<p>One</p>'))
    await expect(program.requestAnswer(question(2, '<p data-trouble>Two</p>'))).rejects.toHaveProperty('failure.code', 'program.timeout')
    expect(await program.requestAnswer(question(3, '<p>Three</p>'))).toMatchObject({ text: 'Three' })
    program.close()
  })

  it('may write blank lines, and is started again after further output', async () => {
    const script = `read -r line; printf '\\n{"id":"1"}\\n\\n'; read -r line; printf '{"id":"2"}\\nmore\\n'`
    const program = start('', { command: 'sh', args: ['-c', script] })
    expect(await program.requestAnswer(question(1, ''))).toEqual({ id: '1' })
    await expect(program.requestAnswer(question(2, ''))).rejects.toMatchObject({ failure: { code: 'program.garbage' } })
    expect(await program.requestAnswer(question(1, ''))).toEqual({ id: '1' })
    program.close()
  })
})
