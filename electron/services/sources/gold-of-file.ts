import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FoundGold } from '../../../shared/contract/contract'
import { openCorpus } from '../corpus/store/corpus-store'
import { HTML_FILE } from './collection-folder'
import { corpusPage } from './corpus-pages'
import { goldTextOfWcxb } from './layouts/wcxb'

/**
 * The gold that lies with a page's file: of the page of a corpus (`pages/ID/page.html`) what counts in an evaluation, of WCXB
 * (`html/ID.html.gz`) its ground truth, else `gold/ID.txt` beside the folder of the page. Null where there is none, or it cannot be read:
 * the page is shown all the same.
 */
export async function goldOfFile(path: string): Promise<FoundGold | null> {
  try {
    return await find(path)
  } catch {
    return null
  }
}

async function find(path: string): Promise<FoundGold | null> {
  const folder = dirname(path)
  const name = basename(path)
  if (name === 'page.html' && basename(dirname(folder)) === 'pages') {
    const store = await openCorpus(dirname(dirname(folder)))
    const { gold, labels } = await (await corpusPage(store, basename(folder))).read()
    return gold.text !== null ? { text: gold.text } : labels ? { labels } : null
  }
  const id = HTML_FILE.exec(name)?.[1]
  if (id === undefined) return null
  const beside = dirname(folder)
  const text =
    basename(folder) === 'html'
      ? await goldTextOfWcxb(join(beside, 'ground-truth', `${id}.json`))
      : await readFile(join(beside, 'gold', `${id}.txt`), 'utf8')
  return text === null ? null : { text }
}
