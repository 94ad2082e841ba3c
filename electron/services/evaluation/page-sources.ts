import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { failure, FailureError } from '../../../shared/contract/failure'
import type { PageGold } from '../../../shared/evaluation/evaluate-page'
import type { PageSource, RunSpec } from '../../../shared/evaluation/run-spec'
import { decodeHtml } from '../capture/decode-html'
import type { Samples } from '../samples'
import type { PageEntries, PageEntry } from './page-entries'

const inflate = promisify(gunzip)

const NO_GOLD: PageGold = { text: null, with: [], without: [], pageType: 'unknown' }

/** A record of JSON Lines; `html` is the page itself or, in a benchmark's `gold.jsonl`, the name of its file. */
const Line = z.object({
  id: z.string().min(1).max(1000),
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

/** Reads a page's file, plain or gzip, and decodes it. @throws FailureError `page.unreadable`. */
export async function readHtmlFile(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await inflate(bytes)
  } catch (thrown) {
    throw new FailureError(
      failure('page.unreadable', `${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 'Check the file.'),
    )
  }
  return decodeHtml(bytes).html
}

/** A path of a record, which may not leave the folder of its list unless it is absolute. */
function resolveWithin(folder: string, path: string): string {
  if (isAbsolute(path)) return path
  const full = resolve(folder, path)
  if (!full.startsWith(resolve(folder) + sep))
    throw new FailureError(failure('page.path-outside', `The path "${path}" leaves the folder of its list.`, 'Use a path inside the folder, or an absolute one.'))
  return full
}

function entryOfLine(line: Line, folder: string): PageEntry {
  const pageType = line.pageType ?? 'unknown'
  return {
    id: line.id,
    url: line.url ?? null,
    pageType,
    async read() {
      const gold: PageGold = { text: line.text ?? null, with: line.with ?? [], without: line.without ?? [], pageType }
      const path = line.htmlPath ?? (line.html !== undefined && FILE_NAME.test(line.html) ? line.html : undefined)
      const html = path === undefined ? (line.html ?? '') : await readHtmlFile(resolveWithin(folder, path))
      return { html, gold, scriptingEnabled: false }
    },
  }
}

/** Lines of a text file, plain or gzip, without their ends. */
async function* fileLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  yield* createInterface({ input, crlfDelay: Infinity })
}

/** A record that is malformed is a page that fails when it is read, so that it is counted and the rest goes on. */
function badEntry(id: string, message: string): PageEntry {
  return {
    id,
    url: null,
    pageType: 'unknown',
    read: () => Promise.reject(new FailureError(failure('record.invalid', message, 'Correct the record.'))),
  }
}

/** The page of one line of JSON; `name` says where it stood, `folder` is what its paths are relative to. */
export function entryOfText(text: string, name: string, folder: string): PageEntry {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return badEntry(name, `${name} is not JSON.`)
  }
  const line = Line.safeParse(parsed)
  if (line.success) return entryOfLine(line.data, folder)
  const issue = line.error.issues[0]
  return badEntry(name, `${name}, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

async function* jsonlEntries(path: string): AsyncGenerator<PageEntry> {
  let number = 0
  for await (const text of fileLines(path)) {
    number++
    if (text.trim() !== '') yield entryOfText(text, `${basename(path)}, line ${number}`, dirname(path))
  }
}

const GroundTruth = z.record(z.string(), z.object({ articleBody: z.string(), url: z.string().optional() }))

/** `ground-truth.json` beside `html/*.html.gz`, as in article extraction benchmarks. */
async function* benchmarkEntries(folder: string): AsyncGenerator<PageEntry> {
  const parsed = GroundTruth.safeParse(JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')))
  if (!parsed.success)
    throw new FailureError(failure('source.invalid', `${join(folder, 'ground-truth.json')} is not a ground truth file.`, 'It maps page ids to { articleBody, url }.'))
  for (const [id, { articleBody, url }] of Object.entries(parsed.data)) {
    yield {
      id,
      url: url ?? null,
      pageType: 'article',
      read: async () => ({
        html: await readHtmlFile(resolveWithin(join(folder, 'html'), `${id}.html.gz`)),
        gold: { ...NO_GOLD, text: articleBody, pageType: 'article' },
        scriptingEnabled: false,
      }),
    }
  }
}

/** CleanEval's gold files: a first `URL:` line and `<p>`, `<h>`, `<l>` markers are not text. */
export function cleanEvalText(text: string): { readonly url: string | null; readonly text: string } {
  const url = /^\s*URL:\s*(\S+)[^\n]*\n?/.exec(text)
  const body = url ? text.slice(url[0].length) : text
  return { url: url?.[1] ?? null, text: body.replace(/^[ \t]*<\/?[phl]>[ \t]*/gim, '').replace(/<\/[phl]>/gi, '').trim() }
}

/** `.html` or `.html.gz` files, with gold text in the same-named `.txt` where there is one. */
async function* pairEntries(folder: string): AsyncGenerator<PageEntry> {
  const names = (await readdir(folder)).sort()
  const texts = new Set(names.filter((name) => name.endsWith('.txt')))
  for (const name of names) {
    const id = /^(.+)\.x?html?(?:\.gz)?$/i.exec(name)?.[1]
    if (id === undefined) continue
    const hasGold = texts.has(`${id}.txt`)
    yield {
      id,
      url: null,
      pageType: 'unknown',
      async read() {
        const gold = hasGold ? cleanEvalText(await readFile(join(folder, `${id}.txt`), 'utf8')).text : null
        return { html: await readHtmlFile(join(folder, name)), gold: { ...NO_GOLD, text: gold }, scriptingEnabled: false }
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

/** A folder is what it holds: a list (`gold.jsonl`), a benchmark (`ground-truth.json`) or pairs of page and text. */
async function* folderEntries(folder: string): AsyncGenerator<PageEntry> {
  if (await exists(join(folder, 'gold.jsonl'))) yield* jsonlEntries(join(folder, 'gold.jsonl'))
  else if (await exists(join(folder, 'ground-truth.json'))) yield* benchmarkEntries(folder)
  else yield* pairEntries(folder)
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

export interface PageSourcePorts {
  readonly samples: Samples
  readonly samplesFolder: string
  /** Pages of one of our corpora. */
  readonly corpus: (folder: string, spec: RunSpec) => AsyncIterable<PageEntry>
  /** Pages of a web archive. */
  readonly warc: (path: string) => AsyncIterable<PageEntry>
}

/** Opens sources of pages. @throws FailureError `source.missing` when iterated, where the path does not exist. */
export function createPageSources(ports: PageSourcePorts): (source: PageSource, spec: RunSpec) => PageEntries {
  async function* open(source: PageSource, spec: RunSpec): AsyncGenerator<PageEntry> {
    if (source.kind === 'samples') {
      yield* sampleEntries(ports.samples, ports.samplesFolder)
      return
    }
    if (!(await exists(source.path)))
      throw new FailureError(failure('source.missing', `There is nothing at ${source.path || 'an empty path'}.`, 'Check the path.'))
    switch (source.kind) {
      case 'corpus':
        yield* ports.corpus(source.path, spec)
        return
      case 'folder':
        if (await exists(join(source.path, 'corpus.json'))) yield* ports.corpus(source.path, spec)
        else yield* folderEntries(source.path)
        return
      case 'benchmark':
        yield* benchmarkEntries(source.path)
        return
      case 'jsonl':
        yield* jsonlEntries(source.path)
        return
      case 'warc':
        yield* ports.warc(source.path)
    }
  }
  return (source, spec) => () => open(source, spec)
}
