/** A complete read of one of these archives takes too much time or memory. Each archive must give a page or a failure in time. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { archiveRecords, listArchive } from '../../electron/services/capture/saves/archive'
import { archivedPage } from '../../electron/services/capture/saves/saved-page'
import { saveReaderIn } from '../../electron/services/capture/saves/save-reader'
import { toFailure, type Failure } from '../../shared/base/failure'
import { record, zipped } from '../capture/saves'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const cli = join(root, 'out', 'main', 'cli.js')
const isBuilt = existsSync(join(root, 'out', 'main', 'save-worker.js'))

const folder = folderForAll('hostile')
const write = (name: string, content: string | Uint8Array): string => writeIn(folder, name, content)

const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => ({ code: 'none', message: '', next: '' }),
    (thrown: unknown) => toFailure(thrown),
  )

const BODY = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>The page</title><p>Words of the page, enough of them.'
const PAGE = record('response', 'http://example.org/', BODY)

/** Returns an archive of 1 MB that contains a page and 1 GiB of line feeds. */
async function lineFeeds(): Promise<Buffer> {
  const many = gzipSync(Buffer.alloc(64 * 1024 * 1024, 10))
  return zipped({ 'archive/data.warc.gz': Buffer.concat([gzipSync(PAGE), ...Array.from({ length: 16 }, () => many)]) })
}

function emptyFiles(count: number): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    const name = Buffer.from(`${n}.txt`)
    const local = Buffer.alloc(30)
    local.write('PK\u0003\u0004', 'latin1')
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, name)
    list.push(entry, name)
    at += 30 + name.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

function listedAt(zip: Buffer, n: number): number {
  let at = -1
  for (let i = 0; i <= n; i++) at = zip.indexOf('PK\u0001\u0002', at + 1, 'latin1')
  return at
}

/** Returns a valid archive with about 4 million empty records in less than a megabyte. */
function endless(): Buffer {
  const some = gzipSync(record('metadata', 'http://example.org/', '').repeat(200_000))
  return Buffer.concat([gzipSync(PAGE), ...Array.from({ length: 20 }, () => some)])
}

describe('an archive that continues after its page', () => {
  test('with 1 GiB of line feeds is refused immediately, in each way of reading', async () => {
    const path = write('feeds.wacz', await lineFeeds())
    const read = async (): Promise<void> => {
      for await (const records of archiveRecords({ path })) for await (const record of records) await record.isWhole()
    }
    for (const work of [() => listArchive({ path }, 1e6, {}), () => archivedPage({ path }, null, 1e6, {}), read])
      expect(await failureOf(work())).toMatchObject({
        code: 'warc.invalid',
        message: expect.stringContaining('more than 64 KiB of blank lines') as string,
      })
  })

  test('with text that is not a record is skipped in large steps', async () => {
    const path = write(
      'rest.warc.gz',
      Buffer.concat([gzipSync(PAGE.trimEnd()), gzipSync(`x${'\n'.repeat(40 * 1024 * 1024)}`), gzipSync(PAGE)]),
    )
    expect((await listArchive({ path }, 1e6, {})).total).toBe(2)
  })

  test('with two or more line ends is read as usual', async () => {
    const path = write('some.warc', PAGE + '\r\n'.repeat(1000) + PAGE)
    expect((await listArchive({ path }, 1e6, {})).total).toBe(2)
  })
})

describe('a ZIP file', () => {
  test('of 60,000 files is refused with the number', async () => {
    expect(await failureOf(archivedPage({ name: 'many.wacz', bytes: emptyFiles(60_000) }, null, 1e6, {}))).toMatchObject({
      code: 'archive.too-large',
      message: 'many.wacz is a ZIP file of 60,000 files; the limit is 10,000.',
    })
  })

  test('with overlapping files is reported as damaged', async () => {
    const bytes = await zipped({ 'archive/a.warc': Buffer.from(PAGE), 'archive/b.warc': Buffer.from(PAGE) })
    const [first, second] = [listedAt(bytes, 0), listedAt(bytes, 1)]
    bytes.writeUInt32LE(bytes.readUInt32LE(first + 42), second + 42)
    expect(await failureOf(listArchive({ name: 'x.wacz', bytes }, 1e6, {}))).toMatchObject({
      code: 'archive.damaged',
      message: 'x.wacz is a damaged ZIP file (its files overlap).',
    })
  })

  test('with a wrong file size is reported as damaged, not as an internal error', async () => {
    const bytes = await zipped({ 'archive/a.warc': Buffer.from(PAGE.repeat(20)) }, true)
    bytes.writeUInt32LE(100, listedAt(bytes, 0) + 24)
    expect((await failureOf(listArchive({ name: 'lie.wacz', bytes }, 1e6, {}))).code).toBe('archive.damaged')
  })

  test('that is larger than allowed when unpacked is refused', async () => {
    const bytes = await zipped({ 'archive/a.warc': Buffer.from(PAGE.repeat(2000)), 'archive/b.warc': Buffer.from(PAGE.repeat(2000)) }, true)
    const options = { mostUnpacked: PAGE.length * 3000 }
    expect(await failureOf(listArchive({ name: 'big.wacz', bytes }, 1e6, options))).toMatchObject({ code: 'archive.too-large' })
    expect((await listArchive({ name: 'big.wacz', bytes }, 1e6, {})).total).toBe(4000)
  })

  test('with an invalid packed stream is reported as damaged', async () => {
    const body = deflateRawSync(Buffer.from(PAGE))
    const bytes = await zipped({ 'archive/a.warc': Buffer.from(PAGE.repeat(50)) }, true)
    bytes.fill(0xff, 60, 60 + Math.min(40, body.length))
    expect((await failureOf(listArchive({ name: 'garbled.wacz', bytes }, 1e6, {}))).code).toBe('archive.damaged')
  })
})

describe.skipIf(!isBuilt)('a host that reads an archive', () => {
  test('reports a timeout, responds in the meantime, and opens the next archive', async () => {
    const saves = saveReaderIn(root)
    try {
      const [path, next] = [write('endless.warc.gz', endless()), write('next.warc', PAGE)]
      await saves.pages({ path: next }, 1e6)
      let turns = 0
      const tick = setInterval(() => (turns += 1), 5)
      const slow = [1, 2].map(() => failureOf(saves.page({ kind: 'archive', place: { path }, entry: null, limit: 1e6 }, { timeout: 700 })))
      const words = { code: 'load.timeout', message: 'The archive was not read within 0.7 seconds.' }
      expect(await Promise.all(slow)).toMatchObject([words, words])
      const stop = new AbortController()
      const stopped = failureOf(saves.pages({ path }, 1e6, { signal: stop.signal, timeout: 60_000 }))
      setTimeout(() => stop.abort(), 300)
      expect((await stopped).code).toBe('cancelled')
      clearInterval(tick)
      // If the host read the archives in its own thread, its event loop would have only one or two turns.
      expect(turns).toBeGreaterThan(20)
      expect((await saves.page({ kind: 'archive', place: { path: next }, entry: null, limit: 1e6 })).html).toContain('Words of the page')
    } finally {
      await saves.close()
    }
  })
})

describe.skipIf(!existsSync(cli))('boilerscope extract', () => {
  test('of an endless archive reports this and ends', async () => {
    const path = write('feeds-cli.wacz', await lineFeeds())
    const { status, stderr } = spawnSync(process.execPath, [cli, 'extract', path], { encoding: 'utf8', timeout: 40_000 })
    expect(status).toBe(1)
    expect(stderr).toContain('more than 64 KiB of blank lines')
  })
})
