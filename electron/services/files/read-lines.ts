import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import { fileFailure } from './files'
import { streamFile, unpacked, type StreamOptions } from './read-file'

/** `number` starts at 1. A skipped line has a failure instead of a text. */
export type FileLine =
  | { readonly number: number; readonly text: string; readonly failure: null }
  | { readonly number: number; readonly text: null; readonly failure: Failure }

const LONGEST_LINE = 96 * 1024 * 1024

export type LineSource = string | { readonly stream: Readable; readonly name: string }

export interface LineOptions extends StreamOptions {
  readonly limit?: number
}

function nameOf(source: LineSource): string {
  return typeof source === 'string' ? source : source.name
}

/**
 * Yields non-blank UTF-8 lines of plain or gzip data. Yields a failure for an undecodable or too long line.
 * @throws FailureError if the source cannot be read or decompressed. Yields the lines before the damage first.
 */
export async function* readLines(source: LineSource, { limit = LONGEST_LINE, ...options }: LineOptions = {}): AsyncGenerator<FileLine> {
  const name = nameOf(source)
  let pieces: Buffer[] = []
  let size = 0
  let number = 1
  let skipping = false
  const finish = (): FileLine | null => {
    const megabytes = Math.round(limit / 1024 / 1024)
    const line: FileLine = skipping
      ? skippedLine(number, 'file.too-large', `The line is longer than ${megabytes} MB.`, 'Split the record, or omit it.')
      : (textOf(pieces, number) ?? skippedLine(number, 'record.not-utf-8', 'The line is not in UTF-8.', 'Save the file in UTF-8.'))
    pieces = []
    size = 0
    skipping = false
    number++
    return line.text?.trim() === '' ? null : line
  }
  try {
    for await (const chunk of typeof source === 'string' ? streamFile(source, options) : unpacked(source.stream, name, options)) {
      let rest = chunk
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        if (!skipping) pieces.push(rest.subarray(0, end))
        if (size + end > limit) skipping = true
        const line = finish()
        if (line) yield line
        rest = rest.subarray(end + 1)
      }
      size += rest.length
      if (size > limit) {
        skipping = true
        pieces = []
      } else if (rest.length > 0) pieces.push(rest)
    }
    const last = size > 0 ? finish() : null
    if (last) yield last
  } catch (thrown) {
    throw fileFailure(thrown, name)
  }
}

function skippedLine(number: number, ...details: Parameters<typeof failure>): FileLine {
  return { number, text: null, failure: failure(...details) }
}

function textOf(pieces: readonly Buffer[], number: number): FileLine | null {
  const bytes = Buffer.concat(pieces)
  if (!isUtf8(bytes)) return null
  const text = bytes.toString('utf8').replace(/\r$/, '')
  return { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text, failure: null }
}

/** @throws FailureError with the number of the line if the line was skipped. */
export function textOfLine({ number, text, failure: reason }: FileLine, source: LineSource): string {
  if (reason === null) return text
  throw new FailureError({ ...reason, message: `${nameOf(source)}, line ${number}: ${reason.message}` })
}

/** Yields names, one per line. Lines that start with `#` are comments. @throws FailureError as `readLines` and `textOfLine`. */
export async function* readNames(source: LineSource): AsyncGenerator<string> {
  for await (const line of readLines(source)) {
    const name = textOfLine(line, source).trim()
    if (!name.startsWith('#')) yield name
  }
}
