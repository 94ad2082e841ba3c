/** Compares our parser and Lens with parse5. Measures the cost per node. */
import { parse } from 'parse5'
import { lens } from '../../shared/extractors/lens/lens'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { costOfNodes, figure, finish, isQuick, least, race, sum, times } from './stopwatch'
import { benchPages, currentPages, syntheticPage, type BenchPage, type NamedPages } from './pages'

const rounds = isQuick ? 3 : 7
const models = ['scorecard', 'full'] as const
const params = Object.fromEntries(models.map((model) => [model, resolveParams(lens, 'default', { model })]))

type Contestant = readonly [name: string, limit: number, run: (page: BenchPage) => unknown]
const parsing = (limit: number): Contestant => ['parse', limit, (page) => parsePage(page.html, { url: page.url })]
const lensBy = (model: (typeof models)[number], limit: number): Contestant => [
  `parse + lens, ${model}`,
  limit,
  (page) => runExtractor(parsePage(page.html, { url: page.url }), lens, params[model] ?? {}).text,
]

const SETS: readonly (readonly [NamedPages, readonly Contestant[]])[] = [
  [benchPages(), [parsing(0.4), lensBy('scorecard', 1.8), lensBy('full', 2.5)]],
  [currentPages(), [parsing(0.45), lensBy('scorecard', 1.8), lensBy('full', 2.2)]],
]

console.log(`${rounds} rounds; Node ${process.version}`)
for (const [{ pages, name: setName }, contestants] of SETS) {
  if (pages.length === 0) continue
  console.log(`\n${setName}`)
  for (const page of pages.slice(0, 30)) {
    parse(page.html)
    for (const [, , run] of contestants) run(page)
  }
  for (const [name, limit, run] of contestants) {
    // Race only two contestants at a time: each additional contestant leaves garbage that the engine could collect during the time of
    // another contestant.
    const [parse5, own] = race(pages, rounds, [(page) => parse(page.html), run], least) as [number[], number[]]
    const ratio = sum(own) / sum(parse5)
    figure(`${name} / only parse5`, times(ratio), `≤ ${limit}`, ratio <= limit)
  }
}

const sizes = [1_000, 10_000, 100_000].map((nodes) => parsePage(syntheticPage(nodes)))
for (const model of models)
  costOfNodes(`lens, ${model}`, sizes, isQuick ? 5 : 15, (page) => runExtractor(page, lens, params[model] ?? {}).text)

finish()
