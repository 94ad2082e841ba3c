import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failed, FailureError } from '../../../shared/base/failure'
import { counted } from '../../../shared/base/written-number'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'
import { decodeHtml } from '../files/html-bytes'
import { openCorpus } from './store/corpus-store'
import { pageIdOf } from './store/new-page'
import { CollectionFolder } from '../sources/collection-folder'
import type { Samples } from '../sources/sample-list'
import { corpusPages, type GoldChoice } from './corpus-pages'
import { jsonLinesPages } from '../sources/json-lines-pages'
import { articleBenchmark, LAYOUTS } from '../sources/layouts'
import { NO_GOLD, noPages, type PageCollection, type PageRecord, createRecord } from '../sources/page-record'
import { archiveRecords } from '../capture/saves/archive'
import { readLines } from '../files/read-lines'
import { warcPages } from '../capture/saves/warc-pages'
import { isThere, sha256 } from '../files/files'

export interface CollectionOptions {
  readonly samples?: { readonly list: Samples['list']; readonly folder: string }
  readonly maxBytes?: number
  /** Choice of the gold text in a corpus; null: no gold text. Default: the gold standard of each page. */
  readonly gold?: GoldChoice | null
  readonly note?: (sentence: string) => void
}

const COLLECTIONS = 'a corpus, a folder of pages, a .jsonl, a .warc or a .wacz'

/**
 * Reading throws FailureError `source.missing`, `source.no-collection`, `input.no-pages`, and failures of the format, such as
 * `warc.invalid`.
 */
export function openCollection(source: CollectionSource, options: CollectionOptions = {}): PageCollection {
  const { maxBytes = DEFAULT_LIMITS.maxBytes, gold = { gold: '' } } = options
  const pagesOf = (found: CollectionSource, signal?: AbortSignal): AsyncIterable<PageRecord> => {
    switch (found.kind) {
      case 'samples':
        return samplePages(options.samples)
      case 'corpus':
        return corpusPages(found.path, gold)
      case 'jsonl':
        return jsonLinesPages(found.path, { maxBytes, signal, unique: true })
      case 'warc':
        return archivedPages(found.path, maxBytes, signal, options.note)
      case 'benchmark':
        return articleBenchmark.pages(new CollectionFolder(found.path, maxBytes), { maxBytes, signal })
      case 'folder':
        return folderPages(new CollectionFolder(found.path, maxBytes), maxBytes, signal)
    }
  }
  return {
    async *all(signal) {
      yield* pagesOf(await locate(source), signal)
    },
    async count(signal) {
      const found = await locate(source)
      if (found.kind === 'corpus') return (await (await openCorpus(found.path)).pageIds()).length
      const uncounted = openCollection(source, { ...options, note: () => undefined })
      let count = 0
      for await (const _page of found.kind === 'jsonl' ? readLines(found.path, { signal }) : uncounted.all(signal)) count++
      return count
    },
  }
}

/** @throws FailureError `source.missing`, `source.no-collection`. */
export async function isCorpus(source: CollectionSource): Promise<boolean> {
  return (await locate(source)).kind === 'corpus'
}

async function locate(source: CollectionSource): Promise<CollectionSource> {
  if (source.kind === 'samples') return source
  const there = await stat(source.path).catch(() => null)
  if (!there) throw failed('source.missing', `The path ${source.path || '(empty)'} does not exist.`, 'Check the path.')
  if (source.kind === 'benchmark' && !there.isDirectory()) return { kind: 'benchmark', path: dirname(source.path) }
  if (source.kind !== 'folder') return source
  if (!there.isDirectory())
    throw failed('source.no-collection', `${source.path} is a file, not a collection of pages.`, `Choose ${COLLECTIONS}.`)
  return (await isThere(join(source.path, 'corpus.json'))) ? { kind: 'corpus', path: source.path } : source
}

async function* folderPages(folder: CollectionFolder, maxBytes: number, signal: AbortSignal | undefined): AsyncGenerator<PageRecord> {
  for (const layout of LAYOUTS) {
    if (!(await layout.recognises(folder))) continue
    yield* layout.pages(folder, { maxBytes, signal })
    return
  }
  for (const layout of LAYOUTS) {
    const lacking = await layout.lacks?.(folder)
    if (lacking) throw noPages(folder.path, `${lacking} Choose the folder of the complete, unpacked collection.`)
  }
  throw noPages(folder.path, `It is not a collection. Collections are: a corpus; ${LAYOUTS.map(({ name }) => name).join('; ')}.`)
}

async function* archivedPages(
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
  note: CollectionOptions['note'],
): AsyncGenerator<PageRecord> {
  let revisits = 0
  const seen = new Map<string, number>()
  for await (const records of archiveRecords({ path }, { signal }))
    for await (const { url, contentType, content, status, capturedAt } of warcPages(records, limit, () => revisits++)) {
      const html = 'bytes' in content ? decodeHtml(content.bytes, contentType).html : null
      const made = pageIdOf(url, sha256(html ?? url))
      const count = (seen.get(made) ?? 0) + 1
      seen.set(made, count)
      yield createRecord(count === 1 ? made : `${made}-${count}`, `${basename(path)}, ${url}`, {
        url,
        origin: { unnamed: true, status, capturedAt },
        read: () =>
          'failure' in content
            ? Promise.reject(new FailureError(content.failure))
            : Promise.resolve({ html: html ?? '', gold: NO_GOLD, scriptingEnabled: false }),
      })
    }
  if (revisits > 0) note?.(`${basename(path)}: omitted ${counted(revisits, 'repetition')} of earlier pages.`)
}

async function* samplePages(samples: CollectionOptions['samples']): AsyncGenerator<PageRecord> {
  if (!samples) return
  const { list, folder } = samples
  for (const { id, url, pageType, file, mode } of await list()) {
    yield createRecord(id, `samples, ${id}`, {
      url,
      pageType,
      async read() {
        const text = await readFile(join(folder, 'gold', `${id}.txt`), 'utf8').catch(() => null)
        return {
          html: await readFile(join(folder, 'pages', file), 'utf8'),
          gold: { ...NO_GOLD, text, pageType },
          scriptingEnabled: mode === 'rendered',
        }
      },
    })
  }
}
