/** Bars of the demonstration: how fast any moment is reached, how large an exported film is. What recording costs is in `speed`. */
import * as player from 'virtual:film'
import { DemoRun } from '../../shared/demo/demo-run'
import { exportHtml } from '../../shared/demo/export-html'
import { exportRun } from '../unit/demo-fixture'
import { extractorInfo, type Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { parsePage } from '../../shared/page/parse-page'
import type { PageModel } from '../../shared/page/page-model'
import { figure, finish, note } from './figures'
import { loadSamples, syntheticPage } from './pages'
import { time } from './stopwatch'

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
let largest = 0
for (const sample of loadSamples()) {
  const model = parsePage(sample.html, { sourcePositions: true })
  for (const extractor of registry.list()) {
    // The view of a page is its HTML with an id on each element.
    const view = sample.html.padEnd(sample.html.length + model.count * 22)
    largest = Math.max(largest, Buffer.byteLength(exportHtml(exportRun(play(model, extractor), 'A page'), view, player)))
  }
}
figure('largest film of a sample', `${(largest / 1e6).toFixed(2)} MB`, '< 3', largest < 3e6)
for (const extractor of systems) {
  const run = play(page, extractor)
  let bytes = 0
  const milliseconds = time(() => (bytes = Buffer.byteLength(exportHtml(exportRun(run, 'A page'), null, player))))
  note(
    `${extractor.id}: film of all ${run.timeline.length} moments`,
    `${(bytes / 1e6).toFixed(2)} MB, ${(milliseconds / 1000).toFixed(1)} s`,
  )
}
finish()
