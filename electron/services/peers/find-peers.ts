import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import { FIELD_PEERS, type FieldLanguage, type FieldPeer } from '../../../shared/extractors/peers/field'
import { ProgramAnswer, ProgramDescription, PROTOCOL_VERSION } from '../../../shared/extractors/own/program-protocol'
import { COMMON_RULES } from '../../../shared/extractors/peers/field-rules'
import { dataFolder } from '../files/machine'
import type { OwnFile } from '../own/own-file'

export interface PeerPlaces {
  readonly programs: string
  readonly folders: readonly string[]
}

export interface PeerStatus {
  readonly peer: FieldPeer
  readonly version: string | null
  readonly file: OwnFile | null
  readonly broken: string
  /** The command that installs the library; if no command installs the library, a sentence about the library's source. */
  readonly install: string
}

export type Command = readonly [command: string, ...args: string[]]

const isWindows = process.platform === 'win32'
/** Command of Node. Electron's own program cannot run the JavaScript libraries. */
const NODE = process.versions.electron === undefined ? process.execPath : 'node'

export function peerPlaces(root: string, environment: NodeJS.ProcessEnv = process.env): PeerPlaces {
  const configured = environment.BOILERSCOPE_PEERS
  return {
    // Other programs cannot read files in the application's archive.
    programs: join(root.replace(/app\.asar$/, 'app.asar.unpacked'), 'electron', 'field'),
    folders: configured ? [resolve(configured)] : [join(root, '.cache', 'peers'), join(dataFolder(environment), 'peers')],
  }
}

export function environmentPython(folder: string): string {
  return isWindows ? join(folder, 'venv', 'Scripts', 'python.exe') : join(folder, 'venv', 'bin', 'python')
}

export async function findPeers(places: PeerPlaces, ids?: readonly string[]): Promise<PeerStatus[]> {
  const wanted = FIELD_PEERS.filter(({ id }) => ids?.includes(id) ?? true)
  const installed = await Promise.all(
    (['python', 'npm'] as const).flatMap((language) => {
      const libraries = wanted.filter((peer) => peer.language === language).map(({ library }) => library)
      const homes = libraries.length === 0 ? [] : homesOf(language, places)
      return homes.map(async (home) => ({ language, home, versions: await versionsIn(language, home, libraries) }))
    }),
  )
  return Promise.all(
    wanted.map(async (peer) => {
      let status: PeerStatus = { peer, install: installCommand(peer, places), version: null, file: null, broken: '' }
      for (const { language, home, versions } of installed) {
        const version = language === peer.language ? versions[peer.library] : undefined
        if (version === undefined) continue
        const run = commandOf(peer, places.programs, home)
        const broken = await tryPeer(run)
        if (broken === '') return { ...status, version, file: await peerFile(peer, places, version, run), broken }
        if (status.version === null) status = { ...status, version, broken }
      }
      return status
    }),
  )
}

export function brokenSentence({ peer, version, broken }: PeerStatus): string {
  return `${peer.title} ${version ?? ''} is installed, but does not run: ${broken}`
}

/** @throws FailureError `peer.not-installed`, `peer.broken` */
export async function installedPeer(id: string, places: PeerPlaces): Promise<OwnFile> {
  const [status] = await findPeers(places, [id])
  if (status?.file) return status.file
  if (status && status.broken !== '') throw failed('peer.broken', brokenSentence(status), `Run: ${status.install}`)
  const message = `${status?.peer.title ?? id} is not installed.`
  throw failed('peer.not-installed', message, status?.peer.elsewhere ?? `Run: ${status?.install ?? ''}`)
}

export function pythonRequirements({ id }: FieldPeer, programs: string): string[] {
  return ['--require-hashes', '-r', join(programs, 'python-requirements', `${id}.txt`)]
}

export function installCommand(peer: FieldPeer, { programs, folders }: PeerPlaces): string {
  const { language, library, version, elsewhere } = peer
  if (elsewhere !== undefined) return elsewhere
  const folder = folders.at(-1) ?? ''
  return language === 'python'
    ? `python3 -m pip install ${pythonRequirements(peer, programs).map(quoted).join(' ')}`
    : `npm install --prefix ${quoted(join(folder, 'npm'))} ${library}@${version}`
}

function quoted(path: string): string {
  return /[^\w/.:=\\-]/.test(path) ? JSON.stringify(path) : path
}

export async function peerFile(peer: FieldPeer, { programs }: PeerPlaces, version: string, [command, ...args]: Command): Promise<OwnFile> {
  const path = join(programs, PROGRAM[peer.language])
  const files = [path, ...(peer.libraryRules ? await observers(programs) : [])]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  hash.update(`${peer.library} ${version}`)
  const { id, title, source, params, libraryRules } = peer
  const summary = libraryRules ? peer.summary : `${peer.summary} The library returns only a text, without reasons.`
  const rules = libraryRules ? [...libraryRules.rules, ...COMMON_RULES] : []
  const program = ProgramDescription.parse({
    ...{ id, title, summary, params, command, args, mode: 'jsonl', timeout: 60_000, measures: libraryRules?.measures ?? [], rules },
    source: { ...source, title: `${source.title} (${peer.library} ${version})` },
  })
  return { kind: 'program', path, hash: hash.digest('hex'), files, program }
}

async function observers(programs: string): Promise<string[]> {
  const folder = join(programs, 'python')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort()
  return names.map((name) => join(folder, name))
}

const PROGRAM: Readonly<Record<FieldLanguage, string>> = { python: 'python-peers.py', npm: 'npm-peers.mjs' }

/** @param home the program of Python, or the folder of npm's packages */
function commandOf({ language, id }: FieldPeer, programs: string, home: string): Command {
  const program = join(programs, PROGRAM[language])
  return language === 'npm' ? [NODE, program, id, home] : [home, '-I', program, id]
}

/** Returns the command of a library that is installed in `folder`; null if the library is missing. */
export function programCommand(peer: FieldPeer, programs: string, folder: string): Command | null {
  const home = peer.language === 'npm' ? join(folder, 'npm') : environmentPython(folder)
  const isThere = existsSync(peer.language === 'npm' ? join(home, 'node_modules', peer.library) : home)
  return isThere ? commandOf(peer, programs, home) : null
}

const VERSIONS = `
import importlib.metadata, json, site, sys
if sys.prefix == sys.base_prefix:
    site.addsitedir(site.getusersitepackages())
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except Exception:
        pass
print(json.dumps(found))`

function homesOf(language: FieldLanguage, { folders }: PeerPlaces): string[] {
  return language === 'python' ? [...folders.map(environmentPython), 'python3', 'python'] : folders.map((folder) => join(folder, 'npm'))
}

/** A field that is not text counts as missing, because the version of a broken package is null. */
const Versions = z.record(z.string(), z.string().optional().catch(undefined))

async function versionsIn(language: FieldLanguage, home: string, libraries: readonly string[]): Promise<z.infer<typeof Versions>> {
  if (language === 'python') {
    const { failure, printed } = await runCommand(home, ['-I', '-c', VERSIONS, ...libraries], { patience: 20_000 })
    return (failure === null ? jsonOf(printed, Versions) : null) ?? {}
  }
  const versions = libraries.map(async (library) => {
    const text = await readFile(join(home, 'node_modules', library, 'package.json'), 'utf8').catch(() => '{}')
    return [library, (JSON.parse(text) as { readonly version?: string }).version] as const
  })
  return Object.fromEntries(await Promise.all(versions))
}

/** Maximum milliseconds for the test of a library. Some libraries first compile code or load models. */
const TRIAL_PATIENCE = 60_000

/** Every library must keep this sentence of the test page. */
const KEPT = 'The keeper of the lighthouse wrote down the weather of every day for forty years'
const TRIAL = `<!doctype html><html lang="en"><head><title>The lighthouse and its keeper</title></head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav><article><h1>The lighthouse and its keeper</h1>${[
  `${KEPT}, and his books are still the longest record of the winds on that coast, longer than any that the harbour of the town has kept.`,
  'When the light was changed from oil to electricity, he stayed in the house below the tower, and he went on with his notes as he had before, because no letter from the office had reached the island.',
  'The books were found in a chest by the family who bought the house, and they gave them to the university, where they have been read and counted, so that his notes are now in the tables of the weather service.',
]
  .map((text) => `<p>${text}</p>`)
  .join('')}</article><footer><a href="/imprint">Imprint</a></footer></body></html>`

function tryPeer([command, ...args]: Command): Promise<string> {
  return new Promise((resolve) => {
    const question = { protocol: PROTOCOL_VERSION, id: '1', url: 'https://page.invalid/', html: TRIAL, params: {} }
    const child = execFile(command, args, { cwd: emptyFolder(), timeout: TRIAL_PATIENCE, windowsHide: true }, (error, printed, errors) => {
      const answer = jsonOf(printed.split('\n').find((line) => line.startsWith('{')) ?? '', ProgramAnswer)
      if ((answer?.text ?? answer?.html ?? '').includes(KEPT)) return resolve('')
      if (answer?.error !== undefined) return resolve(answer.error)
      resolve(errors.trim() === '' ? (error?.message ?? 'it does not keep the text of the test page.') : lastWords(errors, null))
    })
    // A program may end before the program reads the request. The output gives the reason.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(`${JSON.stringify(question)}\n`)
  })
}

export interface CommandOptions {
  readonly cwd?: string
  /** Milliseconds until the command is killed. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
}

const LAST_WORDS = 2000

/** Python and npm would read modules and settings from the current directory, so commands run in an empty directory. */
function emptyFolder(): string {
  const folder = join(dataFolder(), 'empty')
  try {
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'boilerscope-empty-'))
  }
}

/** `failure` is null on success, else the last error in the output or another reason. `printed` is the standard output. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd = emptyFolder(), patience, signal }: CommandOptions,
): Promise<{ readonly failure: string | null; readonly printed: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal, windowsHide: true })
    // If the command is missing, Node's own `timeout` keeps this process alive for the full duration.
    setTimeout(() => child.kill(), patience).unref()
    let printed = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-LAST_WORDS)))
    child.on('error', (error) => resolve({ failure: error.message, printed }))
    child.on('close', (code) => resolve({ failure: code === 0 ? null : lastWords(errors, code), printed }))
  })
}

function lastWords(errors: string, code: number | null): string {
  const lines = errors.trim().split('\n')
  const words = (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim()
  return words === '' ? (code === null ? 'it took too long' : `exit code ${code}`) : words
}
