import type { Command } from 'commander'
import { FAMILY_WORDS } from '../../../shared/evaluation/run-spec'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { brokenSentence, findPeers, peerPlaces, type PeerStatus } from '../../services/peers/find-peers'
import { VERSIONED_LIBRARIES, namesVersion, readLibraryName, versionedLibrary } from '../../../shared/extractors/peers/library-name'
import { installedVersion, installedVersions, installVersion, publishedVersions } from '../../services/peers/library-versions'
import { installPeers } from '../../services/peers/install-peers'
import { EXIT, usage, write, type CliIo } from '../cli-io'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamSpec } from '../../../shared/extractors/core/params'
import { findExtractor } from '../../../shared/extractors/core/run'
import { addProjectOption, loadExtractors } from '../options'

const DETAILS = `
Use an installed library by its id: evaluate --extractors cectd-ds,trafilatura. Boilerscope searches .cache/peers of a checkout and
the program's data, or only the folder in BOILERSCOPE_PEERS if this variable is set; for Python libraries also the packages of python3
and python.`

export function addPeersCommand(program: Command, io: CliIo): void {
  program
    .command('peers')
    .argument('[ids...]', 'only these libraries')
    .option('--install', 'install the libraries, at pinned versions, in separate environments and folders')
    .option('--versions', 'list the published versions of the named libraries, and mark the installed versions')
    .option('--json', 'print JSON')
    .addHelpText('after', DETAILS)
    .action(async (ids: readonly string[], { install, json, versions }: { install?: true; json?: true; versions?: true }) => {
      if (versions) return listVersions(ids, io)
      const versioned = ids.filter(namesVersion)
      if (versioned.length > 0) return printVersions(versioned, install ?? false, io)
      const known = FIELD_PEERS.map(({ id }) => id)
      const unknown = ids.find((id) => !known.includes(id))
      if (unknown !== undefined) throw usage(`There is no library "${unknown}".`, `Choose from: ${known.join(', ')}.`)
      const places = peerPlaces(io.root)
      const wanted = ids.length > 0 ? ids : known
      if (install) {
        const done = await installPeers(places, wanted, ({ title, version }) => void io.stderr.write(`Installing ${title} ${version} …\n`))
        for (const { id, version, reason } of done)
          await write(io.stdout, version === null ? `SKIPPED: ${id} (${reason})\n` : `${id} ${version}\n`)
        if (done.some(({ version }) => version === null)) io.exit(EXIT.someFailed)
        return
      }
      const found = await findPeers(places, wanted)
      if (json) {
        const rows = found.map(({ peer: { id, title, language, library, version: pinned }, version, file, broken, install: command }) => ({
          ...{ id, title, language, library, pinned, installed: file ? version : null, install: command },
          ...(broken === '' ? {} : { broken }),
        }))
        return write(io.stdout, `${JSON.stringify(rows, null, 2)}\n`)
      }
      for (const status of found) await write(io.stdout, `${status.peer.id.padEnd(18)} ${stateOf(status)}\n`)
    })
}

async function listVersions(ids: readonly string[], io: CliIo): Promise<void> {
  if (ids.length === 0) {
    const message = 'No library was named. Name the libraries to list.'
    throw usage(message, `Choose from: ${VERSIONED_LIBRARIES.map(({ id }) => id).join(', ')}.`)
  }
  for (const library of ids.map(versionedLibrary)) {
    const installed = await installedVersions(library, peerPlaces(io.root))
    for (const { version, date } of await publishedVersions(library))
      await write(io.stdout, `${library.id}@${version.padEnd(12)} ${date}${installed.includes(version) ? '  installed' : ''}\n`)
  }
}

async function printVersions(names: readonly string[], install: boolean, io: CliIo): Promise<void> {
  const { describeOwn } = await import('../../services/own/own-extractors')
  const places = peerPlaces(io.root)
  for (const name of names.map(readLibraryName)) {
    if (install) io.stderr.write(`Installing ${name.library.title} ${name.version} …\n`)
    const version = install ? await installVersion(name, places) : name.version
    const { title } = await describeOwn(await installedVersion({ ...name, version }, places), io.workers)
    await write(io.stdout, `${title}: installed\n`)
  }
}

function stateOf(status: PeerStatus): string {
  const { version, broken, install } = status
  if (version === null) return `not installed; ${install}`
  return broken === '' ? `found, version ${version}` : `${brokenSentence(status)}; ${install}`
}

const PEERS = `Other libraries that can be installed (boilerscope peers):
  ${FIELD_PEERS.map(({ id }) => id).join(', ')}`

export function addListCommand(program: Command, io: CliIo): void {
  addProjectOption(program.command('list'))
    .option('--extractor <list>', 'only these extractors: comma-separated ids or files (.ts, .js, .json)')
    .option('--json', 'print JSON')
    .action(async ({ json, extractor, project }: { json?: boolean; extractor?: string; project?: string }) => {
      const { registry, list } = await loadExtractors(extractor ?? '', { project }, io)
      const extractors = extractor === undefined ? registry.list() : list.split(',').map((id) => findExtractor(registry, id.trim()))
      if (json) await write(io.stdout, `${JSON.stringify(extractors.map(described), null, 2)}\n`)
      else await write(io.stdout, `${[...extractors.map(asText), ...(extractor === undefined ? [PEERS] : [])].join('\n\n')}\n`)
    })
}

function described({ id, title, family, paper, summary, params }: ExtractorInfo): object {
  return {
    id,
    title,
    family,
    paper,
    summary,
    params: Object.entries<ParamSpec>(params).map(([name, spec]) => ({ name, ...spec, range: rangeOf(spec) })),
  }
}

function rangeOf(spec: ParamSpec): readonly (number | boolean | string)[] {
  if (spec.kind === 'number') return [spec.min, spec.max]
  return spec.kind === 'boolean' ? [false, true] : spec.options.map((option) => option.value)
}

function asText(extractor: ExtractorInfo): string {
  const { authors, title, year, except } = extractor.paper
  // The year 0 means that a custom program states no source.
  const lines = [
    `${extractor.id}  ${extractor.title} (${FAMILY_WORDS[extractor.family]})`,
    `  ${extractor.summary}`,
    `  ${authors}${year === 0 ? '' : ` (${year})`}: ${title}`,
    ...(except === undefined ? [] : [`  as printed, except: ${except}`]),
  ]
  for (const [name, spec] of Object.entries<ParamSpec>(extractor.params)) {
    const range = spec.kind === 'number' ? `${spec.min} to ${spec.max}` : rangeOf(spec).join(' | ')
    const printed = spec.asPrinted === undefined ? '' : `, as printed ${spec.asPrinted}`
    lines.push(`    ${name} = ${spec.default}${printed}  (${range}; origin: ${spec.origin})`, `        ${spec.description}`)
  }
  return lines.join('\n')
}
