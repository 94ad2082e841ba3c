/** Layouts of collections. `LAYOUTS` lists specific layouts before general layouts. */
import { join } from 'node:path'
import { readGroundTruth } from '../../../../shared/gold/formats/exchange-pages'
import { cleanEvalText, readCleanEval } from '../../../../shared/gold/formats/cleaneval'
import { HTML_FILE, type Layout } from '../collection-folder'
import { jsonLinesPages, recordOf } from '../json-lines-pages'
import { contentOf, createRecord } from '../page-record'
import { ownSnippets, readabilityPages, trafilatura } from './library-tests'
import { PAIRED_FOLDERS } from './paired-folders'
import { combinedSet, wcxb } from './wcxb'

const GROUND_TRUTH = 'ground-truth.json'
const HASH = /^[0-9a-f]{64}$/

/** The article extraction benchmark: `ground-truth.json` with `articleBody`, and `html/*.html.gz`. */
export const articleBenchmark: Layout = {
  name: `${GROUND_TRUTH} with html/`,
  recognises: (folder) => folder.has(GROUND_TRUTH),
  async *pages(folder) {
    const file = join(folder.path, GROUND_TRUTH)
    const pages = readGroundTruth(await folder.text(GROUND_TRUTH), file)
    // Other collections also use the format, but only the benchmark names pages by hashes.
    const groups = pages.every(({ id }) => HASH.test(id)) ? { groups: { corpus: 'article extraction benchmark' } } : {}
    for (const page of pages) yield recordOf({ ...page, ...groups }, `${file}, ${page.id}`, page.id, folder)
  },
}

/**
 * Pages in files such as `X.html` and `X.html.gz` (see `HTML_FILE`). The gold text is in `X.txt` or `X-cleaned.txt`, with or without
 * CleanEval's marks.
 */
const pagesWithTexts: Layout = {
  name: '.html or .html.gz files, each with a .txt of the same name',
  recognises: async (folder) => (await folder.names()).some((name) => HTML_FILE.test(name)),
  async *pages(folder) {
    const names = await folder.names()
    const there = new Set(names)
    for (const name of names) {
      const id = HTML_FILE.exec(name)?.[1]
      if (id === undefined) continue
      const gold = [`${id}.txt`, `${id}-cleaned.txt`].find((file) => there.has(file))
      yield createRecord(id, join(folder.path, name), {
        async read() {
          const file = gold === undefined ? null : await folder.plainText(gold)
          const text = file && readCleanEval(file.text)
          const content = contentOf({ text: text && cleanEvalText(text) }, await folder.html(name))
          return { ...content, url: text?.url ?? null, guessed: file?.guessed }
        },
      })
    }
  },
}

const LIST = 'gold.jsonl'

const recordList: Layout = {
  name: LIST,
  recognises: (folder) => folder.has(LIST),
  pages: (folder, options) => jsonLinesPages(join(folder.path, LIST), options),
}

const LISTS = /\.jsonl(?:\.gz)?$/i

const recordLists: Layout = {
  name: '.jsonl files',
  recognises: async (folder) => (await folder.names()).some((name) => LISTS.test(name)),
  async *pages(folder, options) {
    for (const name of await folder.names()) if (LISTS.test(name)) yield* jsonLinesPages(join(folder.path, name), options)
  },
}

export const LAYOUTS: readonly Layout[] = [
  recordList,
  articleBenchmark,
  combinedSet,
  wcxb,
  trafilatura,
  ownSnippets,
  readabilityPages,
  ...PAIRED_FOLDERS,
  pagesWithTexts,
  recordLists,
]
