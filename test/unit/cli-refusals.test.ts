import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { folderForAll } from '../fixtures/temporary-folder'
import { runCliHere, type ProgramRun } from '../fixtures/run-program'
import { isHostBuilt } from './built-host'
import { buildPrograms } from './built-programs'

const folder = folderForAll('refusals')
const cli = (...args: readonly string[]): Promise<ProgramRun> => runCliHere(args, { workers: '', cwd: folder })

async function expectRefusal(args: readonly string[], sentence: string): Promise<void> {
  const { err, code } = await cli(...args)
  expect(err).toContain(sentence)
  expect(code).toBe(2)
}

const page = join(folder, 'page.html')
writeFileSync(page, '<p>A text.</p>')
mkdirSync(join(folder, 'plain'))
writeFileSync(join(folder, 'plain', 'one.html'), '<p>A text.</p>')
writeFileSync(join(folder, 'plain', 'one.txt'), 'A text.')
mkdirSync(join(folder, 'empty'))

describe('a name of a gold standard', () => {
  it.each([['--corpus', 'samples'], ['--corpus', 'plain'], ['--stdin']])('is refused if the pages are no corpus: %s %s', (...from) =>
    expectRefusal(['evaluate', ...from, '--extractors', 'lqf', '--gold', 'nobody'], '--gold chooses the gold labels of a corpus'),
  )
})

it.each([['--gold', 'nobody'], ['--contains', 'news'], ['--sample', '5'], ['--set', 'lambda=1'], ['--scores', 'scores.csv'], ['--watch']])(
  'already scored lines cannot be selected or scored again: %s is refused',
  (option, ...value) =>
    expectRefusal(
      ['evaluate', '--merge', 'plain', option, ...value],
      `it cannot be combined with ${option}.\nUse it in the run that writes the lines.`,
    ),
)

it.each([
  ['--out', 'table.txt'],
  ['--by', 'type'],
  ['--format', 'csv'],
  ['--failures', 'all'],
])('lines of scores have no table: %s is refused', (option, value) =>
  expectRefusal(
    ['evaluate', '--corpus', 'plain', '--extractors', 'lqf', '--lines', option, value],
    `${option} needs a table; --stdin and --lines write one line of scores per page to standard output.`,
  ),
)

describe('a number out of bounds', () => {
  it.each([
    ['evaluate', '--corpus', 'samples'],
    ['faults', '--corpus', 'samples'],
    ['reduce', 'page.html', '--keeps', 'A text.'],
    ['bisect', 'page.html', '--keeps', 'A text.'],
    ['publish', 'run', 'site'],
    ['check-extractor', 'lqf'],
  ])('of seconds is refused with the bounds of a timer: %s', (...command) =>
    expectRefusal([...command, '--timeout', '2147484'], 'Enter an integer from 1 to 2147483.'),
  )

  it.each([
    ['extract', '--timeout', '601', '1 to 600'],
    ['extract', '--max-nodes', '999999999999', '10 to 10000000'],
    ['extract', '--max-bytes', '1', '1024 to 1073741824'],
    ['reduce', '--max-nodes', '9', '10 to 10000000'],
  ])('of a page’s limits is refused with the bounds of the contract: %s %s %s', (command, option, value, bounds) =>
    expectRefusal([command, 'page.html', option, value], `Enter an integer from ${bounds}.`),
  )
})

it('a file instead of a collection or folder is reported as a file, not as missing', async () => {
  for (const command of ['evaluate --corpus', 'faults --corpus', 'corpus import new']) {
    const { err, code } = await runCliHere([...command.split(' '), 'page.html'], { workers: await buildPrograms(), cwd: folder })
    expect(err).toContain(`${page} is a file, not a collection of pages.`)
    expect(code).toBe(1)
  }
  expect(readdirSync(folder)).not.toContain('new')
  expect((await cli('corpus', 'import', 'page.html', 'plain')).err).toContain(`${page}/corpus.json uses a file as a folder`)
  expect((await cli('corpus', 'list', 'plain')).err).toContain('plain is not a corpus: it contains no corpus.json.')
})

describe('options that exclude each other', () => {
  it('are both in the message', async () => {
    const pages = await cli('evaluate', '--stdin', '--corpus', 'samples')
    expect(pages.err).toContain('--corpus and --stdin exclude each other')
    const fault = await cli('reduce', 'page.html', '--keeps', 'a', '--drops', 'b')
    expect(fault.err).toContain('--keeps and --drops exclude each other')
    const report = await cli('why', 'page.html', 'p', '--report', '--format', 'json')
    expect(report.err).toContain("option '--report' cannot be used with option '--format <format>'")
    expect([pages.code, fault.code, report.code]).toEqual([2, 2, 2])
  })

  it('include two outputs to the same file', () =>
    expectRefusal(
      ['evaluate', '--corpus', 'samples', '--out', 'table.txt', '--scores', './table.txt'],
      '--out and --scores name the same file.',
    ))
})

describe('an empty text as a page', () => {
  it('is refused, because its path would be the current folder', () => expectRefusal(['extract', ''], 'The name of the page is empty.'))
})

it('a capture without a result leaves no empty corpus behind', async () => {
  const { out, code } = await runCliHere(['capture', 'nowhere.html', '--corpus', 'new'], { workers: await buildPrograms(), cwd: folder })
  expect([out, code]).toEqual(['0 pages captured, 0 already in the corpus, 1 problem\n', 3])
  expect(readdirSync(folder)).not.toContain('new')
})

it.each(['', ' , '])('a list of extractors without a name is refused: "%s"', (list) =>
  expectRefusal(['evaluate', '--corpus', 'samples', '--extractors', list], '--extractors names no extractor.'),
)

it('an unknown library is a mistake of the command line', async () => {
  expect(await cli('bisect', 'page.html', '--keeps', 'a', '--library', 'nope')).toMatchObject({ code: 2 })
  expect(await cli('peers', '--versions', 'nope')).toMatchObject({ code: 2 })
})

describe.skipIf(!isHostBuilt)('a built program', () => {
  const start = (program: string, args: readonly string[], stdout: 'pipe' | number = 'pipe') =>
    spawnSync(process.execPath, [join(root, 'out', 'main', program), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', stdout, 'pipe'],
    })

  it.each([
    ['--port', 'abc'],
    ['--port', '99999'],
    ['--extraction-timeout', 'abc'],
  ])('of the host refuses %s %s in a sentence', (...args) => {
    const { status, stderr } = start('server.js', args)
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1])
    expect(stderr).toContain(`boilerscope: ${args[0]}: `)
  })

  it.skipIf(process.platform !== 'linux')('reports a full disk without a stack trace', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = start('cli.js', ['extract', page], full)
    closeSync(full)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^boilerscope: The file was not written: the disk is full\.\n.*\[file\.disk-full\]$/m)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})
