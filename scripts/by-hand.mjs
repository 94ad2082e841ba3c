// node scripts/by-hand.mjs [--pages] [--write]: compares two sets of Python programs with the extractors, on the samples and, if present,
// on real pages. Without Python 3.9 or later, skips both sets. Programs of docs/by-hand need a mean agreement of 0.99; --pages prints each
// page with an agreement below 1. Programs of docs/by-hand/from-papers must keep the same texts as the extractors in each preset, or differ
// for a known cause; --write writes the list of these causes.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { ensureDependencies, root } from './ensure.mjs'
import { comparePapers, PAPER_RUNS } from './from-papers.mjs'

const LINES = 80
const RUNS = Object.fromEntries([
  ...['cetd-ds', 'cectd-ds', 'cectd-s'].map((id) => [id, { program: ['cetd', id], extractor: [id, {}] }]),
  ...['k-means', 'threshold', 'farthest-first', 'em', 'prediction'].map((cluster) => [
    `ttr ${cluster}`,
    { program: ['ttr', cluster], extractor: ['ttr', { cluster }] },
  ]),
  ...['cuter', 'contentex', 'textsweeper'].map((id) => [id, { program: [id], extractor: [id, {}] }]),
])

if (spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status !== 0) {
  console.log('SKIPPED: hand-written programs (no Python 3.9 or later)')
  process.exit(0)
}
ensureDependencies()

const program = await bundle({ pages: 'scripts/by-hand-pages.mjs' }, 'by-hand')
const { AGREEMENT, readPages } = await import(pathToFileURL(program('pages')).href)
const wanted = { ...Object.fromEntries(Object.entries(RUNS).map(([name, { extractor }]) => [name, extractor])), ...PAPER_RUNS }
const pages = await readPages(root, wanted)
const inputOf = (list) => list.map(({ handed }) => handed.replaceAll('\n', '\\n')).join('\n') + '\n'
/** The programs of the articles are slow and run only on the samples and every fourth real page. */
const some = pages.filter(({ isSample }, i) => isSample || i % 4 === 0)
const input = inputOf(some)

function agreement(words, ours, theirs) {
  const count = (list) => list.reduce((sum, n) => sum + words[n], 0)
  const all = count(ours) + count(theirs)
  const both = new Set(ours)
  return all === 0 ? 1 : (2 * count(theirs.filter((n) => both.has(n)))) / all
}

function compare(name, [program, ...args]) {
  const file = join(root, 'docs', 'by-hand', `${program}.py`)
  const { stdout, stderr, status } = spawnSync('python3', [file, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) return { mean: 0, why: stderr.trim().slice(-600) }
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const each = some.map(({ name: page, words, kept }, i) => ({ page, value: agreement(words, kept[name], answers[i]) }))
  const worst = each.filter(({ value }) => value < 1).sort((a, b) => a.value - b.value)
  if (process.argv.includes('--pages')) for (const { page, value } of worst) console.log(`       ${value.toFixed(4)} ${page}`)
  return {
    mean: each.reduce((sum, { value }) => sum + value, 0) / each.length,
    same: each.length - worst.length,
    least: worst[0]?.value ?? 1,
  }
}

let failed = 0
const check = (ok, sentence) => {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${sentence}`)
  if (!ok) failed++
}
for (const name of ['page', 'ttr_clusters', ...new Set(Object.values(RUNS).map(({ program }) => program[0]))]) {
  const lines = readFileSync(join(root, 'docs', 'by-hand', `${name}.py`), 'utf8')
    .trimEnd()
    .split('\n').length
  check(lines <= LINES, `${name}.py has ${lines} lines (limit ${LINES})`)
}
for (const [name, { program }] of Object.entries(RUNS)) {
  const { mean, same, least, why } = compare(name, program)
  check(
    mean >= AGREEMENT,
    why ??
      `${name}: ${mean.toFixed(4)} of the kept words agree on ${some.length} pages; ${same} pages agree completely, and the lowest agreement is ${least.toFixed(4)}`,
  )
}
comparePapers(pages, inputOf(pages), check, process.argv.includes('--write'))
process.exit(failed === 0 ? 0 : 1)
