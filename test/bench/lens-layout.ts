/** Measures the effect of the Lens setting "Drop invisible blocks". Chromium lays out the pages and loads no resources. */
import { createChromiumTargets } from '../../electron/server/chromium-target'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { CaptureOptions } from '../../shared/contract/capture'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { lens } from '../../shared/extractors/lens/lens'
import { ngramCounts, overlapCounts, overlapScore } from '../../shared/metrics/ngrams'
import { wordRuns } from '../../shared/metrics/tokens'
import { parsePage } from '../../shared/page/parse-page'
import { htmlOf, pagesOf } from './pages'
import { isQuick } from './stopwatch'

const pages = pagesOf('wcxb').filter((_, i) => !isQuick || i % 10 === 0)
const targets = createChromiumTargets({ args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'] })
const loadPage = createPageLoader(targets.open, {
  resolve: () => Promise.reject(new Error('no network')),
  proxied: false,
})
const bag = (text: string): ReadonlyMap<string, number> => ngramCounts(wordRuns(text.toLowerCase()), 1)

for (const mode of ['source', 'rendered'] as const) {
  const sums = new Map<string, number>()
  let changed = 0
  let withLayout = 0
  for (const page of pages) {
    const options = CaptureOptions.parse({ mode, settle: 300, idleCap: 1500, timeout: 20_000 })
    const context = { signal: new AbortController().signal, progress: () => undefined }
    const captured = await loadPage({ kind: 'html', html: htmlOf(page) }, options, context).catch(() => null)
    if (!captured?.layout) continue
    withLayout++
    const model = parsePage(captured.html, { layout: captured.layout, scriptingEnabled: mode === 'rendered' })
    const gold = bag(page.text ?? '')
    const scores = ['scorecard', 'full'].map((size) =>
      [false, true].map((dropUnseen) => {
        const { text } = runExtractor(model, lens, resolveParams(lens, 'default', { model: size, dropUnseen }))
        const { f1 } = overlapScore(overlapCounts(bag(text), gold))
        const row = `${size}, ${dropUnseen ? 'without invisible blocks' : 'with all blocks'}`
        sums.set(row, (sums.get(row) ?? 0) + f1)
        return f1
      }),
    )
    if (scores.some(([before, after]) => before !== after)) changed++
  }
  console.log(`${mode}: ${withLayout} of ${pages.length} pages with layout, ${changed} of them with another score`)
  for (const [row, sum] of sums) console.log(`  ${row}: word F1 ${(sum / withLayout).toFixed(4)}`)
}
await targets.close()
