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

const expectRefusal = async (command: string, sentence: string, ...more: readonly string[]): Promise<void> =>
  expect(await cli(...command.split(' '), ...more)).toMatchObject({ err: expect.stringContaining(sentence) as string, code: 2 })

const page = join(folder, 'page.html')
writeFileSync(page, '<p>A text.</p>')
mkdirSync(join(folder, 'plain'))
writeFileSync(join(folder, 'plain', 'one.html'), '<p>A text.</p>')
writeFileSync(join(folder, 'plain', 'one.txt'), 'A text.')
mkdirSync(join(folder, 'empty'))

it.each(['--corpus samples', '--corpus plain', '--stdin'])('a name of a gold standard is refused if the pages are no corpus: %s', (from) =>
  expectRefusal(`evaluate ${from} --extractors lqf --gold nobody`, '--gold chooses the gold labels of a corpus'),
)

it.each(['--gold nobody', '--contains news', '--sample 5', '--set lambda=1', '--scores scores.csv', '--watch'])(
  'already scored lines cannot be selected or scored again: %s is refused',
  (given) => {
    const [option] = given.split(' ')
    const sentence = `it cannot be combined with ${option}.\nRemove this option.`
    return expectRefusal(`evaluate --merge plain ${given}`, sentence)
  },
)

it.each(['--out table.txt', '--by type', '--format csv', '--failures all'])('lines of scores have no table: %s is refused', (given) => {
  const sentence = `${given.split(' ')[0]} needs a table; --stdin and --lines write one line of scores per page to standard output.`
  return expectRefusal(`evaluate --corpus plain --extractors lqf --lines ${given}`, sentence)
})

describe('a number out of bounds', () => {
  it.each([
    'evaluate --corpus samples',
    'faults --corpus samples',
    'reduce page.html --keeps text',
    'bisect page.html --keeps text',
    'publish run site',
    'check-extractor lqf',
  ])('of seconds is refused with the bounds of a timer: %s', (command) =>
    expectRefusal(`${command} --timeout 2147484`, 'Enter an integer from 1 to 2147483.'),
  )

  it.each([
    ['extract page.html --timeout 601', '1 to 600'],
    ['extract page.html --max-nodes 999999999999', '10 to 10000000'],
    ['extract page.html --max-bytes 1', '1024 to 1073741824'],
    ['reduce page.html --max-nodes 9', '10 to 10000000'],
  ])('of a page’s limits is refused with the bounds of the contract: %s', (command, bounds) =>
    expectRefusal(command, `Enter an integer from ${bounds}.`),
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

it.each([
  ['evaluate --stdin --corpus samples', '--corpus and --stdin exclude each other'],
  ['reduce page.html --keeps a --drops b', '--keeps and --drops exclude each other'],
  ['why page.html p --report --format json', "option '--report' cannot be used with option '--format <format>'"],
  ['evaluate --corpus samples --out table.txt --scores ./table.txt', '--out and --scores name the same file.'],
])('options that exclude each other are both in the message: %s', expectRefusal)

it('the name of a module in another language is refused, because it would become the name of a folder', () =>
  expectRefusal('new-extractor mine.js', '"mine.js" is not the name of a module or folder.'))

it('an empty text as a page is refused, because its path would be the current folder', () =>
  expectRefusal('extract ', 'The name of the page is empty.'))

it('a capture without a result leaves no empty corpus behind', async () => {
  const { out, code } = await runCliHere(['capture', 'nowhere.html', '--corpus', 'new'], { workers: await buildPrograms(), cwd: folder })
  expect([out, code]).toEqual(['0 pages captured, 0 already in the corpus, 1 problem\n', 3])
  expect(readdirSync(folder)).not.toContain('new')
})

it.each(['', ' , '])('a list of extractors without a name is refused: "%s"', (list) =>
  expectRefusal('evaluate --corpus samples --extractors', '--extractors names no extractor.', list),
)

it('an unknown library is a mistake of the command line', async () => {
  expect(await cli('bisect', 'page.html', '--keeps', 'a', '--library', 'nope')).toMatchObject({ code: 2 })
  expect(await cli('peers', '--versions', 'nope')).toMatchObject({ code: 2 })
})

describe.skipIf(!isHostBuilt)('a built program', () => {
  const stdio = (stdout: 'pipe' | number): ('ignore' | 'pipe' | number)[] => ['ignore', stdout, 'pipe']
  const start = (program: string, args: readonly string[], stdout: 'pipe' | number = 'pipe') =>
    spawnSync(process.execPath, [join(root, 'out/main', program), ...args], { cwd: folder, encoding: 'utf8', stdio: stdio(stdout) })

  it.each(['--port abc', '--port 99999', '--extraction-timeout abc'])('of the host refuses %s in a sentence', (given) => {
    const args = given.split(' ')
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

it('a file of scores that cannot be written does not prevent the table of all and single metrics', async () => {
  const command = 'evaluate --corpus plain --extractors lqf --metrics cleanEval,all,editSimilarity --scores page.html/x'
  const { out, code } = await runCliHere(command.split(' '), { workers: await buildPrograms(), cwd: folder })
  expect([out, code]).toEqual([expect.stringMatching(/^ +Precision.*CleanEval(?!.*CleanEval).*Edit similarity/), 1])
})
