import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../services/files/machine'

const NAME = /^boilerscope-browser-(\d+)-/

/**
 * Maximum length of the path of the folder for temporary files. The path of a socket has at most 108 bytes, and the browser adds names of
 * up to 45 bytes.
 */
const LONGEST = 60

export async function makeBrowserFolder() {
  await sweep()
  const folder = await mkdtemp(join(tmpdir(), `boilerscope-browser-${process.pid}-`))
  const [profile, artifacts, temporary] = [join(folder, 'profile'), join(folder, 'artifacts'), join(folder, 't')]
  for (const part of [profile, artifacts, temporary]) await mkdir(part)
  return {
    profile,
    artifacts,
    /** Folder for temporary files; null if the path of a socket in it would be too long, and on systems other than Linux. */
    temporary: process.platform === 'linux' && temporary.length <= LONGEST ? temporary : null,
    // A failed removal is harmless: the folder contains only temporary files, no data of captures.
    remove: (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  }
}

export type BrowserFolder = Awaited<ReturnType<typeof makeBrowserFolder>>

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const owner = NAME.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Features that Playwright disables. Our list repeats them, because it replaces Playwright's list. */
const BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Features that load a page of 400 modules with every window, even a hidden window: 0.6 s of processor time per capture. */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

export function withoutFeatures(...more: readonly string[]): string {
  return `--disable-features=${[...BY_PLAYWRIGHT, ...SUGGESTIONS, ...more].join(',')}`
}

const run = promisify(execFile)

/** Returns the resident memory of a process in bytes; 0 if unknown, and on systems other than Linux and macOS. */
export async function residentBytes(id: number): Promise<number> {
  try {
    if (process.platform === 'linux') return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    if (process.platform === 'darwin') return 1024 * Number((await run('ps', ['-o', 'rss=', '-p', String(id)])).stdout)
    return 0
  } catch {
    return 0
  }
}
