/** Lens beside parse5: parse and scorecard, parse and full model, and the cost per node on pages of 1,000 to 100,000. */
import { parse } from 'parse5'
import { lens } from '../../shared/extractors/lens/lens'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { figure, finish, times as x, costOfNodes, least, race, sum } from './stopwatch'
import { benchPages, syntheticPage } from './pages'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 7
const { pages, called } = benchPages()
const models = ['scorecard', 'full'] as const
const BARS = [1.8, 2.5]
const params = Object.fromEntries(models.map((model) => [model, resolveParams(lens, 'default', { model })]))

console.log(`${called}, ${rounds} rounds; Node ${process.version}\n`)
for (const page of pages.slice(0, 30)) {
  parse(page.html)
  for (const model of models) runExtractor(parsePage(page.html, { url: page.url }), lens, params[model] ?? {})
}

for (const [k, model] of models.entries()) {
  // In pairs: the garbage of one contestant is collected in the time of the next.
  const [parse5, own] = race(
    pages,
    rounds,
    [(page) => parse(page.html), (page) => runExtractor(parsePage(page.html, { url: page.url }), lens, params[model] ?? {}).text],
    least,
  ) as [number[], number[]]
  const ratio = sum(own) / sum(parse5)
  figure(`parse + lens, ${model} / parse5 alone`, x(ratio), `≤ ${BARS[k]}`, ratio <= (BARS[k] ?? 0))
}

const sizes = [1_000, 10_000, 100_000].map((nodes) => parsePage(syntheticPage(nodes)))
for (const model of models)
  costOfNodes(`lens, ${model}`, sizes, quick ? 5 : 15, (page) => runExtractor(page, lens, params[model] ?? {}).text)

finish()
