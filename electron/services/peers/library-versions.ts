/** Lists published versions of libraries, and installs each version into a separate folder. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failed, toFailure } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import {
  compareVersions,
  isRelease,
  namesVersion,
  readLibraryName,
  publishedAs,
  versionId,
  versionInfo,
  type LibraryName,
  type VersionedLibrary,
} from '../../../shared/extractors/peers/library-name'
import type { OwnFile } from '../own/own-file'
import { type CommandOptions, installedPeer, peerFile, programCommand, runCommand, type PeerPlaces } from './find-peers'
import { installWithNpm, installWithPip, NPM } from './install-peers'

export interface PublishedVersion {
  readonly version: string
  /** Date of publication, such as `2026-09-22`. Empty if the registry reports no date. */
  readonly date: string
}

/** Maximum milliseconds for the response of a registry. */
const REGISTRY_PATIENCE = 30_000
/** Maximum milliseconds for an installation. */
const INSTALL_PATIENCE = 600_000

/**
 * Returns the releases, lowest version first, without prereleases, and on PyPI without yanked versions.
 * @throws FailureError `library.no-registry` if the registry fails or reports no release
 */
export async function publishedVersions(library: VersionedLibrary, signal?: AbortSignal): Promise<readonly PublishedVersion[]> {
  const dates = library.language === 'npm' ? await npmDates(library, signal) : await pythonDates(library, signal)
  const found = [...dates].map(([version, date]) => ({ version, date: date.slice(0, 10) })).filter(({ version }) => isRelease(version))
  if (found.length === 0) throw noRegistry(library, 'the registry lists no release')
  return found.sort((a, b) => compareVersions(a.version, b.version))
}

const NpmTimes = z.record(z.string(), z.string())

async function npmDates(library: VersionedLibrary, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const args = ['view', library.package, 'time', '--json', '--loglevel', 'error', '--fetch-retries', '1', '--fetch-timeout', '15000']
  const { failure, printed } = await runCommand(NPM, args, { patience: REGISTRY_PATIENCE, signal })
  if (failure !== null) throw noRegistry(library, failure)
  const times = jsonOf(printed, NpmTimes)
  if (times === null) throw noRegistry(library, 'the registry’s response is invalid')
  return new Map(Object.entries(times))
}

const SimpleProject = z.object({
  files: z.array(
    z.object({ filename: z.string(), 'upload-time': z.string().default(''), yanked: z.union([z.boolean(), z.string()]).default(false) }),
  ),
})

async function pythonDates(library: VersionedLibrary, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const index = (process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple').replace(/\/+$/, '')
  const patience = AbortSignal.timeout(REGISTRY_PATIENCE)
  const answer = await fetch(`${index}/${library.package}/`, {
    headers: { accept: 'application/vnd.pypi.simple.v1+json' },
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  })
    .then(async (response) => ({ isOk: response.ok, text: response.ok ? await response.text() : `HTTP status ${response.status}` }))
    .catch((thrown: unknown) => ({ isOk: false, text: causeOf(thrown) }))
  if (!answer.isOk) throw noRegistry(library, answer.text)
  const project = jsonOf(answer.text, SimpleProject)
  if (project === null) throw noRegistry(library, 'the registry’s response is invalid')
  const dates = new Map<string, string>()
  const start = new RegExp(
    `^${library.package.replace(/[-_.]+/g, '[-_.]+')}-(\\d[^-]*?)(?:-[^-]+-[^-]+-[^-]+\\.whl|\\.tar\\.gz|\\.zip)$`,
    'i',
  )
  for (const { filename, 'upload-time': date, yanked } of project.files) {
    const version = start.exec(filename)?.[1]
    if (version !== undefined && yanked === false && !dates.has(version)) dates.set(version, date)
  }
  return dates
}

function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  return toFailure(cause).message
}

function noRegistry(library: VersionedLibrary, reason: string) {
  return failed(
    'library.no-registry',
    `The versions of ${library.title} cannot be listed: ${reason.replace(/\.$/, '')}.`,
    library.language === 'npm'
      ? 'Check that "npm view" works on this machine.'
      : 'Check that this machine can reach pypi.org, or the index in PIP_INDEX_URL if this variable is set.',
  )
}

const versionsFolder = (folder: string): string => join(folder, 'versions')

export async function installedVersions(library: VersionedLibrary, { folders }: PeerPlaces): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const folder of folders)
    for (const name of await readdir(versionsFolder(folder)).catch(() => []))
      if (name.startsWith(`${library.id}@`)) found.add(name.slice(library.id.length + 1))
  return [...found].sort(compareVersions)
}

export async function installedVersion(name: LibraryName, places: PeerPlaces): Promise<OwnFile> {
  const version = publishedAs(name.version, await installedVersions(name.library, places))
  const found = version === null ? null : await installedFile({ ...name, version }, places)
  if (found) return found
  const message = `${name.library.title} ${name.version} is not installed.`
  throw failed('library.not-installed', message, `Run: boilerscope peers --install ${versionId(name)}`)
}

async function installedFile(name: LibraryName, places: PeerPlaces): Promise<OwnFile | null> {
  const { library, version } = name
  for (const folder of places.folders) {
    const home = join(versionsFolder(folder), versionId(name))
    if (library.peer) {
      const command = programCommand(library.peer, places.programs, home)
      if (command === null) continue
      const file = await peerFile(library.peer, places, version, command)
      if (file.kind !== 'program') continue
      const program = { ...file.program, id: versionId(name), title: `${library.title} ${version}` }
      return { ...file, program }
    }
    if (!library.info) continue
    const place = join(home, 'npm', 'node_modules', library.package)
    const main = await mainFile(place)
    if (main === null) continue
    const content = await readFile(main)
    const hash = createHash('sha256').update(versionId(name)).update(content).digest('hex')
    return { kind: 'library', path: main, hash, files: [main], library: library.id, info: versionInfo(name, library.info) }
  }
  return null
}

const PackageMain = z.object({ main: z.string().default('index.js') })

/** Node's resolver remembers missing files, so this function does not use the resolver. */
async function mainFile(place: string): Promise<string | null> {
  const manifest = jsonOf(await readFile(join(place, 'package.json'), 'utf8').catch(() => ''), PackageMain)
  if (manifest === null) return null
  const main = join(place, manifest.main)
  for (const path of [main, `${main}.js`, join(main, 'index.js')]) if ((await stat(path).catch(() => null))?.isFile()) return path
  return null
}

/**
 * @param name the version `0.18` stands for the newest version with this prefix
 * @returns the installed version
 * @throws FailureError `library.no-registry`, `library.no-version`, `library.not-installable`, `cancelled`
 */
export async function installVersion(name: LibraryName, places: PeerPlaces, signal?: AbortSignal): Promise<string> {
  const { library } = name
  if (await installedFile(name, places)) return name.version
  const published = (await publishedVersions(library, signal)).map(({ version }) => version)
  const version = publishedAs(name.version, published)
  if (version === null)
    throw failed(
      'library.no-version',
      `There is no version ${name.version} of ${library.title}.`,
      `Published versions: ${published.slice(-12).join(', ')}${published.length > 12 ? ' and older versions' : ''}.`,
    )
  const exact = { library, version }
  if (await installedFile(exact, places)) return version
  const folder = versionsFolder(places.folders.at(-1) ?? '')
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, `.${versionId(exact)}-`))
  try {
    const reason = await install(exact, draft, { patience: INSTALL_PATIENCE, signal })
    signal?.throwIfAborted()
    if (reason !== null) {
      const message = `${library.title} ${version} cannot be installed: ${reason.replace(/\.$/, '')}.`
      throw failed('library.not-installable', message, 'Choose another version.')
    }
    await rename(draft, join(folder, versionId(exact))).catch(async (thrown: unknown) => {
      if (!(await installedFile(exact, places))) throw thrown
    })
    return version
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function install({ library, version }: LibraryName, folder: string, how: CommandOptions): Promise<string | null> {
  if (library.language === 'python')
    return installWithPip(folder, ['--prefer-binary', `${library.package}==${version}`, ...library.also], how)
  const into = join(folder, 'npm')
  await mkdir(into, { recursive: true })
  await writeFile(join(into, 'package.json'), '{ "private": true }\n')
  const options = ['--legacy-peer-deps', '--omit', 'optional', '--prefer-offline', '--save-exact']
  return installWithNpm(into, ['install', ...options, `${library.package}@${version}`], how)
}

/** @throws FailureError `peer.not-installed`, `peer.broken`, `library.*` */
export async function installedLibrary(name: string, places: PeerPlaces): Promise<OwnFile> {
  return namesVersion(name) ? installedVersion(readLibraryName(name), places) : installedPeer(name, places)
}
