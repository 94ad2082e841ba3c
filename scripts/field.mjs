// node scripts/field.mjs: installs real libraries, runs each installed library on a page, checks the limits of the required libraries
// (npm run bench field), and compares observed runs with plain runs. Prints the names of libraries that are not installed.
// npm run peers [names]: only installs libraries in .cache/peers.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, packageProgram, root, run } from './ensure.mjs'

// Other libraries run only if they are installed.
const WANTED = ['trafilatura', 'readability-lxml', 'justext', 'resiliparse', 'boilerpy3', 'postlight-parser', 'article-extractor']

ensureDependencies()
ensureBuild()
const env = { ...process.env, BOILERSCOPE_PEERS: join(root, '.cache', 'peers') }
const program = join(root, 'out', 'main', 'cli.js')
const cli = (...args) => spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8', env, timeout: 1_800_000 })
const [first, ...names] = process.argv.slice(2)
if (first === '--only-install')
  process.exit(run(process.execPath, [program, 'peers', '--install', ...names], { cwd: undefined, env }) ? 0 : 1)

console.log(cli('peers', '--install', ...WANTED).stdout.trim())
let passed = 0
let failed = 0
const skipped = []
const article = join(root, 'electron', 'samples', 'pages', 'news-article.html')
for (const { id, installed } of JSON.parse(cli('peers', '--json').stdout)) {
  if (installed === null) {
    skipped.push(id)
    continue
  }
  const { stdout, stderr, status } = cli('extract', '--extractor', id, '--format', 'json', article)
  const ok = status === 0 && JSON.parse(stdout).text.length > 3000
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${id} ${installed} extracts the article${ok ? '' : `: ${stderr || stdout}`}`)
  if (ok) passed++
  else failed++
}
for (const id of skipped) console.log(`SKIPPED: ${id} (not installed)`)
const checks = [
  [join(root, 'scripts', 'bundle.mjs'), 'bench', 'field', '--limited'],
  [packageProgram('vitest', 'vitest'), 'run', '--project', 'long', 'test/long/observed-libraries.test.ts'],
]
for (const check of checks) {
  if (run(process.execPath, check, { env, timeout: 3_600_000 })) passed++
  else failed++
}
console.log(`field: ${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exit(failed === 0 ? 0 : 1)
