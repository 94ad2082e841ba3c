/** Runs of the built command line, as a person or a cluster starts them. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, runProgramNow } from '../fixtures/run-program'
import { root } from '../../scripts/ensure.mjs'
import { folderForAll } from '../fixtures/temporary-folder'

const cli = join(root, 'out', 'main', 'cli.js')
const folder = folderForAll('evaluate')

interface Sample {
  readonly id: string
  readonly file: string
  readonly pageType: string
}
const samples = JSON.parse(readFileSync(join(root, 'electron', 'samples', 'index.json'), 'utf8')) as Sample[]

const evaluate = (args: readonly string[], input?: string) => runProgramNow(cli, ['evaluate', ...args], { cwd: folder, input })

/** The samples as JSON Lines, repeated under other ids. */
function records(copies: number): string[] {
  return Array.from({ length: copies }, (_, copy) =>
    samples.map(({ id, file, pageType }) => {
      const gold = join(root, 'electron', 'samples', 'gold', `${id}.txt`)
      return JSON.stringify({
        id: `${id}-${copy}`,
        html: readFileSync(join(root, 'electron', 'samples', 'pages', file), 'utf8'),
        text: existsSync(gold) ? readFileSync(gold, 'utf8') : '',
        pageType,
      })
    }),
  ).flat()
}

beforeAll(() => {
  expect(existsSync(cli), 'the command line is not built: npm run build').toBe(true)
  writeFileSync(join(folder, 'pages.jsonl'), records(3).join('\n') + '\n')
})

describe('boilerscope evaluate', () => {
  test('prints the table of the extractors over the samples', () => {
    const { stdout, status } = evaluate(['--corpus', 'samples', '--extractors', 'cectd-ds,ttr', '--format', 'jsonl'])
    expect(status).toBe(0)
    const rows = jsonLines<{ extractor: string; pages: number; f1: number }>(stdout)
    expect(rows.map(({ extractor }) => extractor)).toEqual(['cectd-ds', 'ttr'])
    for (const { pages, f1 } of rows) {
      expect(pages).toBe(samples.length)
      expect(f1).toBeGreaterThan(0)
      expect(f1).toBeLessThanOrEqual(1)
    }
  })

  test('a sweep gives one row a value', () => {
    const swept = ['--extractors', 'cectd-ds,cuter', '--sweep', 'lambda=0.8:1.2:0.2']
    const { stdout } = evaluate(['--corpus', 'samples', ...swept, '--format', 'jsonl'])
    expect(jsonLines<{ extractor: string }>(stdout).map(({ extractor }) => extractor)).toEqual([
      'cectd-ds [lambda=0.8]',
      'cectd-ds [lambda=1]',
      'cectd-ds [lambda=1.2]',
    ])
  })

  test.each([
    [['--extractors', 'nope', '--corpus', 'samples'], /no extractor "nope"/],
    [['--corpus', 'samples', '--metrics', 'nope'], /no metric "nope"/],
    [['--corpus', 'samples', '--sweep', 'lambda=oops'], /not a sweep/],
    [
      ['--corpus', 'samples', '--metrics', 'f1', '--columns', 'f1,pagez'],
      /no column "pagez"[\s\S]*f1, f1OfMeans, pages, failures, empties/,
    ],
    [[], /where the pages come from/],
  ])('a wrong command line ends with 2 and says why: %j', (args, message) => {
    const { status, stderr } = evaluate(args)
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
  })

  test.each(['lamda=1.2', 'lambda'])('a setting that no extractor understands is no table of other figures: --set %s', (setting) => {
    const { status, stdout, stderr } = evaluate(['--corpus', 'samples', '--set', setting])
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/None of the extractors has a parameter "lamda"|is not a setting/)
  })

  test.each(['3', 'two'])('a setting is read as its extractor types it, and refused out of its range: lambda=%s', (value) => {
    const { status, stderr } = evaluate(['--corpus', 'samples', '--extractors', 'cectd-ds', '--set', `lambda=${value}`])
    expect(status).toBe(2)
    expect(stderr).toMatch(/lambda/)
  })

  test('a folder without pages is named and gives no table', () => {
    mkdirSync(join(folder, 'bare'), { recursive: true })
    const { status, stdout, stderr } = evaluate(['--corpus', 'bare'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/bare holds no page.*\n.*input\.no-pages/)
  })

  test('pages without gold give no table of scores, but figures that need none', () => {
    writeFileSync(join(folder, 'no-gold.jsonl'), '{"id":"a","html":"<p>some words"}\n')
    const { status, stdout, stderr } = evaluate(['--corpus', 'no-gold.jsonl', '--extractors', 'bte'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/No page has gold that counts.*\n.*evaluation\.no-gold/)
    expect(evaluate(['--corpus', 'no-gold.jsonl', '--extractors', 'bte', '--metrics', 'spaceSaving']).status).toBe(0)
  })

  test('every score is written as CSV', () => {
    expect(evaluate(['--corpus', 'pages.jsonl', '--extractors', 'bte,lqf', '--scores', 'scores.csv']).status).toBe(0)
    const [header, ...lines] = readFileSync(join(folder, 'scores.csv'), 'utf8').trim().split('\n')
    expect(header).toMatch(/^page,url,type,language,gold words,extractor,precision,recall,f1/)
    expect(lines).toHaveLength(102)
    expect(evaluate(['--corpus', 'pages.jsonl', '--extractors', 'bte', '--lines', '--scores', 'x.csv']).status).toBe(2)
  })

  test('records that cannot be read are named with the reason; where none can, there is no table', () => {
    writeFileSync(join(folder, 'bad.jsonl'), '{"html":"<p>a"}\n')
    const none = evaluate(['--corpus', 'bad.jsonl', '--extractors', 'bte'])
    expect({ status: none.status, stdout: none.stdout }).toEqual({ status: 1, stdout: '' })
    expect(none.stderr).toMatch(/bad\.jsonl, line 1: The record has neither "id" nor "url".*record\.invalid/)
    writeFileSync(join(folder, 'half.jsonl'), '{"html":"<p>a"}\n{"id":"b","html":"<p>words","text":"words"}\n')
    const half = evaluate(['--corpus', 'half.jsonl', '--extractors', 'bte', '--format', 'jsonl'])
    expect(half.status).toBe(3)
    expect(half.stderr).toMatch(/half\.jsonl, line 1: The record has neither/)
    expect(JSON.parse(half.stdout)).toMatchObject({ pages: 1, failures: 1 })
  })

  test('two runs into the same table do not mix: the second is refused at once, and one that was killed is no hindrance', async () => {
    // Long enough to be still under way when the second begins.
    writeFileSync(join(folder, 'many.jsonl'), records(12).join('\n') + '\n')
    const args = ['--corpus', 'many.jsonl', '--extractors', 'bte', '--format', 'csv', '--jobs', '1', '--quiet', '--out', 'both.csv']
    const first = spawn(process.execPath, [cli, 'evaluate', ...args], { cwd: folder, stdio: 'ignore' })
    const ended = new Promise((resolve) => first.once('exit', resolve))
    while (!existsSync(join(folder, 'both.csv.run', 'journal.jsonl')) && first.exitCode === null) await new Promise((r) => setTimeout(r, 5))
    const second = evaluate(args)
    expect({ status: second.status, stderr: second.stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('corpus.locked') as string,
    })
    first.kill('SIGKILL')
    await ended
    expect(evaluate(args).status).toBe(0)
    expect(existsSync(join(folder, 'both.csv.run.lock'))).toBe(false)
  }, 60_000)

  test('a missing corpus ends with 1 and names the path', () => {
    const { status, stderr } = evaluate(['--corpus', './not-there'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/nothing at .*not-there/)
  })

  test('the same run twice is byte-identical, with one job and with two', () => {
    const args = ['--corpus', 'pages.jsonl', '--extractors', 'cectd-ds,textsweeper,bte', '--metrics', 'all', '--format', 'csv']
    expect(evaluate([...args, '--out', 'one.csv', '--jobs', '1']).status).toBe(0)
    expect(evaluate([...args, '--out', 'two.csv', '--jobs', '2']).status).toBe(0)
    expect(readFileSync(join(folder, 'two.csv'), 'utf8')).toBe(readFileSync(join(folder, 'one.csv'), 'utf8'))
    expect(readFileSync(join(folder, 'two.csv.run', 'results.jsonl'), 'utf8')).toBe(
      readFileSync(join(folder, 'one.csv.run', 'results.jsonl'), 'utf8'),
    )
  }, 120_000)

  test('killed in the middle and resumed, the table is the one of an undisturbed run', async () => {
    const args = ['--corpus', 'pages.jsonl', '--extractors', 'cectd-ds,ttr,cuter', '--format', 'csv', '--jobs', '2', '--quiet']
    expect(evaluate([...args, '--out', 'whole.csv']).status).toBe(0)
    const journal = join(folder, 'killed.csv.run', 'journal.jsonl')
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [cli, 'evaluate', ...args, '--out', 'killed.csv', '--resume'], { cwd: folder, stdio: 'ignore' })
      const gone = new Promise((resolve) => child.once('exit', resolve))
      const before = existsSync(journal) ? readFileSync(journal).length : 0
      while (
        child.exitCode === null &&
        child.signalCode === null &&
        (existsSync(journal) ? readFileSync(journal).length : 0) <= before + round * 2000
      )
        await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await gone
    }
    // A line that was half written when the process was killed:
    if (existsSync(journal)) writeFileSync(journal, readFileSync(journal, 'utf8') + '{"index":9', 'utf8')
    const { status } = evaluate([...args, '--out', 'killed.csv', '--resume'])
    expect(status).toBe(0)
    expect(readFileSync(join(folder, 'killed.csv'), 'utf8')).toBe(readFileSync(join(folder, 'whole.csv'), 'utf8'))
    expect(readFileSync(join(folder, 'killed.csv.run', 'results.jsonl'), 'utf8')).toBe(
      readFileSync(join(folder, 'whole.csv.run', 'results.jsonl'), 'utf8'),
    )
  }, 180_000)

  test('resuming a run with other settings is refused, and nothing is lost', () => {
    const args = ['--corpus', 'samples', '--extractors', 'bte', '--out', 'other.csv']
    expect(evaluate(args).status).toBe(0)
    const before = readFileSync(join(folder, 'other.csv.run', 'results.jsonl'), 'utf8')
    const { status, stderr } = evaluate(['--corpus', 'samples', '--extractors', 'dsc', '--out', 'other.csv', '--resume'])
    expect(status).toBe(2)
    expect(stderr).toMatch(/other settings/)
    expect(readFileSync(join(folder, 'other.csv.run', 'results.jsonl'), 'utf8')).toBe(before)
  })
})

describe('boilerscope evaluate --stdin', () => {
  test('one line a record, in order; a bad record is a line with its error, and the exit code is 3', () => {
    const lines = records(1)
    const input = [lines[0], 'not json', lines[1], '{"html":"no id"}', lines[2]].join('\n')
    const { stdout, status } = evaluate(['--stdin', '--extractors', 'cectd-ds'], input)
    expect(status).toBe(3)
    const out = jsonLines<{ id: string; error?: { code: string }; scores?: Record<string, { f1: number }> }>(stdout)
    expect(out.map(({ id }) => id)).toEqual([`${samples[0]?.id}-0`, 'line 2', `${samples[1]?.id}-0`, 'line 4', `${samples[2]?.id}-0`])
    expect(out[1]?.error?.code).toBe('record.not-json')
    expect(out[0]?.scores?.['cectd-ds']?.f1).toBeGreaterThan(0)
  })

  const parallel = spawnSync('parallel', ['--version']).status === 0
  test.skipIf(!parallel)(
    'sharded by GNU parallel, the merged lines are byte-identical to a single run',
    () => {
      const input = records(4).join('\n') + '\n'
      const single = evaluate(['--stdin', '--extractors', 'cectd-ds,bte'], input)
      expect(single.status).toBe(0)
      const sharded = spawnSync(
        'parallel',
        [
          '--will-cite',
          '--pipe',
          '-N8',
          '-j2',
          '--keep-order',
          `'${process.execPath}' '${cli}' evaluate --stdin --extractors cectd-ds,bte --jobs 1`,
        ],
        {
          input,
          encoding: 'utf8',
          cwd: folder,
          maxBuffer: 1 << 28,
        },
      )
      expect(sharded.stdout).toBe(single.stdout)
    },
    180_000,
  )
})
