// node scripts/spark.mjs: runs the Spark recipe on a local cluster, and compares the tables with the tables of one process. Installs
// PySpark. Without PySpark, Python or Java, skips the recipe.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, root } from './ensure.mjs'
import { packCli } from './pack-cli.mjs'

const PYSPARK = 'pyspark==3.5.7'
const COPIES = Number(process.env.BOILERSCOPE_SPARK_COPIES ?? 6)
const PARTITIONS = 12
const OPTIONS = ['--extractors', 'cectd-ds,bte', '--metrics', 'precision,recall,f1,spaceSaving,editSimilarity', '--timeout', '15']

function skip(why) {
  console.log(`SKIPPED: Spark recipe (${why})`)
  process.exit(0)
}

const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
if (java.status !== 0 || !/version "(?:1[7-9]|2\d)/.test(java.stderr)) skip('no Java 17 or later')
if (spawnSync('python3', ['--version']).status !== 0) skip('no Python 3')
const venv = join(root, '.cache', 'spark', 'venv')
const python = join(venv, 'bin', 'python')
const home = () => spawnSync(python, ['-c', 'import os, pyspark; print(os.path.dirname(pyspark.__file__))'], { encoding: 'utf8' })
if (!existsSync(python) || home().status !== 0) {
  console.log(`Installing ${PYSPARK} …`)
  mkdirSync(join(root, '.cache', 'spark'), { recursive: true })
  const made = spawnSync('python3', ['-m', 'venv', venv], { encoding: 'utf8' })
  if (made.status !== 0) skip('Python cannot create a virtual environment')
  if (spawnSync(python, ['-m', 'pip', 'install', '-q', PYSPARK], { stdio: 'inherit' }).status !== 0) skip('PySpark cannot be installed')
}
const sparkHome = home().stdout.trim()
ensureDependencies()
ensureBuild()

const folder = mkdtempSync(join(tmpdir(), 'boilerscope-spark-'))
const at = (...names) => join(folder, ...names)
const env = { ...process.env, SPARK_HOME: sparkHome, PYSPARK_PYTHON: python, PYSPARK_DRIVER_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1' }
const children = new Set()
let failed = 0

function check(name, ok) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`)
  if (!ok) failed++
}

/** Starts a program in a new process group, so that `kill` also ends the children of the program. */
function start(program, args, log) {
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (child.log += bytes))
  child.ended = new Promise((resolve) => child.once('exit', resolve)).finally(() => {
    children.delete(child)
    writeFileSync(at(log), child.log)
  })
  return child
}
function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
async function until(what, seconds, ready) {
  const end = Date.now() + seconds * 1000
  while (!ready()) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
async function freePort() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address()
  await once(server.close(), 'close')
  return port
}

const sparkClass = join(sparkHome, 'bin', 'spark-class')
async function cluster(name) {
  const port = await freePort()
  const master = start(
    sparkClass,
    ['org.apache.spark.deploy.master.Master', '--host', '127.0.0.1', '--port', port, '--webui-port', '0'],
    `${name}-master.log`,
  )
  await until('The master', 600, () => /New state: ALIVE/.test(master.log))
  const workers = [0, 1].map((i) =>
    start(
      sparkClass,
      [
        'org.apache.spark.deploy.worker.Worker',
        ...['--cores', '1', '--memory', '1g', '--webui-port', '0', '-d', at(`${name}-work-${i}`)],
        `spark://127.0.0.1:${port}`,
      ],
      `${name}-worker-${i}.log`,
    ),
  )
  await until('The workers', 600, () => workers.every((worker) => /Successfully registered with master/.test(worker.log)))
  return { url: `spark://127.0.0.1:${port}`, workers, stop: () => [...workers, master].forEach(kill) }
}
function submit({ url }, input, output, table, options = OPTIONS) {
  return start(
    join(sparkHome, 'bin', 'spark-submit'),
    [
      ...['--master', url],
      ...['driver.host=127.0.0.1', 'ui.enabled=false', 'executor.memory=512m'].flatMap((setting) => ['--conf', `spark.${setting}`]),
      ...[join(root, 'docs', 'recipes', 'spark', 'score_pages.py'), '--input', input, '--output', output, '--table', table],
      ...['--partitions', String(PARTITIONS), '--command', command.join(' '), '--', ...options],
    ],
    `${table.split('/').at(-1)}.log`,
  )
}

const packed = at('cli')
await packCli(packed)
symlinkSync(join(root, 'node_modules'), join(packed, 'node_modules'))
const command = [process.execPath, join(packed, 'out', 'main', 'cli.js')]
const boilerscope = (args, input) =>
  spawnSync(command[0], [command[1], ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 29, input })
const evaluate = (args, input) => boilerscope(['evaluate', ...args], input)
const readTable = (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')

const samples = JSON.parse(readFileSync(join(root, 'electron', 'samples', 'index.json'), 'utf8'))
const sampleHtml = (file) => readFileSync(join(root, 'electron', 'samples', 'pages', file), 'utf8')

function records() {
  const pages = Array.from({ length: COPIES }, (_, copy) =>
    samples.map(({ id, file, pageType }) => {
      const gold = join(root, 'electron', 'samples', 'gold', `${id}.txt`)
      const text = existsSync(gold) ? readFileSync(gold, 'utf8') : ''
      return { id: `${id}-${copy}`, pageType, html: sampleHtml(file), text }
    }),
  ).flat()
  const words = (seed) => Array.from({ length: 400_000 }, (_, i) => ((i * seed) % 9973).toString(36)).join(' ')
  const poisoned = [
    { id: 'poisoned-path', htmlPath: 'not-there.html', text: 'x' },
    { id: 'poisoned-html', html: 7 },
  ]
  const skewed = { id: 'skewed', html: `<p>${words(7919)}</p>`, text: words(6101) }
  return [...pages, ...poisoned, skewed].map((record) => JSON.stringify(record)).concat('not json')
}

async function ended(job) {
  const late = setTimeout(() => kill(job), 1_500_000)
  const code = await job.ended
  clearTimeout(late)
  if (code !== 0) console.log(job.log.slice(-4000))
  return code
}

async function archives() {
  const options = ['--extractors', 'cectd-ds', '--metrics', 'spaceSaving']
  mkdirSync(at('archives'))
  const corpus = (...args) => boilerscope(['corpus', ...args]).status
  const halves = [0, 1].map((half) => {
    // Each response in an archive needs an address.
    const pages = samples
      .filter((_, i) => i % 2 === half)
      .map(({ id, file }) => ({ id, url: `https://example.org/${id}`, html: sampleHtml(file) }))
    writeFileSync(at(`half-${half}.jsonl`), pages.map((page) => `${JSON.stringify(page)}\n`).join(''))
    return (
      corpus('import', `corpus-${half}`, `half-${half}.jsonl`, '--no-align') === 0 &&
      corpus('export', `corpus-${half}`, join('archives', `${half}.warc.gz`), '--format', 'warc') === 0
    )
  })
  check('two archives are written', !halves.includes(false))
  const lines = [0, 1].map(
    (half) => evaluate(['--corpus', join('archives', `${half}.warc.gz`), '--lines', ...options, '--jobs', '1']).stdout,
  )
  writeFileSync(at('archives.scores.jsonl'), lines.join(''))
  evaluate(['--merge', 'archives.scores.jsonl', '--format', 'csv', '--out', 'archives.csv'])
  const sparkCluster = await cluster('archives')
  try {
    const code = await ended(submit(sparkCluster, at('archives'), at('scores-archives'), at('table-archives.csv'), options))
    check('archives: the job succeeds', code === 0)
    const pages = lines.join('').trim().split('\n').length
    check(`archives: each of the ${samples.length} pages has a line`, pages === samples.length)
    const table = readTable('table-archives.csv')
    check('archives: the table is identical to the table of a single process', table !== '' && table === readTable('archives.csv'))
  } finally {
    sparkCluster.stop()
  }
}

async function recipe() {
  mkdirSync(at('pages'))
  const lines = records()
  for (const part of [0, 1]) writeFileSync(at('pages', `pages-${part}.jsonl`), lines.filter((_, i) => i % 2 === part).join('\n') + '\n')
  const one = evaluate(['--stdin', ...OPTIONS, '--jobs', '1'], lines.join('\n'))
  check(
    'one process writes a line for each record, and reports failures',
    one.status === 3 && one.stdout.trim().split('\n').length === lines.length,
  )
  check('the line of the skewed page reports the time limit', /"id":"skewed".*evaluation\.timeout/.test(one.stdout))
  check(
    'the lines of poisoned records report their errors',
    /"id":"poisoned-html".*record\.invalid/.test(one.stdout) && /record\.not-json/.test(one.stdout),
  )
  writeFileSync(at('one.scores.jsonl'), one.stdout)
  evaluate(['--merge', 'one.scores.jsonl', '--format', 'csv', '--out', 'one.csv'])
  const wanted = readFileSync(at('one.csv'), 'utf8')

  const sparkCluster = await cluster('killed')
  try {
    const output = at('scores')
    const started = Date.now()
    const job = submit(sparkCluster, at('pages'), output, at('table.csv'))
    const committed = join(output, '_temporary', '0')
    const done = () => (existsSync(committed) ? readdirSync(committed).filter((task) => task.startsWith('task_')).length : 0)
    await until('Half of the job', 1200, () => done() >= PARTITIONS / 2 || existsSync(join(output, '_SUCCESS')))
    check('a worker was killed before the job ended', !existsSync(join(output, '_SUCCESS')))
    kill(sparkCluster.workers[0])
    const code = await ended(job)
    check(`two workers, one killed during the job: the job succeeds (${((Date.now() - started) / 1000).toFixed(0)} s)`, code === 0)
    const same = readTable('table.csv') === wanted
    check('two workers, one killed during the job: the table is identical to the table of a single process', same)
  } finally {
    sparkCluster.stop()
  }
  await archives()
}

try {
  await recipe()
} finally {
  children.forEach(kill)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(failed === 0 ? 'Spark recipe: passed' : 'Spark recipe: FAILED')
process.exit(failed === 0 ? 0 : 1)
