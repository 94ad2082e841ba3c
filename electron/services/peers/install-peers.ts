import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldPeer } from '../../../shared/extractors/peers/field'
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
    const reason = await install(peer, folder, places.programs, signal)
    const [now] = await findPeers({ ...places, folders: [folder] }, [peer.id])
    const why = now && now.broken !== '' ? brokenSentence(now) : (reason ?? '')
    done.push({ id: peer.id, version: now?.file ? now.version : null, reason: why })
  }
  return done
}

async function install(peer: FieldPeer, folder: string, programs: string, signal: AbortSignal | undefined): Promise<string | null> {
  const how = { patience: PATIENCE, signal }
  if (peer.language === 'python') return installWithPip(folder, pythonRequirements(peer, programs), how)
  const into = join(folder, 'npm')
  await mkdir(into, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) await copyFile(join(programs, 'npm', name), join(into, name))
  return installWithNpm(into, ['ci'], how)
}

/** Installs packages into the virtual environment of a folder. Makes a missing environment. Returns the reason of a failure, or null. */
export async function installWithPip(folder: string, packages: readonly string[], how: CommandOptions): Promise<string | null> {
  const python = environmentPython(folder)
  const made = existsSync(python) ? null : await runCommand('python3', ['-I', '-m', 'venv', join(folder, 'venv')], how)
  if (made && made.failure !== null) return made.failure
  return (await runCommand(python, ['-I', '-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...packages], how)).failure
}

export const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Runs a command of npm in a folder that contains a package.json. Returns the reason of a failure, or null. */
export async function installWithNpm(folder: string, command: readonly string[], how: CommandOptions): Promise<string | null> {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  return (await runCommand(NPM, [...command, '--prefix', folder, ...quiet], { ...how, cwd: folder })).failure
}
