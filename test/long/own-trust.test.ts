/**
 * A custom extractor runs only after the user approved the extractor. A run continues only with the version that was approved at its start.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Application } from '../../electron/services/application'
import { CaptureOptions, PageLimits } from '../../shared/contract/capture'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { applicationIn } from '../fixtures/application'
import { codeOf } from '../fixtures/corpora'
import { eventually } from '../fixtures/eventually'
import { allTextModule, appendTo } from '../fixtures/own-module'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('own-trust')
let folder: string
let corpus: string
let own: string
const applications: Application[] = []
const context = { signal: new AbortController().signal, progress: () => undefined }
const limits = PageLimits.pick({ maxNodes: true }).parse({})

const method = (title: string): string => {
  const file = JSON.stringify(join(folder, 'ran'))
  return allTextModule({ title, atLoad: appendTo(join(folder, 'ran')), inRun: `appendFileSync(${file}, 'x')` })
}

function host(data: string): Application['handlers'] {
  const application = applicationIn(folder, data)
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

const hasRun = (): boolean => existsSync(join(folder, 'ran'))
const spec = (): RunSpec =>
  RunSpec.parse({ source: { kind: 'folder', path: corpus }, configurations: ['lqf', 'mine'].map((extractor) => ({ extractor })) })

async function approve(handlers: Application['handlers']): Promise<void> {
  const [{ hash = '' } = {}] = await handlers['own.inspect']({ path: own }, context)
  await handlers['own.add']({ path: own, hash }, context)
}

describe('a custom extractor', () => {
  it('measures the pages of a corpus, and measures them again after a save', async () => {
    const handlers = host('data')
    await approve(handlers)
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
    expect(hasRun()).toBe(true)
    await measured()
    expect(hasRun()).toBe(false)
    writeFileSync(own, method('Another'))
    await eventually(async () => expect(await handlers['own.list']({}, context)).toMatchObject([{ info: { title: 'Another' } }]))
    await measured()
    expect(hasRun()).toBe(true)
  })

  it('that a page, a project, a corpus or a run of another user names does not run', async () => {
    const theirs = host('theirs')
    await approve(theirs)
    expect(hasRun()).toBe(true)
    const { id: run } = await theirs['evaluation.create']({ name: '', spec: spec() }, context)
    rmSync(join(folder, 'ran'))

    // The folder `mine` receives another user's runs. `folder` and the corpus contain projects that name the extractor.
    cpSync(join(folder, 'theirs', 'runs'), join(folder, 'mine', 'runs'), { recursive: true })
    for (const place of [folder, corpus]) writeFileSync(join(place, 'boilerscope.json'), JSON.stringify({ extractors: [own] }))
    const mine = host('mine')
    const options = CaptureOptions.parse({ mode: 'source' })
    const { page } = await mine['page.open'](
      { source: { kind: 'html', html: readFileSync(join(corpus, 'a.html'), 'utf8') }, options },
      context,
    )
    const request = { page: page.id, extractor: 'mine', preset: 'default' as const, params: {} }
    expect(await codeOf(mine['extraction.run'](request as never, context))).toBe('extractor.unknown')
    expect(await codeOf(mine['evaluation.run']({ run, limits }, context))).toBe('extractor.unknown')

    const made = join(folder, 'corpus')
    await mine['corpus.create']({ path: made, name: 'Pages' }, context)
    const file = join(made, 'corpus.json')
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), extractors: [own] }))
    await codeOf(mine['corpus.open']({ path: made }, context))
    await codeOf(mine['corpus.list']({ corpus: made }, context))
    expect(await mine['own.list']({}, context)).toEqual([])
    expect(hasRun()).toBe(false)
  })

  it('that was saved after the start of a run does not continue the run, because one table would mix two versions', async () => {
    const handlers = host('data')
    await approve(handlers)
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
