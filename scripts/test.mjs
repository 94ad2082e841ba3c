// npm test: installs missing packages, builds, and runs these checks: format, types, lint, the Vitest project `all` and the Playwright
// project `chromium`. Ends with one line of totals.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CHROMIUM_HELP, ensureBuild, ensureChromium, ensureDependencies, ensureTestTools, packageProgram, root } from './ensure.mjs'

ensureDependencies()
const chromium = ensureChromium()
ensureTestTools()
const results = []
/** With `beside`, prints the output when the check ends, so that lines of parallel checks do not mix. */
async function check(name, program, args, { beside = false } = {}) {
  if (!beside) console.log(`\n== ${name}`)
  const start = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...(chromium ? { BOILERSCOPE_CHROMIUM: chromium } : {}) },
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (beside) process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`)
  results.push([name, code === 0])
  console.log(`-- ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

const beside = { beside: true }
await check('format', packageProgram('oxfmt', 'oxfmt'), ['--check'], beside)
await Promise.all([
  check('types', packageProgram('typescript', 'tsc'), ['-b', '--pretty', 'false'], beside),
  check('lint', packageProgram('oxlint', 'oxlint'), ['-c', 'oxlint.config.js'], beside),
])
console.log('\n== build')
ensureBuild()
await check('Vitest tests (project all)', packageProgram('vitest', 'vitest'), ['run', '--project', 'all'])
if (chromium) await check('end-to-end tests in Chromium', packageProgram('playwright', 'playwright'), ['test', '--project', 'chromium'])
else {
  console.log(CHROMIUM_HELP)
  results.push(['end-to-end tests in Chromium', false])
}

const failed = results.filter(([, ok]) => !ok)
for (const [name] of failed) console.log(`FAILED: ${name}`)
console.log(`checks: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
