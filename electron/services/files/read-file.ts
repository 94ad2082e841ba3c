/** Reads files of pages and collections as bytes. Reads only regular files. */
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CANCELLED, failed, FailureError } from '../../../shared/base/failure'
import { isGzip } from './html-bytes'

/** Opens without blocking, so that a pipe without a writer is detected instead of awaited. */
const READ = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0)

/** Refuses folders, pipes and devices. @throws FailureError `input.not-a-file`; errors of the file system. */
async function openRegular(path: string): Promise<{ readonly file: FileHandle; readonly size: number }> {
  const file = await open(path, READ)
  try {
    const stat = await file.stat()
    if (stat.isFile()) return { file, size: stat.size }
    const message = `${path} is ${stat.isDirectory() ? 'a folder' : stat.isFIFO() ? 'a pipe' : 'a device'}, not a file.`
    throw failed('input.not-a-file', message, stat.isDirectory() ? 'Choose a file in the folder.' : 'Write the data to a file first.')
  } catch (thrown) {
    await file.close()
    throw thrown
  }
}

/** Returns null if the file has more than `limit` bytes, even if the file grows during the read. @throws as `openRegular`. */
export async function readAtMost(path: string, limit: number): Promise<Buffer | null> {
  const { file, size } = await openRegular(path)
  try {
    if (size > limit) return null
    // Reads one byte more than the reported size, so that one read can reach the end of the file.
    let bytes = Buffer.allocUnsafe(Math.min(size, limit) + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length)
      if (bytesRead === 0) return bytes.subarray(0, length)
      length += bytesRead
      if (length > limit) return null
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(limit + 1, bytes.length * 2 + 65_536))
    }
  } finally {
    await file.close()
  }
}

export async function readStart(path: string, count: number): Promise<Buffer> {
  const { file } = await openRegular(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Number of bytes per read. A line with a web page is often longer than Node's default of 64 KiB. */
const PIECE = 512 * 1024
const STALLED = 60_000

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined
  /** Maximum milliseconds without a byte. */
  readonly stalled?: number
}

/** Yields a regular file in pieces. Decompresses gzip. @throws FailureError `input.*`, `cancelled`; errors of the file system. */
export async function* streamFile(path: string, options: StreamOptions = {}): AsyncGenerator<Buffer> {
  const { file } = await openRegular(path)
  yield* unpacked(file.createReadStream({ highWaterMark: PIECE }), path, { stalled: STALLED, ...options })
}

/**
 * Yields the pieces of a stream. Decompresses gzip, including the bytes before damage. Closes the stream if the caller stops.
 * @param name name of the stream in messages
 */
export async function* unpacked(stream: Readable, name: string, options: StreamOptions = {}): AsyncGenerator<Buffer> {
  const source = bytesOf(stream, name, options)
  try {
    const head = await readHead(source)
    const all = (async function* () {
      yield* head
      yield* source
    })()
    if (!isGzip(Buffer.concat(head.slice(0, 2).map((piece) => piece.subarray(0, 2))))) {
      yield* all
      return
    }
    let broken: Error | null = null
    const gunzip = createGunzip({ chunkSize: PIECE })
    // An error of the file is rethrown unchanged, and not as damaged gzip.
    const packed = Readable.from(all).on('error', (thrown: Error) => {
      broken = thrown
      gunzip.destroy(thrown)
    })
    try {
      for await (const piece of packed.pipe(gunzip)) yield piece as Buffer
    } catch (thrown) {
      throw (broken as Error | null) ?? gzipFailure(thrown, name)
    } finally {
      packed.destroy()
      gunzip.destroy()
    }
  } finally {
    stream.destroy()
  }
}

async function* bytesOf(stream: Readable, name: string, { signal, stalled }: StreamOptions): AsyncGenerator<Buffer> {
  const cancel = (): void => void stream.destroy(new FailureError(CANCELLED))
  const stall = (): void =>
    void stream.destroy(
      failed('input.stalled', `${name} delivered no data for ${(stalled ?? 0) / 1000} seconds.`, 'Check the disk or the network.'),
    )
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>
  try {
    for (;;) {
      const timer = stalled === undefined ? undefined : setTimeout(stall, stalled)
      const next = await pieces.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield Buffer.from(next.value as Buffer)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

async function readHead(source: AsyncGenerator<Buffer>): Promise<Buffer[]> {
  const head: Buffer[] = []
  for (let size = 0; size < 2;) {
    const next = await source.next()
    if (next.done) break
    head.push(next.value)
    size += next.value.length
  }
  return head
}

export function gzipFailure(thrown: unknown, name: string): FailureError {
  if (thrown instanceof FailureError) return thrown
  const isTruncated = thrown instanceof Error && 'code' in thrown && thrown.code === 'Z_BUF_ERROR'
  const [code, state] = isTruncated ? ['truncated', 'a gzip file that ends too early'] : ['bad', 'a damaged gzip file']
  return failed(`input.${code}-gzip`, `${name} is ${state}.`, 'Copy or download it again.')
}
