import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { withVisibleControls } from '../../shared/base/escape'
import { failed, type FailureError, toFailure } from '../../shared/base/failure'
import type { CollectionSource } from '../../shared/evaluation/run-spec'
import type { Extractor, ExtractorInfo } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/run'
import type { LoadPage } from '../services/capture/loader'
import type { ExtractionPool } from '../services/extraction/extraction-pool'
import { writeWhole } from '../services/files/write-whole'

export interface CliIo {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  readonly cwd: string
  readonly registry: Registry<ExtractorInfo>
  /** Returns an extractor that runs in this process. @throws FailureError `extractor.unknown`. */
  extractor(id: string): Promise<Extractor>
  readonly root: string
  readonly workers: string
  /** Sets the exit code, but does not end the process. */
  exit(code: ExitCode): void
}

export const EXIT = { done: 0, failed: 1, usage: 2, someFailed: 3, worse: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const exitHelp = (failures = ''): string => `
Exit codes:
  0  done (also if the reading program closes the pipe early)
  1  the command failed, for example because the page could not be read, loaded or extracted${failures}; see standard error
  2  the command line is wrong, for example an unknown option, extractor or parameter
  3  some pages, records or libraries failed; standard output or standard error contains the errors
  4  the guard failed: worse than the baseline, or a snippet wrongly kept or dropped`
export const EXIT_HELP = exitHelp()

export async function write(stream: Writable & { readonly isTTY?: boolean }, text: string): Promise<void> {
  if (!stream.write(stream.isTTY ? withVisibleControls(text) : text)) await once(stream, 'drain')
}

export const warn = (io: CliIo, sentence: string): Promise<void> => write(io.stderr, `boilerscope: ${sentence}\n`)

export async function writeOut(io: CliIo, text: string, out: string | undefined): Promise<void> {
  if (out === undefined) await write(io.stdout, text)
  else await writeTarget(resolve(io.cwd, out), text)
}

/** Whether a path is a special file, such as a pipe or a device. A rename must not replace a special file. */
export async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && !found.isFile() && !found.isDirectory()
}

export async function writeTarget(path: string, text: string): Promise<void> {
  if (await isSpecial(path)) await writeFile(path, text)
  else await writeWhole(path, text)
}

/** Runs `act` with a signal that aborts at the first SIGINT or SIGTERM. The second SIGINT or SIGTERM ends the program. */
export async function untilInterrupted<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const listen = (to: 'once' | 'off'): void => {
    for (const name of ['SIGINT', 'SIGTERM']) process[to](name, interrupt)
  }
  const interrupt = (): void => {
    listen('off')
    stop.abort()
  }
  listen('once')
  try {
    return await act(stop.signal)
  } finally {
    listen('off')
  }
}

export function describeFailure(thrown: unknown): string {
  const { code, message, next } = toFailure(thrown)
  return `boilerscope: ${message}\n${next} [${code}]\n`
}

export function usage(message: string, next: string): FailureError {
  return failed('usage', message, next)
}

export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }).version
}

export function progressLine(sentence: string): string {
  return `\r\x1b[K${withVisibleControls(sentence.replace(/\s+/g, ' '))}`
}

/** Calls `act` with a function that shows progress in a terminal. Removes the progress afterwards. */
export async function withProgress<Progress, T>(
  quiet: boolean | undefined,
  sentence: (progress: Progress) => string,
  act: (show: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const isShown = !quiet && process.stderr.isTTY
  let last = 0
  try {
    return await act((progress) => {
      if (!isShown || Date.now() - last < 250) return
      last = Date.now()
      process.stderr.write(progressLine(sentence(progress)))
    })
  } finally {
    if (isShown) process.stderr.write('\r\x1b[K')
  }
}

export async function withLoader<T>(root: string, act: (loadPage: LoadPage) => Promise<T>): Promise<T> {
  const [{ createPageLoader }, { createChromiumTargets }, { saveReaderIn }] = await Promise.all([
    import('../services/capture/page-loader'),
    import('../server/chromium-target'),
    import('../services/capture/saves/save-reader'),
  ])
  const targets = createChromiumTargets()
  const saves = saveReaderIn(root)
  try {
    return await act(createPageLoader(targets.open, {}, saves))
  } finally {
    await Promise.all([targets.close(), saves.close()])
  }
}

export async function withPool<Pool extends { close(): Promise<unknown> }, T>(pool: Pool, act: (pool: Pool) => Promise<T>): Promise<T> {
  try {
    return await act(pool)
  } finally {
    await pool.close()
  }
}

export async function withExtractionThread<T>(io: CliIo, timeout: number, act: (pool: ExtractionPool) => Promise<T>): Promise<T> {
  const [{ createExtractionPool }, { THREAD_LIMITS }] = await Promise.all([
    import('../services/extraction/extraction-pool'),
    import('../services/threads/thread-pool'),
  ])
  const budget = { threads: 1, limits: THREAD_LIMITS }
  return withPool(createExtractionPool({ program: join(io.workers, 'worker.js'), budget, timeout: timeout * 1000 }), act)
}

export function collectionKindOf(path: string): 'jsonl' | 'warc' | null {
  if (/\.jsonl(?:\.gz)?$/i.test(path)) return 'jsonl'
  return /\.(?:warc(?:\.gz)?|wacz)$/i.test(path) ? 'warc' : null
}

export function collectionSourceOf(path: string, cwd: string): CollectionSource {
  if (path === 'samples') return { kind: 'samples', path: '' }
  return { kind: collectionKindOf(path) ?? 'folder', path: resolve(cwd, path) }
}
