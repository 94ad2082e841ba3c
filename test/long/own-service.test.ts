import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExtractionPool, type ExtractionPool } from '../../electron/services/extraction/extraction-pool'
import { copiable } from '../../electron/services/own/copy-source'
import { describeOwn } from '../../electron/services/own/own-extractors'
import { readOwnFile } from '../../electron/services/own/own-file'
import { createOwnService, type OwnService } from '../../electron/services/own/own-service'
import { toFailure } from '../../shared/base/failure'
import { descriptions } from '../../shared/extractors'
import { codeOf } from '../fixtures/corpora'
import { buildPrograms } from '../unit/built-programs'
import { eventually } from '../fixtures/eventually'
import { allTextModule, appendTo } from '../fixtures/own-module'
import { temporaryFolder, writeIn } from '../fixtures/temporary-folder'

let programs: string
const folderOf = temporaryFolder('own-service')
let folder: string
let pool: ExtractionPool
let service: OwnService
const changes = vi.fn(() => Promise.resolve())
const revoked = vi.fn()

beforeAll(async () => {
  programs = await buildPrograms()
})
beforeEach(() => {
  folder = folderOf()
  pool = createExtractionPool({
    program: join(programs, 'worker.js'),
    budget: { threads: 1, limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 } },
    timeout: 120_000,
  })
  changes.mockClear()
  revoked.mockClear()
  service = start()
})
afterEach(async () => {
  service.close()
  await pool.close()
})

const listFile = (): string => join(folder, 'data', 'own-extractors.json')
const start = (more: Partial<Parameters<typeof createOwnService>[0]> = {}): OwnService =>
  createOwnService({
    file: listFile(),
    programs,
    folder,
    named: [],
    describe: (file) => describeOwn(file, programs),
    hasId: (id) => descriptions.get(id) !== undefined,
    onChange: changes,
    onRevoked: revoked,
    ...more,
  })

function restart(): OwnService {
  service.close()
  return start()
}

const write = (name: string, content: string): string => writeIn(folder, name, content)

const method = (title: string, { id = 'mine', imports = '' } = {}): string =>
  allTextModule({ id, title, atLoad: `${imports}\n${appendTo(join(folder, 'ran'))}` })

const hasRun = (): boolean => existsSync(join(folder, 'ran'))
const program = (id: string, args?: readonly string[]) => JSON.stringify({ id, title: id, command: 'python3', args, mode: 'jsonl' })
const listed = async () => [await service.list(), hasRun()]
const listsOnce = (entry: object) => eventually(async () => expect(await service.list()).toMatchObject([entry]))
async function add(path: string): ReturnType<OwnService['add']> {
  const [proposal] = await service.inspect(path)
  return service.add(path, proposal?.hash ?? '')
}

describe('a custom file', () => {
  it('is shown with path, command and hash before it runs', async () => {
    const path = write('mine.ts', method('Mine'))
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    expect(await service.inspect('mine.ts')).toEqual([{ path, kind: 'module', command: '', hash, files: [path], agreed: false }])
    write('prog.json', program('prog', ['a b.py', '--fast']))
    expect(await service.inspect('prog.json')).toMatchObject([{ kind: 'program', command: 'python3 "a b.py" --fast' }])
    expect(await listed()).toEqual([[], false])
  })

  it('runs after the user approved the shown contents', async () => {
    const path = write('mine.ts', method('Mine'))
    const [{ hash = '' } = {}] = await service.inspect(path)
    write('mine.ts', method('Another'))
    expect([await codeOf(service.add(path, hash)), hasRun()]).toEqual(['own.changed', false])
    expect(await add(path)).toMatchObject({ state: 'ready', info: { id: 'mine', title: 'Another' } })
    expect((await service.infos()).map(({ id }) => id)).toEqual(['mine'])
  })

  it('has a hash that covers its imported files, and the script of a program’s command', async () => {
    write('beside.ts', 'export const a = 1')
    write('deep/further.ts', 'export const b = 2')
    const imports = `import { a } from './beside.js'\nexport { b } from './deep/further'\nvoid a\n`
    const path = write('mine.ts', method('Mine', { imports }))
    const before = await readOwnFile(path, '')
    expect(before.files).toEqual([path, join(folder, 'beside.ts'), join(folder, 'deep/further.ts')])
    write('deep/further.ts', 'export const b = 3')
    expect((await readOwnFile(path, '')).hash).not.toBe(before.hash)

    write('own.py', 'print(1)')
    const command = write('prog.json', program('prog', ['own.py']))
    const first = await readOwnFile(command, '')
    expect(first.files).toEqual([command, join(folder, 'own.py')])
    write('own.py', 'print(2)')
    expect((await readOwnFile(command, '')).hash).not.toBe(first.hash)
  })

  it('of a project needs a separate approval', async () => {
    const one = write('methods/one.ts', method('One', { id: 'one' }))
    const two = write('two.json', program('two'))
    const project = write('methods/boilerscope.json', JSON.stringify({ extractors: ['./one.ts', '../two.json', 'one.ts'] }))
    expect(await service.inspect(project)).toMatchObject([
      { path: one, kind: 'module', agreed: false },
      { path: two, kind: 'program', agreed: false },
    ])
    expect(await codeOf(add(project))).not.toBe('no failure')
    await add(one)
    expect((await service.inspect(project)).map(({ agreed }) => agreed)).toEqual([true, false])
    expect((await service.list()).map(({ path }) => path)).toEqual([one])
  })

  it.each([
    ['{', 'is not a project|does not describe'],
    ['{"extractors": []}', 'is not a project: extractors'],
    ['{"extractors": ["./a.ts"], "run": true}', 'is not a project'],
  ])('that is an invalid project is refused: %s', async (text, words) => {
    const thrown: unknown = await service.inspect(write('boilerscope.json', text)).catch((reason: unknown) => reason)
    expect(toFailure(thrown).message).toMatch(new RegExp(words))
  })

  it('cannot have the id of another extractor', async () => {
    write('a.ts', method('A'))
    write('b.ts', method('B'))
    write('c.ts', method('C', { id: 'lqf' }))
    await add('a.ts')
    expect([await codeOf(add('b.ts')), await codeOf(add('c.ts'))]).toEqual(['own.id-taken', 'own.id-taken'])
    expect(await service.list()).toHaveLength(1)
  })
})

describe('an approved file', () => {
  it('runs in the next session without another approval; a changed file needs a new approval', async () => {
    const path = write('mine.ts', method('Mine'))
    await add(path)
    service = restart()
    expect(await service.list()).toMatchObject([{ path, state: 'ready', info: { title: 'Mine' } }])
    service.close()

    rmSync(join(folder, 'ran'))
    write('mine.ts', method('Somebody else’s'))
    service = start()
    expect(await service.list()).toMatchObject([{ path, state: 'changed', info: null, failure: { code: 'own.changed' } }])
    expect(await service.infos()).toEqual([])
    expect(hasRun()).toBe(false)
    expect(await add(path)).toMatchObject({ state: 'ready', info: { title: 'Somebody else’s' } })
  })

  it('is revoked at once, even if the list cannot be saved', async () => {
    const path = write('mine.ts', method('Mine'))
    await add(path)
    rmSync(listFile())
    write('data/own-extractors.json/in-the-way', '')
    changes.mockClear()
    expect(await codeOf(() => service.remove(path))).not.toBe('')
    expect(revoked).toHaveBeenCalledOnce()
    expect(changes).toHaveBeenCalled()
    expect(await service.dataOf(['mine'])).toBeUndefined()
  })

  it('can be revoked: then it is not listed or run, and its threads end', async () => {
    const path = write('mine.ts', method('Mine'))
    await add(path)
    await service.remove(path)
    expect(revoked).toHaveBeenCalledOnce()
    expect([await service.list(), await service.dataOf(['mine'])]).toEqual([[], undefined])
    rmSync(join(folder, 'ran'))
    write('mine.ts', method('Mine, later'))
    service = restart()
    expect(await listed()).toEqual([[], false])
  })

  it('needs a new approval if the list is damaged', async () => {
    const path = write('mine.ts', method('Mine'))
    await add(path)
    service.close()
    writeFileSync(listFile(), '{"agreed": [{')
    rmSync(join(folder, 'ran'))
    service = start()
    expect(await listed()).toEqual([[], false])
  })
})

describe('two hosts on one data folder', () => {
  it('share approvals, and a revoked file does not return through another host', async () => {
    const approved = (): string[] => {
      const { agreed } = JSON.parse(readFileSync(listFile(), 'utf8')) as { agreed: { path: string }[] }
      return agreed.map(({ path }) => path.slice(folder.length + 1)).sort()
    }
    const approve = async (host: OwnService, path: string): Promise<void> => {
      const [{ hash = '' } = {}] = await host.inspect(path)
      await host.add(path, hash)
    }
    const chosen = write('t0.ts', method('Revoked', { id: 't-zero' }))
    const other = write('argv.json', program('prog', []))
    const last = write('t1.ts', method('Last', { id: 't-one' }))
    const [a, b] = [start(), start()]
    const others = [a, b]
    try {
      await Promise.all([a.list(), b.list()])
      await approve(a, chosen)
      await approve(b, other)
      expect(approved()).toEqual(['argv.json', 't0.ts'])

      const c = start()
      others.push(c)
      await c.remove(chosen)
      await approve(b, last)
      expect(approved()).toEqual(['argv.json', 't1.ts'])

      await eventually(async () => expect((await a.list()).map(({ path }) => path)).not.toContain(chosen))
      rmSync(join(folder, 'ran'), { force: true })
      write('t0.ts', method('Saved later', { id: 't-zero' }))
      await approve(a, write('t2.ts', method('Another', { id: 't-two' }).replace(/; appendFileSync.*$/m, '')))
      expect([approved(), hasRun()]).toEqual([['argv.json', 't1.ts', 't2.ts'], false])
      expect(revoked).toHaveBeenCalled()
    } finally {
      for (const host of others) host.close()
    }
  })

  it('run the files of the command line even if the list cannot be saved', async () => {
    const path = write('mine.ts', method('Mine'))
    const host = start({ file: join(path, 'data', 'own-extractors.json'), named: ['mine.ts'], hasId: () => false })
    try {
      expect(await host.list()).toMatchObject([{ path, state: 'ready' }])
      expect((await host.infos()).map(({ id }) => id)).toEqual(['mine'])
    } finally {
      host.close()
    }
  })
})

describe('a saved file', () => {
  it('is loaded again in a folder that was removed and made again', async () => {
    const path = write('deep/mine.ts', method('One'))
    await add(path)
    rmSync(join(folder, 'deep'), { recursive: true })
    await listsOnce({ state: 'missing' })
    write('deep/mine.ts', method('Two'))
    await listsOnce({ state: 'ready', info: { title: 'Two' } })
    write('deep/mine.ts', method('Three'))
    await listsOnce({ state: 'ready', info: { title: 'Three' } })
  })

  it('is loaded again, even if an editor renames another file, or only an imported file is saved', async () => {
    write('beside.ts', 'export const title = "one"')
    const path = write('mine.ts', method('Mine', { imports: `import { title } from './beside.js'\n` }).replace("'Mine'", 'title'))
    expect(await add(path)).toMatchObject({ info: { title: 'one' } })
    const titled = (title: string) => async () => expect(await service.infos()).toMatchObject([{ title }])
    write('beside.ts', 'export const title = "two"')
    await eventually(titled('two'))
    write('.mine.ts.swp', method('Three'))
    renameSync(join(folder, '.mine.ts.swp'), path)
    await eventually(titled('Three'))
    write('mine.ts', method('Four'))
    await eventually(titled('Four'))
    expect(changes.mock.calls.length).toBeGreaterThanOrEqual(4)
  })

  it('with a fault is reported with file, line and code, does not run, and is loaded again after the repair', async () => {
    const path = write('mine.ts', method('Mine'))
    await add(path)
    write('mine.ts', method('Mine').replace('run(', 'run)('))
    await listsOnce({ state: 'failed', info: { title: 'Mine' } })
    const [broken] = await service.list()
    expect(broken?.failure?.message).toMatch(/mine\.ts:7:\d+: [^]*> +7 \| {3}run\)\(/)
    expect(await codeOf(service.dataOf(['mine']))).toBe('module.error')
    write('mine.ts', method('Mended'))
    await listsOnce({ state: 'ready', info: { title: 'Mended' }, failure: null })
  })
})

describe('a copy of a built-in extractor', () => {
  it.each(copiable())('of %s loads, and overwrites nothing', async (id) => {
    const path = await service.copy(id, `my-${id}.ts`)
    expect(await add(path)).toMatchObject({ state: 'ready', failure: null, info: { id: `my-${id}` } })
    expect(await codeOf(service.copy(id, path))).toBe('file.exists')
  })
})
