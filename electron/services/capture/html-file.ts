import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { failed } from '../../../shared/base/failure'
import { failAbout, hasCode, TOO_LARGE } from '../files/files'
import { gzipFailure, readAtMost } from '../files/read-file'
import { checkHtmlBytes, isGzip, tooLarge } from '../files/html-bytes'

/** Reads an HTML file, plain or gzip, within `limit` bytes before and after decompression. @throws FailureError `file.*`, `input.*`. */
export async function readHtmlBytes(path: string, limit: number): Promise<Uint8Array> {
  const bytes = await readAtMost(path, limit).catch(failAbout(path))
  if (bytes === null) throw tooLarge(path, limit)
  return unpackHtmlBytes(bytes, path, limit)
}

/** Like `readHtmlBytes` for bytes from another source (standard input, a drop); messages use `name`. */
export async function unpackHtmlBytes(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  if (bytes.length > limit) throw tooLarge(name, limit)
  const isPacked = isGzip(bytes)
  if (!isPacked && /\.gz$/i.test(name) && !bytes.includes(0x3c))
    throw failed('input.bad-gzip', `${name} is neither gzip nor HTML.`, 'Compress or download the file again.')
  const plain = isPacked ? await gunzipped(bytes, name, limit) : bytes
  return checkHtmlBytes(plain, name)
}

async function gunzipped(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: limit })
  } catch (thrown) {
    if (hasCode(thrown, TOO_LARGE)) throw tooLarge(name, limit)
    throw gzipFailure(thrown, name)
  }
}
