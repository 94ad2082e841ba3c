import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import type { PageGold } from '../../../shared/evaluation/evaluate-page'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { PageSource, RunSpec } from '../../../shared/evaluation/run-spec'
import { readGroundTruth } from '../../../shared/gold/formats/benchmark'
import { cleanEvalText, readCleanEval } from '../../../shared/gold/formats/cleaneval'
import { decodeHtml, readHtmlBytes } from '../capture/decode-html'
import { CORPUS_LIMITS, readText } from '../corpus/store/corpus-files'
import { countLines, readLines } from '../sources/read-lines'
import type { Samples } from '../samples'
import type { PageEntries, PageEntry } from './page-entries'

const NO_GOLD: PageGold = { text: null, with: [], without: [], pageType: 'unknown' }

/** A record of JSON Lines; `html` is the page itself or, in a benchmark's `gold.jsonl`, the name of its file. */
const Line = z.object({
  id: z.union([z.string().min(1).max(1000), z.number().transform(String)]),
  url: z.string().nullish(),
  html: z.string().optional(),
  htmlPath: z.string().optional(),
  text: z.string().nullish(),
  with: z.array(z.string()).optional(),
  without: z.array(z.string()).optional(),
  pageType: z.string().nullish(),
})
type Line = z.infer<typeof Line>

const FILE_NAME = /^[^<>\n]{1,400}\.x?html?(?:\.gz)?$/i

/** Reads a page's file, plain or gzip, and decodes it. @throws FailureError as `readHtmlBytes`. */
async function readHtmlFile(path: string, limit: number): Promise<string> {
  return decodeHtml(await readHtmlBytes(path, limit)).html
}

/** A path of a record, which may not leave the folder of its list unless it is absolute. */
function resolveWithin(folder: string, path: string): string {
  if (isAbsolute(path)) return path
  const full = resolve(folder, path)
  if (!full.startsWith(resolve(folder) + sep))
    throw new FailureError(
      failure(
        'page.path-outside',
        `The path "${path}" leaves the folder of its list.`,
        'Use a path inside the folder, or an absolute one.',
      ),
    )
  return full
}

function entryOfLine(line: Line, folder: string, limit: number): PageEntry {
  const pageType = line.pageType ?? 'unknown'
  return {
    id: line.id,
    url: line.url ?? null,
    pageType,
    async read() {
      const gold: PageGold = { text: line.text ?? null, with: line.with ?? [], without: line.without ?? [], pageType }
      const path = line.htmlPath ?? (line.html !== undefined && FILE_NAME.test(line.html) ? line.html : undefined)
      const html = path === undefined ? (line.html ?? '') : await readHtmlFile(resolveWithin(folder, path), limit)
      return { html, gold, scriptingEnabled: false }
    },
  }
}

/** A record that is malformed is a page that fails when it is read, so that it is counted and the rest goes on. */
function badEntry(id: string, reason: Failure): PageEntry {
  return { id, url: null, pageType: 'unknown', read: () => Promise.reject(new FailureError(reason)) }
}

function invalid(id: string, message: string): PageEntry {
  return badEntry(id, failure('record.invalid', message, 'Correct the record.'))
}

/** The page of one line of JSON; `name` says where it stood, `folder` is what its paths are relative to. */
export function entryOfText(text: string, name: string, folder: string, limit: number = DEFAULT_LIMITS.maxBytes): PageEntry {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return invalid(name, `${name} is not JSON.`)
  }
  const line = Line.safeParse(parsed)
  if (line.success) return entryOfLine(line.data, folder, limit)
  const issue = line.error.issues[0]
  return invalid(name, `${name}, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

async function* jsonlEntries(path: string, limit: number): AsyncGenerator<PageEntry> {
  for await (const { number, text, failure: reason } of readLines(path)) {
    const name = `${basename(path)}, line ${number}`
    if (text === null) yield badEntry(name, reason)
    else if (text.trim() !== '') yield entryOfText(text, name, dirname(path), limit)
  }
}

/** `ground-truth.json` beside `html/*.html.gz`, as in article extraction benchmarks. */
async function* benchmarkEntries(folder: string, limit: number): AsyncGenerator<PageEntry> {
  const file = join(folder, 'ground-truth.json')
  for (const { id, url, text, pageType, htmlPath } of readGroundTruth(await readText(file, CORPUS_LIMITS.text), file)) {
    yield {
      id,
      url,
      pageType: pageType ?? 'article',
      read: async () => ({
        html: await readHtmlFile(resolveWithin(folder, htmlPath ?? ''), limit),
        gold: { ...NO_GOLD, text, pageType: pageType ?? 'article' },
        scriptingEnabled: false,
      }),
    }
  }
}

const HTML_FILE = /^(.+)\.x?html?(?:\.gz)?$/i

/** `.html` or `.html.gz` files, with gold text in the same-named `.txt` where there is one. */
async function* pairEntries(folder: string, limit: number): AsyncGenerator<PageEntry> {
  const names = (await readdir(folder)).sort()
  const texts = new Set(names.filter((name) => name.endsWith('.txt')))
  for (const name of names) {
    const id = HTML_FILE.exec(name)?.[1]
    if (id === undefined) continue
    const hasGold = texts.has(`${id}.txt`)
    yield {
      id,
      url: null,
      pageType: 'unknown',
      async read() {
        const text = hasGold ? cleanEvalText(readCleanEval(await readText(join(folder, `${id}.txt`), CORPUS_LIMITS.text))) : null
        return { html: await readHtmlFile(join(folder, name), limit), gold: { ...NO_GOLD, text }, scriptingEnabled: false }
      },
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** The list of a source of JSON Lines: the file itself, or a folder's `gold.jsonl`. Null for other sources. */
async function listOf({ kind, path }: PageSource): Promise<string | null> {
  if (kind === 'jsonl') return path
  const list = join(path, 'gold.jsonl')
  return kind === 'folder' && (await exists(list)) ? list : null
}

/** A folder without a list is a benchmark (`ground-truth.json`) or pairs of page and text. */
async function* folderEntries(folder: string, limit: number): AsyncGenerator<PageEntry> {
  if (await exists(join(folder, 'ground-truth.json'))) yield* benchmarkEntries(folder, limit)
  else yield* pairEntries(folder, limit)
}

async function* sampleEntries(samples: Samples, folder: string): AsyncGenerator<PageEntry> {
  for (const { id, url, pageType, file, mode } of await samples.list()) {
    yield {
      id,
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
    }
  }
}

/** Whose gold, and which labels of it count. */
export type GoldChoice = Pick<RunSpec, 'labels' | 'gold'>

export interface PageSourcePorts {
  readonly samples: Samples
  readonly samplesFolder: string
  /** Pages of one of our corpora. */
  readonly corpus: (folder: string, gold: GoldChoice) => PageEntries
  /** Pages of a web archive. */
  readonly warc: (path: string, limit: number) => AsyncIterable<PageEntry>
  /** Bytes of HTML a page may have; a page above fails. */
  readonly maxBytes?: number
}

/** Opens sources of pages. @throws FailureError `source.missing` when iterated, where the path does not exist. */
export function createPageSources(ports: PageSourcePorts): (source: PageSource, gold: GoldChoice) => PageEntries {
  const limit = ports.maxBytes ?? DEFAULT_LIMITS.maxBytes
  const corpusIn = async (source: PageSource, gold: GoldChoice): Promise<PageEntries | null> =>
    source.kind === 'corpus' || (source.kind === 'folder' && (await exists(join(source.path, 'corpus.json'))))
      ? ports.corpus(source.path, gold)
      : null

  async function* open(source: PageSource, gold: GoldChoice): AsyncGenerator<PageEntry> {
    if (source.kind === 'samples') {
      yield* sampleEntries(ports.samples, ports.samplesFolder)
      return
    }
    if (!(await exists(source.path)))
      throw new FailureError(failure('source.missing', `There is nothing at ${source.path || 'an empty path'}.`, 'Check the path.'))
    const corpus = await corpusIn(source, gold)
    const list = corpus ? null : await listOf(source)
    if (corpus) yield* corpus.all()
    else if (list !== null) yield* jsonlEntries(list, limit)
    else if (source.kind === 'benchmark') yield* benchmarkEntries(source.path, limit)
    else if (source.kind === 'warc') yield* ports.warc(source.path, limit)
    else yield* folderEntries(source.path, limit)
  }

  return (source, gold) => {
    const all = (): AsyncIterable<PageEntry> => open(source, gold)
    return {
      all,
      async count() {
        const corpus = await corpusIn(source, gold)
        if (corpus?.count) return corpus.count()
        const list = corpus ? null : await listOf(source)
        if (list !== null) return countLines(list)
        let pages = 0
        for await (const entry of all()) {
          void entry
          pages++
        }
        return pages
      },
    }
  }
}
