/** Naming a custom extractor does not run it: only the user does, and a run continues only with its first state. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { createApplication, type Application } from '../../electron/services/application'
import { CorpusFilter } from '../../shared/contract/corpus-contract'
import { CaptureOptions, PageLimits } from '../../shared/contract/capture'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { captureOf } from '../fixtures/captured'
import { codeOf } from '../fixtures/corpora'
import { eventually } from '../fixtures/eventually'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('own-trust')
let folder: string
let corpus: string
let own: string
const applications: Application[] = []
const context = { signal: new AbortController().signal, progress: () => undefined }
const limits = PageLimits.pick({ maxNodes: true }).parse({})

/** An extractor that writes a file when it is loaded, and when it runs. */
const method = (title: string): string => `
import { appendFileSync } from 'node:fs'
import { defineExtractor } from 'boilerscope/extractor'
const trace = () => appendFileSync(${JSON.stringify(join(folder, 'ran'))}, 'x')
trace()
export default defineExtractor({
  id: 'mine', title: '${title}', family: 'system', paper: { authors: '', title: '', venue: '', year: 2026 }, summary: '',
  params: {}, measures: { C: { label: 'c', unit: '', description: '' } }, rules: {}, charts: [], mainMeasure: 'C',
  run({ tree }) {
    trace()
    return { kept: { texts: new Uint8Array(tree.size).fill(1) }, measures: { C: tree.length } }
  },
})
`

/** A host like a session of the user, with the data folder of this name. */
function host(data: string): Application['handlers'] {
  const application = createApplication({
    root,
    data: join(folder, data),
    host: { kind: 'browser', version: '0', initial: { kind: 'html', html: '' }, fileDialog: false, docs: './docs/' },
    loader: {
      load: (source, { mode }) => Promise.resolve(captureOf(source.kind === 'html' ? source.html : '', { mode })),
    },
    own: { folder, named: [] },
  })
  applications.push(application)
  return application.handlers
}

beforeEach(() => {
  folder = folderOf()
  corpus = join(folder, 'pages')
  own = join(folder, 'mine.ts')
  mkdirSync(corpus)
  writeFileSync(own, method('Mine'))
  const page = `<link rel="extractor" href="./mine.ts"><script type="module">import "./mine.ts"</script><p>${'Words of a page. '.repeat(20)}`
  for (const name of ['a', 'b']) {
    writeFileSync(join(corpus, `${name}.html`), page)
    writeFileSync(join(corpus, `${name}.txt`), 'Words of a page. '.repeat(20))
  }
})
afterEach(async () => {
  await Promise.all(applications.splice(0).map((application) => application.close()))
})

const ran = (): boolean => existsSync(join(folder, 'ran'))
const spec = (): RunSpec =>
  RunSpec.parse({ source: { kind: 'folder', path: corpus }, configurations: ['lqf', 'mine'].map((extractor) => ({ extractor })) })

async function agree(handlers: Application['handlers']): Promise<void> {
  const [{ hash = '' } = {}] = await handlers['own.inspect']({ path: own }, context)
  await handlers['own.add']({ path: own, hash }, context)
}

describe('a custom extractor', () => {
  it('votes on the pages of a corpus, and runs again after a save', async () => {
    const handlers = host('data')
    await agree(handlers)
    const made = join(folder, 'corpus')
    await handlers['corpus.create']({ path: made, name: 'Pages' }, context)
    await handlers['corpus.import']({ corpus: made, path: corpus, format: 'folder', annotator: 'gold', align: true }, context)
    const measured = async (): Promise<unknown> => {
      rmSync(join(folder, 'ran'), { force: true })
      const { measured: count, problems } = await handlers['corpus.measure']({ corpus: made }, context)
      expect(problems).toEqual([])
      return count
    }
    expect(await measured()).toBe(2)
    expect(ran()).toBe(true)
    await measured()
    expect(ran()).toBe(false)
    writeFileSync(own, method('Another'))
    await eventually(async () => expect(await handlers['own.list']({}, context)).toMatchObject([{ info: { title: 'Another' } }]))
    await measured()
    expect(ran()).toBe(true)
  })

  it('is not run because a page, a project beside it, a corpus or a run of another person names it', async () => {
    const theirs = host('theirs')
    await agree(theirs)
    expect(ran()).toBe(true)
    const { id: run } = await theirs['evaluation.create']({ name: '', spec: spec() }, context)
    rmSync(join(folder, 'ran'))

    // Their runs lie in my data folder, their project beside the corpus and where I started.
    cpSync(join(folder, 'theirs', 'runs'), join(folder, 'mine', 'runs'), { recursive: true })
    for (const place of [folder, corpus]) writeFileSync(join(place, 'boilerscope.json'), JSON.stringify({ extractors: [own] }))
    const mine = host('mine')
    const options = CaptureOptions.parse({ mode: 'source' })
    const page = await mine['page.open']({ source: { kind: 'html', html: readFileSync(join(corpus, 'a.html'), 'utf8') }, options }, context)
    const asked = { page: page.id, extractor: 'mine', preset: 'default' as const, params: {} }
    expect(await codeOf(mine['extraction.run'](asked as never, context))).toBe('extractor.unknown')
    expect(await codeOf(mine['evaluation.run']({ run, limits }, context))).toBe('extractor.unknown')

    const made = join(folder, 'corpus')
    await mine['corpus.create']({ path: made, name: 'Pages' }, context)
    const file = join(made, 'corpus.json')
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), extractors: [own] }))
    await codeOf(mine['corpus.open']({ path: made }, context))
    await codeOf(mine['corpus.list']({ corpus: made, filter: CorpusFilter.parse({}), offset: 0, limit: 10 }, context))
    expect(await mine['own.list']({}, context)).toEqual([])
    expect(ran()).toBe(false)
  })

  it('that was saved since a run began is not let into the run: half a table would be of the one state and half of the other', async () => {
    const handlers = host('data')
    await agree(handlers)
    const { id: run } = await handlers['evaluation.create']({ name: '', spec: spec() }, context)
    writeFileSync(own, method('Another'))
    await eventually(async () => expect(await handlers['own.list']({}, context)).toMatchObject([{ info: { title: 'Another' } }]))
    await expect(handlers['evaluation.run']({ run, limits }, context)).rejects.toMatchObject({
      failure: { code: 'run.own-changed', message: expect.stringContaining('mine.ts') as string },
    })
    expect(readdirSync(join(folder, 'data', 'runs', run))).not.toContain('journal.jsonl')

    writeFileSync(own, method('Mine'))
    await eventually(async () => expect(await handlers['own.list']({}, context)).toMatchObject([{ info: { title: 'Mine' } }]))
    expect(await handlers['evaluation.run']({ run, limits }, context)).toMatchObject({ status: 'finished' })
  })
})
