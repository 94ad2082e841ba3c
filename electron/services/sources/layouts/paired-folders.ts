/** Published collections with pages in one folder and gold texts in another folder. */
import { join } from 'node:path'
import { decodeHTML } from 'entities/decode'
import { cleanEvalText, readCleanEval } from '../../../../shared/gold/formats/cleaneval'
import { attribute } from '../../../../shared/page/page-model'
import { HTML_FILE, type CollectionFolder, type Layout } from '../collection-folder'
import { contentOf, createRecord, type PageRecord } from '../page-record'
import { hasClass, markedText } from '../../../../shared/gold/formats/marked-elements'

interface PairedFolders {
  readonly name: string
  readonly pages: string
  readonly gold: string
  readonly goldNames: (id: string) => readonly string[]
  readonly readGold: (text: string) => { readonly text: string; readonly url?: string | null }
  readonly unwrap?: (html: string) => string
  readonly groups?: (folder: CollectionFolder) => Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>
}

/** Removes HTML comments such as “this page contains no article”, and decodes character references. */
function plainCleanEval(text: string) {
  const gold = readCleanEval(text.replace(/<!--[\s\S]*?-->/g, ''))
  return { text: decodeHTML(cleanEvalText(gold)), url: gold.url }
}

/** Removes the element that CleanEval adds around each page. */
function unwrapCleanEval(html: string): string {
  return html.replace(/^[\s\ufeff]*<text\b[^>]*>/i, '').replace(/<\/text\s*>\s*$/i, '')
}

/** The line before the user comments in Dragnet's gold texts. Dragnet's content scores use only the text before this line. */
const DRAGNET_COMMENTS = /^!@#\$%\^&\*\(\)\s+COMMENTS\s*$/m

const L3S_CONTENT: ReadonlySet<string> = new Set(['x-nc-sel1', 'x-nc-sel2', 'x-nc-sel3'])

async function dragnetSplits(folder: CollectionFolder): Promise<Map<string, Record<string, string>>> {
  const splits = new Map<string, Record<string, string>>()
  for (const split of ['training', 'test']) {
    if (!(await folder.has(`${split}.txt`))) continue
    for (const line of (await folder.text(`${split}.txt`)).split(/\r?\n/)) {
      const id = line.trim().replace(/\.html$/i, '')
      if (id !== '') splits.set(id, { split })
    }
  }
  return splits
}

const COLLECTIONS: readonly PairedFolders[] = [
  {
    name: 'CleanEval',
    pages: 'orig',
    gold: 'clean',
    goldNames: (id) => [`${id}.txt`, `${id}-cleaned.txt`],
    readGold: plainCleanEval,
    unwrap: unwrapCleanEval,
  },
  {
    name: 'CleanPortalEval',
    pages: 'input',
    gold: 'GoldStandard',
    goldNames: (id) => [`${id}.txt`, `${id}-cleaned.txt`, `${id}.html.txt`],
    readGold: plainCleanEval,
    unwrap: unwrapCleanEval,
  },
  {
    name: 'Dragnet',
    pages: 'HTML',
    gold: 'Corrected',
    goldNames: (id) => [`${id}.html.corrected.txt`],
    readGold: (text) => ({ text: (text.split(DRAGNET_COMMENTS)[0] as string).trim() }),
    groups: dragnetSplits,
  },
  {
    name: 'L3S-GN1',
    pages: 'original',
    gold: 'annotated',
    goldNames: (id) => [`${id}.html`, `${id}.htm`],
    readGold: (html) => ({ text: markedText(html, (page, node) => hasClass(page, node, L3S_CONTENT)) }),
  },
  {
    name: 'Google-Trends 2017',
    pages: 'raw_html',
    gold: 'prepared_html',
    goldNames: (id) => [`${id}.html`],
    readGold: (html) => ({ text: markedText(html, (page, node) => attribute(page, node, '__boilernet_label') === '1') }),
  },
]

async function* pagesOf(
  folder: CollectionFolder,
  collection: PairedFolders,
  at = '.',
  idOf = (id: string) => id,
  groups: Readonly<Record<string, string>> = {},
): AsyncGenerator<PageRecord> {
  const { goldNames, readGold, unwrap = (html) => html } = collection
  const there = new Set(await folder.names(join(at, collection.gold)))
  const further = await collection.groups?.(folder)
  const files = new Map<string, string>()
  for (const name of await folder.names(join(at, collection.pages))) {
    const id = HTML_FILE.exec(name)?.[1]
    if (id !== undefined) files.set(id, name)
  }
  for (const [file, name] of files) {
    const id = idOf(file)
    const gold = goldNames(file).find((candidate) => there.has(candidate))
    const html = join(at, collection.pages, name)
    const own = { ...groups, ...further?.get(file) }
    yield createRecord(id, join(folder.path, html), {
      origin: { extra: Object.keys(own).length > 0 ? { groups: own } : {} },
      async read() {
        const file = gold === undefined ? null : await folder.plainText(join(at, collection.gold, gold))
        const read = file && readGold(file.text)
        const content = contentOf({ text: read?.text, groups: own }, unwrap(await folder.html(html)))
        return { ...content, url: read?.url ?? null, guessed: file?.guessed }
      },
    })
  }
}

function layoutOf(collection: PairedFolders): Layout {
  const { name, pages, gold } = collection
  return {
    name: `${name} (${pages}/ and ${gold}/)`,
    recognises: async (folder) => (await folder.has(pages)) && (await folder.has(gold)),
    async lacks(folder) {
      const [hasPages, hasGold] = [await folder.has(pages), await folder.has(gold)]
      if (hasPages === hasGold) return null
      return `It has ${hasPages ? pages : gold}/, like ${name}, but ${hasPages ? gold : pages}/ is missing.`
    },
    pages: (folder) => pagesOf(folder, collection),
  }
}

const CETD: PairedFolders = {
  name: 'the corpus of CETD',
  pages: 'original',
  gold: 'gold',
  goldNames: (id) => [`${id}.txt`, `${id}.htm.txt`, `${id}.html.txt`],
  readGold: plainCleanEval,
}

async function sourcesOf(folder: CollectionFolder): Promise<{ whole: string[]; part: string[] }> {
  const whole: string[] = []
  const part: string[] = []
  for (const name of await folder.names()) {
    if (!(await folder.has(join(name, CETD.pages)))) continue
    if (await folder.has(join(name, CETD.gold))) whole.push(name)
    else part.push(name)
  }
  return { whole, part }
}

/** The corpus of CETD: `{arstechnica,BBC,…}/original/*.htm` and `…/gold/*.txt`. As in the paper, each folder is a source. */
const cetdCorpus: Layout = {
  name: 'the corpus of CETD (SOURCE/original/ and SOURCE/gold/)',
  recognises: async (folder) => (await sourcesOf(folder)).whole.length > 0,
  async lacks(folder) {
    const [source] = (await sourcesOf(folder)).part
    return source === undefined ? null : `It has ${source}/original/, like the corpus of CETD, but ${source}/gold/ is missing.`
  },
  async *pages(folder) {
    for (const source of (await sourcesOf(folder)).whole)
      yield* pagesOf(folder, CETD, source, (id) => `${source.replace(/[^\w-]+/g, '')}-${id}`, { source })
  },
}

export const PAIRED_FOLDERS: readonly Layout[] = [...COLLECTIONS.map(layoutOf), cetdCorpus]
