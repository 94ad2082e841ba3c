import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { dataFolder } from '../../services/files/machine'
import { createRunStore, runFiles, type RunFiles } from '../../services/evaluation/run-files'
import type { RunRecord } from '../../services/evaluation/run-record'
import { peerPlaces } from '../../services/peers/find-peers'
import { installedLibrary } from '../../services/peers/library-versions'
import { isLibraryName } from '../../../shared/extractors/peers/library-name'
import { checkUnchanged } from '../../services/evaluation/publish/run-contents'
import { publishRun } from '../../services/evaluation/publish/publish-run'
import { type CliIo, EXIT, EXIT_HELP, usage, versionOf, warn, write } from '../cli-io'
import { openSource, withEvaluationPool } from '../evaluate/prepare-run'
import { addPoolOptions, addProjectOption, type PoolOptions, type ProjectOption, seedOf, zeroOrMore, loadExtractors } from '../options'
import { counted } from '../../../shared/base/written-number'

interface PublishOptions extends ProjectOption, PoolOptions {
  readonly title: string
  readonly withoutPages?: true
  readonly sample: number
  readonly seed: number
}

const DETAILS = `
RUN is the output of evaluate --out FILE (FILE, or FILE.run), or the id or name of a run in the window. The site contains the tables with
intervals and tests, groups and distributions, and each page with kept, missing and extra text and the reasons. The site stores the
results of libraries and custom extractors; other extractors run again in the reader's browser. The site works from any static file
server and from a local folder.

  boilerscope evaluate --corpus wcxb --extractors cectd-ds,lens,readability --out wcxb.txt
  boilerscope publish wcxb.txt site/ --title "WCXB, three extractors"

Pages are their authors' property: --without-pages publishes only scores and hashes. Paths, user and host names are omitted.`

export function addPublishCommand(program: Command, io: CliIo): void {
  const command = addProjectOption(program.command('publish'))
    .argument('<run>', 'output of evaluate --out, or the id or name of a run')
    .argument('<folder>', 'new or empty folder, or a previously published site')
    .option('--title <text>', 'title of the site (default: the name of the run)', '')
    .option('--without-pages', 'omit the pages; publish only scores, and hashes of texts')
    .option('--sample <n>', 'number of random pages that readers can open (0: all pages); scores cover all pages', zeroOrMore, 0)
    .option('--seed <n>', 'seed of the random draw', seedOf, 1)
  addPoolOptions(command, 'time limit per page, for all extractors together', 120)
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action((run: string, folder: string, options: PublishOptions) => publish(run, folder, options, io))
}

async function publish(run: string, folder: string, options: PublishOptions, io: CliIo): Promise<void> {
  const { title, sample, seed } = options
  const files = await findRun(run, io)
  const record = await files.readEnded()
  const { registry, own } = await extractorsOf(record, options, io)
  checkUnchanged(record, own)
  const entries = await files.readResults()
  const published = await withEvaluationPool(io, options, (pool, signal, progress) =>
    publishRun(pool, {
      ...{ record, entries, own, signal, progress, title, sample, seed, withPages: !options.withoutPages },
      source: openSource(io, record.spec),
      extractors: registry.list().filter(({ id }) => record.spec.configurations.some(({ extractor }) => extractor === id)),
      maxNodes: DEFAULT_LIMITS.maxNodes,
      folder: resolve(io.cwd, folder),
      template: join(io.root, 'out', 'site'),
      boilerscope: versionOf(io.root),
      now: new Date().toISOString(),
    }),
  )
  for (const note of published.notes) await warn(io, note)
  const summary = `${counted(entries.length, 'page')} scored, ${published.pages} can be opened, ${(published.bytes / 1e6).toFixed(1)} MB`
  await write(io.stdout, `${join(published.folder, 'index.html')}: ${summary}\n`)
  io.exit(EXIT.done)
}

async function findRun(name: string, io: CliIo): Promise<RunFiles> {
  const path = resolve(io.cwd, name)
  for (const folder of [`${path}.run`, path]) if (existsSync(join(folder, 'run.json'))) return runFiles(folder)
  const store = createRunStore(join(dataFolder(), 'runs'))
  const { runs } = await store.list()
  const found = runs.find((run) => run.id === name) ?? runs.find((run) => run.name === name)
  if (found) return store.open(found.id)
  throw usage(`There is no run "${name}".`, 'Enter the FILE of boilerscope evaluate --out FILE, or the id or name of a run in the window.')
}

async function extractorsOf({ spec, own }: RunRecord, options: ProjectOption, io: CliIo) {
  const ids = [...new Set(spec.configurations.map(({ extractor }) => extractor))]
  const libraries = ids.filter((id) => io.registry.get(id) === undefined && isLibraryName(id))
  const places = peerPlaces(io.root)
  const ofLibraries = await Promise.all(libraries.map((id) => installedLibrary(id, places)))
  const files = own.map(({ path }) => path).filter((path) => !ofLibraries.some((library) => library.path === path))
  const ours = ids.filter((id) => io.registry.get(id) !== undefined)
  return loadExtractors([...ours, ...libraries, ...(options.project === undefined ? files : [])].join(','), options, io)
}
