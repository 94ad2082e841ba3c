import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, runCliHere, type ProgramRun } from '../fixtures/run-program'
import { sampleRecords, samples } from '../fixtures/sample-records'
import { folderForAll } from '../fixtures/temporary-folder'
import { buildPrograms } from '../unit/built-programs'

const folder = folderForAll('evaluate')
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

let programs: string
beforeAll(async () => {
  programs = await buildPrograms()
  writeFileSync(at('pages.jsonl'), sampleRecords(3).join('\n') + '\n')
})

const evaluate = (args: string, input?: string): Promise<ProgramRun> =>
  runCliHere(['evaluate', ...args.split(' ')], { workers: programs, cwd: folder, input })

const startProcess = (args: string) =>
  spawn(process.execPath, [join(programs, 'cli.js'), 'evaluate', ...args.split(' ')], { cwd: folder, stdio: 'ignore' })
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

describe('boilerscope evaluate', () => {
  test.each([
    ['--extractors nope --corpus samples', 2, /no extractor "nope"/],
    ['--corpus samples --metrics nope', 2, /no metric "nope"/],
    ['--corpus samples --sweep lambda=oops', 2, /not a sweep/],
    ['--corpus samples --metrics f1 --columns f1,pagez', 2, /no column "pagez"[\s\S]*f1, f1OfMeans, pages, failures, empties/],
    ['--extractors bte', 2, /The source of the pages is missing/],
    ['--corpus samples --set lamda=1.2', 2, /None of the extractors has a parameter "lamda"/],
    ['--corpus samples --set lambda', 2, /is not a setting/],
    ['--corpus samples --extractors cectd-ds --set lambda=3', 2, /lambda/],
    ['--corpus samples --extractors cectd-ds --set lambda=two', 2, /lambda/],
    ['--corpus pages.jsonl --extractors bte --lines --scores x.csv', 2, /--scores/],
    ['--corpus bare', 1, /bare contains no page.*\n.*input\.no-pages/],
    ['--corpus ./not-there', 1, /The path .*not-there does not exist/],
    ['--corpus no-gold.jsonl --extractors bte', 1, /No page has a valid gold text.*\n.*evaluation\.no-gold/],
    ['--corpus bad.jsonl --extractors bte', 1, /bad\.jsonl, line 1: The record has neither "id" nor "url".*record\.invalid/],
  ] as const)('%s gives no table, exit code %i and the reason', async (args, code, message) => {
    mkdirSync(at('bare'), { recursive: true })
    writeFileSync(at('no-gold.jsonl'), '{"id":"a","html":"<p>some words"}\n')
    writeFileSync(at('bad.jsonl'), '{"html":"<p>a"}\n')
    const run = await evaluate(args)
    expect(run).toMatchObject({ out: '', code })
    expect(run.err).toMatch(message)
  })

  test('--scores writes every score as CSV', async () => {
    expect((await evaluate('--corpus pages.jsonl --extractors bte,lqf --scores scores.csv')).code).toBe(0)
    const [header, ...lines] = read('scores.csv').trim().split('\n')
    expect(header).toMatch(/^page,url,type,language,gold words,extractor,precision,recall,f1/)
    expect(lines).toHaveLength(6 * samples.length)
  })

  test('unreadable records are listed with the reason, and the other records are scored', async () => {
    writeFileSync(at('half.jsonl'), '{"html":"<p>a"}\n{"id":"b","html":"<p>words","text":"words"}\n')
    const { out, err, code } = await evaluate('--corpus half.jsonl --extractors bte --format jsonl')
    expect(code).toBe(3)
    expect(err).toMatch(/half\.jsonl, line 1: The record has neither/)
    expect(JSON.parse(out)).toMatchObject({ pages: 1, failures: 1 })
  })

  test('a second run into the same table is refused while the first runs, but not after the first was killed', async () => {
    writeFileSync(at('many.jsonl'), sampleRecords(12).join('\n') + '\n')
    const args = '--corpus many.jsonl --extractors bte --format csv --jobs 1 --quiet --out both.csv'
    const first = startProcess(args)
    const ended = new Promise((resolve) => first.once('exit', resolve))
    while (!existsSync(at('both.csv.run/journal.jsonl')) && first.exitCode === null) await pause()
    // The stopped run cannot end before the second run starts.
    first.kill('SIGSTOP')
    expect(await evaluate(args)).toMatchObject({ code: 1, err: expect.stringContaining('file.locked') as string })
    first.kill('SIGKILL')
    await ended
    expect((await evaluate(args)).code).toBe(0)
    expect(existsSync(at('both.csv.run.lock'))).toBe(false)
  })

  test('a run gives the same bytes with one job and with two', async () => {
    const args = '--corpus pages.jsonl --extractors cectd-ds,textsweeper,bte --metrics all --format csv'
    for (const [name, jobs] of [
      ['one', 1],
      ['two', 2],
    ] as const)
      expect((await evaluate(`${args} --out ${name}.csv --jobs ${jobs}`)).code).toBe(0)
    for (const file of ['csv', 'csv.run/results.jsonl']) expect(read(`two.${file}`)).toBe(read(`one.${file}`))
  })

  test('a killed and resumed run gives the table of an uninterrupted run', async () => {
    const args = '--corpus pages.jsonl --extractors cectd-ds,ttr,cuter --format csv --jobs 2 --quiet'
    expect((await evaluate(`${args} --out whole.csv`)).code).toBe(0)
    const journal = at('killed.csv.run/journal.jsonl')
    const written = (): number => (existsSync(journal) ? readFileSync(journal).length : 0)
    for (let round = 0; round < 3; round++) {
      const before = written()
      const child = startProcess(`${args} --out killed.csv --resume`)
      const gone = new Promise((resolve) => child.once('exit', resolve))
      while (child.exitCode === null && child.signalCode === null && written() <= before + round * 2000) await pause()
      child.kill('SIGKILL')
      await gone
    }
    // A killed process can leave an incomplete line.
    if (existsSync(journal)) writeFileSync(journal, readFileSync(journal, 'utf8') + '{"index":9', 'utf8')
    expect((await evaluate(`${args} --out killed.csv --resume`)).code).toBe(0)
    for (const file of ['csv', 'csv.run/results.jsonl']) expect(read(`killed.${file}`)).toBe(read(`whole.${file}`))
  })

  test('a run cannot resume with other settings, and keeps its results', async () => {
    expect((await evaluate('--corpus samples --extractors bte --out other.csv')).code).toBe(0)
    const before = read('other.csv.run/results.jsonl')
    const { code, err } = await evaluate('--corpus samples --extractors dsc --out other.csv --resume')
    expect(code).toBe(2)
    expect(err).toMatch(/other settings/)
    expect(read('other.csv.run/results.jsonl')).toBe(before)
  })

  test('a folder beside the table that contains no run does not change', async () => {
    mkdirSync(at('thesis.run'))
    writeFileSync(at('thesis.run/thesis.md'), 'precious')
    const { code, err } = await evaluate('--corpus samples --extractors bte --out thesis')
    expect(code).toBe(1)
    expect(err).toMatch(/is not a file of a run[\s\S]*run\.foreign/)
    expect(read('thesis.run/thesis.md')).toBe('precious')
  })

  test('a baseline with missing pages is reported as damaged', async () => {
    expect((await evaluate('--corpus samples --extractors bte --out base.txt')).code).toBe(0)
    const lines = read('base.txt.run/results.jsonl').split('\n')
    writeFileSync(at('base.txt.run/results.jsonl'), `${lines.slice(0, 3).join('\n')}\n`)
    const { code, err } = await evaluate('--corpus samples --extractors bte --baseline base.txt.run')
    expect(code).toBe(1)
    expect(err).toMatch(/are damaged[\s\S]*run\.damaged/)
  })

  test.skipIf(process.platform === 'win32')('the output can be a pipe, and is not replaced by a file', async () => {
    expect(spawnSync('mkfifo', [at('pipe')]).status).toBe(0)
    const reader = spawn('cat', [at('pipe')])
    let got = ''
    reader.stdout.on('data', (chunk: Buffer) => (got += chunk.toString()))
    const ended = new Promise((resolve) => reader.once('close', resolve))
    expect((await evaluate('--corpus samples --extractors bte --format jsonl --out pipe')).code).toBe(0)
    await ended
    expect(jsonLines<{ extractor: string }>(got).map(({ extractor }) => extractor)).toEqual(['bte'])
    expect([statSync(at('pipe')).isFIFO(), existsSync(at('pipe.run'))]).toEqual([true, false])
  })
})

describe('boilerscope evaluate --stdin', () => {
  test('prints one line per record in order; a bad record is a line with its error, and the exit code is 3', async () => {
    const lines = sampleRecords(1)
    const input = [lines[0], 'not json', lines[1], '{"html":"no id"}', lines[2]].join('\n')
    const { out, code } = await evaluate('--stdin --extractors cectd-ds', input)
    expect(code).toBe(3)
    const results = jsonLines<{ id: string; error?: { code: string }; scores?: Record<string, { f1: number }> }>(out)
    expect(results.map(({ id }) => id)).toEqual([`${samples[0]?.id}-0`, 'line 2', `${samples[1]?.id}-0`, 'line 4', `${samples[2]?.id}-0`])
    expect(results[1]?.error?.code).toBe('record.not-json')
    expect(results[0]?.scores?.['cectd-ds']?.f1).toBeGreaterThan(0)
  })
})
