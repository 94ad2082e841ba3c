import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExtractionPool, type ExtractionPool } from '../../electron/services/extraction/extraction-pool'
import type { PageDocument } from '../../electron/services/extraction/tasks'
import { buildPrograms } from './built-programs'

let pool: ExtractionPool

const LINE = 'A tide mill is a simple idea and a difficult machine, as its keeper says. '
const TAGS = ['html', 'head', 'body', 'p']
/** With the layout that a browser has measured. */
const document: PageDocument = {
  html: `<html><head></head><body><p>${LINE.repeat(9)}</p></body></html>`,
  url: null,
  layout: {
    tagNames: TAGS,
    tags: Uint16Array.of(0, 1, 2, 3),
    parents: Int32Array.of(-1, 0, 0, 2),
    flags: Uint8Array.of(3, 0, 3, 3),
    boxes: Float32Array.from({ length: 4 * TAGS.length }, () => 10),
    viewport: { width: 100, height: 100 },
  },
  scriptingEnabled: false,
  maxNodes: 10_000,
}

beforeAll(async () => {
  pool = createExtractionPool({
    program: join(await buildPrograms('extraction-pool-test', ['worker']), 'worker.js'),
    budget: { threads: 1, limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 } },
    timeout: 60_000,
  })
}, 60_000)
afterAll(() => pool.close())

async function textKept(): Promise<string> {
  const reply = await pool.run('page', document, { kind: 'run', extractor: 'cectd-ds', preset: 'default', params: {}, trace: true })
  if (!reply.ok) throw new Error(reply.failure.message)
  return reply.value.extraction.text
}

describe('the threads of open pages', () => {
  it('keep their page whole: whatever was answered of it, an extractor reads the same', async () => {
    const model = await pool.run('page', document, { kind: 'model' })
    expect(model).toMatchObject({ ok: true, value: { count: 5, layout: { flags: Uint8Array.of(3, 0, 3, 3, 3) } } })
    expect(await textKept()).toBe(LINE.repeat(9).trim())
    expect(await textKept()).toBe(LINE.repeat(9).trim())
    expect(await pool.run('page', document, { kind: 'model' })).toEqual(model)
  }, 60_000)

  it('give a page that was parsed ahead its layout: it is the page that is parsed with it', async () => {
    const whole = await pool.run('whole', document, { kind: 'parse' })
    expect(await pool.run('ahead', { ...document, layout: null }, { kind: 'parse' })).toMatchObject({ ok: true, value: { nodes: 5 } })
    const ahead = { page: 'ahead', layout: document.layout }
    expect(await pool.run('joined', document, { kind: 'parse', ahead })).toEqual(whole)
    expect(await pool.run('joined', document, { kind: 'model' })).toEqual(await pool.run('whole', document, { kind: 'model' }))
    // What was parsed ahead is no page of its own any more, and a thread that does not hold it parses.
    expect(await pool.run('again', document, { kind: 'parse', ahead })).toEqual(whole)
    expect(await pool.run('again', document, { kind: 'model' })).toEqual(await pool.run('whole', document, { kind: 'model' }))
  }, 60_000)

  it('say what of a layout has no counterpart, parsed ahead or not', async () => {
    const layout = { ...document.layout, tags: Uint16Array.of(0, 1, 2, 2), tagNames: TAGS } as typeof document.layout
    const other = { ...document, layout }
    const whole = await pool.run('whole-2', other, { kind: 'parse' })
    expect(whole).toMatchObject({ ok: true, value: { notes: [expect.stringMatching(/no counterpart/)] } })
    await pool.run('ahead-2', { ...other, layout: null }, { kind: 'parse' })
    expect(await pool.run('joined-2', other, { kind: 'parse', ahead: { page: 'ahead-2', layout } })).toEqual(whole)
  }, 60_000)
})
