/** What a browser that captures is started with and leaves behind: its folder, its switches, its memory. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../services/files/machine'

/** Name of a browser's folder: with the id of the program that it belongs to. */
const NAME = /^boilerscope-browser-(\d+)-/

/** Longest path of a folder that a socket can be made in: 108 bytes in all, of which the browser's own names take 45. */
const LONGEST = 60

/**
 * Makes a folder for everything that the browser writes, removed when it ends, and removes those of programs that were killed. Names in
 * it are short, since a socket is made there.
 */
export async function makeBrowserFolder() {
  await sweep()
  const folder = await mkdtemp(join(tmpdir(), `boilerscope-browser-${process.pid}-`))
  const [profile, artifacts, temporary] = [join(folder, 'profile'), join(folder, 'artifacts'), join(folder, 't')]
  for (const part of [profile, artifacts, temporary]) await mkdir(part)
  return {
    profile,
    artifacts,
    /** For temporary files; null where the path of a socket in it would be too long. */
    temporary: process.platform === 'linux' && temporary.length <= LONGEST ? temporary : null,
    // What it holds is nothing of a capture, but clutter.
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

/** What Playwright turns off; named again since a list of ours takes its list's place. */
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

/**
 * The suggestions below the address bar are a page of Chromium's own, of 400 modules, that is loaded with every window, seen or not:
 * 0.6 s of processor time beside each capture.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** The switch that turns off what nobody sees, and the features named besides. */
export function withoutFeatures(...more: readonly string[]): string {
  return `--disable-features=${[...BY_PLAYWRIGHT, ...SUGGESTIONS, ...more].join(',')}`
}

const run = promisify(execFile)

/**
 * Resident memory of a process in bytes; 0 where it is gone or cannot be asked. Linux and macOS; elsewhere nothing is known, since asking
 * costs a program each time.
 */
export async function residentBytes(id: number): Promise<number> {
  try {
    if (process.platform === 'linux') return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    if (process.platform === 'darwin') return 1024 * Number((await run('ps', ['-o', 'rss=', '-p', String(id)])).stdout)
    return 0
  } catch {
    return 0
  }
}
