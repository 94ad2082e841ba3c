import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of HTML that a browser parses in a millisecond, or a little more. */
const RATE = 20 * 1024
/** Bytes that it parses before it is noticed that it does nothing else. */
const MOST = 256 * 1024

/**
 * The pieces of a document in the pace in which a browser takes them in. What it has of a long one it parses in tasks of half a second,
 * and the window that the frame is part of stands still for as long.
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
