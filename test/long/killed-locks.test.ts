/** Programs change the same files and are killed or stopped at random moments. No reported save is lost, and no lock stays. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { readStoredGold, saveGold } from '../../electron/services/corpus/store/gold-store'
import { sha256 } from '../../electron/services/files/files'
import { seededRandom } from '../../shared/base/random'
import { newGoldFile } from '../../shared/gold/gold-file'
import { captureOf, NOW } from '../fixtures/captured'
import { builtWriter } from '../unit/corpus-fixture'

const KILLS = 300
const AT_ONCE = 4
const EARLY = 5
const DELAYS = 100
/** Milliseconds after which a lock of another machine is stale. A stopped program on this machine must keep its lock even longer. */
const STALE = 20

const WRITER = `
import { withFileLock } from ${JSON.stringify(resolve('electron/services/files/file-lock'))}
import { readFile } from 'node:fs/promises'
import { readStoredGold, saveGold } from ${JSON.stringify(resolve('electron/services/corpus/store/gold-store'))}
const [kind, place, first] = process.argv.slice(2)
const report = (line) => process.stdout.write(line + '\\n')
report('ready')
for (let n = Number(first); ; n++) {
  if (kind === 'labels') {
    const page = 'page-' + (n % 2)
    const base = await readStoredGold(place, page, 'ab')
    const span = { label: 'content', start: { node: n, offset: 0 }, end: { node: n, offset: 5 }, quote: 'words' }
    const outcome = await saveGold(place, { ...base.gold, spans: [...base.gold.spans, span].sort((x, y) => x.start.node - y.start.node) }, base)
    // If another program saved after the read, the change is repeated.
    if (outcome.status === 'saved') report(n)
    else n--
  } else {
    // If a lock's owner is paused longer than the waiting time of other programs, the other programs wait again.
    await withFileLock(place, async (save) => save(await readFile(place, 'utf8') + n + '\\n'), ${STALE}).then(() => report(n), (thrown) => {
      if (thrown.failure?.code !== 'file.locked') throw thrown
    })
  }
}
`

let folder: string
let script: string
let store: CorpusStore
beforeAll(async () => {
  ;({ folder, script } = await builtWriter('killed-locks', WRITER))
  store = await createCorpus(join(folder, 'corpus'), 'Locks', NOW)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function startWriter(...args: string[]): Promise<{ readonly child: ChildProcess; readonly reported: () => number[] }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await once(child.stdout, 'data')
  return { child, reported: () => output.split('\n').slice(1, -1).map(Number) }
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

it(`${KILLS} kills lose no save and leave no lock`, async () => {
  const random = seededRandom(20_261_128)
  const pages = ['page-0', 'page-1']
  for (const id of pages) {
    await store.add({ capture: captureOf(`<p>${id}</p>`), loader: 'test', id })
    await saveGold(store.root, newGoldFile(id, sha256(`<p>${id}</p>`), 'ab', NOW), null)
  }
  const saved: number[] = []
  let kills = 0
  const killRepeatedly = async (): Promise<void> => {
    while (kills < KILLS) {
      const { child, reported } = await startWriter('labels', store.root, String(1000 * ++kills))
      if (kills % EARLY !== 0) while (reported().length === 0) await once(child.stdout!, 'data')
      await pause(20 * random())
      await kill(child)
      saved.push(...reported())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, killRepeatedly))
  const found = new Set<number>()
  for (const id of pages) {
    expect((await store.entry(id)).problems).toEqual([])
    expect(await readdir(join(store.root, 'pages', id, 'gold'))).toEqual(['ab.json'])
    const stored = (await readStoredGold(store.root, id, 'ab'))!
    for (const span of stored.gold.spans) found.add(span.start.node)
    expect((await saveGold(store.root, { ...stored.gold, notes: 'after' }, stored)).status).toBe('saved')
  }
  expect(saved.filter((n) => !found.has(n))).toEqual([])
  console.log(`${kills} kills, ${saved.length} reported saves`)
  expect(saved.length).toBeGreaterThan(KILLS / 2)
})

it(`a program that is stopped ${DELAYS} times while another saves loses no save, and overwrites none`, async () => {
  const random = seededRandom(7)
  const list = join(folder, 'list.txt')
  await writeFile(list, '')
  const [slow, other] = await Promise.all([startWriter('lines', list, '1000000'), startWriter('lines', list, '2000000')])
  for (let i = 0; i < DELAYS; i++) {
    await pause(40 * random())
    slow.child.kill('SIGSTOP')
    await pause(5 * STALE)
    slow.child.kill('SIGCONT')
  }
  await Promise.all([kill(slow.child), kill(other.child)])
  const lines = new Set((await readFile(list, 'utf8')).split('\n').map(Number))
  const saved = [...slow.reported(), ...other.reported()]
  console.log(`${DELAYS} delays, ${slow.reported().length} and ${other.reported().length} reported saves`)
  expect(saved.filter((n) => !lines.has(n))).toEqual([])
  expect(slow.reported().length).toBeGreaterThan(DELAYS / 10)
})
