/** Decompresses gzip bodies like browsers: skips bytes after the end, accepts the available part of a truncated body. */
import { promisify } from 'node:util'
import { constants, gunzip, inflateRaw } from 'node:zlib'
import { hasCode } from './files'

/** Code of the error for output above the limit. */
export const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE'

export interface Unpacked {
  readonly bytes: Buffer
  /** Whether the body is truncated. */
  readonly isCut: boolean
}

/** @throws Error of zlib if nothing can be decompressed, or the output exceeds the limit (`TOO_LARGE`). */
export async function unpackGzip(packed: Buffer, limit: number): Promise<Unpacked> {
  const options = { maxOutputLength: limit }
  try {
    return { bytes: await promisify(gunzip)(packed, options), isCut: false }
  } catch (thrown) {
    if (hasCode(thrown, TOO_LARGE)) throw thrown
    const deflated = packed.subarray(headerLength(packed))
    try {
      return { bytes: await promisify(inflateRaw)(deflated, options), isCut: false }
    } catch {
      const bytes = await promisify(inflateRaw)(deflated, { ...options, finishFlush: constants.Z_SYNC_FLUSH })
      if (bytes.length === 0) throw thrown
      return { bytes, isCut: true }
    }
  }
}

/** Returns the length of the gzip header (RFC 1952, 2.3). */
function headerLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0
  const afterText = (from: number): number => {
    const end = bytes.indexOf(0, from)
    return end < 0 ? bytes.length : end + 1
  }
  let at = 10
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  if (flags & 8) at = afterText(at)
  if (flags & 16) at = afterText(at)
  return flags & 2 ? at + 2 : at
}
