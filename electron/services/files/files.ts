import { createHash } from 'node:crypto'
import { access, constants, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { z } from 'zod'
import { failed, FailureError, fileFailureOf, toFailure } from '../../../shared/base/failure'
import { readJson } from '../../../shared/gold/read-json'
import { checkHtmlBytes, isGzip, tooLarge as pageTooLarge } from './html-bytes'
import { gzipFailure, readAtMost } from './read-file'

export const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE'

export const FILE_LIMITS = {
  html: 64 * 1024 * 1024,
  json: 32 * 1024 * 1024,
  text: 32 * 1024 * 1024,
  /** Decompressed layout of a page. */
  layout: 256 * 1024 * 1024,
  /** Decompressed resources of a page. */
  resources: 256 * 1024 * 1024,
  /** Resources of a page that is open in a window. */
  shown: 64 * 1024 * 1024,
} as const

function outside(path: string): FailureError {
  const message = `${path} leads to a file outside the folder. The file was neither read nor written.`
  return failed('file.outside', message, 'Remove the symbolic link, or copy its target into the folder.')
}

/** Refuses links that lead out of the folder. @throws FailureError `file.outside`. */
export async function pathInside(root: string, ...parts: string[]): Promise<string> {
  const path = join(root, ...parts)
  const inner = relative(root, path)
  if (inner === '..' || inner.startsWith(`..${sep}`) || parts.some((part) => part.includes('\0'))) throw outside(path)
  let at = root
  for (const part of inner.split(sep)) {
    if (part === '') continue
    at = join(at, part)
    const entry = await lstat(at).catch(() => null)
    if (!entry) break
    if (!entry.isSymbolicLink()) continue
    const [real, realRoot] = await Promise.all([realpath(at).catch(() => null), realpath(root)])
    if (real === null || !`${real}${sep}`.startsWith(realRoot.endsWith(sep) ? realRoot : `${realRoot}${sep}`)) throw outside(at)
  }
  return path
}

export type Folder = Awaited<ReturnType<typeof openFolder>>

/** Lists a folder. `path` accesses the disk only for links and unlisted names, because a folder may have many thousand files. */
export async function openFolder(root: string, ...parts: string[]) {
  const folder = await pathInside(root, ...parts)
  const plain = new Map(
    (await readdir(folder, { withFileTypes: true })).map((entry) => [entry.name, entry.isFile() || entry.isDirectory()]),
  )
  return {
    names: [...plain.keys()].sort(),
    path: (name: string): Promise<string> =>
      plain.get(name) === true ? Promise.resolve(join(folder, name)) : pathInside(root, ...parts, name),
  }
}

export function hasCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && codes.includes(thrown.code)
}

export const ifMissing =
  <T>(value: T) =>
  (thrown: unknown): T => {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return value
    throw thrown
  }

export function fileFailure(thrown: unknown, path: string): unknown {
  const failure = thrown instanceof Error && !(thrown instanceof FailureError) ? fileFailureOf(thrown, path) : null
  return failure ? new FailureError(failure) : thrown
}

export const failAbout =
  (path: string) =>
  (thrown: unknown): never => {
    throw fileFailure(thrown, path)
  }

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

/** Returns a stamp that changes with each save of a file; null if the file is missing. */
export async function stampOf(path: string): Promise<string | null> {
  const entry = await stat(path).catch(() => null)
  return entry && `${entry.mtimeMs} ${entry.ino} ${entry.size}`
}

async function deniedFolder(path: string): Promise<string | null> {
  let folder = dirname(path)
  while (folder !== dirname(folder) && !(await isThere(folder))) folder = dirname(folder)
  return access(folder, constants.W_OK).then(
    () => null,
    () => folder,
  )
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch(async (thrown: unknown) => {
    // If a parent folder is not writable, Node may report a missing folder.
    const denied = hasCode(thrown, 'ENOENT') ? await deniedFolder(path) : null
    if (hasCode(thrown, 'EEXIST')) throw failed('file.not-a-folder', `${path} is a file, not a folder.`, 'Choose another name.')
    if (denied !== null)
      throw failed('file.no-permission', `${denied} is not writable.`, 'Check the permissions of the folder, or choose another.')
    throw fileFailure(thrown, path)
  })
}

/** @throws FailureError `file.newer-version` for a file of a newer Boilerscope. */
export function checkVersion(path: string, version: number, known: number): void {
  if (version <= known) return
  const message = `${path} has version ${version}; this Boilerscope supports version ${known}.`
  throw failed('file.newer-version', message, 'Update Boilerscope to change it; the file is unchanged.')
}

/** @throws FailureError, such as `file.too-large`, `file.not-found` or `file.no-permission`. */
export async function readBytes(path: string, limit: number): Promise<Buffer> {
  const bytes = await readAtMost(path, limit).catch(failAbout(path))
  if (bytes === null) throw tooLarge(path, limit)
  return bytes
}

function tooLarge(path: string, limit: number): FailureError {
  return failed('file.too-large', `${path} is larger than ${Math.round(limit / 1024 / 1024)} MB.`, 'Make the file smaller, or omit it.')
}

export async function readText(path: string, limit: number): Promise<string> {
  return (await readBytes(path, limit)).toString('utf8')
}

const MISSING: ReadonlySet<string> = new Set(['file.not-found', 'file.not-a-folder'])

export async function readTextIfThere(path: string, limit: number): Promise<string | null> {
  return readText(path, limit).catch((thrown: unknown) => {
    if (MISSING.has(toFailure(thrown).code)) return null
    throw thrown
  })
}

/** @param place name of the file in failures @throws FailureError as `readBytes` and `readJson`. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>, place = path): Promise<T> {
  return readJson(await readText(path, FILE_LIMITS.json), schema, place)
}

export async function readJsonFileIfThere<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readTextIfThere(path, FILE_LIMITS.json)
  return text === null ? null : readJson(text, schema, path)
}

/** @param refuse returns the failure for content above `limit` @throws FailureError of `refuse`, or as `gzipFailure`. */
export async function unpack(bytes: Uint8Array, path: string, limit: number, refuse = tooLarge): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: limit })
  } catch (thrown) {
    throw hasCode(thrown, TOO_LARGE) ? refuse(path, limit) : gzipFailure(thrown, path)
  }
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Reads a plain or gzip HTML file. @param limit bytes before and after decompression @throws FailureError `file.*`, `input.*`. */
export async function readHtmlBytes(path: string, limit: number): Promise<Uint8Array> {
  const bytes = await readAtMost(path, limit).catch(failAbout(path))
  if (bytes === null) throw pageTooLarge(path, limit)
  return unpackHtmlBytes(bytes, path, limit)
}

/** Decompresses gzip and checks that the bytes may be HTML. @param name name in messages @throws FailureError `input.*`. */
export async function unpackHtmlBytes(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  if (bytes.length > limit) throw pageTooLarge(name, limit)
  const isPacked = isGzip(bytes)
  if (!isPacked && /\.gz$/i.test(name) && !bytes.includes(0x3c))
    throw failed('input.bad-gzip', `${name} is neither gzip nor HTML.`, 'Compress or download the file again.')
  const plain = isPacked ? await unpack(bytes, name, limit, pageTooLarge) : bytes
  return checkHtmlBytes(plain, name)
}
