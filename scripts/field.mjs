// node scripts/field.mjs: the field's libraries for real: installs what can be (npm run peers), runs each over a page, holds those of the bar to it (npm run bench field), and those that tell why to what they give alone. Says in words what is skipped.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, root } from './ensure.mjs'

// The others run only where somebody installed them.
const WANTED = ['trafilatura', 'readability-lxml', 'justext', 'resiliparse', 'boilerpy3', 'postlight-parser', 'article-extractor']

ensureDependencies()
ensureBuild()
const env = { ...process.env, BOILERSCOPE_PEERS: join(root, '.cache', 'peers') }
const cli = (...args) =>
  spawnSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...args], { cwd: root, encoding: 'utf8', env, timeout: 1_800_000 })

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
const bench = spawnSync(process.execPath, [join(root, 'scripts', 'bench.mjs'), 'field', '--barred'], {
  cwd: root,
  stdio: 'inherit',
  env,
  timeout: 3_600_000,
})
if (bench.status === 0) passed++
else failed++
// What those that are observed tell of a page, beside what they give alone.
const told = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'long', 'test/long/observed-libraries.test.ts'],
  { cwd: root, stdio: 'inherit', env, timeout: 3_600_000 },
)
if (told.status === 0) passed++
else failed++
console.log(`field: ${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exit(failed === 0 ? 0 : 1)
