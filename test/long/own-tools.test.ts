import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { packageProgram, root } from '../../scripts/ensure.mjs'
import { newExtractorFiles } from '../../electron/services/own/new-extractor'
import { buildPrograms } from '../unit/built-programs'
import { runCliHere, runProgram, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'
import { eventually } from '../fixtures/eventually'

const folder = folderForAll('tools')
const programs = join(root, 'test/fixtures/programs')
let out: string
beforeAll(async () => {
  out = await buildPrograms()
  copyFileSync(join(root, 'electron/samples/pages/news-article.html'), join(folder, 'news.html'))
})

function start(args: string): { child: ChildProcess; written: { out: string; err: string } } {
  const child = spawn(process.execPath, [join(out, 'cli.js'), ...args.split(' ')], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text))
  return { child, written }
}

const run = (program: string, args: readonly string[], cwd = folder): Promise<ProgramRun> => runProgram(program, args, { cwd })
const cli = (args: string): Promise<ProgramRun> => runCliHere(args.split(' '), { workers: out, cwd: folder })

describe('boilerscope new-extractor', () => {
  it('writes a module that runs, and that check-extractor accepts', async () => {
    expect(await cli('new-extractor My_Method.ts')).toMatchObject({ code: 0, err: '' })
    const { out: text, err } = await cli('extract --extractor ./My_Method.ts news.html')
    expect(err).toBe('')
    expect(text.length).toBeGreaterThan(1000)
    const checked = await cli('check-extractor ./My_Method.ts')
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toContain('My_Method: no faults on 34 pages.')
  })

  it('writes a folder with a test that passes and needs no package', async () => {
    const { out: written } = await cli('new-extractor mine')
    expect(written).toMatch(/^mine\/mine\.ts\nmine\/boilerscope-extractor\.d\.ts\nmine\/mine\.test\.mjs\nmine\/package\.json\n/)
    expect(JSON.parse(readFileSync(join(folder, 'mine/package.json'), 'utf8'))).not.toHaveProperty('dependencies')
    expect(readFileSync(join(folder, 'mine/mine.test.mjs'), 'utf8')).toContain(JSON.stringify(root))
    const home = join(folder, 'home')
    mkdirSync(join(home, 'out'), { recursive: true })
    symlinkSync(out, join(home, 'out/main'))
    symlinkSync(join(root, 'electron'), join(home, 'electron'))
    if (!existsSync(join(out, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(out, 'node_modules'))
    writeFileSync(join(home, 'package.json'), readFileSync(join(root, 'package.json')))
    process.env.BOILERSCOPE_HOME = home
    const { out: report, code } = await run('--test', ['--test-reporter=tap'], join(folder, 'mine'))
    expect(report).toMatch(/# pass 3\n# fail 0/)
    expect(code).toBe(0)
  })

  it('copies an extractor, and the copy gives the same text', async () => {
    expect(await cli('new-extractor quota.ts --from lqf')).toMatchObject({ code: 0, err: '' })
    const [copy, ours] = await Promise.all(['./quota.ts', 'lqf'].map((name) => cli(`extract --extractor ${name} news.html`)))
    expect(copy).toEqual(ours)
    expect(await cli('new-extractor no.ts --from nope')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be copied') as string,
    })
  })
})

describe('the types of boilerscope/extractor', () => {
  it('accept the template, page.text and attributes, and reject a mistake', async () => {
    for (const [file, text] of newExtractorFiles(join(folder, 'mine.ts'), root)) writeFileSync(join(folder, file), text)
    const module = join(folder, 'mine.ts')
    const judge = "step('judge',"
    const compilerOptions = { strict: true, noEmit: true, types: [], target: 'ES2023', module: 'NodeNext' }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['mine.ts'] }))
    const mistakesIn = async (line: string): Promise<readonly string[]> => {
      const text = readFileSync(module, 'utf8')
      writeFileSync(module, text.replace(judge, `${line}\n    ${judge}`).replace('number, sumUp', 'attribute, number, sumUp, tagName'))
      const { out: mistakes } = await run(packageProgram('typescript', 'tsc'), ['--pretty', 'false'])
      writeFileSync(module, text)
      // Indented lines below a mistake name its causes.
      return mistakes.split(/\n(?! )/).filter((mistake) => mistake !== '')
    }
    expect(
      await mistakesIn("const text: string = page.text[node[0]] + (attribute(page, 0, 'class') ?? '') + tagName(page, 0); void text"),
    ).toEqual([])
    expect((await mistakesIn('page.text(1)'))[0]).toMatch(/not callable/)
    expect((await mistakesIn("decide(1, 'keepNode', 'no-rule', 0, 0)"))[0]).toMatch(/no-rule/)
  })
})

describe('boilerscope check-extractor', () => {
  it('reports the faults of a program by page', async () => {
    const description = {
      ...{ id: 'careless', title: 'Careless', command: process.execPath, mode: 'jsonl', timeout: 3000, startTimeout: 10_000 },
      args: [join(programs, 'careless.mjs')],
    }
    writeFileSync(join(folder, 'careless.json'), JSON.stringify(description))
    const { out: text, code } = await cli('check-extractor ./careless.json --format json')
    expect(code).toBe(3)
    const { pages, wrong } = JSON.parse(text) as { pages: { page: string; wrong: string[]; notes: string[] }[]; wrong: number }
    const of = (page: string): string => pages.find((one) => one.page === page)?.wrong.join(' ') ?? ''
    expect(of('text without a tag')).toMatch(/\[program\.crashed\]/)
    expect(of('null bytes')).toMatch(/wrote an invalid response[\s\S]*\[program\.garbage\]/)
    expect(of('20,000 links')).toMatch(/\[program\.timeout\]/)
    expect(of('the same paragraph 500 times')).toBe('It returns another text in the second run.')
    expect(of('an article')).toBe('It keeps no text of a normal page.')
    expect(of('no line feeds')).toBe('')
    expect(pages.find(({ page }) => page === 'no line feeds')?.notes.join(' ')).toMatch(/words of its text are not on the page/)
    expect(wrong).toBe(pages.filter((page) => page.wrong.length > 0).length)
  })
})

describe('evaluate --watch', () => {
  it('prints the table again after a save, with the changes; an error is reported and the next save continues', async () => {
    await cli('new-extractor watched.ts')
    const file = join(folder, 'watched.ts')
    const source = readFileSync(file, 'utf8')
    const { child, written } = start('evaluate --corpus samples --extractors lqf,./watched.ts --watch --quiet --metrics f1')
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const waits = (times: number): Promise<void> => eventually(() => expect(written.err.match(/waiting for a save/g)).toHaveLength(times))
    await waits(1)
    await eventually(() => expect(written.out).toMatch(/lqf[\s\S]*watched/))
    expect(written.out).not.toContain('Since the last save')
    for (let i = 0; i < 3; i++) {
      writeFileSync(join(folder, 'watch.log'), `${i}`)
      writeFileSync(file, source)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(written.err.match(/waiting for a save/g)).toHaveLength(1)
    writeFileSync(file, source.replace('default: 60', 'default: 900'))
    await waits(2)
    // Standard output can arrive later than standard error.
    const changes = /Since the last save, by F1:\n {2}watched: mean 0\.\d+ → 0\.\d+ \([-+]0\.\d+\), \d+ pages higher, \d+ lower/
    await eventually(() => expect(written.out).toMatch(changes))
    writeFileSync(file, source.replace('run({', 'run(((('))
    await waits(3)
    expect(written.err).toMatch(/watched\.ts:\d+:\d+: [\s\S]*\[module\.error\]/)
    writeFileSync(file, source.replace(/ run\(\{.*\{\n/, '$&throw new Error("boom")\n'))
    await waits(4)
    expect(written.err).toMatch(/watched failed on \d+ pages: [\s\S]*boom/)
    await eventually(() => expect(written.out).toMatch(/ {2}watched: now fails on \d+ pages: /))
    writeFileSync(file, source)
    await waits(5)
    await eventually(() => expect(written.out).toMatch(/ {2}watched: no longer fails on \d+ pages: /))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })

  it('runs all extractors again if the pages changed', async () => {
    await cli('new-extractor beside.ts')
    const file = join(folder, 'beside.ts')
    const record = (id: string, text: string): string => `${JSON.stringify({ id, html: `<p>${text}</p>`, text: 'four words of gold' })}\n`
    const [first, second] = [record('first', 'other ones'), record('second', 'four words of gold')]
    writeFileSync(join(folder, 'watched.jsonl'), second)
    const command = 'evaluate --corpus watched.jsonl --extractors lqf,./beside.ts --quiet --metrics f1 --format csv'
    const { child, written } = start(`${command} --watch`)
    const waits = (times: number): Promise<void> => eventually(() => expect(written.err.match(/waiting for a save/g)).toHaveLength(times))
    await waits(1)
    writeFileSync(join(folder, 'watched.jsonl'), first + second)
    writeFileSync(file, readFileSync(file, 'utf8').replace('default: 60', 'default: 900'))
    await waits(2)
    const { out: table } = await cli(command)
    await eventually(() => expect(written.out).toContain(table.trim()))
    child.kill('SIGINT')
  })

  it('needs a table and a custom file', async () => {
    expect((await cli('evaluate --corpus samples --extractors lqf --watch')).err).toContain('The run has no custom extractor')
    expect((await cli('evaluate --corpus samples --extractors ./My_Method.ts --watch --lines')).code).toBe(2)
  })
})
