/** Which of the field's libraries are installed, and how each is run. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failed } from '../../../shared/base/failure'
import { FIELD_PEERS, type FieldLanguage, type FieldPeer } from '../../../shared/extractors/peers/field'
import { ProgramDescription } from '../../../shared/extractors/own/program-protocol'
import { dataFolder } from '../data-folder'
import type { OwnFile } from '../own/own-file'

export interface PeerPlaces {
  /** Folder of the programs that run the libraries: `electron/field` of the application. */
  readonly programs: string
  /** Folders that libraries may be installed in, first found wins. */
  readonly folders: readonly string[]
}

/** A library, and where it is. */
export interface PeerStatus {
  readonly peer: FieldPeer
  /** The version that is installed; null where none is. */
  readonly version: string | null
  /** How it is run; null where it is not installed. */
  readonly file: OwnFile | null
  /** The one command that installs it. */
  readonly install: string
}

type Command = readonly [command: string, ...args: string[]]
type Found = ReadonlyMap<string, { readonly version: string; readonly run: Command }>

const isWindows = process.platform === 'win32'
/** What runs JavaScript: Electron's own program does not. */
const NODE = process.versions.electron === undefined ? process.execPath : 'node'

/** Where libraries are looked for: `BOILERSCOPE_PEERS` alone, else `.cache/peers` of a checkout and `peers` among the program's data. @param root the application's folder */
export function peerPlaces(root: string, environment: NodeJS.ProcessEnv = process.env): PeerPlaces {
  const named = environment.BOILERSCOPE_PEERS
  return {
    // What another program is to read cannot stay in the application's archive.
    programs: join(root.replace(/app\.asar$/, 'app.asar.unpacked'), 'electron', 'field'),
    folders: named ? [named] : [join(root, '.cache', 'peers'), join(dataFolder(environment), 'peers')],
  }
}

/** The interpreter of the environment that libraries in Python are installed in. */
export function environmentPython(folder: string): string {
  return isWindows ? join(folder, 'venv', 'Scripts', 'python.exe') : join(folder, 'venv', 'bin', 'python')
}

/** Looks for libraries. Nothing of them is run but their version is asked. @param ids which; all where left out */
export async function findPeers(places: PeerPlaces, ids?: readonly string[]): Promise<PeerStatus[]> {
  const wanted = FIELD_PEERS.filter(({ id }) => ids?.includes(id) ?? true)
  const languages = [...new Set(wanted.map(({ language }) => language))]
  const found = new Map(
    await Promise.all(
      languages.map(
        async (language) =>
          [
            language,
            await FINDERS[language](
              wanted.filter((peer) => peer.language === language),
              places,
            ),
          ] as const,
      ),
    ),
  )
  return Promise.all(
    wanted.map(async (peer) => {
      const there = found.get(peer.language)?.get(peer.id)
      const install = installCommand(peer, places)
      return { peer, install, version: there?.version ?? null, file: there ? await peerFile(peer, places, there.version, there.run) : null }
    }),
  )
}

/** One library, to be run. @throws FailureError `peer.not-installed`. */
export async function installedPeer(id: string, places: PeerPlaces): Promise<OwnFile> {
  const [status] = await findPeers(places, [id])
  if (status?.file) return status.file
  throw failed('peer.not-installed', `${status?.peer.title ?? id} is not installed.`, `Run: ${status?.install ?? ''}`)
}

/** The one command that installs a library where it is found. */
export function installCommand({ language, library, version }: FieldPeer, { programs, folders }: PeerPlaces): string {
  const folder = folders.at(-1) ?? ''
  switch (language) {
    case 'python':
      return `python3 -m pip install ${library}==${version}`
    case 'npm':
      return `npm install --prefix ${quoted(join(folder, 'npm'))} ${library}@${version}`
    case 'java':
      return `mvn -f ${quoted(join(programs, 'java', 'pom.xml'))} dependency:copy-dependencies -DoutputDirectory=${quoted(join(folder, 'java'))}`
    case 'rust':
      return `cargo install --locked --path ${quoted(join(programs, 'rust'))} --root ${quoted(join(folder, 'rust'))}`
  }
}

function quoted(path: string): string {
  return /[^\w/.:\\-]/.test(path) ? JSON.stringify(path) : path
}

async function peerFile(peer: FieldPeer, { programs }: PeerPlaces, version: string, [command, ...args]: Command): Promise<OwnFile> {
  const path = join(programs, PROGRAM[peer.language])
  const hash = createHash('sha256')
    .update(await readFile(path))
    .update(`${peer.library} ${version}`)
    .digest('hex')
  const { id, title, source, summary, params } = peer
  const program = ProgramDescription.parse({
    ...{ id, title, summary, params, command, args, mode: 'jsonl', timeout: 60_000 },
    source: { ...source, title: `${source.title} (${peer.library} ${version})` },
  })
  return { kind: 'program', path, hash, files: [path], program }
}

/** The file that runs a library, in the folder of programs; what is hashed of it. */
const PROGRAM: Readonly<Record<FieldLanguage, string>> = {
  python: 'python-peers.py',
  npm: 'npm-peers.mjs',
  java: join('java', 'JavaPeers.java'),
  rust: join('rust', 'Cargo.lock'),
}

type Finder = (peers: readonly FieldPeer[], places: PeerPlaces) => Promise<Found>

const VERSIONS = `
import importlib.metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except Exception:
        pass
print(json.dumps(found))`

const FINDERS: Readonly<Record<FieldLanguage, Finder>> = {
  async python(peers, { programs, folders }) {
    const found = new Map<string, { version: string; run: Command }>()
    for (const python of [...folders.map(environmentPython), 'python3', 'python']) {
      const versions = await printed(python, ['-c', VERSIONS, ...peers.map(({ library }) => library)])
      for (const { id, library } of peers) {
        const version = versions[library]
        if (version !== undefined && !found.has(id)) found.set(id, { version, run: [python, join(programs, PROGRAM.python), id] })
      }
    }
    return found
  },
  async npm(peers, { programs, folders }) {
    const found = new Map<string, { version: string; run: Command }>()
    for (const { id, library } of peers)
      for (const folder of folders.map((one) => join(one, 'npm'))) {
        const text = await readFile(join(folder, 'node_modules', library, 'package.json'), 'utf8').catch(() => '{}')
        const { version } = JSON.parse(text) as { readonly version?: string }
        if (version !== undefined && !found.has(id)) found.set(id, { version, run: [NODE, join(programs, PROGRAM.npm), id, folder] })
      }
    return found
  },
  async java(peers, { programs, folders }) {
    const found = new Map<string, { version: string; run: Command }>()
    for (const { id, library } of peers)
      for (const folder of folders.map((one) => join(one, 'java'))) {
        const jars = await readdir(folder).catch(() => [])
        const version = jars.map((jar) => new RegExp(`^${library}-(\\d.*)\\.jar$`).exec(jar)?.[1]).find((one) => one !== undefined)
        if (version !== undefined && !found.has(id))
          found.set(id, { version, run: ['java', '-cp', join(folder, '*'), join(programs, PROGRAM.java)] })
      }
    return found
  },
  async rust(peers, { folders }) {
    const found = new Map<string, { version: string; run: Command }>()
    for (const folder of folders) {
      const program = join(folder, 'rust', 'bin', `boilerscope-rust-peers${isWindows ? '.exe' : ''}`)
      const versions = await printed(program, ['--version'])
      for (const { id, library } of peers) {
        const version = versions[library]
        if (version && !found.has(id)) found.set(id, { version, run: [program, id] })
      }
    }
    return found
  },
}

/** The JSON object that a program prints; empty where it does not. */
function printed(program: string, args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 20_000, windowsHide: true }, (error, text) => {
      if (error) return resolve({})
      try {
        resolve(JSON.parse(text) as Record<string, string>)
      } catch {
        resolve({})
      }
    })
  })
}
