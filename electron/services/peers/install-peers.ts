import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldLanguage, FieldPeer } from '../../../shared/extractors/peers/field'
import {
  brokenSentence,
  environmentPython,
  findPeers,
  pythonRequirements,
  runCommand,
  type CommandOptions,
  type PeerPlaces,
} from './find-peers'

export interface Installation {
  readonly id: string
  /** Null if the library is missing, or does not run after its installation. */
  readonly version: string | null
  readonly reason: string
}

/** Maximum milliseconds per command. */
const PATIENCE = 900_000

/**
 * Installs libraries that are missing, broken or of another version into `places.folders[0]`. Skips libraries with `elsewhere`.
 * @param onInstall called before each installation
 */
export async function installPeers(
  places: PeerPlaces,
  ids: readonly string[],
  onInstall: (peer: FieldPeer) => void,
  signal?: AbortSignal,
): Promise<Installation[]> {
  const folder = places.folders[0] ?? ''
  await mkdir(folder, { recursive: true })
  const done: Installation[] = []
  for (const { peer, version, broken } of await findPeers({ ...places, folders: [folder] }, ids)) {
    const isCurrent = version === peer.version && broken === ''
    if (isCurrent || peer.elsewhere !== undefined) {
      done.push({ id: peer.id, version, reason: isCurrent ? '' : (peer.elsewhere ?? '') })
      continue
    }
    onInstall(peer)
    const reason = await INSTALLERS[peer.language](peer, { folder, programs: places.programs, signal })
    const [now] = await findPeers({ ...places, folders: [folder] }, [peer.id])
    done.push({ id: peer.id, version: now?.file ? now.version : null, reason: now && now.broken !== '' ? brokenSentence(now) : reason })
  }
  return done
}

type Installer = (
  peer: FieldPeer,
  target: { readonly folder: string; readonly programs: string; readonly signal: AbortSignal | undefined },
) => Promise<string>

const INSTALLERS: Readonly<Record<FieldLanguage, Installer>> = {
  async python(peer, { folder, programs, signal }) {
    const python = environmentPython(folder)
    if (!existsSync(python)) {
      const reason = await run('python3', ['-I', '-m', 'venv', join(folder, 'venv')], { signal })
      if (reason !== '') return reason
    }
    return run(python, ['-I', '-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...pythonRequirements(peer, programs)], {
      signal,
    })
  },
  async npm(_, { folder, programs, signal }) {
    const into = join(folder, 'npm')
    await mkdir(into, { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(programs, 'npm', name), join(into, name))
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
    return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--prefix', into, ...options], { cwd: into, signal })
  },
}

async function run(command: string, args: readonly string[], how: Omit<CommandOptions, 'patience'>): Promise<string> {
  return (await runCommand(command, args, { patience: PATIENCE, ...how })).failure ?? ''
}
