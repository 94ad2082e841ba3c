// The pages that the programs by hand are handed, and what the extractors keep of them; `by-hand.mjs` bundles this for Node.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { registry } from '../electron/peers/registry'
import { createSamples } from '../electron/services/sources/samples'
import { resolveParams, runExtractor } from '../shared/extractors/core/run'
import { attributesOf, tagName } from '../shared/page/page-model'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { LISTS } from './docs-constants.mjs'

export { AGREEMENT } from './docs-constants.mjs'

const REAL = 25

/** Samples and, where they stand beside the checkout, real pages: every so many of WCXB's, so that all its kinds are among them. */
async function pages(root) {
  const folder = join(root, 'electron', 'samples')
  const list = (await createSamples(folder).list()).map(({ id, file }) => ({
    name: id,
    html: readFileSync(join(folder, 'pages', file), 'utf8'),
  }))
  const wcxb = join(root, '..', 'shared', 'data', 'wcxb', 'dev', 'html')
  if (!existsSync(wcxb)) return list
  const names = readdirSync(wcxb).sort()
  const every = Math.max(1, Math.floor(names.length / REAL))
  const real = names.filter((_, i) => i % every === 0).slice(0, REAL)
  return [...list, ...real.map((name) => ({ name, html: gunzipSync(readFileSync(join(wcxb, name))).toString('utf8') }))]
}

/** A page as the programs read it: its nodes in preorder, and the lists of the articles. */
function handOver(page) {
  const nodes = Array.from({ length: page.count }, (_, n) => {
    const isText = page.kind[n] === 2
    const attributes = isText ? {} : Object.fromEntries(attributesOf(page, n))
    return [
      page.parent[n],
      isText ? null : tagName(page, n),
      attributes,
      isText ? page.text[n] : '',
      page.sourceStart[n],
      page.sourceEnd[n],
    ]
  })
  return JSON.stringify({ html: page.html, nodes, lists: LISTS })
}

/** @param runs by name an extractor and its parameters. @returns of each page what is handed over, the words of each text, and what each run keeps */
export async function readPages(root, runs) {
  return (await pages(root)).map(({ name, html }) => {
    const page = parsePage(html, { sourcePositions: true })
    const words = Array.from({ length: page.count }, (_, n) => (page.kind[n] === 2 ? countWords(page.text[n]) : 0))
    const kept = Object.fromEntries(
      Object.entries(runs).map(([run, [id, values]]) => {
        const extractor = registry.get(id)
        const { selected } = runExtractor(page, extractor, resolveParams(extractor, 'default', values))
        return [run, words.flatMap((count, n) => (count > 0 && selected[n] === 1 ? [n] : []))]
      }),
    )
    return { name, handed: handOver(page), words, kept }
  })
}
