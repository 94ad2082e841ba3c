import { spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCorpus, openCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { readStoredGold, saveGold } from '../../electron/services/corpus/store/gold-store'
import { sha256 } from '../../electron/services/files/files'
import { isOrphaned, LEFTOVER } from '../../electron/services/files/write-whole'
import { newGoldFile } from '../../shared/gold/gold-file'
import { captureOf, NOW } from '../fixtures/captured'
import { builtWriter } from '../unit/corpus-fixture'
import { seededRandom } from '../../shared/base/random'

const KILLS = 40
/** Every tenth kill occurs within `START` milliseconds after the start. All other kills occur during a save. */
const EARLY = 10
const START = 300
const CHILDREN = 4

const WRITER = `
import { openCorpus } from ${JSON.stringify(resolve('electron/services/corpus/store/corpus-store'))}
import { readStoredGold, saveGold } from ${JSON.stringify(resolve('electron/services/corpus/store/gold-store'))}
const [root, page, first] = process.argv.slice(2)
const answer = (url, text) => ({ url, kind: 'image', status: 200, headers: [{ name: 'Content-Type', value: 'image/svg+xml' }], body: Buffer.from(text.repeat(1000)) })
const bundleOf = (n) => ({
  document: null, redirects: [], missing: [], styles: { sheets: [], adopted: [] }, screenshot: null, userAgent: null,
  resources: [answer('http://example.org/shared.svg', 'every page'), answer('http://example.org/own.svg', page + n + ' '), answer('http://example.org/pair.svg', 'pair ' + (n >> 1) + ' ')],
})
const store = await openCorpus(root)
for (let n = Number(first); ; n++) {
  const base = await readStoredGold(root, page, 'ab')
  const spans = Array.from({ length: 200 }, (_, i) => ({
    label: 'content', start: { node: 10 * i, offset: 0 }, end: { node: 10 * i, offset: n + 1 }, quote: 'save ' + n,
  }))
  await saveGold(root, { ...base.gold, spans, notes: String(n) }, base)
  await store.add({
    capture: { html: '<p>' + 'x'.repeat(50000) + n + '</p>', url: 'http://example.org/' + page + '/' + n, label: 'x', mode: 'source', status: 200, charset: 'UTF-8', capturedAt: '${NOW}', bundle: bundleOf(n) },
    loader: 'test', texts: { gold: 'x'.repeat(20000) },
  })
  process.stdout.write(n + '\\n')
}
`

let folder: string
let script: string
let store: CorpusStore

beforeAll(async () => {
  ;({ folder, script } = await builtWriter('corpus-crash', WRITER))
  store = await createCorpus(join(folder, 'corpus'), 'Crash', NOW)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a program that is killed while it saves', () => {
  it(`leaves no partial file and loses at most the last save, in ${KILLS} kills`, async () => {
    const random = seededRandom(20_260_102)
    const pages: string[] = []
    for (let c = 0; c < CHILDREN; c++) {
      const { id } = await store.add({ capture: captureOf(`<p>${c}</p>`), loader: 'test', id: `page-${c}` })
      await saveGold(store.root, newGoldFile(id, sha256(`<p>${c}</p>`), 'ab', NOW), null)
      pages.push(id)
    }
    let saves = 0
    let killed = 0
    const worker = async (page: string): Promise<void> => {
      let expected = -1
      while (killed < KILLS) {
        killed++
        const last = await writeUntilKilled({ page, first: expected + 1, moment: random(), early: killed % EARLY === 0 })
        const stored = (await readStoredGold(store.root, page, 'ab'))!
        const found = stored.gold.notes === '' ? -1 : Number(stored.gold.notes)
        expect(found).toBeGreaterThanOrEqual(Math.max(expected, last))
        expect(found).toBeLessThanOrEqual(Math.max(expected, last) + 1)
        if (found >= 0) expect(stored.gold.spans).toHaveLength(200)
        for (const span of stored.gold.spans) expect(span.quote).toBe(`save ${found}`)
        saves += found - expected
        expected = found
      }
    }
    await Promise.all(pages.map(worker))

    const behind = (await readdir(store.root, { recursive: true })).filter((name) => isOrphaned(name))
    const reopened = await openCorpus(store.root)
    const ids = await reopened.pageIds()
    for (const id of ids) {
      const { problems } = await reopened.entry(id)
      expect(problems).toEqual([])
      if (!pages.includes(id)) expect((await reopened.page(id)).texts).toHaveLength(1)
    }
    const added = ids.filter((id) => !pages.includes(id))
    for (const id of added.slice(0, added.length >> 1)) await reopened.remove(id)
    for (const id of added.slice(added.length >> 1)) {
      const bundle = (await reopened.bundle(id))!
      expect(bundle.missing).toEqual([])
      expect(bundle.resources.map(({ body }) => body.length > 2_000)).toEqual([true, true, true])
    }
    for (const handle of await readdir(join(store.root, 'trash'))) await reopened.restore(handle)
    expect(await reopened.leftovers()).toEqual([])
    expect((await readdir(join(store.root, 'pages'))).sort()).toEqual(ids)
    for (const id of pages) expect((await readdir(join(store.root, 'pages', id, 'gold'))).filter((name) => LEFTOVER.test(name))).toEqual([])
    console.log(`${killed} kills, ${saves} saves, ${ids.length} pages, ${behind.length} temporary files and folders removed`)
    expect(saves).toBeGreaterThan(20)
    expect(JSON.parse(await readFile(join(store.root, 'corpus.json'), 'utf8'))).toMatchObject({ name: 'Crash' })
  })
})

interface Writing {
  page: string
  first: number
  /** Time of the kill in [0, 1), as a share of the previous save's duration; as a share of `START` if `early`. */
  moment: number
  early: boolean
}

/** Kills the writer in its third save, or during its start. @returns the last reported save */
async function writeUntilKilled({ page, first, moment, early }: Writing): Promise<number> {
  const child = spawn(process.execPath, [script, store.root, page, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = (): void => void child.kill('SIGKILL')
  let output = ''
  let timer = early ? setTimeout(end, START * moment) : undefined
  const times: number[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    times.push(performance.now())
    if (times.length === 2) timer ??= setTimeout(end, moment * (times[1]! - times[0]!))
  })
  await new Promise((done) => child.once('close', done))
  clearTimeout(timer)
  const lines = output.split('\n').slice(0, -1)
  return lines.length === 0 ? -1 : Number(lines[lines.length - 1])
}
