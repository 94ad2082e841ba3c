// npm test: installs what is missing, then runs every check. Ends with one line of totals.
import { join } from 'node:path'
import {
  CHROMIUM_HELP,
  ensureBuild,
  ensureChromium,
  ensureDependencies,
  ensureParallel,
  findElectron,
  root,
  runPackage,
} from './ensure.mjs'

ensureDependencies()
const chromium = ensureChromium()
ensureParallel()
const results = []
const skipped = []
function check(name, [pack, program], args, env = {}) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const ok = runPackage(pack, program, args, { env: { ...process.env, ...(chromium ? { BOILERSCOPE_CHROMIUM: chromium } : {}), ...env } })
  results.push([name, ok])
  console.log(`-- ${name}: ${ok ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

check('types', ['typescript', 'tsc'], ['-b', '--pretty', 'false'])
check('lint', ['eslint', 'eslint'], ['.'])
check('format', ['prettier', 'prettier'], ['--check', '--log-level', 'warn', '.'])
console.log('\n== build')
ensureBuild()
check('unit, conformance and property tests', ['vitest', 'vitest'], ['run'])
if (chromium) check('end-to-end tests in Chromium', ['playwright', 'playwright'], ['test', '--project', 'chromium'])
else {
  console.log(CHROMIUM_HELP)
  results.push(['end-to-end tests in Chromium', false])
}
if (findElectron()) check('Electron tests', ['playwright', 'playwright'], ['test', '--project', 'electron'])
else {
  console.log('\n== Electron tests\nskipped: no Electron binary')
  skipped.push('Electron tests')
}

const failed = results.filter(([, ok]) => !ok)
for (const name of skipped) console.log(`SKIPPED: ${name} (no Electron binary)`)
for (const [name] of failed) console.log(`FAILED: ${name}`)
console.log(`checks: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
