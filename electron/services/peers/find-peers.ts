/** Which of the field's libraries are installed, and how each is run. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { failed } from '../../../shared/base/failure'
import { valueAt } from '../../../shared/base/once'
import { FIELD_PEERS, type FieldLanguage, type FieldPeer } from '../../../shared/extractors/peers/field'
import { ProgramAnswer, ProgramDescription, PROTOCOL_VERSION } from '../../../shared/extractors/own/program-protocol'
import { COMMON_RULES } from '../../../shared/extractors/peers/field-rules'
import { dataFolder } from '../files/machine'
import type { OwnFile } from '../own/own-file'

export interface PeerPlaces {
  /** Folder of the programs that run the libraries: `electron/field` of the application. */
  readonly programs: string
  /** Folders that libraries may be installed in, the first where one runs wins. */
  readonly folders: readonly string[]
}

/** A library, and where it is. */
export interface PeerStatus {
  readonly peer: FieldPeer
  /** The version that is installed; null where none is. */
  readonly version: string | null
  /** How it is run; null where it is not installed, and where it does not run. */
  readonly file: OwnFile | null
  /** Why one that is installed does not run; empty where it does. */
  readonly broken: string
  /** The one command that installs it, or where it is to be had. */
  readonly install: string
}

export type Command = readonly [command: string, ...args: string[]]

const isWindows = process.platform === 'win32'
/** What runs JavaScript: Electron's own program does not. */
const NODE = process.versions.electron === undefined ? process.execPath : 'node'

/** Where libraries are looked for: `BOILERSCOPE_PEERS` alone, else `.cache/peers` of a checkout and `peers` among the program's data. @param root the application's folder */
export function peerPlaces(root: string, environment: NodeJS.ProcessEnv = process.env): PeerPlaces {
  const named = environment.BOILERSCOPE_PEERS
  return {
    // What another program is to read cannot stay in the application's archive.
    programs: join(root.replace(/app\.asar$/, 'app.asar.unpacked'), 'electron', 'field'),
    folders: named ? [resolve(named)] : [join(root, '.cache', 'peers'), join(dataFolder(environment), 'peers')],
  }
}

/** The interpreter of the environment that libraries in Python are installed in. */
export function environmentPython(folder: string): string {
  return isWindows ? join(folder, 'venv', 'Scripts', 'python.exe') : join(folder, 'venv', 'bin', 'python')
}

/** Looks for libraries, and tries each that is installed on a page: found is what runs. @param ids which; all where left out */
export async function findPeers(places: PeerPlaces, ids?: readonly string[]): Promise<PeerStatus[]> {
  const wanted = FIELD_PEERS.filter(({ id }) => ids?.includes(id) ?? true)
  const languages = [...new Set(wanted.map(({ language }) => language))]
  const found = new Map<string, { readonly version: string; readonly run: Command }[]>()
  const find = async (language: FieldLanguage): Promise<void> => {
    const peers = wanted.filter((peer) => peer.language === language)
    for await (const { id, version, run } of FINDERS[language](peers, places))
      if (version !== undefined) valueAt(found, id, () => []).push({ version, run })
  }
  await Promise.all(languages.map(find))
  return Promise.all(
    wanted.map(async (peer) => {
      let status: PeerStatus = { peer, install: installCommand(peer, places), version: null, file: null, broken: '' }
      for (const { version, run } of found.get(peer.id) ?? []) {
        const broken = await tryPeer(run)
        if (broken === '') return { ...status, version, file: await peerFile(peer, places, version, run), broken }
        if (status.version === null) status = { ...status, version, broken }
      }
      return status
    }),
  )
}

/** What is told of a library that is there and does not run. */
export function brokenSentence({ peer, version, broken }: PeerStatus): string {
  return `${peer.title} ${version ?? ''} is installed and does not run: ${broken}`
}

/** One library, to be run. @throws FailureError `peer.not-installed`, `peer.broken`. */
export async function installedPeer(id: string, places: PeerPlaces): Promise<OwnFile> {
  const [status] = await findPeers(places, [id])
  if (status?.file) return status.file
  if (status && status.broken !== '') throw failed('peer.broken', brokenSentence(status), `Run: ${status.install}`)
  throw failed(
    'peer.not-installed',
    `${status?.peer.title ?? id} is not installed.`,
    status?.peer.elsewhere ?? `Run: ${status?.install ?? ''}`,
  )
}

/** Arguments of pip that install a library in Python: every package with its version and the hashes of its files. */
export function pythonRequirements({ id }: FieldPeer, programs: string): string[] {
  return ['--require-hashes', '-r', join(programs, 'python-requirements', `${id}.txt`)]
}

/** The one command that installs a library where it is found. */
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

/** An installed library as a program to be run. @param version what is installed */
export async function peerFile(peer: FieldPeer, { programs }: PeerPlaces, version: string, [command, ...args]: Command): Promise<OwnFile> {
  const path = join(programs, PROGRAM[peer.language])
  const files = [path, ...(peer.told ? await observers(programs) : [])]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  hash.update(`${peer.library} ${version}`)
  const { id, title, source, params, told } = peer
  const summary = told ? peer.summary : `${peer.summary} Only its text is known: why it took it is not told.`
  const rules = told ? [...told.rules, ...COMMON_RULES] : []
  const program = ProgramDescription.parse({
    ...{ id, title, summary, params, command, args, mode: 'jsonl', timeout: 60_000, measures: told?.measures ?? [], rules },
    source: { ...source, title: `${source.title} (${peer.library} ${version})` },
  })
  return { kind: 'program', path, hash: hash.digest('hex'), files, program }
}

/** The modules that observe libraries in Python. */
async function observers(programs: string): Promise<string[]> {
  const folder = join(programs, 'python')
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => join(folder, name))
}

/** The file that runs a library, in the folder of programs; what is hashed of it. */
const PROGRAM: Readonly<Record<FieldLanguage, string>> = {
  python: 'python-peers.py',
  npm: 'npm-peers.mjs',
}

/** How a library in Python or of npm is run that is installed in a folder; null where it is not there. */
export async function programCommand(peer: FieldPeer, programs: string, folder: string): Promise<Command | null> {
  const npm = join(folder, 'npm')
  const [needed, command]: [string, Command] =
    peer.language === 'npm'
      ? [join(npm, 'node_modules', peer.library), [NODE, join(programs, PROGRAM.npm), peer.id, npm]]
      : [environmentPython(folder), [environmentPython(folder), '-I', join(programs, PROGRAM.python), peer.id]]
  return existsSync(needed) ? command : null
}

/** A library that may be there, and how it is run; of several the first that runs counts. */
interface Candidate {
  readonly id: string
  /** Undefined where it is not there. */
  readonly version: string | undefined
  readonly run: Command
}
type Finder = (peers: readonly FieldPeer[], places: PeerPlaces) => AsyncGenerator<Candidate>

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

const FINDERS: Readonly<Record<FieldLanguage, Finder>> = {
  async *python(peers, { programs, folders }) {
    for (const python of [...folders.map(environmentPython), 'python3', 'python']) {
      const versions = await printed(python, ['-I', '-c', VERSIONS, ...peers.map(({ library }) => library)])
      for (const { id, library } of peers) yield { id, version: versions[library], run: [python, '-I', join(programs, PROGRAM.python), id] }
    }
  },
  async *npm(peers, { programs, folders }) {
    for (const folder of folders.map((one) => join(one, 'npm')))
      for (const { id, library } of peers) {
        const text = await readFile(join(folder, 'node_modules', library, 'package.json'), 'utf8').catch(() => '{}')
        const { version } = JSON.parse(text) as { readonly version?: string }
        yield { id, version, run: [NODE, join(programs, PROGRAM.npm), id, folder] }
      }
  },
}

/** Milliseconds for the trial of a library: some compile themselves, or load models. */
const TRIAL_PATIENCE = 60_000

/** A sentence that every library keeps of the page it is tried on. */
const KEPT = 'The keeper of the lighthouse wrote down the weather of every day for forty years'
const TRIAL = `<!doctype html><html lang="en"><head><title>The lighthouse and its keeper</title></head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav><article><h1>The lighthouse and its keeper</h1>${[
  `${KEPT}, and his books are still the longest record of the winds on that coast, longer than any that the harbour of the town has kept.`,
  'When the light was changed from oil to electricity, he stayed in the house below the tower, and he went on with his notes as he had before, because nobody had told him that he was to stop.',
  'The books were found in a chest by those who bought the house, and they gave them to the university, where they have been read and counted, so that what he saw is now in the tables of the weather service.',
]
  .map((text) => `<p>${text}</p>`)
  .join('')}</article><footer><a href="/imprint">Imprint</a></footer></body></html>`

/** Runs a library over a page. @returns nothing where it keeps the page's text, else why it does not */
function tryPeer([command, ...args]: Command): Promise<string> {
  return new Promise((resolve) => {
    const question = { protocol: PROTOCOL_VERSION, id: '1', url: 'https://page.invalid/', html: TRIAL, params: {} }
    const child = execFile(command, args, { cwd: emptyFolder(), timeout: TRIAL_PATIENCE, windowsHide: true }, (error, printed, said) => {
      const parsed = ProgramAnswer.safeParse(parsedOr(printed.split('\n').find((line) => line.startsWith('{')) ?? ''))
      if (parsed.success && (parsed.data.text ?? parsed.data.html ?? '').includes(KEPT)) return resolve('')
      if (parsed.success && parsed.data.error !== undefined) return resolve(parsed.data.error)
      resolve(said.trim() === '' ? (error?.message ?? 'it does not keep the text of a page.') : lastWords(said, null))
    })
    // One that ends before it is asked has said why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(`${JSON.stringify(question)}\n`)
  })
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The JSON object that a program prints; empty where it does not. */
async function printed(program: string, args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { failure, printed: text } = await runCommand(program, args, { patience: 20_000 })
  return failure === null ? ((parsedOr(text) ?? {}) as Record<string, string>) : {}
}

/** How a command ended. */
interface CommandEnd {
  /** Why it failed, in its own last words; null where it went well. */
  readonly failure: string | null
  /** What it wrote to its standard output. */
  readonly printed: string
}

export interface CommandOptions {
  /** Default: an empty folder of ours. */
  readonly cwd?: string
  /** Milliseconds after which it is ended. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
}

/** Characters of what it says that are kept for its last words. */
const LAST_WORDS = 2000

/** Python, npm and others read modules and settings from the working folder, which may be a stranger's. */
function emptyFolder(): string {
  const folder = join(dataFolder(), 'empty')
  try {
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'boilerscope-empty-'))
  }
}

/** Runs a command to its end. One that is cancelled or takes too long is ended. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd = emptyFolder(), patience, signal }: CommandOptions,
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal, windowsHide: true })
    // Node's own `timeout` holds this process up for all of it where there is no such command.
    setTimeout(() => child.kill(), patience).unref()
    let printed = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-LAST_WORDS)))
    child.on('error', (error) => resolve({ failure: error.message, printed }))
    child.on('close', (code) => resolve({ failure: code === 0 ? null : lastWords(said, code), printed }))
  })
}

function lastWords(said: string, code: number | null): string {
  const lines = said.trim().split('\n')
  const words = (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim()
  return words === '' ? (code === null ? 'it took too long' : `exit code ${code}`) : words
}
