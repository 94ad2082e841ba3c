import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeCaptures } from '../../electron/services/capture/kept-captures'
import type { LoadPage } from '../../electron/services/capture/loader'
import { failed } from '../../shared/base/failure'
import { type Capture, CaptureOptions, type CaptureRequest, type Source } from '../../shared/contract/capture'
import { bundleOf, captureOf, layoutOf } from '../fixtures/captured'
import { contextOf } from '../fixtures/corpora'
import { eventually } from '../fixtures/eventually'

const P: Source = { kind: 'url', url: 'http://p.test/' }

let folder: string
let page: string | null
let loads: number
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'boilerscope-captures-')), 'captures')
  page = 'the first words'
  loads = 0
})
// Removing the folder fails while a capture is written there.
afterEach(() => eventually(() => rmSync(join(folder, '..'), { recursive: true, force: true })))

const resources = [{ url: 'http://p.test/x.png', kind: 'image', status: 200, headers: [], body: Uint8Array.of(1, 2, 3) }] as const
const capture = (words: string, mode: Capture['mode']): Capture =>
  captureOf(`<p>${words}`, {
    ...{ label: 'p.test', url: 'http://p.test/', mode, log: ['a note'], timings: { load: 5 } },
    bundle: bundleOf({ resources }),
    layout: layoutOf(['html'], [-1]),
  })

const loadPage: LoadPage = (_, { mode }) => {
  loads++
  if (page === null) return Promise.reject(failed('load.refused', 'p.test refused the connection.', 'Start it.'))
  return Promise.resolve(capture(page, mode))
}

function host(most?: number) {
  const keeping = storeCaptures(loadPage, folder, most)
  return (entry: string, first: boolean, options: CaptureRequest = {}, source: Source = P): Promise<Capture> =>
    keeping(source, CaptureOptions.parse(options), { ...contextOf(), kept: { entry, first } })
}

const files = (): string[] => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.capture')) : [])
const kept = (count: number): Promise<void> => eventually(() => expect(files()).toHaveLength(count))

async function stored(source?: Source): Promise<ReturnType<typeof host>> {
  const open = host()
  await open('one', false, {}, source)
  await kept(1)
  return open
}

describe('a capture', () => {
  it('is restored by another host unchanged, with its resources and its layout', async () => {
    await stored()
    page = null
    const { kept: why, timings, ...again } = await host()('one', true)
    const { timings: _, ...before } = capture('the first words', 'source')
    expect(again).toEqual(before)
    expect({ why, timings, loads }).toEqual({ why: { reason: null }, timings: {}, loads: 1 })
    // The buffer contains only the boxes, so that threads receive no other data of the file.
    expect(again.layout?.boxes.buffer.byteLength).toBe(16)
  })

  it('is used only for its entry, page, mode and options; otherwise the page is loaded', async () => {
    await stored()
    page = 'other words'
    const open = host()
    const others = [
      await open('two', true),
      await open('one', true, { mode: 'rendered' }),
      await open('one', true, { language: 'fa' }),
      await open('one', true, {}, { kind: 'url', url: 'http://q.test/' }),
    ]
    expect(others.map(({ html }) => html)).toEqual(Array.from({ length: 4 }, () => '<p>other words'))
    expect((await open('one', true)).html).toBe('<p>the first words')
  })

  it('replaces the previous one if the page is requested again', async () => {
    const open = await stored()
    page = 'new words'
    expect((await open('one', false)).html).toBe('<p>new words')
    await eventually(async () => expect((await open('one', true)).html).toBe('<p>new words'))
  })

  it('is not returned if the page is requested again and fails to load', async () => {
    const open = await stored()
    page = null
    await expect(open('one', false)).rejects.toThrow('refused')
  })

  it('of a file is used, with the reason, if the file can no longer be read', async () => {
    const file: Source = { kind: 'file', path: '/gone.html' }
    const open = await stored(file)
    page = 'edited words'
    expect(await open('one', true, {}, file)).toMatchObject({ html: '<p>edited words' })
    page = null
    await eventually(async () => expect((await open('one', true, {}, file)).html).toBe('<p>edited words'))
    expect((await open('one', true, {}, file)).kept?.reason).toMatchObject({ code: 'load.refused' })
  })

  it.each([
    ['cut short', (path: string) => truncateSync(path, statSync(path).size - 7)],
    ['changed', (path: string) => writeFileSync(path, readFileSync(path).fill(7, 200, 240))],
    ['empty', (path: string) => writeFileSync(path, '')],
  ])('is loaded again if its file is %s, and this is reported', async (_, damage) => {
    await stored()
    damage(join(folder, files()[0] ?? ''))
    const again = await host()('one', true)
    expect(again.log).toEqual([expect.stringContaining('is damaged'), 'a note'])
    expect([again.kept, loads]).toEqual([undefined, 2])
  })
})

describe('the folder of captures', () => {
  it('never exceeds its limit: least recently used captures are removed first', async () => {
    await host()('measured', false)
    await kept(1)
    const size = statSync(join(folder, files()[0] ?? '')).size
    rmSync(folder, { recursive: true })
    const open = host(3 * size)
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))
    for (const [i, entry] of ['one', 'two', 'three'].entries()) {
      await open(entry, false)
      await kept(i + 1)
      await pause()
    }
    await open('one', true)
    await pause()
    const before = new Set(files())
    await open('four', false)
    await eventually(() => expect(files().filter((name) => before.has(name))).toHaveLength(2))
    expect(files()).toHaveLength(3)
    page = 'loaded'
    for (const entry of ['one', 'three', 'four']) expect((await open(entry, true)).html).toBe('<p>the first words')
    expect((await open('two', true)).html).toBe('<p>loaded')
  })

  it('stores nothing if it cannot be written, and no page fails for this reason', async () => {
    writeFileSync(folder, 'a file')
    expect([(await host()('one', false)).html, (await host()('one', true)).html]).toEqual(['<p>the first words', '<p>the first words'])
  })
})
