import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of HTML that a browser parses per millisecond, or slightly more. */
const RATE = 20 * 1024
/** Bytes that it parses without a noticeable pause. */
const MOST = 256 * 1024

/**
 * Yields the pieces of a document at the pace of a browser. It parses a long available part in tasks of half a second, during which the
 * window stands still.
 */
export async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** Bytes that may be sent at once. */
  let free = MOST
  let since = performance.now()
  for await (const piece of pieces) {
    while (free <= 0) {
      await pause(Math.ceil(-free / RATE) + 1)
      const now = performance.now()
      free = Math.min(MOST, free + (now - since) * RATE)
      since = now
    }
    free -= piece.length
    yield piece
  }
}
