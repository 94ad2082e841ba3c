import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CdpTarget } from '../services/capture/cdp-target'
import { isAlive } from '../services/files/machine'

const NAME = /^boilerscope-browser-(\d+)-/

/** Maximum length of the path of the folder for temporary files. A socket's path has up to 108 bytes; the browser adds up to 45 bytes. */
const LONGEST = 60

export async function makeBrowserFolder() {
  await sweep()
  const folder = await mkdtemp(join(tmpdir(), `boilerscope-browser-${process.pid}-`))
  const [profile, artifacts, temporary] = [join(folder, 'profile'), join(folder, 'artifacts'), join(folder, 't')]
  for (const part of [profile, artifacts, temporary]) await mkdir(part)
  return {
    profile,
    artifacts,
    /** Folder for temporary files. Null if a socket's path would be too long, and on systems other than Linux. */
    temporary: process.platform === 'linux' && temporary.length <= LONGEST ? temporary : null,
    // The folder contains no data of captures, so a failed removal is harmless.
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

/** Features that Playwright disables. Our switch replaces Playwright's switch, so the list is repeated. */
const BY_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,' +
  'MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,' +
  'NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch'

/** With these features, each window loads a page of 400 modules in 0.6 s of processor time. */
const SUGGESTIONS = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'

export function withoutFeatures(...more: readonly string[]): string {
  return `--disable-features=${[BY_PLAYWRIGHT, SUGGESTIONS, ...more].join(',')}`
}

const run = promisify(execFile)

export async function residentBytes(id: number): Promise<number> {
  try {
    if (process.platform === 'linux') return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    if (process.platform === 'darwin') return 1024 * Number((await run('ps', ['-o', 'rss=', '-p', String(id)])).stdout)
    return 0
  } catch {
    return 0
  }
}

/** Milliseconds between a capture and the opening of the next page. Meanwhile, the window needs the cores to render the capture. */
const AFTER_CAPTURE = 800

const UNUSED = 10 * 60_000

/** Keeps a blank page ready, because opening a page takes 0.1 s. The page has a separate session and is used once. */
export function createReadyTargets(openTarget: () => Promise<CdpTarget>) {
  let ready: Promise<CdpTarget | null> | null = null
  /** Prepares the next page, or closes the unused page. */
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function take(): Promise<CdpTarget | null> | null {
    const taken = ready
    if (taken !== null) clearTimeout(timer)
    ready = null
    return taken
  }

  async function drop(): Promise<void> {
    await (await take())?.destroy()
  }

  function prepare(): void {
    if (closed || ready !== null) return
    clearTimeout(timer)
    const opening = openTarget().catch(() => null)
    ready = opening
    timer = setTimeout(() => void drop(), UNUSED).unref()
    const dropThis = (): void => {
      if (ready === opening) void drop()
    }
    void opening.then((target) => (target === null ? dropThis() : target.onGone(dropThis)))
  }

  return {
    async open(): Promise<CdpTarget> {
      const target = (await take()) ?? (await openTarget())
      return {
        ...target,
        async destroy() {
          await target.destroy()
          if (closed || ready !== null) return
          clearTimeout(timer)
          timer = setTimeout(prepare, AFTER_CAPTURE).unref()
        },
      }
    },
    prepare,
    async close(): Promise<void> {
      closed = true
      await drop()
    },
  }
}
