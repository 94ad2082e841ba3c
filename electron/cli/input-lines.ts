import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { failure, FailureError } from '../../shared/base/failure'
import { isGzip } from '../services/capture/decode-html'

/**
 * The lines of a stream of UTF-8, plain or gzip by its magic bytes, without their ends; blank lines are left out. Each line is
 * given as soon as it is complete.
 * @throws FailureError `input.truncated-gzip`, `input.bad-gzip` after the lines before the damage.
 */
export async function* inputLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  // A line may come in thousands of pieces: they are joined once.
  let pieces: string[] = []
  for await (const chunk of plainChunks(stream)) {
    const text = decoder.decode(chunk, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      pieces.push(text.slice(start, end))
      const line = pieces.join('')
      pieces = []
      start = end + 1
      if (line.trim() !== '') yield line
    }
    pieces.push(text.slice(start))
  }
  const last = pieces.join('') + decoder.decode()
  if (last.trim() !== '') yield last
}

async function* plainChunks(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let ended = false
  while (head.length < 2 && !ended) {
    const next = await chunks.next()
    if (next.done) ended = true
    else head = Buffer.concat([head, next.value])
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head
    while (!ended) {
      const next = await chunks.next()
      if (next.done) return
      yield next.value
    }
  }
  if (!isGzip(head)) {
    yield* all()
    return
  }
  // The error reaches whoever reads the unpacked stream.
  const unpacked = pipeline(Readable.from(all()), createGunzip(), () => undefined)
  try {
    for await (const chunk of unpacked) yield Buffer.from(chunk)
  } catch (thrown) {
    const truncated = thrown instanceof Error && 'code' in thrown && thrown.code === 'Z_BUF_ERROR'
    throw new FailureError(
      truncated
        ? failure('input.truncated-gzip', 'The records are a gzip stream that ends too early.', 'Copy or download it again.')
        : failure('input.bad-gzip', 'The records are a damaged gzip stream.', 'Copy or download it again.'),
    )
  }
}
