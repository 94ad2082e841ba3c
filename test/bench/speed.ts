import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { parse } from 'parse5'
import { buildPeerDocument } from '../../electron/peers/peer-document'
import { registry } from '../../electron/peers/registry'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import type { PageModel } from '../../shared/page/page-model'
import { costOfNodes, figure, finish, isQuick, least, median, note, paperExtractors, race, sum, time, times as x } from './stopwatch'
import { benchPages, syntheticPage, type BenchPage } from './pages'

const rounds = isQuick ? 3 : 7
const { pages, name: setName } = benchPages()

function extractor(id: string): Extractor {
  const found = registry.get(id)
  if (!found) throw new Error(`no extractor ${id}`)
  return found
}
const defaults = new Map(registry.list().map((e) => [e.id, resolveParams(e, 'default', {})]))
const runDefault = (page: PageModel, e: Extractor): unknown => runExtractor(page, e, defaults.get(e.id) ?? {}).text
const cectd = extractor('cectd-ds')
const plain = (html: string): unknown => parse(html, { sourceCodeLocationInfo: false, scriptingEnabled: false })
const located = (html: string): unknown => parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })

console.log(`${setName}, ${rounds} rounds, medians; Node ${process.version}\n`)
for (const page of pages.slice(0, 30)) {
  plain(page.html)
  for (const e of paperExtractors) runDefault(parsePage(page.html, { sourcePositions: true }), e)
}

{
  // Race only these two contestants: each additional contestant leaves garbage that the engine could collect during the time of another
  // contestant.
  const ours = (p: BenchPage): unknown => runDefault(parsePage(p.html), cectd)
  const [parse5, own] = race(pages, rounds, [(p) => plain(p.html), ours]) as [number[], number[]]
  const total = sum(own) / sum(parse5)
  figure('parse + cectd-ds / only parse5', x(total), '≤ 1.15', total <= 1.15)
  // `passes[0]` is not used: the time of parse5 includes the collection of Readability's garbage.
  const pass = (run: (page: BenchPage) => unknown) => (all: readonly BenchPage[]) => all.map(run).length
  const passes = race(
    [pages],
    rounds,
    [
      pass((p) => plain(p.html)),
      pass(ours),
      pass((p) => new Readability(parseHTML(p.html).document, { serializer: (node) => node }).parse()),
    ],
    least,
  ).map(sum) as [number, number, number]
  const speed = passes[2] / passes[1]
  figure('pages per second, parse + cectd-ds / Readability on linkedom', x(speed), '≥ 3.5', speed >= 3.5)
  const perSecond = passes.slice(1).map((ms) => ((pages.length * 1000) / ms).toFixed(0))
  note('pages per second: parse + cectd-ds, Readability', perSecond.join(', '))
}

{
  const models = pages.map((p) => ({ html: p.html, page: parsePage(p.html, { sourcePositions: true, url: p.url }) }))
  const times = race(models, rounds, [
    (m) => plain(m.html),
    (m) => located(m.html),
    ...paperExtractors.map((e) => (m: { page: PageModel }) => runDefault(m.page, e)),
  ])
  paperExtractors.forEach((e, i) => {
    const base = times[e.needsSource === true ? 1 : 0] ?? []
    const own = times[i + 2] ?? []
    const ratio = median(own.map((t, k) => t / (base[k] ?? 1)))
    figure(`only ${e.id} / parse5${e.needsSource === true ? ' with positions' : ''}, median of pages`, x(ratio), '≤ 0.6', ratio <= 0.6)
  })
  const [base, parsed, all] = race(pages, rounds, [
    (p) => located(p.html),
    (p) => parsePage(p.html, { sourcePositions: true, url: p.url }),
    (p) => {
      const page = parsePage(p.html, { sourcePositions: true, url: p.url })
      return paperExtractors.map((e) => runDefault(page, e))
    },
  ]) as [number[], number[], number[]]
  note('one parse / parse5 (both with positions)', x(sum(parsed) / sum(base)))
  const ratio = sum(all) / sum(base)
  figure(`one parse + all ${paperExtractors.length} paper extractors / parse5 (both with positions)`, x(ratio), '≤ 1.6', ratio <= 1.6)
}

{
  const models = pages.map((p) => parsePage(p.html, { url: p.url }))
  const [library, own] = race(
    models,
    rounds,
    [(page) => new Readability(buildPeerDocument(page).document as never).parse(), (page) => runDefault(page, extractor('readability'))],
    least,
  ).map(sum) as [number, number]
  figure('Readability with text by node / the library on the same document', x(own / library), '≤ 1.15', own <= library * 1.15)
}

{
  const page = parsePage(syntheticPage(10_000))
  const again = Array.from({ length: rounds * 5 }, () => time(() => runDefault(page, cectd)))
  figure(
    `cectd-ds again on a cached page of ${page.count.toLocaleString('en')} nodes, median`,
    `${median(again).toFixed(2)} ms`,
    '≤ 3 ms',
    median(again) <= 3,
  )
  for (const e of paperExtractors) {
    const source = parsePage(syntheticPage(10_000), { sourcePositions: true })
    const [bare, traced] = race(
      [source],
      rounds * 3,
      [(m) => runExtractor(m, e, defaults.get(e.id) ?? {}), (m) => traceExtractor(m, e, defaults.get(e.id) ?? {})],
      least,
    ) as [number[], number[]]
    const cost = sum(traced) / sum(bare)
    figure(`${e.id}: run with trace / run without, ${source.count.toLocaleString('en')} nodes`, x(cost), '≤ 2', cost <= 2)
  }
}

const models = [1_000, 10_000, 100_000].map((n) => parsePage(syntheticPage(n), { sourcePositions: true }))
for (const e of paperExtractors) costOfNodes(e.id, models, isQuick ? 10 : 30, (page) => runDefault(page, e))

finish()
