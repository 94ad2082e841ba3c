import { DemoRun } from '../../shared/demo/demo-run'
import { extractorInfo, type Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import type { PageModel } from '../../shared/page/page-model'
import { figure, finish, isQuick, note, paperExtractors, time } from './stopwatch'
import { syntheticPage } from './pages'

const NODES = 10_000
const page = parsePage(syntheticPage(NODES), { sourcePositions: true })

function play(model: PageModel, extractor: Extractor): DemoRun {
  const { extraction, trace } = traceExtractor(model, extractor, resolveParams(extractor, 'default', {}))
  return new DemoRun(model, extractorInfo(extractor), extraction, trace)
}

function scattered(length: number, count: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (seed * 16807) % 2147483647
    return seed % length
  })
}

console.log(`A page of ${page.count} nodes; Node ${process.version}\n`)
for (const extractor of paperExtractors) {
  const run = play(page, extractor)
  const moments = scattered(run.timeline.length, isQuick ? 100 : 400)
  const sorted = moments.map((moment) => time(() => run.frameAt(moment).decided)).sort((a, b) => a - b)
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
  figure(`${extractor.id}: moment of ${run.timeline.length}, p95`, `${p95.toFixed(1)} ms`, '≤ 50', p95 <= 50)
  note(`${extractor.id}: checkpoints take at most`, `${Math.ceil(run.memory / 1024)} KiB`)
}
finish()
