/** Limits of the demonstration: how fast any moment is reached. The cost of recording is in `speed`. */
import { DemoRun } from '../../shared/demo/demo-run'
import { extractorInfo, type Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { parsePage } from '../../shared/page/parse-page'
import type { PageModel } from '../../shared/page/page-model'
import { figure, finish, note, time } from './stopwatch'
import { syntheticPage } from './pages'

const quick = process.argv.includes('--quick')
const NODES = 10_000
const page = parsePage(syntheticPage(NODES), { sourcePositions: true })
const systems = registry.list().filter((e) => e.family === 'system')

function play(model: PageModel, extractor: Extractor): DemoRun {
  const { extraction, trace } = traceExtractor(model, extractor, resolveParams(extractor, 'default', {}))
  return new DemoRun(model, extractorInfo(extractor), extraction, trace)
}

/** Moments in a fixed disorder, so that going back is as frequent as going on. */
function scattered(length: number, count: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (seed * 16807) % 2147483647
    return seed % length
  })
}

console.log(`A page of ${page.count} nodes; Node ${process.version}\n`)
for (const extractor of systems) {
  const run = play(page, extractor)
  const moments = scattered(run.timeline.length, quick ? 100 : 400)
  const sorted = moments.map((moment) => time(() => run.frameAt(moment).decided)).sort((a, b) => a - b)
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
  figure(`${extractor.id}: any of ${run.timeline.length} moments, p95`, `${p95.toFixed(1)} ms`, '≤ 50', p95 <= 50)
  note(`${extractor.id}: checkpoints take at most`, `${Math.ceil(run.memory / 1024)} KiB`)
}
finish()
