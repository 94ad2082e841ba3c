/** Packs a page into an address, for links to pages that live only in this window (pasted or dropped). */
import { z } from 'zod'
import { failure, type Result } from '../../../shared/base/failure'
import type { Source } from '../../../shared/contract/source'

/** Prefix of a packed page in an address. */
const PREFIX = 'packed:'

/** Characters of an address that every browser opens. */
const LONGEST = 1_500_000

/** Maximum characters of an unpacked page: a short address could unpack to any size. */
const LARGEST = 32 * 1024 * 1024

const Packed = z.object({ html: z.string(), name: z.string().max(1024), url: z.string().max(8192).optional() })
export type PackedPage = z.infer<typeof Packed>

/** Packs a page as compressed text of an address. Fails if the address is too long for browsers. */
export async function packPage(page: PackedPage): Promise<Result<string>> {
  const stream = new Blob([JSON.stringify(page)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (let i = 0; i < bytes.length; i += 32_768) binary += String.fromCharCode(...bytes.subarray(i, i + 32_768))
  const text = PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  if (text.length <= LONGEST) return { ok: true, value: text }
  return {
    ok: false,
    failure: failure('link.too-long', 'The page is too large for a link.', 'Save the session as a file instead, and send that.'),
  }
}

export function isPacked(page: string | null): page is string {
  return page?.startsWith(PREFIX) ?? false
}

/** Unpacks a page of `packPage`; null for anything else. */
export async function unpackPage(text: string): Promise<Extract<Source, { kind: 'html' }> | null> {
  try {
    const binary = atob(text.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(new TextDecoderStream())
    let json = ''
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      json += value
      if (json.length > LARGEST) return null
    }
    const { html, name, url } = Packed.parse(JSON.parse(json))
    return { kind: 'html', html, name, url }
  } catch {
    // The address was truncated or changed.
    return null
  }
}
