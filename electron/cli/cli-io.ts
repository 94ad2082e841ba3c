import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { withVisibleControls } from '../../shared/base/plain-words'
import { failed, type FailureError } from '../../shared/base/failure'
import { CaptureOptions } from '../../shared/contract/source'
import type { CollectionSource } from '../../shared/evaluation/run-spec'
import type { Extractor, ExtractorInfo } from '../../shared/extractors/core/extractor'
import { PRESETS } from '../../shared/extractors/core/params'
import type { Registry } from '../../shared/extractors/core/registry'
import type { PageLoader } from '../services/capture/loader'
import { writeWhole } from '../services/files/write-whole'

/** What the commands are given of the world, so that they can be run on other streams and another registry. */
export interface CliIo {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  /** Folder that relative paths are read from. */
  readonly cwd: string
  /** What there is to choose from. */
  readonly registry: Registry<ExtractorInfo>
  /** One of them, to be run here; other people's libraries are loaded only now. @throws FailureError `extractor.unknown`. */
  extractor(id: string): Promise<Extractor>
  /** The application's folder, with `out` and `electron/samples`. */
  readonly root: string
  /** Folder of the programs that threads run: `batch-worker.js`, `corpus-worker.js`, `evaluation-worker.js`. */
  readonly workers: string
  /** Sets the exit code of a run that ends without an exception. */
  exit(code: ExitCode): void
}

export const EXIT = { done: 0, failed: 1, usage: 2, someFailed: 3, worse: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_HELP = `
Exit codes:
  0  done (also when the reader of a pipe goes away early)
  1  the page could not be read, loaded or extracted; standard error says why
  2  the command line is wrong: an unknown option, extractor or parameter
  3  some records of a batch failed; their lines hold the error
  4  a guard found what it fails on: worse than the baseline, or a snippet treated wrongly`

/** Writes and waits where the reader is slower. A terminal would obey what a page or a name holds: it is shown instead. */
export async function write(stream: Writable & { readonly isTTY?: boolean }, text: string): Promise<void> {
  if (!stream.write(stream.isTTY ? withVisibleControls(text) : text)) await once(stream, 'drain')
}

/** Writes a text into the file that `--out` names, whole or not at all, else to standard output. */
export async function writeOut(io: CliIo, text: string, out: string | undefined): Promise<void> {
  if (out === undefined) await write(io.stdout, text)
  else await writeTarget(resolve(io.cwd, out), text)
}

/** Whether a path names a pipe or a device: nothing can take its place. */
export async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && !found.isFile() && !found.isDirectory()
}

/** Writes a file, whole or not at all; into a pipe or a device as it comes. */
export async function writeTarget(path: string, text: string): Promise<void> {
  if (await isSpecial(path)) await writeFile(path, text)
  else await writeWhole(path, text)
}

/** Does something that Ctrl-C and a polite end cancel, so that it clears away what is half done; a second one ends the program. */
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

/** The option that says which values parameters have that are not set. */
export function presetOption(): Option {
  return new Option('--preset <name>', 'parameters as we choose them, or as the paper has them').choices([...PRESETS]).default('default')
}

/** Makes the reader of an option that is a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isSafeInteger(value) || value < least || value > most) throw new InvalidArgumentError(`It is a whole number${bounds}.`)
    return value
  }
}

/** Reads an option that is a whole number, 1 or more. */
export const positive = wholeNumber(1)

/** Reads an option that is a whole number, 0 or more. */
export const zeroOrMore = wholeNumber(0)

/** Reads an option in seconds, as many as a timer can wait: at most 2^31 − 1 ms; one of more ends at once. */
export const seconds = wholeNumber(1, Math.floor(0x7fffffff / 1000))

/**
 * Makes the reader of an option that limits what a page may take, within the bounds of the contract.
 * @param unit how many of the contract's units, milliseconds for `timeout`, one of the option is
 */
export function pageLimit(name: 'timeout' | 'maxBytes' | 'maxNodes', unit = 1): (text: string) => number {
  const { minValue, maxValue } = CaptureOptions.shape[name].unwrap()
  return wholeNumber(Math.ceil((minValue ?? 0) / unit), Math.floor((maxValue ?? Number.MAX_SAFE_INTEGER) / unit))
}

/** Reads a seed. */
export const seedOf = wholeNumber(0, 0xffffffff)

/** Reads an option that may be given again and again. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** A command line that cannot be carried out as it is. */
export function usage(message: string, next: string): FailureError {
  return failed('usage', message, next)
}

const Manifest = z.object({ version: z.string() })

/** The program's version. @param root the application's folder */
export function versionOf(root: string): string {
  return Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
}

/** Begins the line of progress of a terminal anew. */
export function progressLine(sentence: string): string {
  return `\r\x1b[K${withVisibleControls(sentence.replace(/\s+/g, ' '))}`
}

/** A line of progress on a terminal, written anew at most four times a second. */
export function showProgress<Progress>(quiet = false, sentence: (progress: Progress) => string): (progress: Progress) => void {
  let last = 0
  return (progress) => {
    if (quiet || !process.stderr.isTTY || Date.now() - last < 250) return
    last = Date.now()
    process.stderr.write(progressLine(sentence(progress)))
  }
}

/** Clears the line of progress. */
export function endProgress(quiet = false): void {
  if (process.stderr.isTTY && !quiet) process.stderr.write('\r\x1b[K')
}

/** @param root the application's folder. The browser is loaded for the commands that capture only. */
export async function withLoader<T>(root: string, act: (loader: PageLoader) => Promise<T>): Promise<T> {
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

/** What a file holds by its name, records or a web archive; null for others. */
export function heldByName(path: string): 'jsonl' | 'warc' | null {
  if (/\.jsonl(?:\.gz)?$/i.test(path)) return 'jsonl'
  return /\.(?:warc(?:\.gz)?|wacz)$/i.test(path) ? 'warc' : null
}

/** What a path on the command line is, by its name; `samples` are the shipped ones. */
export function collectionSourceOf(path: string, cwd: string): CollectionSource {
  if (path === 'samples') return { kind: 'samples', path: '' }
  return { kind: heldByName(path) ?? 'folder', path: resolve(cwd, path) }
}
