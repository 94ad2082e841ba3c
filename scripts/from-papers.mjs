// Compares the extractors with the programs of docs/by-hand/from-papers, preset by preset and page by page.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure.mjs'

const EXTRACTORS = {
  'cetd-ds': ['cetd-ds', {}],
  'cectd-ds': ['cectd-ds', {}],
  'cectd-s': ['cectd-s', {}],
  cuter: ['cuter', {}],
  'cuter prose': ['cuter', { procedure: 'prose' }],
  textsweeper: ['textsweeper', {}],
  ttr: ['ttr', {}],
  contentex: ['contentex', {}],
}

export const PAPER_RUNS = Object.fromEntries(
  Object.entries(EXTRACTORS).flatMap(([name, [id, values]]) => [
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

/** @param check function that reports one result as a sentence @param isWritten whether to write the table of causes */
export function comparePapers(pages, input, check, isWritten) {
  const program = join(root, 'docs', 'by-hand', 'from-papers', 'run.py')
  const { stdout, stderr, status } = spawnSync('python3', [program], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) return check(false, stderr.trim().slice(-600))
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
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
  if (isWritten) writeFileSync(join(root, 'docs', 'by-hand', 'differences.md'), `${HEAD}${table.join('\n')}\n`)
}

const HEAD = `# Where TTR and ContentEx differ from the programs written from their papers

Written by \`node scripts/by-hand.mjs --write\`; do not edit. “Words” is the number of words in the texts that differ. In a cause, “ours” is the extractor and “theirs” is the program. A name such as “time” is the rule that drops the text. CETD, CUTER and TextSweeper have no row, because extractor and program keep the same texts.

| Run | Page | Words | Cause |
| --- | --- | ---: | --- |
`
