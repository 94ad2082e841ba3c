import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import { CORPUS_LIMITS, fileFailure } from '../corpus/store/corpus-files'

/** A line, numbered from 1, or why it was passed over. */
export type FileLine =
  | { readonly number: number; readonly text: string; readonly failure: null }
  | { readonly number: number; readonly text: null; readonly failure: Failure }

/**
 * The lines of a UTF-8 file, plain or `.gz`, one in memory at a time. A line above the limit is passed over and said so.
 * @throws FailureError where the file cannot be read or unpacked.
 */
export async function* readLines(path: string, limit: number = CORPUS_LIMITS.line): AsyncGenerator<FileLine> {
  const stream = openLines(path)
  let pieces: Buffer[] = []
  let size = 0
  let number = 1
  let skipping = false
  const finish = (): FileLine => {
    const line: FileLine = skipping
      ? {
          number,
          text: null,
          failure: failure(
            'corpus.too-large',
            `${path}, line ${number}: the line is longer than ${Math.round(limit / 1024 / 1024)} MB.`,
            'Split the record or leave it out.',
          ),
        }
      : { number, text: Buffer.concat(pieces).toString('utf8').replace(/\r$/, ''), failure: null }
    pieces = []
    size = 0
    skipping = false
    number++
    return line
  }
  try {
    for await (const chunk of stream) {
      let rest = chunk as Buffer
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        if (!skipping) pieces.push(rest.subarray(0, end))
        if (size + end > limit) skipping = true
        yield finish()
        rest = rest.subarray(end + 1)
      }
      size += rest.length
      if (size > limit) {
        skipping = true
        pieces = []
      } else if (rest.length > 0) pieces.push(rest)
    }
    if (size > 0) yield finish()
  } catch (thrown) {
    throw damage(thrown, path, number - 1)
  }
}

const SPACE = 32

/** How many lines `readLines` gives, blank ones left out, without making texts of them. @throws FailureError as `readLines`. */
export async function countLines(path: string): Promise<number> {
  let count = 0
  let blank = true
  try {
    for await (const chunk of openLines(path)) {
      const bytes = chunk as Buffer
      let at = 0
      while (at < bytes.length) {
        // A line's first character tells, mostly.
        while (blank && at < bytes.length && bytes[at] !== 10) if ((bytes[at++] as number) > SPACE) blank = false
        const end = bytes.indexOf(10, at)
        if (end < 0) break
        if (!blank) count++
        blank = true
        at = end + 1
      }
    }
  } catch (thrown) {
    throw damage(thrown, path, count)
  }
  return blank ? count : count + 1
}

/** Bytes read at a time: a line of a web page is longer than the usual 64 KiB. */
const PIECE = 512 * 1024

function openLines(path: string): AsyncIterable<unknown> {
  const file = createReadStream(path, { highWaterMark: PIECE })
  return /\.gz$/i.test(path) ? pipeline(file, createGunzip({ chunkSize: PIECE }), () => undefined) : file
}

function damage(thrown: unknown, path: string, lines: number): unknown {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_')
    ? new FailureError(failure('corpus.bad-gzip', `${path} is damaged after line ${lines}.`, 'Copy or download it again.'))
    : fileFailure(thrown, path)
}
