import type { Failure } from '../base/failure'
import type { CapturedLayout } from '../page/place-layout'
import { z } from 'zod'
import { isSameData } from '../base/json'
import { isBareHost, withoutUserInfo } from '../base/url'
import { Conditions } from './conditions'
import type { ChangedStyles } from '../page/view-html'

export interface Header {
  readonly name: string
  readonly value: string
}

export type ResourceKind = 'document' | 'stylesheet' | 'image' | 'font' | 'media' | 'other'

/** A stored response of a server, or a local file in place of a response. */
export interface KeptResponse {
  /** The requested URL without its fragment. */
  readonly url: string
  readonly kind: ResourceKind
  readonly status: number
  /** The headers are unchanged, but `body` is decoded. */
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

export interface KeptRedirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

export interface MissingResource {
  readonly url: string
  readonly kind: ResourceKind
  /** Reason as a clause in lower case, such as "the server could not be reached". */
  readonly reason: string
  /** Whether another request is useless, for example because the resource exceeds a limit. */
  readonly isFinal?: boolean
}

export interface Screenshot {
  readonly type: 'image/png' | 'image/webp'
  /** Size of the captured area in CSS pixels. A large picture has fewer pixels than the area. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface PageBundle {
  /** The response that contained the page; null for a file or for pasted HTML. */
  readonly document: KeptResponse | null
  /** Redirects of the page, in order, and redirects of its resources. */
  readonly redirects: readonly KeptRedirect[]
  /**
   * One response per address. In a load, this is the first response, and equal bodies share one array. In a bundle from an archive, each
   * body has its own array.
   */
  readonly resources: readonly KeptResponse[]
  readonly missing: readonly MissingResource[]
  readonly styles: ChangedStyles
  readonly screenshot: Screenshot | null
  readonly userAgent: string | null
}

export interface ResourceSummary {
  readonly kept: number
  /** Total bytes. Bodies that share one array count once, see `PageBundle.resources`. */
  readonly bytes: number
  /** Kinds with at least one resource; most bytes first. */
  readonly kinds: readonly { readonly kind: ResourceKind; readonly count: number; readonly bytes: number }[]
  readonly userAgent: string | null
  /** Number of missing resources. `missingParts` contains only the first missing resources. */
  readonly missing: number
  readonly missingParts: readonly MissingResource[]
  readonly fetchable: boolean
  /** Whether the user must enter the page's address before missing resources can be fetched. */
  readonly addressable: boolean
  /** Number of missing resources that another request could load; 0 unless `fetchable` is true. */
  readonly toFetch: number
}

/** Position of the page in a web archive; missing for a file with one page. */
const Entry = z.string().max(20).optional()

export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: z.string().min(1).max(8192).overwrite(withoutUserInfo) }),
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(4096), entry: Entry }),
  z.object({ kind: z.literal('bytes'), name: z.string().max(1024), bytes: z.instanceof(Uint8Array), entry: Entry }),
  /** `url` is the base address of the links in the HTML. */
  z.object({
    kind: z.literal('html'),
    html: z.string(),
    name: z.string().max(1024).optional(),
    url: z.string().max(8192).overwrite(withoutUserInfo).optional(),
  }),
  z.object({ kind: z.literal('sample'), id: z.string().min(1).max(80) }),
])
export type Source = z.infer<typeof Source>

/** `source`: the HTML from the server or file, without running scripts. `rendered`: the page with the changes of its scripts. */
export const CaptureMode = z.enum(['source', 'rendered'])
export type CaptureMode = z.infer<typeof CaptureMode>

export const DEFAULT_LIMITS = {
  loadTimeout: 30_000,
  maxBytes: 32 * 1024 * 1024,
  extractionTimeout: 10_000,
  maxNodes: 250_000,
  maxRedirects: 50,
  maxResourceBytes: 16 * 1024 * 1024,
} as const

const GIGABYTE = 1024 ** 3
const integer = (least: number, most: number) => z.number().int().min(least).max(most)

export const CaptureOptions = z.object({
  mode: CaptureMode.default('source'),
  timeout: integer(100, 600_000).default(DEFAULT_LIMITS.loadTimeout),
  maxBytes: integer(1024, GIGABYTE).default(DEFAULT_LIMITS.maxBytes),
  /** Maximum bytes of stored images, style sheets, fonts and frames; 0 stores none. */
  maxResourceBytes: integer(0, GIGABYTE).default(DEFAULT_LIMITS.maxResourceBytes),
  screenshot: z.boolean().default(false),
  maxNodes: integer(10, 10_000_000).default(DEFAULT_LIMITS.maxNodes),
  /** Maximum milliseconds of parsing, and of each extraction. Default: the limit of the host. */
  taskTimeout: integer(10, 600_000).optional(),
  ...Conditions.shape,
  /** Whether extractors read shadow roots and frames; null: only in rendered mode. */
  composed: z.boolean().nullable().default(null),
  /** Source mode: whether to move streamed content, see `StreamedContent`. */
  streamed: z.boolean().default(true),
  /**
   * Rendered mode: milliseconds without requests before the capture. With `settle` above 0, the capture also waits for as many milliseconds
   * without changes of the document, but only for a limited time.
   */
  idle: integer(0, 60_000).default(500),
  /**
   * Rendered mode: minimum milliseconds between the load event and the capture, within `idleCap`, if a script can change the document. With
   * 0, changes of the document do not delay the capture.
   */
  settle: integer(0, 60_000).default(2_000),
  /** Maximum milliseconds to wait for the load event. Rendered mode: also the maximum to wait for the end of requests and changes. */
  idleCap: integer(0, 120_000).default(8_000),
})
export type CaptureOptions = z.infer<typeof CaptureOptions>

/** Identifies an entry of a tab's history, and the stored capture of the entry. */
export const KeptEntry = z.object({
  entry: z.string().min(1).max(80),
  /**
   * If true, a request for an address returns the stored capture, if one exists, without a load. A request for a file always loads the
   * file, and returns the stored capture only if the load fails. If false, stored captures are not used.
   */
  first: z.boolean(),
})
export type KeptEntry = z.infer<typeof KeptEntry>

/** Limits for requests without other capture options, such as a request for a stored page. */
export const PageLimits = CaptureOptions.pick({ timeout: true, maxBytes: true, maxNodes: true, taskTimeout: true, idleCap: true })
export type PageLimits = z.infer<typeof PageLimits>
export type CaptureRequest = z.input<typeof CaptureOptions>

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

/** Compares bytes directly, because the JSON of a large file would exceed the maximum length of a string. */
export function isSameSource(one: Source | null, other: Source | null): boolean {
  if (one?.kind !== 'bytes' || other?.kind !== 'bytes') return one?.kind === other?.kind && isSameData(one, other)
  return one.name === other.name && one.entry === other.entry && isSameBytes(one.bytes, other.bytes)
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && one.every((byte, i) => byte === other[i]))
}

/** Converts typed text to a source: HTML, an address with or without a scheme, a path, or `sample:` with an id. Null for empty text. */
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

/** Adds the likely scheme to an address without a scheme: `http` for this machine and IP addresses, otherwise `https`. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address
  const secure = `https://${address}`
  return URL.canParse(secure) && isBareHost(new URL(secure).hostname) ? `http://${address}` : secure
}

function pathOfFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname)
  return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path
}

/** Files in the folder or archive of a local page. */
export interface PageParts {
  /** Returns the resource of an address; null if missing. Never rejects. */
  find(url: string): Promise<KeptResponse | null>
  readonly addresses: readonly string[]
  readonly folder: string | null
}

export interface Capture {
  /** The string that is parsed. Node ids depend on this string. */
  readonly html: string
  readonly label: string
  /** Base address of the page's links, after redirects; null if unknown, such as for pasted HTML or HTML from standard input. */
  readonly url: string | null
  readonly mode: CaptureMode
  /** HTTP status; null without a server. */
  readonly status: number | null
  readonly charset: string | null
  readonly redirects?: readonly KeptRedirect[]
  readonly bundle?: PageBundle
  readonly parts?: PageParts
  /** Layout in the browser's order of elements; null without a layout. Parsing maps the layout to node ids. */
  readonly layout: CapturedLayout | null
  readonly log: readonly string[]
  /** Milliseconds per phase. */
  readonly timings: Readonly<Record<string, number>>
  readonly capturedAt: string
  /** Set for a stored capture. `reason` is the failure of a new load; null without a new load. */
  readonly kept?: { readonly reason: Failure | null }
}

export interface ArchivedPage {
  readonly entry: string
  readonly url: string
  readonly title: string | null
  readonly status: number
  readonly capturedAt: string | null
}

export interface ArchivedPages {
  /** Pages in the order of the archive. A large archive lists only the first pages. */
  readonly pages: readonly ArchivedPage[]
  readonly total: number
}

export interface PageSummary extends Pick<Capture, 'label' | 'url' | 'mode' | 'status' | 'charset' | 'log' | 'timings' | 'capturedAt'> {
  /** Id of the open page. The id is invalid after the page was closed, after the host discarded the page, and after the host ended. */
  readonly id: string
  /** Whether the view that the window showed during the load is outdated. */
  readonly isViewOutdated: boolean
  readonly title: string
  /** The web address that the page states; null if missing. */
  readonly address: string | null
  readonly redirects: readonly KeptRedirect[]
  readonly hasLayout: boolean
  readonly nodes: number
  /** Length of the HTML in UTF-16 code units. */
  readonly htmlLength: number
  /** See `Capture.kept`; null for a new capture. */
  readonly kept: { readonly reason: Failure | null } | null
}
