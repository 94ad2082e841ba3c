/**
 * All of our extractors and five programs over 500 pages on the command line: memory of the process stays flat, and no program is left
 * when it ends, is cancelled, is killed, or when a program crashes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractors } from '../../shared/extractors'
import { figure, finish, mebibytes, note, median } from './stopwatch'
import { loadDataSet } from './pages'

const PAGES = 500
const GROWTH_BAR = 1.25
const root = process.cwd()
const cli = join(root, 'out', 'main', 'cli.js')
const folder = mkdtempSync(join(tmpdir(), 'boilerscope-programs-'))

if (process.platform !== 'linux') {
  console.log('SKIPPED: programs over 500 pages (memory and processes are read from /proc)')
  process.exit(0)
}

const samples = join(root, 'electron', 'samples', 'pages')
const real = loadDataSet('aeb').map(({ html, text }) => ({ html, text: text ?? '' }))
const distinct =
  real.length > 0 ? real : readdirSync(samples).map((file) => ({ html: readFileSync(join(samples, file), 'utf8'), text: '' }))
const line = (i: number): string => JSON.stringify({ id: `page-${i}`, ...distinct[i % distinct.length] })
writeFileSync(join(folder, 'pages.jsonl'), Array.from({ length: PAGES }, (_, i) => `${line(i)}\n`).join(''))
writeFileSync(
  join(folder, 'crash.jsonl'),
  `${line(0)}\n${JSON.stringify({ id: 'crash', html: '<p data-trouble>x</p>', text: 'x' })}\n${line(1)}\n`,
)

function describe(id: string, ...args: string[]): string {
  const program = {
    id,
    title: id,
    command: process.execPath,
    mode: 'jsonl',
    args: [join(root, 'test/fixtures/programs/paragraphs.mjs'), ...args],
  }
  // The folder's name is among the arguments: by it the processes are known.
  writeFileSync(
    join(folder, `${id}.json`),
    JSON.stringify({ ...program, args: [...program.args, ...(args.length === 0 ? [''] : []), folder] }),
  )
  return join(folder, `${id}.json`)
}
const programs = ['one', 'two', 'three', 'four', 'five'].map((id) => describe(id))

/** Processes that were started for our programs. */
function left(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === host?.pid) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
    } catch {
      return false
    }
  })
}

async function noneLeft(): Promise<number> {
  for (let i = 0; i < 50 && left().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 100))
  return left().length
}

function residentSize(pid: number): number {
  try {
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

let host: ChildProcess | null = null
function evaluate(pages: string, list: readonly string[]): { child: ChildProcess; ended: Promise<number | null> } {
  const child = spawn(
    process.execPath,
    [cli, 'evaluate', '--corpus', join(folder, pages), '--extractors', list.join(','), '--metrics', 'f1', '--jobs', '2', '--quiet'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  host = child
  return { child, ended: new Promise((resolve) => child.on('close', resolve)) }
}

const builtIn = extractors.map(({ id }) => id)
note('extractors of ours, programs, pages', `${builtIn.length}, ${programs.length}, ${PAGES}`)

const whole = evaluate('pages.jsonl', [...builtIn, ...programs])
const sizes: number[] = []
let most = 0
const sampling = setInterval(() => {
  sizes.push(residentSize(whole.child.pid ?? 0))
  most = Math.max(most, left().length)
}, 500)
const code = await whole.ended
clearInterval(sampling)
const quarter = (k: number): number => median(sizes.slice(Math.floor((sizes.length * k) / 4), Math.floor((sizes.length * (k + 1)) / 4)))
figure('all pages are done', `exit code ${code}`, '0', code === 0)
note('processes of the programs while it runs', String(most))
figure(
  'memory, second quarter and last',
  `${mebibytes(quarter(1))}, ${mebibytes(quarter(3))}`,
  `≤ ${GROWTH_BAR} ×`,
  quarter(3) <= GROWTH_BAR * quarter(1),
)
figure('processes left after the end', String(await noneLeft()), '0', left().length === 0)

for (const [name, signal] of [
  ['cancel', 'SIGINT'],
  ['kill -9', 'SIGKILL'],
] as const) {
  const { child, ended } = evaluate('pages.jsonl', programs)
  while (left().length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  child.kill(signal)
  await ended
  figure(`processes left after ${name}`, String(await noneLeft()), '0', left().length === 0)
}
const crashing = evaluate('crash.jsonl', [describe('crashing', 'crash')])
await crashing.ended
figure('processes left after a program crashed', String(await noneLeft()), '0', left().length === 0)
rmSync(folder, { recursive: true })
finish()
