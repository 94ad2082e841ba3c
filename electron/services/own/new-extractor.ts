/** Templates of new custom extractors. */
import { basename } from 'node:path'

/** Returns an id for a file name: lower-case letters, digits and dashes. */
export function idOfName(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return id === '' ? 'my-method' : id
}

const GUIDE = `// Fields of a page, by the number of a node (elements and texts, in document order; 0 is the root):
//   page.count, page.body         number of nodes, and the node of body (-1 without one)
//   page.kind[n]                  ELEMENT or TEXT
//   page.text[n]                  the text of a text node, '' for elements
//   tagName(page, n)              'div'; '#text' for a text
//   attribute(page, n, 'class')   its value, or null; attributesOf(page, n) has all
//   page.parent[n], children(page, n), page.subtreeEnd[n]   the subtree is n … subtreeEnd[n] - 1
//   page.html, page.url, page.title
// Fields of a tree, by the number of an entry (the body after cleaning, without scripts, blank texts and similar nodes):
//   tree.size, tree.node[e]       number of entries, and the node of an entry
//   tree.parent[e], tree.end[e]   the subtree is e … end[e] - 1; tree.isText[e] is 1 for texts, tree.length[e] their characters
// decide(entry, outcome, rule, value, limit) is shown in Why; outcomes: keep, drop, keepNode, dropNode, path, pass, fail.
`

/** Returns a small working extractor to change: it keeps long texts that are not links. @param name of the file, without its extension */
export function extractorTemplate(name: string): string {
  const id = idOfName(name)
  return `import { defineExtractor, number, sumUp } from 'boilerscope/extractor'

${GUIDE}
/** Keeps the texts of blocks that are long and hardly linked. Change it: what is measured, what is decided, what is kept. */
export default defineExtractor({
  id: '${id}',
  title: '${name.replaceAll("'", '')}',
  family: 'own',
  paper: { authors: 'You', title: 'Your method', venue: 'unpublished', year: ${TEMPLATE_YEAR} },
  summary: 'Keeps blocks of text that are long and hardly linked.',
  // Each becomes a field of the form, and --set name=value.
  params: {
    least: number({
      label: 'least characters',
      description: 'Characters that a block must have.',
      origin: 'ours',
      default: 60,
      min: 0,
      max: 1000,
      step: 5,
    }),
    links: number({
      label: 'most links',
      description: 'Largest share of its characters that may stand in links.',
      origin: 'ours',
      default: 0.4,
      min: 0,
      max: 1,
      step: 0.01,
    }),
  },
  // Each is a column of the tree, and can be drawn as a chart.
  measures: {
    C: { label: 'characters', unit: 'characters', description: 'Characters of the block with all below it.' },
    linkShare: { label: 'link share', share: true, description: 'Share of them that stands in links.' },
  },
  // What Why says of a node.
  rules: {
    length: { label: 'length', measure: 'C', relation: '≥', quantity: 'characters', unit: '', sentence: 'Its block has {value} characters of at least {limit}.' },
    links: { label: 'links', measure: 'linkShare', relation: '≤', quantity: 'link share', unit: '', sentence: '{value} of its block stands in links; {limit} at most.' },
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

    step('judge', 'A text stays where its block is long and hardly linked.', { measures: ['C', 'linkShare'] })
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

const TEMPLATE_YEAR = 2026

function testOf(name: string, home: string): string {
  return `// npm test: the method on the pages that come with Boilerscope.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'

// Where Boilerscope lies on this machine; no package of npm is asked for it.
const home = process.env.BOILERSCOPE_HOME ?? ${JSON.stringify(home)}
const method = join(import.meta.dirname, '${name}.ts')
const boilerscope = (...args) =>
  execFileSync(process.execPath, [join(home, 'out/main/cli.js'), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })

test('keeps the paragraphs of an article and drops its menu', () => {
  const page = join(home, 'electron/samples/pages/news-article.html')
  const { text, nodes } = JSON.parse(boilerscope('extract', '--extractor', method, '--format', 'json', '--nodes', page))
  assert.ok(text.length > 1000)
  assert.ok(nodes.some(({ tag, selected }) => tag === 'p' && selected !== 0))
  assert.ok(nodes.every(({ tag, selected }) => tag !== 'nav' || selected === 0))
})

test('finds more than half of the words of all samples, and not much else', () => {
  const table = boilerscope('evaluate', '--corpus', 'samples', '--extractors', method, '--metrics', 'f1', '--format', 'csv', '--quiet')
  const [head, row] = table.trim().split('\\n').map((line) => line.split(','))
  const f1 = Number(row[head.findIndex((name) => /f1/i.test(name))])
  assert.ok(f1 > 0.5, 'F1 is ' + f1)
})

test('stands hostile pages', () => {
  boilerscope('check-extractor', method)
})
`
}

/** The types of `boilerscope/extractor`: docs/own-extractor.d.ts, which a test writes from the sources. */
const TYPES = Object.values(
  import.meta.glob<string>('../../../docs/own-extractor.d.ts', { query: '?raw', import: 'default', eager: true }),
).join('')

/** The file of those types, beside the extractor that references it. */
export const TYPES_FILE = 'boilerscope-extractor.d.ts'

/** Adds the types to an extractor's files. @param files the module first */
export function withTypes(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [[entry = '', text = ''] = []] = files
  return new Map([...files, [entry, `/// <reference path="./${TYPES_FILE}" />\n${text}`], [TYPES_FILE, TYPES]])
}

export interface NewExtractorOptions {
  /** The folder of Boilerscope, for the test of a project. */
  readonly home: string
  /** The extractor; default: the template. Text by path, the module first. */
  readonly method?: ReadonlyMap<string, string>
}

/** Returns the files of a new extractor by relative path: one module for `NAME.ts`, else a folder with module, test and package. */
export function newExtractorFiles(path: string, { home, method }: NewExtractorOptions): ReadonlyMap<string, string> {
  const single = /\.m?ts$/.test(path)
  const name = basename(path).replace(/\.m?ts$/, '')
  const files = withTypes(method ?? new Map([[`${name}.ts`, extractorTemplate(name)]]))
  if (single) return files
  const manifest = {
    name: idOfName(name),
    private: true,
    type: 'module',
    scripts: { test: 'node --test' },
  }
  const all = new Map([...files, [`${name}.test.mjs`, testOf(name, home)], ['package.json', `${JSON.stringify(manifest, null, 2)}\n`]])
  return new Map([...all].map(([file, text]) => [`${name}/${file}`, text]))
}
