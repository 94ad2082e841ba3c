/** Brings pages and gold of other collections into a corpus. A bad record is a problem in the outcome; the rest goes on. */
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failure, FailureError, toFailure } from '../../../../shared/base/failure'
import type { BatchOutcome } from '../../../../shared/contract/corpus-contract'
import { readGroundTruth } from '../../../../shared/gold/formats/benchmark'
import { cleanEvalText, readCleanEval } from '../../../../shared/gold/formats/cleaneval'
import type { ExchangePage } from '../../../../shared/gold/formats/exchange'
import { readJsonLine } from '../../../../shared/gold/formats/json-lines'
import { newGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import { decodeHtml } from '../../capture/decode-html'
import { warcPages } from '../../sources/warc-entries'
import { checkAnnotator, CORPUS_LIMITS, fileFailure, PAGE_ID, pathInside, readPacked, readText } from '../store/corpus-files'
import type { CorpusStore } from '../store/corpus-store'
import { saveGold } from '../store/gold-store'
import type { BatchContext } from '../batch-context'
import { importAnnotations } from './import-annotations'
import type { ImportOptions, Outcome } from './import-options'
import type { PageAnalyst } from '../analysis/page-analyst'
import { readLines } from '../../sources/read-lines'

/** One record on its way in. */
interface Incoming extends ExchangePage {
  readonly place: string
  readonly status?: number
  readonly capturedAt?: string | null
}

/** @throws FailureError where the source as a whole cannot be read. */
export async function importInto(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: ImportOptions,
  context: BatchContext,
): Promise<BatchOutcome> {
  checkAnnotator(options.annotator)
  const outcome: Outcome = { added: [], known: 0, problems: [], coverage: [] }
  const attempt = async (place: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (thrown) {
      const reason = toFailure(thrown)
      if (reason.code === 'internal' || reason.code === 'corpus.disk-full' || reason.code === 'corpus.read-only') throw thrown
      outcome.problems.push({ place, failure: reason })
    }
  }
  if (options.format === 'web-annotation') {
    await importAnnotations(store, analyst, options, context, outcome, attempt)
    return outcome
  }
  let seen = 0
  for await (const record of records(options, outcome)) {
    if (context.signal.aborted) break
    await attempt(record.place, () => addRecord(store, analyst, options, record, outcome))
    seen++
    context.progress({ done: null, message: `${seen} pages read …` })
  }
  return outcome
}

async function* records(options: ImportOptions, outcome: Outcome): AsyncGenerator<Incoming> {
  switch (options.format) {
    case 'folder':
      yield* folderRecords(options.path, outcome)
      return
    case 'benchmark': {
      const isFolder = (
        await stat(options.path).catch((thrown: unknown) => Promise.reject(fileFailure(thrown, options.path)))
      ).isDirectory()
      const file = isFolder ? join(options.path, 'ground-truth.json') : options.path
      for (const page of readGroundTruth(await readText(file, CORPUS_LIMITS.html), file)) {
        yield* withHtml({ ...page, place: `${file}, ${page.id}` }, dirname(file), outcome)
      }
      return
    }
    case 'json-lines':
      yield* lineRecords(options.path, outcome)
      return
    case 'warc':
      for await (const page of warcPages(options.path, CORPUS_LIMITS.html)) {
        const place = `${options.path}, ${page.url}`
        if ('failure' in page.content) {
          outcome.problems.push({ place, failure: page.content.failure })
          continue
        }
        yield {
          place,
          id: page.url,
          url: page.url,
          html: decodeHtml(page.content.bytes, page.contentType).html,
          htmlPath: null,
          text: null,
          snippets: null,
          pageType: null,
          extra: {},
          status: page.status,
          capturedAt: page.capturedAt,
        }
      }
      return
    case 'web-annotation':
      return
  }
}

async function* lineRecords(path: string, outcome: Outcome): AsyncGenerator<Incoming> {
  for await (const { number, text, failure: reason } of readLines(path)) {
    const place = `${path}, line ${number}`
    if (reason) outcome.problems.push({ place, failure: reason })
    if (text === null || text.trim() === '') continue
    let page
    try {
      page = readJsonLine(number === 1 ? text.replace(/^\ufeff/, '') : text, path, number)
    } catch (thrown) {
      outcome.problems.push({ place, failure: toFailure(thrown) })
      continue
    }
    yield* withHtml({ ...page, place }, dirname(path), outcome)
  }
}

/** Reads the HTML file a record names, never outside the collection's folder. */
async function* withHtml(page: Incoming, folder: string, outcome: Outcome): AsyncGenerator<Incoming> {
  if (page.html !== null) {
    yield page
    return
  }
  try {
    if (page.htmlPath === null)
      throw new FailureError(
        failure('corpus.no-html', `${page.place}: the record has no HTML.`, 'Give "html", or "htmlPath" with the name of a file beside.'),
      )
    const bytes = await readFirst(folder, page.htmlPath)
    yield { ...page, html: decodeHtml(bytes, 'text/html').html }
  } catch (thrown) {
    outcome.problems.push({ place: page.place, failure: toFailure(thrown) })
  }
}

/** A file by its name, packed or not. */
async function readFirst(folder: string, name: string): Promise<Buffer> {
  const other = /\.gz$/i.test(name) ? name.slice(0, -3) : `${name}.gz`
  try {
    return await readPacked(await pathInside(folder, name), CORPUS_LIMITS.html)
  } catch (thrown) {
    if (toFailure(thrown).code !== 'corpus.missing') throw thrown
    return await readPacked(await pathInside(folder, other), CORPUS_LIMITS.html).catch(() => Promise.reject(thrown))
  }
}

const HTML_FILE = /\.x?html?(?:\.gz)?$/i

async function* folderRecords(folder: string, outcome: Outcome): AsyncGenerator<Incoming> {
  let names: string[]
  try {
    names = (await readdir(folder)).sort()
  } catch (thrown) {
    throw fileFailure(thrown, folder)
  }
  const pages = names.filter((name) => HTML_FILE.test(name))
  if (names.includes('gold.jsonl') && !names.some((name) => name.endsWith('.txt'))) {
    yield* lineRecords(join(folder, 'gold.jsonl'), outcome)
    return
  }
  if (pages.length === 0)
    throw new FailureError(failure('corpus.no-html', `${folder} holds no .html or .html.gz file.`, 'Choose the folder that has the pages.'))
  const there = new Set(names)
  for (const name of pages) {
    const id = name.replace(HTML_FILE, '')
    const place = join(folder, name)
    try {
      const html = decodeHtml(await readPacked(await pathInside(folder, name), CORPUS_LIMITS.html), 'text/html').html
      const gold = [`${id}.txt`, `${id}-cleaned.txt`].find((file) => there.has(file))
      const text = gold === undefined ? null : readCleanEval(await readText(await pathInside(folder, gold), CORPUS_LIMITS.text))
      yield {
        place,
        id,
        url: text?.url ?? null,
        html,
        htmlPath: null,
        text: text ? cleanEvalText(text) : null,
        snippets: null,
        pageType: null,
        extra: {},
      }
    } catch (thrown) {
      outcome.problems.push({ place, failure: toFailure(thrown) })
    }
  }
}

/** A collection's id as ours, where it can be one. */
export function importedId(id: string): string | null {
  if (PAGE_ID.test(id)) return id
  const slug = id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 71)
  return /^https?-/.test(slug) || !PAGE_ID.test(slug) ? null : slug
}

async function addRecord(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: ImportOptions,
  record: Incoming,
  outcome: Outcome,
): Promise<void> {
  const html = record.html ?? ''
  const id = importedId(record.id)
  const { annotator } = options
  const { id: page, known } = await store.add({
    capture: {
      html,
      label: record.url ?? record.id,
      url: record.url,
      mode: 'source',
      status: record.status ?? null,
      charset: 'UTF-8',
      capturedAt: record.capturedAt ?? options.now,
    },
    loader: 'import',
    ...(id === null ? {} : { id }),
    ...(record.text === null ? {} : { texts: { [annotator]: record.text } }),
    ...(record.snippets === null ? {} : { snippets: { [annotator]: record.snippets } }),
    imported: {
      id: record.id.slice(0, 1024),
      from: basename(options.path),
      ...(Object.keys(record.extra).length > 0 ? { record: record.extra } : {}),
    },
  })
  if (known) {
    outcome.known++
    return
  }
  outcome.added.push(page)
  if ((record.text === null || !options.align) && record.pageType === null) return

  const { capture } = await store.html(page)
  let gold: GoldFile = { ...newGoldFile(page, capture.sha256, annotator, options.now), pageType: record.pageType, status: 'in-progress' }
  if (record.text !== null && options.align) {
    const origin = { kind: 'import' as const, name: basename(options.path) }
    const aligned = await analyst.align({ html, mode: 'source', sha256: capture.sha256 }, record.text, 'content', origin)
    gold = {
      ...gold,
      spans: [...aligned.spans],
      status: 'done',
      alignment: { coverage: aligned.coverage, missing: aligned.missing.slice(0, 1000) },
    }
    outcome.coverage.push({ page, coverage: aligned.coverage, missing: aligned.missing.length })
  }
  await saveGold(store.root, gold, null)
}
