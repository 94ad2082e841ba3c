/** Memory stays flat over many pages: page 100 against page 500, after a collection. Run with --expose-gc. */
import { registry } from '../../electron/peers/registry'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { benchPages } from './pages'
import { figure, finish, note, consume } from './stopwatch'

const collect = (globalThis as { gc?: () => void }).gc
const { pages } = benchPages()
const systems = registry.list().filter((e) => e.family === 'system')

const heapAt = new Map<number, number>()
const peakAt = new Map<number, number>()
let peak = 0
for (let i = 1; i <= 500; i++) {
  const source = pages[i % pages.length]
  if (!source) continue
  const page = parsePage(source.html, { sourcePositions: true, url: source.url })
  for (const e of systems) consume(runExtractor(page, e, resolveParams(e, 'default', {})).text)
  peak = Math.max(peak, process.memoryUsage().rss)
  if (i % 100 === 0) {
    collect?.()
    heapAt.set(i, process.memoryUsage().heapUsed)
    peakAt.set(i, peak)
  }
}
const mib = (bytes = 0): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
const [first = 0, last = 0] = [heapAt.get(100), heapAt.get(500)]
// Tolerance of one page: caches of the engine, not ours.
figure('heap after page 100, 500 (parse + all seed extractors)', `${mib(first)}, ${mib(last)}`, 'no growth', last - first < 2 * 2 ** 20)
note('peak resident', `${mib(peakAt.get(100))}, ${mib(peakAt.get(500))}`)
finish()
