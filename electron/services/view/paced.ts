import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of HTML that a browser parses in a millisecond, or a little more. */
const RATE = 12 * 1024
/** Bytes that it parses before it is noticed that it does nothing else. */
const LONGEST = 256 * 1024
/** Milliseconds between two pieces at least. */
const PAUSE = 6

/**
 * The bytes of a document in the pace in which a browser takes it in. What it has of a long one it parses in tasks of half a second, and
 * the window that the frame is part of stands still for as long.
 */
export async function* paced(html: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(html)
  let since = performance.now()
  let end = Math.min(LONGEST, bytes.length)
  yield bytes.subarray(0, end)
  while (end < bytes.length) {
    await pause(PAUSE)
    const at = end
    end = Math.min(bytes.length, at + LONGEST, at + Math.round((performance.now() - since) * RATE))
    since = performance.now()
    yield bytes.subarray(at, end)
  }
}
