import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { readStoredGold, saveGold } from '../../electron/services/corpus/store/gold-store'
import { holdLock, isLocked, withFileLock } from '../../electron/services/files/file-lock'
import { sha256 } from '../../electron/services/files/files'
import { BOOT, startOf } from '../../electron/services/files/machine'
import { newGoldFile } from '../../shared/gold/gold-file'
import { captureOf, NOW } from '../fixtures/captured'
import { builtWriter } from './corpus-fixture'

const SAVES = 60

const WRITER = `
import { readStoredGold, saveGold } from ${JSON.stringify(resolve('electron/services/corpus/store/gold-store'))}
const [root, first] = process.argv.slice(2)
let base = await readStoredGold(root, 'page', 'ab')
process.stdout.write('ready')
await new Promise((go) => process.stdin.once('data', go))
for (let n = 0; n < ${SAVES}; ) {
  const node = Number(first) + n
  const span = { label: 'content', start: { node, offset: 0 }, end: { node, offset: 5 }, quote: 'words' }
  const spans = [...base.gold.spans, span].sort((x, y) => x.start.node - y.start.node)
  const outcome = await saveGold(root, { ...base.gold, spans }, base)
  // The other program saved first: the change is repeated on the saved labels.
  base = outcome.status === 'conflict' ? await readStoredGold(root, 'page', 'ab') : outcome
  if (outcome.status !== 'conflict') n++
}
process.exit(0)
`

let folder: string
let script: string
let store: CorpusStore

beforeAll(async () => {
  ;({ folder, script } = await builtWriter('corpus-lock', WRITER))
  store = await createCorpus(join(folder, 'corpus'), 'Lock', NOW)
  await store.add({ capture: captureOf('<p>text</p>'), loader: 'test', id: 'page' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const file = (): string => join(store.root, 'pages', 'page', 'gold', 'ab.json')
const lock = (): string => `${file()}.lock`
const start = newGoldFile('page', sha256('<p>text</p>'), 'ab', NOW)

describe('two processes that save the same labels at the same time', () => {
  it(`lose no change in ${SAVES} saves each, and leave no lock`, async () => {
    await saveGold(store.root, start, null)
    const children = [1000, 5000].map((first) =>
      spawn(process.execPath, [script, store.root, String(first)], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    await Promise.all(children.map((child) => new Promise((ready) => child.stdout.once('data', ready))))
    const ends = children.map((child) => new Promise((done) => child.once('close', done)))
    for (const child of children) child.stdin.write('go')
    expect(await Promise.all(ends)).toEqual([0, 0])
    const nodes = (await readStoredGold(store.root, 'page', 'ab'))!.gold.spans.map((span) => span.start.node)
    expect(nodes).toEqual([1000, 5000].flatMap((first) => Array.from({ length: SAVES }, (_, n) => first + n)))
    expect(await readdir(join(store.root, 'pages', 'page', 'gold'))).toEqual(['ab.json'])
  })
})

describe('a lock', () => {
  it('is never removed from a living process of this machine, at any age', async () => {
    const living = { host: hostname(), boot: BOOT, pid: process.ppid, start: startOf(process.ppid), token: 'x' }
    await writeFile(lock(), JSON.stringify(living))
    expect(await isLocked(file())).toBe(true)
    for (const act of [() => withFileLock(file(), () => Promise.resolve(), 20), () => holdLock(file())])
      await expect(act()).rejects.toMatchObject({ failure: { code: 'file.locked' } })
    expect(await readFile(lock(), 'utf8')).toBe(JSON.stringify(living))
    await rm(lock())
  })

  it('that was lost before the file is replaced makes a save start again with the new content of the file', async () => {
    const list = join(folder, 'list.txt')
    await writeFile(list, 'a')
    let times = 0
    await withFileLock(list, async (save) => {
      const before = await readFile(list, 'utf8')
      if (times++ === 0) {
        await writeFile(`${list}.lock`, JSON.stringify({ host: hostname(), pid: 2 ** 30, token: 'x' }))
        await writeFile(list, 'ab')
      }
      await save(`${before}c`)
    })
    expect([await readFile(list, 'utf8'), times]).toEqual(['abc', 2])
    expect((await readdir(folder)).filter((name) => name.startsWith('list'))).toEqual(['list.txt'])
  })
})

describe('a stale lock', () => {
  it('of an ended process of this machine does not block', async () => {
    const dead = spawn(process.execPath, ['--eval', ''])
    await new Promise((done) => dead.once('close', done))
    await writeFile(lock(), JSON.stringify({ host: hostname(), pid: dead.pid, token: 'x' }))
    const base = (await readStoredGold(store.root, 'page', 'ab'))!
    expect(await saveGold(store.root, { ...base.gold, notes: 'after' }, base)).toMatchObject({ status: 'saved' })
    expect(await readdir(join(store.root, 'pages', 'page', 'gold'))).toEqual(['ab.json'])
  })

  it('of another machine is removed after a time without changes', async () => {
    await writeFile(lock(), JSON.stringify({ host: 'elsewhere', pid: 1, token: 'x' }))
    let acted = 0
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(file(), () => Promise.resolve(acted++), 200)))
    expect(acted).toBe(5)
    expect(await readdir(join(store.root, 'pages', 'page', 'gold'))).toEqual(['ab.json'])
  })

  const owner = { host: hostname(), boot: BOOT, pid: process.pid, start: startOf(process.pid), token: 'x' }
  it.each<[what: string, lock: string, breaking?: string]>([
    ['empty', ''],
    ['half written', '{"ho'],
    ['by a kill while a lock was broken', JSON.stringify({ ...owner, pid: 2 ** 30 }), JSON.stringify({ ...owner, pid: 2 ** 30 })],
    ['empty by a kill while a lock was broken', JSON.stringify({ ...owner, pid: 2 ** 30 }), ''],
    ['by this process', JSON.stringify(owner)],
    ...(BOOT === null
      ? []
      : ([
          ['before the machine was started anew', JSON.stringify({ ...owner, pid: process.ppid, boot: 'another' })],
          ['by a process whose id is another’s now', JSON.stringify({ ...owner, pid: process.ppid, start: '1' })],
        ] satisfies [string, string][])),
  ])('%s delays neither a save nor a run', async (_, content, breaking) => {
    for (const act of [() => withFileLock(file(), () => Promise.resolve(), 300), () => holdLock(file()).then((giveBack) => giveBack())]) {
      await writeFile(lock(), content)
      if (breaking !== undefined) await writeFile(`${lock()}.break`, breaking)
      expect(await isLocked(file())).toBe(false)
      await act()
      expect(await readdir(join(store.root, 'pages', 'page', 'gold'))).toEqual(['ab.json'])
    }
  })

  it('that cannot be read is a typed failure immediately, for a save and for a run', async () => {
    await mkdir(lock())
    try {
      for (const act of [() => holdLock(file()), () => withFileLock(file(), () => Promise.resolve(), 200), () => isLocked(file())])
        await expect(act()).rejects.toMatchObject({ failure: { code: 'file.is-a-folder' } })
    } finally {
      await rm(lock(), { recursive: true })
    }
  })

  it('that is a symbolic link without a target gives a failure instead of an endless wait', async () => {
    await symlink(join(folder, 'nowhere'), lock())
    try {
      await expect(withFileLock(file(), () => Promise.resolve(), 50)).rejects.toMatchObject({ failure: { code: 'file.locked' } })
    } finally {
      await rm(lock())
    }
  })

  it('that changes repeatedly is a typed failure, and is not removed', async () => {
    await writeFile(lock(), '')
    // The lock changes whenever the waiting save reads the clock.
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      writeFileSync(lock(), String((time += 50)))
      return time
    })
    try {
      await expect(withFileLock(file(), () => Promise.resolve(), 200)).rejects.toMatchObject({ failure: { code: 'file.locked' } })
      expect(await readFile(lock(), 'utf8')).toBe(String(time))
    } finally {
      clock.mockRestore()
      await rm(lock(), { force: true })
    }
  })

  it('is not reported as damage, and is removed by the next save', async () => {
    await writeFile(lock(), '')
    const old = new Date(Date.now() - 120_000)
    await utimes(lock(), old, old)
    expect((await store.entry('page')).problems).toEqual([])
    expect(await store.leftovers()).toEqual([])
    await writeFile(lock(), JSON.stringify({ host: hostname(), pid: 2 ** 30, token: 'x' }))
    const base = (await readStoredGold(store.root, 'page', 'ab'))!
    expect(await saveGold(store.root, { ...base.gold, notes: 'again' }, base)).toMatchObject({ status: 'saved' })
    expect(await readdir(join(store.root, 'pages', 'page', 'gold'))).toEqual(['ab.json'])
  })
})
