import { basename } from 'node:path'

export function idOfName(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return id === '' ? 'my-method' : id
}

const GUIDE = `// A page has nodes: its elements and texts in document order. n is the number of a node; 0 is the root.
//   page.count, page.body         number of nodes; number of the body (-1 if the page has no body)
//   page.kind[n]                  ELEMENT or TEXT
//   page.text[n]                  text of a text node; '' for an element
//   tagName(page, n)              for example 'div'; '#text' for a text node
//   attribute(page, n, 'class')   value of the attribute, or null; attributesOf(page, n) returns all attributes
//   page.parent[n], children(page, n), page.subtreeEnd[n]   the subtree of n is n … subtreeEnd[n] - 1
//   page.html, page.url, page.title
// A tree has entries: the nodes of the body without scripts, blank texts and similar nodes. e is the number of an entry.
//   tree.size, tree.node[e]       number of entries; node of the entry
//   tree.parent[e], tree.end[e]   the subtree of e is e … end[e] - 1
//   tree.isText[e], tree.length[e]   1 for a text; its number of characters
// decide(entry, outcome, rule, value, limit) records a decision for Why. Outcomes: keep, drop, keepNode, dropNode, path, pass, fail.
`

export function extractorTemplate(name: string): string {
  const id = idOfName(name)
  return `import { defineExtractor, number, sumUp } from 'boilerscope/extractor'

${GUIDE}
/** Keeps the texts of long blocks with few links. Change its measures, its decisions and its kept texts. */
export default defineExtractor({
  id: '${id}',
  title: '${name.replaceAll("'", '')}',
  family: 'own',
  paper: { authors: 'You', title: 'Your extractor', venue: 'unpublished', year: 2026 },
  summary: 'Keeps the texts of long blocks with few links.',
  // Each parameter is a field of the form; the command line sets it by --set name=value.
  params: {
    least: number({
      label: 'minimum characters',
      description: 'Minimum number of characters of a block.',
      origin: 'ours',
      default: 60,
      min: 0,
      max: 1000,
      step: 5,
    }),
    links: number({
      label: 'maximum link share',
      description: 'Maximum share of the characters of a block that are in links.',
      origin: 'ours',
      default: 0.4,
      min: 0,
      max: 1,
      step: 0.01,
    }),
  },
  // Each measure is a column of the tree and can be shown in a chart.
  measures: {
    C: { label: 'characters', unit: 'characters', description: 'Characters of the block and its descendants.' },
    linkShare: { label: 'link share', share: true, description: 'Share of the characters of the block that are in links.' },
  },
  // The Why view shows the sentence of the rule that decided on a node.
  rules: {
    length: { label: 'length', measure: 'C', relation: '≥', quantity: 'characters', unit: '', sentence: 'Its block has {value} characters; the minimum is {limit}.' },
    links: { label: 'links', measure: 'linkShare', relation: '≤', quantity: 'link share', unit: '', sentence: '{value} of its characters are in links; the maximum is {limit}.' },
  },
  charts: [{ id: 'C', title: 'Characters, in document order', per: 'node', series: ['C'] }],
  mainMeasure: 'C',
  run({ page, tree, p, step, decide }) {
    const { size, node, parent, isText, length } = tree
    const anchor = page.tagNames.indexOf('a')
    const C = Float64Array.from(length)
    const linked = new Float64Array(size)
    const inLink = new Uint8Array(size)
    // Parents come before their children.
    for (let e = 0; e < size; e++) {
      inLink[e] = page.tag[node[e]] === anchor || (e > 0 && inLink[parent[e]] === 1) ? 1 : 0
      if (isText[e] === 1 && inLink[e] === 1) linked[e] = length[e]
    }
    sumUp(tree, C)
    sumUp(tree, linked)
    const linkShare = C.map((count, e) => (count === 0 ? 0 : linked[e] / count))

    step('judge', 'Keep the texts of long blocks with few links.', { measures: ['C', 'linkShare'] })
    const texts = new Uint8Array(size)
    for (let e = 1; e < size; e++) {
      if (isText[e] === 0) continue
      // A link's text belongs to the block around the link.
      let block = parent[e]
      while (block > 0 && inLink[block] === 1) block = parent[block]
      if (C[block] < p.least) decide(e, 'fail', 'length', C[block], p.least)
      else if (linkShare[block] > p.links) decide(e, 'fail', 'links', linkShare[block], p.links)
      else {
        decide(e, 'keepNode', 'links', linkShare[block], p.links)
        texts[e] = 1
      }
    }
    return { kept: { texts }, measures: { C, linkShare } }
  },
})
`
}

function testOf(name: string, home: string): string {
  return `// npm test runs the extractor on the sample pages of Boilerscope.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'

// The folder of Boilerscope on this machine. The test needs no npm package.
const home = process.env.BOILERSCOPE_HOME ?? ${JSON.stringify(home)}
const extractor = join(import.meta.dirname, '${name}.ts')
const boilerscope = (...args) =>
  execFileSync(process.execPath, [join(home, 'out/main/cli.js'), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })

test('keeps the paragraphs of an article and drops its menu', () => {
  const page = join(home, 'electron/samples/pages/news-article.html')
  const { text, nodes } = JSON.parse(boilerscope('extract', '--extractor', extractor, '--format', 'json', '--nodes', page))
  assert.ok(text.length > 1000)
  assert.ok(nodes.some(({ tag, selected }) => tag === 'p' && selected !== 0))
  assert.ok(nodes.every(({ tag, selected }) => tag !== 'nav' || selected === 0))
})

test('has an F1 above 0.5 on the samples', () => {
  const table = boilerscope('evaluate', '--corpus', 'samples', '--extractors', extractor, '--metrics', 'f1', '--format', 'csv', '--quiet')
  const [head, row] = table.trim().split('\\n').map((line) => line.split(','))
  const f1 = Number(row[head.findIndex((name) => /f1/i.test(name))])
  assert.ok(f1 > 0.5, 'F1 is ' + f1)
})

test('passes the checks with hostile pages', () => {
  boilerscope('check-extractor', extractor)
})
`
}

/** Types of `boilerscope/extractor`, from docs/own-extractor.d.ts. A test compares this file with the sources. */
const TYPES = Object.values(
  import.meta.glob<string>('../../../docs/own-extractor.d.ts', { query: '?raw', import: 'default', eager: true }),
).join('')

export const TYPES_FILE = 'boilerscope-extractor.d.ts'

export function withTypes(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [[entry = '', text = ''] = []] = files
  return new Map([...files, [entry, `/// <reference path="./${TYPES_FILE}" />\n${text}`], [TYPES_FILE, TYPES]])
}

/**
 * Returns text by relative path. A path `NAME.ts` or `NAME.mts` gives a module and the files that the module needs. Other paths give a
 * folder with these files, a test and a `package.json`.
 * @param method files of the copied extractor: text by path, the module first. Default: the template.
 */
export function newExtractorFiles(path: string, home: string, method?: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const name = basename(path).replace(/\.m?ts$/, '')
  const files = withTypes(method ?? new Map([[`${name}.ts`, extractorTemplate(name)]]))
  if (/\.m?ts$/.test(path)) return files
  const manifest = { name: idOfName(name), private: true, type: 'module', scripts: { test: 'node --test' } }
  const all = new Map([...files, [`${name}.test.mjs`, testOf(name, home)], ['package.json', `${JSON.stringify(manifest, null, 2)}\n`]])
  return new Map([...all].map(([file, text]) => [`${name}/${file}`, text]))
}
