/** Writes pages and gold of a corpus for other tools. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { WARCRecord, WARCSerializer } from 'warcio'
import { failure, FailureError, toFailure } from '../../../../shared/base/failure'
import type { BatchOutcome, CorpusPage, ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { benchmarkHtmlPath, writeGroundTruth } from '../../../../shared/gold/formats/benchmark'
import { writeCleanEval, type CleanEvalBlock } from '../../../../shared/gold/formats/cleaneval'
import type { ExchangePage } from '../../../../shared/gold/formats/exchange'
import { writeJsonLine } from '../../../../shared/gold/formats/json-lines'
import { createWacz } from '../../bundle/wacz-writer'
import { chooseGold } from './choose-gold'
import { fileFailure, writeWhole } from '../store/corpus-files'
import type { BatchContext } from '../batch-context'
import type { CorpusStore } from '../store/corpus-store'
import type { PageAnalyst } from '../analysis/page-analyst'

export interface ExportOptions {
  readonly format: ExchangeFormat
  readonly path: string
  /** Whose labels; see `chooseGold`. */
  readonly annotator?: string | undefined
  readonly pages?: readonly string[] | undefined
}

const pack = promisify(gzip)

/** Writes the pages in order of id. A page that cannot be read is a problem in the outcome. Files appear whole or not at all. */
export async function exportFrom(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: ExportOptions,
  context: BatchContext,
): Promise<BatchOutcome> {
  const ids = options.pages ? [...options.pages].sort() : await store.pageIds()
  const outcome: { added: string[]; problems: BatchOutcome['problems'][number][] } = { added: [], problems: [] }
  const sink = await openSink(store, options)
  try {
    for (const [i, id] of ids.entries()) {
      if (context.signal.aborted) break
      context.progress({ done: i / ids.length, message: id })
      try {
        const page = await store.page(id)
        await sink.write(page, await exchangePage(store, analyst, page, options.annotator), analyst, options.annotator)
        outcome.added.push(id)
      } catch (thrown) {
        const reason = toFailure(thrown)
        if (reason.code === 'internal' || reason.code === 'corpus.disk-full' || reason.code === 'corpus.denied') throw thrown
        outcome.problems.push({ place: `pages/${id}`, failure: reason })
      }
    }
    if (context.signal.aborted)
      throw new FailureError(failure('cancelled', 'Cancelled; nothing was written.', 'Export again whenever you like.'))
    await sink.finish()
  } catch (thrown) {
    await sink.discard()
    throw thrown
  }
  return { ...outcome, known: 0, coverage: [] }
}

interface Exported extends ExchangePage {
  readonly blocks: readonly CleanEvalBlock[] | null
}

async function exchangePage(store: CorpusStore, analyst: PageAnalyst, page: CorpusPage, annotator: string | undefined): Promise<Exported> {
  const chosen = chooseGold(page, annotator)
  const made = chosen?.labels && chosen.text === null ? await analyst.text(page, chosen.labels.gold, store.file.contentLabels ?? []) : null
  const snippets = page.snippets.find(({ name }) => annotator === undefined || name === annotator) ?? null
  return {
    id: page.entry.id,
    url: page.url,
    html: page.html,
    htmlPath: null,
    text: made ? made.text : (chosen?.text ?? null),
    snippets: snippets ? { with: snippets.with, without: snippets.without } : null,
    pageType: chosen?.labels?.gold.pageType ?? page.labels.find(({ gold }) => gold.pageType !== null)?.gold.pageType ?? null,
    extra: {},
    blocks: made?.blocks ?? null,
  }
}

interface Sink {
  readonly write: (page: CorpusPage, exported: Exported, analyst: PageAnalyst, annotator: string | undefined) => Promise<void>
  readonly finish: () => Promise<void>
  /** Takes back what was written: half a collection looks like a whole one. Files that were there before stay as they are now. */
  readonly discard: () => Promise<void>
}

async function openSink(store: CorpusStore, options: ExportOptions): Promise<Sink> {
  const { path } = options
  if (options.format === 'wacz') {
    await mkdir(dirname(path), { recursive: true }).catch((thrown: unknown) => Promise.reject(fileFailure(thrown, path)))
    const file = await createWacz(path, 'Boilerscope')
    return {
      async write({ entry, html, url, mode }) {
        const bundle = await store.bundle(entry.id)
        const capturedAt = entry.capturedAt ?? '1970-01-01T00:00:00Z'
        const title = entry.label ?? entry.id
        await file.add({ url: url ?? `urn:boilerscope:${entry.id}`, title, capturedAt, mode, html, bundle })
      },
      finish: () => file.finish(),
      discard: () => file.discard(),
    }
  }
  if (options.format === 'json-lines' || options.format === 'warc') {
    const file = await openFile(path)
    return {
      async write(page, { blocks: _blocks, ...exported }) {
        if (options.format === 'json-lines') return file.append(`${writeJsonLine(exported)}\n`)
        await file.append(await warcResponse(page, /\.gz$/i.test(path)))
      },
      finish: file.finish,
      discard: file.discard,
    }
  }
  const files = await openFiles(path, options.format === 'benchmark' ? ['html'] : [])
  if (options.format === 'benchmark') {
    const pages: ExchangePage[] = []
    return {
      async write(_page, { blocks: _blocks, ...exported }) {
        await files.write(benchmarkHtmlPath(exported.id), await pack(Buffer.from(exported.html ?? '', 'utf8')))
        pages.push({ ...exported, html: null })
      },
      finish: () => files.write('ground-truth.json', writeGroundTruth(pages)),
      discard: files.discard,
    }
  }
  if (options.format === 'folder') {
    return {
      async write(_page, exported) {
        await files.write(`${exported.id}.html`, exported.html ?? '')
        if (exported.text === null) return
        const blocks = exported.blocks ?? exported.text.split('\n').map((text) => ({ mark: 'p' as const, text }))
        await files.write(`${exported.id}.txt`, writeCleanEval({ url: exported.url, blocks, marked: true }))
      },
      finish: () => Promise.resolve(),
      discard: files.discard,
    }
  }
  return {
    async write(page, _exported, analyst, annotator) {
      for (const { gold } of page.labels) {
        if (annotator !== undefined && gold.annotator !== annotator) continue
        const name = `${page.entry.id}.${encodeURIComponent(gold.annotator)}.jsonld`
        await files.write(name, await analyst.toWebAnnotation(page, gold, page.url ?? `urn:boilerscope:${page.entry.id}`))
      }
    },
    finish: () => Promise.resolve(),
    discard: files.discard,
  }
}

/** Files of an export in a folder. */
interface ExportedFiles {
  readonly write: (name: string, data: string | Buffer) => Promise<void>
  /** Removes the files and folders that were not there before. */
  readonly discard: () => Promise<void>
}

async function openFiles(path: string, folders: readonly string[]): Promise<ExportedFiles> {
  const exists = async (at: string): Promise<boolean> => (await stat(at).catch(() => null)) !== null
  const made: string[] = []
  for (const folder of [path, ...folders.map((name) => join(path, name))]) {
    if (!(await exists(folder))) made.push(folder)
    await mkdir(folder, { recursive: true }).catch((thrown: unknown) => Promise.reject(fileFailure(thrown, folder)))
  }
  const written: string[] = []
  return {
    async write(name, data) {
      const file = join(path, name)
      if (!(await exists(file))) written.push(file)
      await writeWhole(file, data)
    },
    async discard() {
      for (const file of written) await rm(file, { force: true })
      for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined)
    },
  }
}

/** A file that grows beside its place and is moved there when it is whole. */
interface GrowingFile {
  readonly append: (data: string | Uint8Array) => Promise<void>
  readonly finish: () => Promise<void>
  readonly discard: () => Promise<void>
}

async function openFile(path: string): Promise<GrowingFile> {
  const temporary = `${path}.part`
  await mkdir(dirname(path), { recursive: true }).catch((thrown: unknown) => Promise.reject(fileFailure(thrown, path)))
  const stream = createWriteStream(temporary, { flush: true })
  let broken: unknown = null
  stream.on('error', (thrown) => {
    broken = fileFailure(thrown, temporary)
  })
  const check = (): void => {
    if (broken !== null)
      throw broken instanceof Error
        ? broken
        : new FailureError(failure('corpus.file', `${path} cannot be written.`, 'Choose another place.'))
  }
  const end = async (): Promise<void> => {
    stream.end()
    if (broken === null && !stream.closed) await Promise.race([once(stream, 'close'), once(stream, 'error').catch(() => undefined)])
  }
  return {
    async append(data) {
      check()
      if (!stream.write(data)) await Promise.race([once(stream, 'drain'), once(stream, 'error').catch(() => undefined)])
      check()
    },
    async finish() {
      await end()
      check()
      await rename(temporary, path).catch((thrown: unknown) => Promise.reject(fileFailure(thrown, path)))
    },
    async discard() {
      await end()
      await rm(temporary, { force: true })
    },
  }
}

/** One capture as a WARC response record. */
async function warcResponse(page: CorpusPage, packed: boolean): Promise<Uint8Array> {
  const { entry, html, mode } = page
  const body = Buffer.from(html, 'utf8')
  const record = WARCRecord.create(
    {
      url: entry.url ?? `urn:boilerscope:${entry.id}`,
      date: entry.capturedAt ?? '1970-01-01T00:00:00Z',
      type: 'response',
      warcVersion: 'WARC/1.1',
      statusline: 'HTTP/1.1 200 OK',
      httpHeaders: { 'Content-Type': 'text/html; charset=utf-8', 'X-Boilerscope-Mode': mode },
    },
    (async function* () {
      yield await Promise.resolve(new Uint8Array(body))
    })(),
  )
  return WARCSerializer.serialize(record, { gzip: packed })
}
