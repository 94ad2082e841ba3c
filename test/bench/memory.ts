/** Compares the heap after page 100 and after page 500. Needs --expose-gc. */
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { benchPages } from './pages'
import { collectGarbage, consume, figure, finish, note, paperExtractors } from './stopwatch'

const { pages } = benchPages()

const heapAt = new Map<number, number>()
const peakAt = new Map<number, number>()
let peak = 0
for (let i = 1; i <= 500; i++) {
  const source = pages[i % pages.length]
  if (!source) continue
  const page = parsePage(source.html, { sourcePositions: true, url: source.url })
  for (const e of paperExtractors) consume(runExtractor(page, e, resolveParams(e, 'default', {})).text)
  peak = Math.max(peak, process.memoryUsage().rss)
  if (i % 100 === 0) {
    collectGarbage()
    heapAt.set(i, process.memoryUsage().heapUsed)
    peakAt.set(i, peak)
  }
}
const mib = (bytes = 0): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
const [first = 0, last = 0] = [heapAt.get(100), heapAt.get(500)]
figure('heap after page 100, 500 (parse + all paper extractors)', `${mib(first)}, ${mib(last)}`, 'no growth', last - first < 2 * 2 ** 20)
note('peak resident', `${mib(peakAt.get(100))}, ${mib(peakAt.get(500))}`)
finish()
