import type { Blobs } from '../static/blob-views'

/** Addresses of this window for what pages bring with them. */
export function createBlobs(): Blobs {
  return {
    keep: (body, type) => URL.createObjectURL(new Blob([typeof body === 'string' ? body : body.slice()], { type })),
    forget: (url) => URL.revokeObjectURL(url),
  }
}
