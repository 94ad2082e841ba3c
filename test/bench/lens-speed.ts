/** Parsing and Lens beside parse5, on older article pages and on current pages of all types; the cost per node of 1,000 to 100,000 nodes. */
import { parse } from 'parse5'
import { lens } from '../../shared/extractors/lens/lens'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { figure, finish, times as x, costOfNodes, least, race, sum } from './stopwatch'
import { benchPages, currentPages, syntheticPage, type BenchPage } from './pages'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 7
const models = ['scorecard', 'full'] as const
const params = Object.fromEntries(models.map((model) => [model, resolveParams(lens, 'default', { model })]))

type Contestant = readonly [name: string, bar: number, run: (page: BenchPage) => unknown]
const parsing = (bar: number): Contestant => ['parse', bar, (page) => parsePage(page.html, { url: page.url })]
const lensBy = (model: (typeof models)[number], bar: number): Contestant => [
  `parse + lens, ${model}`,
  bar,
  (page) => runExtractor(parsePage(page.html, { url: page.url }), lens, params[model] ?? {}).text,
]

const SETS: readonly (readonly [ReturnType<typeof benchPages>, readonly Contestant[]])[] = [
  [benchPages(), [parsing(0.4), lensBy('scorecard', 1.8), lensBy('full', 2.5)]],
  [currentPages(), [parsing(0.5), lensBy('scorecard', 1.8), lensBy('full', 2.2)]],
]

console.log(`${rounds} rounds; Node ${process.version}`)
for (const [{ pages, called }, contestants] of SETS) {
  if (pages.length === 0) continue
  console.log(`\n${called}`)
  for (const page of pages.slice(0, 30)) {
    parse(page.html)
    for (const [, , run] of contestants) run(page)
  }
  for (const [name, bar, run] of contestants) {
    // In pairs: a contestant's garbage is collected in the time of the next.
    const [parse5, own] = race(pages, rounds, [(page) => parse(page.html), run], least) as [number[], number[]]
    const ratio = sum(own) / sum(parse5)
    figure(`${name} / parse5 alone`, x(ratio), `≤ ${bar}`, ratio <= bar)
  }
}

const sizes = [1_000, 10_000, 100_000].map((nodes) => parsePage(syntheticPage(nodes)))
for (const model of models)
  costOfNodes(`lens, ${model}`, sizes, quick ? 5 : 15, (page) => runExtractor(page, lens, params[model] ?? {}).text)

finish()
