import { z } from 'zod'
import { isSameData } from '../base/json'
import { isBareHost, withoutUserInfo } from '../base/url'
import { Conditions } from './conditions'

/** Which page of a web archive; left out for a file of one page. */
const Entry = z.string().max(20).optional()

/** Where a page comes from. */
export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: z.string().min(1).max(8192).overwrite(withoutUserInfo) }),
  /** A local file, by absolute path. */
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(4096), entry: Entry }),
  /** Bytes of a file that was dropped or chosen in the window. */
  z.object({ kind: z.literal('bytes'), name: z.string().max(1024), bytes: z.instanceof(Uint8Array), entry: Entry }),
  /** Pasted or edited HTML. `url` resolves its links. */
  z.object({
    kind: z.literal('html'),
    html: z.string(),
    name: z.string().max(1024).optional(),
    url: z.string().max(8192).overwrite(withoutUserInfo).optional(),
  }),
  z.object({ kind: z.literal('sample'), id: z.string().min(1).max(80) }),
])
export type Source = z.infer<typeof Source>

/** `source`: what the server sent, scripts off. `rendered`: after scripts, when the network fell idle. */
export const CaptureMode = z.enum(['source', 'rendered'])
export type CaptureMode = z.infer<typeof CaptureMode>

export const DEFAULT_LIMITS = {
  /** Milliseconds for one load. */
  loadTimeout: 30_000,
  /** Bytes of HTML. */
  maxBytes: 32 * 1024 * 1024,
  /** Milliseconds for one extraction. */
  extractionTimeout: 10_000,
  maxNodes: 250_000,
  maxRedirects: 50,
  /** Bytes of images, style sheets, fonts and frames kept of a page. */
  maxResourceBytes: 16 * 1024 * 1024,
} as const

export const CaptureOptions = z.object({
  mode: CaptureMode.default('source'),
  /** Milliseconds. */
  timeout: z.number().int().min(100).max(600_000).default(DEFAULT_LIMITS.loadTimeout),
  maxBytes: z
    .number()
    .int()
    .min(1024)
    .max(1024 * 1024 * 1024)
    .default(DEFAULT_LIMITS.maxBytes),
  /** Bytes of images, style sheets, fonts and frames that are kept with the page; 0 keeps none. */
  maxResourceBytes: z
    .number()
    .int()
    .min(0)
    .max(1024 * 1024 * 1024)
    .default(DEFAULT_LIMITS.maxResourceBytes),
  /** A picture of the whole page, as the browser draws it. */
  screenshot: z.boolean().default(false),
  maxNodes: z.number().int().min(10).max(10_000_000).default(DEFAULT_LIMITS.maxNodes),
  /** Milliseconds for parsing the page and for each extraction of it; without it the host's own limit holds. */
  taskTimeout: z.number().int().min(10).max(600_000).optional(),
  ...Conditions.shape,
  /** Whether extractors read what shadow roots and frames hold; null: where scripts ran. */
  composed: z.boolean().nullable().default(null),
  /** Source mode: read streamed content where the page's scripts would put it (`shared/page/streamed-content.ts`). */
  streamed: z.boolean().default(true),
  /** Rendered mode: milliseconds without network activity that count as idle, and the longest wait for it. */
  idle: z.number().int().min(0).max(60_000).default(500),
  /** Rendered mode: least milliseconds after the load event, for late scripts; 0: only network activity counts. */
  settle: z.number().int().min(0).max(60_000).default(2_000),
  idleCap: z.number().int().min(0).max(120_000).default(8_000),
})
export type CaptureOptions = z.infer<typeof CaptureOptions>

/** For which entry of a tab's history a page is captured, so that the capture can be had again. */
export const KeptEntry = z.object({
  /** The entry's own name, which no other has. */
  entry: z.string().min(1).max(80),
  /** Returns the stored capture of an address, or of a file that cannot be read any more; otherwise loads the page. */
  first: z.boolean(),
})
export type KeptEntry = z.infer<typeof KeptEntry>

/** The limits among the options: for pages that are captured as they were, or that are there already. */
export const PageLimits = CaptureOptions.pick({ timeout: true, maxBytes: true, maxNodes: true, taskTimeout: true, idleCap: true })
export type PageLimits = z.infer<typeof PageLimits>
/** Options of a caller; missing options get their default. */
export type CaptureRequest = z.input<typeof CaptureOptions>

/** Returns the display name of a source before its page has a title. */
export function describeSource(source: Source): string {
  switch (source.kind) {
    case 'url':
      return source.url
    case 'file':
      return source.path
    case 'bytes':
      return source.name
    case 'html':
      return source.name ?? source.url ?? 'Pasted HTML'
    case 'sample':
      return `Sample: ${source.id}`
  }
}

/** Whether two sources are written the same. Bytes are compared as they are: as JSON a file of 50 MB would be longer than a text can be. */
export function isSameSource(one: Source | null, other: Source | null): boolean {
  if (one?.kind !== 'bytes' || other?.kind !== 'bytes') return one?.kind === other?.kind && isSameData(one, other)
  return one.name === other.name && one.entry === other.entry && isSameBytes(one.bytes, other.bytes)
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && one.every((byte, i) => byte === other[i]))
}

/** Reads typed text as a source: HTML, an address, a path, or a host name. Null for empty text. */
export function sourceOfText(text: string): Source | null {
  const value = text.trim()
  if (value === '') return null
  if (value.startsWith('<')) return { kind: 'html', html: text }
  if (/^https?:\/\//i.test(value)) return { kind: 'url', url: value }
  if (/^file:\/\//i.test(value) && URL.canParse(value)) return { kind: 'file', path: pathOfFileUrl(new URL(value)) }
  if (/^sample:/i.test(value)) return { kind: 'sample', id: value.slice(7).trim() }
  if (/^(?:[/~]|[a-z]:[\\/]|\\\\)/i.test(value)) return { kind: 'file', path: value }
  return { kind: 'url', url: withScheme(value) }
}

/** Adds the likely scheme to a typed address: `http` for this machine and for numbers, few of which have a certificate, else `https`. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address
  const secure = `https://${address}`
  return URL.canParse(secure) && isBareHost(new URL(secure).hostname) ? `http://${address}` : secure
}

function pathOfFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname)
  return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path
}
