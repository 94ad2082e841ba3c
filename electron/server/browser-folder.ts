import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../services/process-alive'

/** Name of a browser's folder: with the id of the program that it belongs to. */
const NAME = /^boilerscope-browser-(\d+)-/

/** A folder for everything that the browser writes, removed when it ends; names in it are short, since a socket is made there. */
export interface BrowserFolder {
  readonly profile: string
  readonly artifacts: string
  /** For temporary files; null where the path of a socket in it would be too long. */
  readonly temporary: string | null
  remove(): Promise<void>
}

/** Longest path of a folder that a socket can be made in: 108 bytes in all, of which the browser's own names take 45. */
const LONGEST = 60

/** Makes the folder, and removes those of programs that were killed. */
export async function makeBrowserFolder(): Promise<BrowserFolder> {
  await sweep()
  const folder = await mkdtemp(join(tmpdir(), `boilerscope-browser-${process.pid}-`))
  const [profile, artifacts, temporary] = [join(folder, 'profile'), join(folder, 'artifacts'), join(folder, 't')]
  for (const part of [profile, artifacts, temporary]) await mkdir(part)
  return {
    profile,
    artifacts,
    temporary: process.platform === 'linux' && temporary.length <= LONGEST ? temporary : null,
    // What it holds is nothing of a capture, but clutter.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  }
}

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const owner = NAME.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}
