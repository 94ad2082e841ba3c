import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { jsonl, jsonLines, runCliHere, type ProgramRun } from '../fixtures/run-program'
import { temporaryFolder } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'

const folderOf = temporaryFolder('corpus-command')
let folder: string
const workers = await buildPrograms()
beforeEach(() => void (folder = folderOf()))

const run = (...args: string[]): Promise<ProgramRun> => runCliHere(args, { workers, cwd: folder })

describe('boilerscope corpus', () => {
  it('imports, counts, checks and exports', async () => {
    const page = { id: 'a', html: '<nav>Menu</nav><p>The text</p>', text: 'The text', pageType: 'article' }
    await writeFile(join(folder, 'in.jsonl'), jsonl(page, { id: 'b', html: '<p>b</p>' }))
    const out =
      '2 pages added, 0 already in the corpus, 0 problems\ngold texts: 100 % of their words found on their pages; 0 words not found\n'
    expect(await run('corpus', 'import', 'corpus', 'in.jsonl')).toEqual({ out, err: '', code: 0 })
    expect((await run('corpus', 'import', 'corpus', 'in.jsonl')).out).toBe('0 pages added, 2 already in the corpus, 0 problems\n')
    expect((await run('corpus', 'check', 'corpus')).out).toBe('2 pages, 0 problems\n')
    const stats: unknown = JSON.parse((await run('corpus', 'stats', 'corpus', '--json')).out)
    const annotators = [{ annotator: 'imported', pages: 1 }]
    expect(stats).toMatchObject({ pages: 2, withLabels: 1, byType: { article: 1, none: 1 }, annotators, agreement: [] })
    expect((await run('corpus', 'stats', 'corpus')).out).toContain('imported: 1 page (done 1), 1 span')
    expect((await run('corpus', 'export', 'corpus', 'out.jsonl')).code).toBe(0)
    const [exported] = jsonLines(await readFile(join(folder, 'out.jsonl'), 'utf8'))
    expect(exported).toMatchObject({ id: 'a', text: 'The text', pageType: 'article' })
  })

  it('lists pages by filter and score', async () => {
    const prose = 'These are words of an article, and there are quite a few of them, as there are in articles. '.repeat(8)
    const lines = [
      { id: 'agreed', html: `<body><div><p>${prose}</p></div></body>`, text: prose, pageType: 'article' },
      { id: 'disputed', html: await readFile(resolve('electron/samples/pages/overview.html'), 'utf8') },
    ]
    await writeFile(join(folder, 'in.jsonl'), jsonl(...lines))
    await run('corpus', 'import', 'corpus', 'in.jsonl')
    const list = async (...args: string[]): Promise<string[]> =>
      (await run('corpus', 'list', 'corpus', ...args)).out.split('\n').filter(Boolean)
    expect(await list()).toEqual(['agreed', 'disputed'])
    expect(await list('--status', 'unlabelled')).toEqual(['disputed'])
    expect(await list('--type', 'article', '--search', 'AGREE')).toEqual(['agreed'])
    expect(await list('--score', 'f1:0.9..1')).toEqual(['agreed'])
    expect(await list('--score', 'f1:0..0.5')).toEqual([])
    expect(await list('--score', 'disagreement:0.05..')).toEqual(['disputed'])
    expect(await list('--by-disagreement')).toEqual(['disputed', 'agreed'])
    const [first] = await list('--json', '--score', 'f1', '--extractors', 'bte,ttr')
    expect(JSON.parse(first ?? '')).toMatchObject({ id: 'agreed', scores: { f1: expect.closeTo(1, 1) as number } })
    expect(await run('corpus', 'list', 'corpus', '--status', 'maybe')).toMatchObject({ code: 2 })
    expect((await run('corpus', 'check', 'corpus')).out).toBe('2 pages, 0 problems\n')
  })

  it('counts the contents during a blind campaign, and reports why it does not compare annotators', async () => {
    await writeFile(join(folder, 'in.jsonl'), '{"id":"a","html":"<p>The text</p>","text":"The text"}')
    await run('corpus', 'import', 'corpus', 'in.jsonl')
    await run('corpus', 'campaign', 'plan', 'corpus', 'ann,ben')
    const { out, err, code } = await run('corpus', 'stats', 'corpus')
    expect([err, code]).toEqual(['', 0])
    expect(out).toMatch(/^corpus: 1 page, [^]*\nimported: 1 page \(done 1\)[^]*\nThis campaign is blind: labels cannot be compared yet\./)
    expect(JSON.parse((await run('corpus', 'stats', 'corpus', '--json')).out)).toMatchObject({ pages: 1, agreement: [] })
  })

  it('plans a campaign with valid numbers only, and writes nothing for other values', async () => {
    await writeFile(join(folder, 'plan.jsonl'), '{"id":"a","html":"<p>a</p>"}')
    await run('corpus', 'import', 'planned', 'plan.jsonl')
    for (const bad of ['abc', '1.5', '-1', ''])
      expect(await run('corpus', 'campaign', 'plan', 'planned', 'ann,ben', '--seed', bad)).toMatchObject({ code: 2 })
    expect(await run('corpus', 'campaign', 'plan', 'planned', 'ann,ben', '--overlap', '0')).toMatchObject({ code: 2 })
    for (const bad of ['abc', '90', '-0.1', ''])
      expect(await run('corpus', 'campaign', 'plan', 'planned', 'ann,ben', '--pass-mark', bad)).toMatchObject({ code: 2 })
    expect(await readdir(join(folder, 'planned'))).not.toContain('campaign.json')
    expect(await run('corpus', 'campaign', 'plan', 'planned', 'ann,ben', '--seed', '7')).toMatchObject({ err: '', code: 0 })
  })

  it('reports errors, with an exit code for each kind', async () => {
    await writeFile(join(folder, 'bad.jsonl'), '{"id":\n{"id":"a","html":"<p>a</p>"}')
    const bad = await run('corpus', 'import', 'corpus', 'bad.jsonl')
    expect(bad).toMatchObject({ out: '1 page added, 0 already in the corpus, 1 problem\n', code: 3 })
    expect(bad.err).toMatch(/bad\.jsonl, line 1.*\[record\.not-json\]/)
    await writeFile(join(folder, 'corpus', 'pages', 'a', 'page.html'), 'changed')
    expect(await run('corpus', 'check', 'corpus')).toMatchObject({ code: 3 })
    const missing = { err: expect.stringContaining('[file.not-found]') as string, code: 1 }
    expect(await run('corpus', 'check', 'nowhere')).toMatchObject(missing)
    expect(await run('corpus', 'import', 'corpus', 'nowhere')).toMatchObject(missing)
    await writeFile(join(folder, 'no-archive.wacz'), 'no archive')
    for (const source of ['nowhere', 'no-archive.wacz']) {
      expect((await run('corpus', 'import', 'new', source)).code).toBe(1)
      expect(await readdir(folder)).not.toContain('new')
    }
  })
})
