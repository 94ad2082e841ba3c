import { registry } from '../../shared/extractors/index'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { outputText } from '../../shared/extractors/core/output'
import { NO_PROBE } from '../../shared/extractors/core/probe'
import { parsePage } from '../../shared/page/parse-page'
import { syntheticPage } from './pages'
const x = registry.get('cectd-ds')!
const params = resolveParams(x, 'default', {})
for (const n of [1000, 10000, 100000]) {
const page = parsePage(syntheticPage(n), { sourcePositions: true })
const sel = x.run(page, params as never, NO_PROBE).selected
const best = (f: () => unknown) => { let b = Infinity; for (let i = 0; i < Math.max(30, 100000 / n); i++) { const s = performance.now(); f(); b = Math.min(b, performance.now() - s) } return (b * 1e6 / page.count).toFixed(0) }
console.log(n, 'run', best(() => x.run(page, params as never, NO_PROBE)), 'output', best(() => outputText(page, sel)), 'both', best(() => runExtractor(page, x, params)))
}
