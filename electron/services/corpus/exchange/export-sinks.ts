import { counted, noteAbout } from '../../../../shared/base/written-number'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Checked } from '../../../../shared/contract/contract'
import { type CleanEvalBlock, writeCleanEval } from '../../../../shared/gold/formats/cleaneval'
import {
  type ExchangePage,
  htmlPathOf,
  wcxbTruthPath,
  writeGroundTruth,
  writeWcxbTruth,
  writeJsonLine,
} from '../../../../shared/gold/formats/exchange-pages'
import { PAGE_LABELS_FOLDER, PAGE_LABELS_KEY, type PageLabels, pageLabelsValue } from '../../../../shared/gold/corpus-labels'
import type { GoldFile } from '../../../../shared/gold/gold-file'
import type { LeftOut } from '../../../../shared/gold/page-gold'
import { createWacz } from '../../bundle/wacz-writer'
import { documentResponse, responseRecord } from '../../bundle/warc-writer'
import type { PageAnalyst } from '../analysis/page-analyst'
import { isThere, makeFolder, pathInside } from '../../files/files'
import type { CorpusStore, StoredPage } from '../store/corpus-store'
import { openGrowing, writeWhole } from '../../files/write-whole'

const pack = promisify(gzip)

export interface Exported extends ExchangePage {
  readonly blocks: readonly CleanEvalBlock[] | null
  readonly chosen: GoldFile | null
  /** Why existing labels are not used as the gold standard; null if no labels were left out. */
  readonly leftOut: LeftOut | null
  readonly labels: PageLabels | null
}

function recordOf({ blocks: _blocks, chosen: _chosen, leftOut: _leftOut, labels, ...page }: Exported): ExchangePage {
  return labels ? { ...page, extra: { ...page.extra, [PAGE_LABELS_KEY]: pageLabelsValue(labels) } } : page
}

interface Sink {
  readonly write: (page: StoredPage, exported: Exported) => Promise<void>
  readonly finish: () => Promise<void>
  readonly notes?: () => readonly string[]
  /** Removes the new files, because an incomplete collection looks complete. Does not restore replaced files. */
  readonly discard: () => Promise<void>
}

export async function openSink(
  store: CorpusStore,
  analyst: PageAnalyst,
  { format, path }: Pick<Checked<'corpus.export'>, 'format' | 'path'>,
): Promise<Sink> {
  if (format === 'wacz') {
    const file = await createWacz(path, 'Boilerscope')
    return {
      ...file,
      async write({ entry: { id, label, capturedAt }, html, url, mode }) {
        const about = { url: addressOf(id, url), title: label ?? id, capturedAt: capturedAt ?? NO_TIME }
        await file.add({ ...about, mode, html, bundle: await store.bundle(id) })
      },
    }
  }
  if (format === 'benchmark' || format === 'wcxb' || format === 'folder') return folderSink(path, format)
  const file = await openGrowing(path)
  const partly: string[] = []
  const entry: Record<typeof format, (page: StoredPage, exported: Exported) => Promise<string | Uint8Array>> = {
    'json-lines': async (_page, exported) => `${writeJsonLine(recordOf(exported))}\n`,
    async warc({ entry: { id, url, capturedAt }, html, mode }) {
      const response = documentResponse(addressOf(id, url), html, mode)
      return (await responseRecord(response, capturedAt ?? NO_TIME, /\.gz$/i.test(path))).bytes
    },
    async 'cc-select'(page, { chosen, labels, id, url, text }) {
      const marked = chosen ? await analyst(page, { kind: 'marked', labels: chosen, contentLabels: store.file.contentLabels ?? [] }) : null
      if (wordsOf(marked?.text ?? '') !== wordsOf(text ?? '')) partly.push(id)
      const html = marked?.html ?? page.html
      const added = labels && { [PAGE_LABELS_KEY]: pageLabelsValue(labels) }
      return `${JSON.stringify({ track_id: id, url, html, convert_main_content: text, ...added })}\n`
    },
  }
  return {
    ...file,
    write: async (page, exported) => file.append(await entry[format](page, exported)),
    notes: () =>
      noteAbout(
        partly,
        (pages) =>
          `cc-select marks only part of the gold text on ${counted(partly.length, 'page')} (${pages}): labels cover parts of elements, or the gold text does not match the page word by word. Other programs find the rest only in the text; Boilerscope imports the labels completely.`,
      ),
  }
}

type FolderFormat = 'benchmark' | 'wcxb' | 'folder'

const FOLDERS: Readonly<Record<FolderFormat, readonly string[]>> = {
  benchmark: ['html', PAGE_LABELS_FOLDER],
  wcxb: ['html', 'ground-truth', PAGE_LABELS_FOLDER],
  folder: ['.', PAGE_LABELS_FOLDER],
}

async function folderSink(path: string, format: FolderFormat): Promise<Sink> {
  const files = await openFiles(path, FOLDERS[format])
  const pages: ExchangePage[] = []
  let before: readonly string[] = []
  return {
    async write({ entry, html }, exported) {
      const { id, url, text, chosen, labels } = exported
      if (format === 'folder') await files.write(`${id}.html`, html)
      else await files.write(htmlPathOf(id), await pack(html))
      if (labels) await files.write(join(PAGE_LABELS_FOLDER, `${id}.json`), `${JSON.stringify(pageLabelsValue(labels), null, 1)}\n`)
      if (format === 'benchmark') pages.push({ ...recordOf({ ...exported, labels: null }), html: null })
      else if (format === 'wcxb') {
        const fields = Object.fromEntries(Object.entries(chosen?.fields ?? {}).map(([name, field]) => [name, field.text]))
        await files.write(wcxbTruthPath(id), writeWcxbTruth(exported, { ...entry.fields, ...fields }))
      } else if (text !== null) await files.write(`${id}.txt`, writeCleanEval({ url, blocks: blocksOf(exported), marked: true }))
    },
    finish: async () => {
      if (format === 'benchmark') await files.write('ground-truth.json', writeGroundTruth(pages))
      // Other programs that use one of the other formats read every file of the folders.
      else before = await files.fromBefore(FOLDERS[format])
    },
    notes: () =>
      noteAbout(
        before,
        (names) =>
          `The folder contains files that this export did not write: ${names}. Other programs will read these files too. Export to an empty folder to get only the exported pages.`,
      ),
    discard: files.discard,
  }
}

function blocksOf({ blocks, text }: Exported): readonly CleanEvalBlock[] {
  if (blocks) return blocks
  return (text ?? '').split('\n').flatMap((line): CleanEvalBlock[] => (line.trim() === '' ? [] : [{ mark: 'p', text: line }]))
}

const wordsOf = (text: string): string => text.replace(/\s+/g, '')

async function openFiles(path: string, folders: readonly string[]) {
  const made: string[] = []
  for (const name of new Set(['.', ...folders])) {
    const folder = await pathInside(path, name)
    if (!(await isThere(folder))) made.push(folder)
    await makeFolder(folder)
  }
  const written: string[] = []
  const names = new Set<string>()
  return {
    async write(name: string, data: string | Buffer) {
      const file = await pathInside(path, name)
      if (!(await isThere(file))) written.push(file)
      names.add(join(name))
      await writeWhole(file, data)
    },
    async fromBefore(read: readonly string[]) {
      const found: string[] = []
      for (const folder of read)
        for (const file of await readdir(await pathInside(path, folder)))
          if (/\.(?:html|html\.gz|txt|json)$/i.test(file) && !names.has(join(folder, file))) found.push(join(folder, file))
      return found.sort()
    },
    discard: async (): Promise<void> => {
      for (const file of written) await rm(file, { force: true })
      for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined)
    },
  }
}

function addressOf(id: string, url: string | null): string {
  return url !== null && /^https?:/i.test(url) ? url : `urn:boilerscope:${id}`
}

const NO_TIME = '1970-01-01T00:00:00Z'
