// node scripts/by-hand.mjs [--pages] [--write]: compares two sets of Python programs with the extractors, on the samples and, if present,
// on real pages. Without Python 3.9 or later, skips both sets. Programs of docs/by-hand need a mean agreement of 0.99; --pages prints each
// page with an agreement below 1. Programs of docs/by-hand/from-papers must keep the same texts as the extractors in each preset, or differ
// for a known cause; --write writes the list of these causes.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { ensureDependencies, root } from './ensure.mjs'

const LINES = 80
const RUNS = Object.fromEntries([
  ...['cetd-ds', 'cectd-ds', 'cectd-s'].map((id) => [id, { program: ['cetd', id], extractor: [id, {}] }]),
  ...['k-means', 'threshold', 'farthest-first', 'em', 'prediction'].map((cluster) => [
    `ttr ${cluster}`,
    { program: ['ttr', cluster], extractor: ['ttr', { cluster }] },
  ]),
  ...['cuter', 'contentex', 'textsweeper'].map((id) => [id, { program: [id], extractor: [id, {}] }]),
])

const PAPER_RUNS = Object.fromEntries(
  [
    ...['cetd-ds', 'cectd-ds', 'cectd-s', 'cuter', 'textsweeper', 'ttr', 'contentex'].map((id) => ({ name: id, id, values: {} })),
    { name: 'cuter prose', id: 'cuter', values: { procedure: 'prose' } },
  ].flatMap(({ name, id, values }) => [
    [name, [id, values, 'default']],
    [`${name}, as printed`, [id, values, 'as-printed']],
  ]),
)

/**
 * Returns the cause of a difference; null without a difference, undefined for an unknown cause. @param share share of the text on content
 * lines, from TTR's program
 */
function ttrCause(n, isKept, share, { removed }, isLast) {
  if (isKept === (share ?? 0) > 0 && (share === 1 || (share ?? 0) === 0)) return null
  if (!isKept && share > 0.5) return removed[n] === undefined ? undefined : `ours: not measured (${removed[n]}); theirs: kept`
  if (isKept && isLast) return 'no text is mostly on content lines: ours keeps the text with the largest ratio'
  if (isKept === share > 0.5)
    return 'text on several lines: ours keeps or drops the whole text; theirs keeps only the part on content lines'
  return undefined
}

function ttrDifferences(page, run, shares) {
  const kept = new Set(page.kept[run])
  const isLast = !shares.some(([n, share]) => share > 0.5 && page.removed[n] === undefined)
  return shares.filter(([n]) => page.words[n] > 0).map(([n, share]) => [n, ttrCause(n, kept.has(n), share, page, isLast)])
}

function contentexDifferences(page, run, [theirs, why]) {
  const kept = new Set(page.kept[run])
  const other = new Set(theirs)
  return page.words.flatMap((count, n) => {
    if (count === 0 || kept.has(n) === other.has(n)) return []
    const ours = kept.has(n) ? 'kept' : page.why[run][n]
    return [[n, ours === undefined || (kept.has(n) && why[n] === undefined) ? undefined : `ours: ${ours}; theirs: ${why[n] ?? 'kept'}`]]
  })
}

function sameTexts(page, run, theirs) {
  const ours = new Set(page.kept[run])
  const other = new Set(theirs.filter((n) => page.words[n] > 0))
  return [...new Set([...ours, ...other])].filter((n) => ours.has(n) !== other.has(n)).map((n) => [n, undefined])
}

const DIFFERENCES = { ttr: ttrDifferences, contentex: contentexDifferences }

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

/** Returns the parsed lines of the program's output (`answers`), or the end of its error output (`why`). */
function runProgram(file, args, input) {
  const program = join(root, 'docs', 'by-hand', file)
  const { stdout, stderr, status } = spawnSync('python3', [program, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) return { why: stderr.trim().slice(-600) }
  const lines = stdout.trim().split('\n')
  return { answers: lines.map((line) => JSON.parse(line)) }
}

function compare(name, [program, ...args]) {
  const { answers, why } = runProgram(`${program}.py`, args, input)
  if (why !== undefined) return { mean: 0, why }
  const each = some.map(({ name: page, words, kept }, i) => ({ page, value: agreement(words, kept[name], answers[i]) }))
  const worst = each.filter(({ value }) => value < 1).sort((a, b) => a.value - b.value)
  if (process.argv.includes('--pages')) for (const { page, value } of worst) console.log(`       ${value.toFixed(4)} ${page}`)
  return {
    mean: each.reduce((sum, { value }) => sum + value, 0) / each.length,
    same: each.length - worst.length,
    least: worst[0]?.value ?? 1,
  }
}

function comparePapers() {
  const { answers, why } = runProgram(join('from-papers', 'run.py'), [], inputOf(pages))
  if (why !== undefined) return check(false, why)
  const table = []
  for (const [run, [id]] of Object.entries(PAPER_RUNS)) {
    const differences = DIFFERENCES[id] ?? sameTexts
    let alike = 0
    const unexplained = []
    pages.forEach((page, i) => {
      const causes = new Map()
      for (const [n, cause] of differences(page, run, answers[i][run])) {
        if (cause === null) continue
        if (cause === undefined) unexplained.push(`${page.name}: text ${n}`)
        else causes.set(cause, (causes.get(cause) ?? 0) + page.words[n])
      }
      if (causes.size === 0) alike++
      for (const [cause, words] of [...causes].sort((a, b) => b[1] - a[1])) table.push(`| ${run} | ${page.name} | ${words} | ${cause} |`)
    })
    const note = unexplained.length > 0 ? `; unexplained: ${unexplained.slice(0, 5).join(', ')} (${unexplained.length})` : ''
    const rest =
      id in DIFFERENCES
        ? `${alike} of ${pages.length} pages have the same text; the other pages differ for known causes`
        : `the same texts on ${pages.length} pages`
    check(unexplained.length === 0, `from the paper, ${run}: ${rest}${note}`)
  }
  if (process.argv.includes('--write')) writeFileSync(join(root, 'docs', 'by-hand', 'differences.md'), `${HEAD}${table.join('\n')}\n`)
}

const HEAD = `# Where TTR and ContentEx differ from the programs written from their papers

Written by \`node scripts/by-hand.mjs --write\`; do not edit. “Words” is the number of words in the texts that differ. In a cause, “ours” is the extractor and “theirs” is the program. A name such as “time” is the rule that drops the text. CETD, CUTER and TextSweeper have no row, because extractor and program keep the same texts.

| Run | Page | Words | Cause |
| --- | --- | ---: | --- |
`

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
comparePapers()
process.exit(failed === 0 ? 0 : 1)
