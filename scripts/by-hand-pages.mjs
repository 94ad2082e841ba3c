// Reads the pages for the hand-written programs, and runs the extractors on these pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { registry } from '../electron/peers/registry'
import { createSamples } from '../electron/services/sources/collection-folder'
import { OUTCOMES } from '../shared/extractors/core/probe'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { REMOVALS, usualTree } from '../shared/page/content-tree'
import { attributesOf, tagName } from '../shared/page/page-model'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { LISTS } from './docs-constants.mjs'

export { AGREEMENT } from './docs-constants.mjs'

/** Maximum number of pages per real collection. The pages are at equal distances in the sorted list of files. */
const REAL = { 'wcxb/dev/html': 60, aeb: 30 }

async function pages(root) {
  const folder = join(root, 'electron', 'samples')
  const list = (await createSamples(folder).list()).map(({ id, file }) => ({
    name: id,
    html: readFileSync(join(folder, 'pages', file), 'utf8'),
    isSample: true,
  }))
  for (const [path, count] of Object.entries(REAL)) {
    const collection = join(root, '..', 'shared', 'data', path)
    const names = existsSync(collection)
      ? readdirSync(collection)
          .filter((name) => name.endsWith('.html.gz'))
          .sort()
      : []
    const every = Math.max(1, Math.floor(names.length / count))
    const chosen = names.filter((_, i) => i % every === 0).slice(0, count)
    for (const name of chosen)
      list.push({
        name: `${path.split('/')[0]} ${name.split('.')[0].slice(0, 8)}`,
        html: gunzipSync(readFileSync(join(collection, name))).toString('utf8'),
      })
  }
  return list
}

function handOver(page) {
  const nodes = Array.from({ length: page.count }, (_, n) => {
    const isText = page.kind[n] === 2
    const [tag, attributes, text] = isText ? [null, {}, page.text[n]] : [tagName(page, n), Object.fromEntries(attributesOf(page, n)), '']
    return [page.parent[n], tag, attributes, text, page.sourceStart[n], page.sourceEnd[n]]
  })
  return JSON.stringify({ html: page.html, nodes, lists: LISTS })
}

function rulesOf(page, { rules, rule, outcome, subject, decisionCount }) {
  const why = {}
  for (let d = 0; d < decisionCount; d++) {
    // `emptied` only reports an element without remaining text. Other rules dropped the text.
    if (rules[rule[d]] === 'emptied' || !OUTCOMES[outcome[d]].startsWith('drop')) continue
    for (let n = subject[d]; n < page.subtreeEnd[subject[d]]; n++) if (page.kind[n] === 2) why[n] = rules[rule[d]]
  }
  return why
}

/**
 * Returns per page: `handed`, the input of the programs; `words`, the number of words of each text; `removed`, the reasons why the usual
 * tree omits nodes; `kept`, the kept texts of each run; `why`, the rules that dropped texts, for each run of ContentEx.
 * @param runs extractor, parameters and preset, by name of the run
 */
export async function readPages(root, runs) {
  return (await pages(root)).map(({ name, html, isSample = false }) => {
    const page = parsePage(html, { sourcePositions: true })
    const words = Array.from({ length: page.count }, (_, n) => (page.kind[n] === 2 ? countWords(page.text[n]) : 0))
    const { removal } = usualTree(page)
    const removed = Object.fromEntries(words.flatMap((_, n) => (removal[n] === 0 ? [] : [[n, REMOVALS[removal[n]]]])))
    const kept = {}
    const why = {}
    for (const [run, [id, values, preset = 'default']] of Object.entries(runs)) {
      const extractor = registry.get(id)
      const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, preset, values))
      kept[run] = words.flatMap((count, n) => (count > 0 && extraction.selected[n] === 1 ? [n] : []))
      if (id === 'contentex') why[run] = rulesOf(page, trace)
    }
    return { name, isSample, handed: handOver(page), words, removed, kept, why }
  })
}
