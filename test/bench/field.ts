/** Measures libraries on the article pages of `../shared/data`. --write updates docs/results.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { parse } from 'parse5'
import type { OwnFile } from '../../electron/services/own/own-file'
import type { ProgramFile } from '../../electron/services/own/program-bridge'
import { createProgramProcess } from '../../electron/services/own/program-process'
import { findPeers, peerPlaces } from '../../electron/services/peers/find-peers'
import { evaluatePage } from '../../shared/evaluation/evaluate-page'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams } from '../../shared/extractors/core/run'
import { programExtraction, programInfo } from '../../shared/extractors/own/program-extraction'
import { ProgramAnswer, ProgramDescription, type ProgramRequest } from '../../shared/extractors/own/program-protocol'
import { scoreText } from '../../shared/metrics/text-scores'
import { parsePage } from '../../shared/page/parse-page'
import { figure, finish, median, note, sum, time, times } from './stopwatch'
import { loadDataSet, ownText } from './pages'

const LIMITED = ['trafilatura', 'readability-lxml', 'justext', 'resiliparse', 'boilerpy3']
const F1_LIMIT = 0.01
const ALIGNED_LIMIT = 0.98

const root = process.cwd()
const pages = loadDataSet('aeb').filter(({ text }) => text !== undefined)
const requested = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const chosen = process.argv.includes('--limited') ? LIMITED : requested.length > 0 ? requested : undefined

interface Row {
  readonly id: string
  readonly version: string
  readonly f1: number
  /** F1 of the library's text, before the text is located in the page. */
  readonly direct: number
  /** Share of the library's words that are located in the page, as the median over the pages. */
  readonly aligned: number
  readonly time: number
  readonly failed: number
}

async function measure(file: OwnFile & ProgramFile, version: string, parseTimes: readonly number[]): Promise<Row> {
  const info = programInfo(file.program)
  const params = resolveParams(info, 'default', {})
  const program = createProgramProcess(file)
  const f1: number[] = []
  const direct: number[] = []
  const aligned: number[] = []
  let milliseconds = 0
  let failed = 0
  // The first request starts the program, so its time does not count.
  await program.requestAnswer({ protocol: 1, id: 'first', url: null, html: '<p>First</p>', params }).catch(() => undefined)
  for (const { id, url, html, text = '' } of pages) {
    const started = performance.now()
    const answer = ProgramAnswer.parse(await program.requestAnswer({ protocol: 1, id, url, html, params }))
    milliseconds += performance.now() - started
    if (answer.error !== undefined) failed++
    const extractor: Extractor = {
      ...info,
      run(page, _, probe) {
        const core = programExtraction(page, file.program, probe, () => answer)
        if ((core.values.outputWords ?? 0) > 0) aligned.push(core.values.alignedShare ?? 1)
        return core
      },
    }
    const { result } = evaluatePage(
      {
        ...{ id, url, page: parsePage(html, { sourcePositions: true, url }), tokens: {}, metrics: new Set(['f1'] as const) },
        gold: { text, with: [], without: [], pageType: 'article' },
        configurations: [{ extractor, params }],
      },
      { gzipSize: (bytes) => gzipSync(bytes).length, now: () => performance.now() },
    )
    f1.push(result.rows[0]?.metrics.f1 ?? 0)
    direct.push(answer.error === undefined ? scoreText(ownText(answer), text).f1 : 0)
    if (process.argv.includes('--pages') && Math.abs((f1.at(-1) ?? 0) - (direct.at(-1) ?? 0)) > 0.03)
      console.log(
        `    ${file.program.id} ${id} ${f1.at(-1)?.toFixed(3)} ${direct.at(-1)?.toFixed(3)} aligned ${aligned.at(-1)?.toFixed(3)}`,
      )
  }
  program.close()
  const mean = (values: readonly number[]): number => sum(values) / values.length
  return {
    id: file.program.id,
    version,
    f1: mean(f1),
    direct: mean(direct),
    aligned: median(aligned),
    time: milliseconds / sum(parseTimes),
    failed,
  }
}

if (pages.length === 0) console.log('SKIPPED: the field’s libraries (../shared/data is missing)')
else {
  const parseTimes = pages.map(({ html }) => Math.min(...[1, 2, 3].map(() => time(() => parse(html)))))
  const rows: Row[] = []
  for (const { peer, version, file } of await findPeers(peerPlaces(root), chosen)) {
    if (file?.kind !== 'program' || version === null) {
      console.log(`SKIPPED: ${peer.id} (not installed)`)
      continue
    }
    const row = await measure(file, version, parseTimes)
    rows.push(row)
    const difference = Math.abs(row.f1 - row.direct)
    const hasLimit = LIMITED.includes(row.id)
    const print = (name: string, value: string, limit: string, holds: boolean): void =>
      hasLimit ? figure(name, value, limit, holds) : note(name, value)
    note(`${row.id} ${version}: time by parse5's`, `${row.time.toFixed(1)} ×`)
    if (row.failed > 0) note(`${row.id}: pages with a failure`, String(row.failed))
    const both = `${row.f1.toFixed(4)} ${row.direct.toFixed(4)}`
    print(`${row.id}: F1 here, and F1 of its text`, both, `within ${F1_LIMIT}`, difference <= F1_LIMIT)
    print(`${row.id}: words located (median page)`, row.aligned.toFixed(4), `≥ ${ALIGNED_LIMIT}`, row.aligned >= ALIGNED_LIMIT)
  }
  if (process.argv.includes('--write')) write(rows)
}

function write(rows: readonly Row[]): void {
  const file = join(root, 'docs', 'results.md')
  const table = [
    '| library | version | F1 in our evaluation | F1 of the library’s text | words located (median page) | time by parse5’s | pages with a failure |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    ...[...rows]
      .sort((a, b) => b.f1 - a.f1)
      .map(
        ({ id, version, f1, direct, aligned, time: ratio, failed }) =>
          `| ${id} | ${version} | ${f1.toFixed(3)} | ${direct.toFixed(3)} | ${(100 * aligned).toFixed(1)} % | ${ratio.toFixed(1)} × | ${failed} |`,
      ),
  ]
  const section = `<!-- field -->
## The field's libraries

${pages.length} article pages; F1 of words, mean of pages. A library returns text or HTML, which Boilerscope locates in the nodes of the page. The two F1 columns score the texts of these nodes and the returned text. Time is the time of request and response in one process, divided by the time of plain parse5. If the libraries are installed (\`npm run peers\`), \`npm run bench field -- --write\` writes this table.

${table.join('\n')}
<!-- /field -->`
  const before = readFileSync(file, 'utf8').replace(/\n*<!-- field -->[\s\S]*<!-- \/field -->\n*/, '\n')
  writeFileSync(file, `${before.trimEnd()}\n\n${section}\n`)
  console.log('docs/results.md is written.')
}

// Compares the bridge with a plain pipe to the same program.
const html = `<p>${'A paragraph of words, none of them long. '.repeat(2500)}</p>`.slice(0, 100_000)
const idle = `require('readline').createInterface({input:process.stdin}).on('line',l=>process.stdout.write('{"id":"'+JSON.parse(l).id+'","text":""}\\n'))`
const given = { id: 'nothing', title: 'Nothing', command: process.execPath, mode: 'jsonl', args: ['-e', idle] }
const nothing = ProgramDescription.parse(given)
const program = createProgramProcess({ kind: 'program', path: join(root, 'nothing.json'), hash: '', files: [], program: nothing })
const child = spawn(process.execPath, ['-e', idle], { stdio: ['pipe', 'pipe', 'ignore'] })
const answers = createInterface({ input: child.stdout })
const contestants = [
  (request: ProgramRequest) => program.requestAnswer(request),
  (request: ProgramRequest) => {
    child.stdin.write(`${JSON.stringify(request)}\n`)
    return once(answers, 'line')
  },
]
const durations: number[][] = [[], []]
for (let i = 0; i < 220; i++)
  for (const k of i % 2 === 0 ? [0, 1] : [1, 0]) {
    const started = performance.now()
    await contestants[k]?.({ protocol: 1, id: String(i), url: null, html, params: {} })
    if (i >= 20) durations[k]?.push(performance.now() - started)
  }
program.close()
child.kill()
const [bridge, pipe] = durations.map(median) as [number, number]
note('bridge: a page of 100 kB to a program that does nothing, median', `${bridge.toFixed(2)} ms`)
figure('bridge: its time / time of the pipe', times(bridge / pipe), '≤ 2 ×', bridge <= 2 * pipe)
finish()
process.exit()
