/** Encodes an animated GIF beside the window, which goes on meanwhile. Answers each message in turn; the last answer is the file. */
import { Encoder } from 'modern-gif'

/** Size of the pictures, then the pictures with the milliseconds that each is shown, then null for the file. */
export type GifMessage =
  { readonly width: number; readonly height: number } | { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly delay: number } | null

let encoder: Encoder | null = null

addEventListener('message', ({ data: message }: MessageEvent<GifMessage>) => {
  if (message && 'width' in message) encoder = new Encoder(message)
  else if (message) void encoder?.encode(message).then(() => postMessage(null))
  else void encoder?.flush('blob').then((file) => postMessage(file))
})
