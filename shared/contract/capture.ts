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

/** A response of a server, or a file that replaces the response. */
export interface KeptResponse {
  /** The requested URL, without fragment. */
  readonly url: string
  readonly kind: ResourceKind
  readonly status: number
  /** Headers as the server sent them. The body is decoded (transfer and content encoding). */
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
  /** Reason as a clause in lower case: "the server could not be reached", "over the limit of 16 MB per page". */
  readonly reason: string
  /** Whether another request is useless, because the resource was blocked, exceeds a limit, or has a kind that is not stored. */
  readonly isFinal?: boolean
}

export interface Screenshot {
  readonly type: 'image/png' | 'image/webp'
  /** Size of the captured area in CSS pixels. A large picture has half as many pixels per side as the area. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface PageBundle {
  /** The response that contained the page. Null for a page that was not requested (a file, pasted HTML). */
  readonly document: KeptResponse | null
  /** Redirects of the page and of its resources. The page's redirects are in order. */
  readonly redirects: readonly KeptRedirect[]
  /** The first response per address. Equal bodies share one array. */
  readonly resources: readonly KeptResponse[]
  readonly missing: readonly MissingResource[]
  readonly styles: ChangedStyles
  readonly screenshot: Screenshot | null
  readonly userAgent: string | null
}

export interface ResourceSummary {
  readonly kept: number
  /** Total bytes; equal bodies count once. */
  readonly bytes: number
  /** Kinds with the most bytes first; omits kinds without a resource. */
  readonly kinds: readonly { readonly kind: ResourceKind; readonly count: number; readonly bytes: number }[]
  readonly userAgent: string | null
  /** Number of known missing resources. `missingParts` contains only the first of these resources. */
  readonly missing: number
  readonly missingParts: readonly MissingResource[]
  /** Whether missing resources can be fetched: the page is from the web, or the user entered the page's address. */
  readonly fetchable: boolean
  /** Whether missing resources can be fetched only after the user enters the page's address, because the page is not from the web. */
  readonly addressable: boolean
  /** Number of missing resources that another request could load; 0 if nothing can be fetched. */
  readonly toFetch: number
}

/** Position of the page in a web archive; missing for a file with one page. */
const Entry = z.string().max(20).optional()

export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: z.string().min(1).max(8192).overwrite(withoutUserInfo) }),
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(4096), entry: Entry }),
  /** Bytes of a file that was dropped or chosen in the window. */
  z.object({ kind: z.literal('bytes'), name: z.string().max(1024), bytes: z.instanceof(Uint8Array), entry: Entry }),
  /** Pasted or edited HTML. `url` is the base address of the links in the HTML. */
  z.object({
    kind: z.literal('html'),
    html: z.string(),
    name: z.string().max(1024).optional(),
    url: z.string().max(8192).overwrite(withoutUserInfo).optional(),
  }),
  z.object({ kind: z.literal('sample'), id: z.string().min(1).max(80) }),
])
export type Source = z.infer<typeof Source>

/** `source`: the HTML of the server or file; scripts do not run. `rendered`: the page with the changes of its scripts. */
export const CaptureMode = z.enum(['source', 'rendered'])
export type CaptureMode = z.infer<typeof CaptureMode>

export const DEFAULT_LIMITS = {
  loadTimeout: 30_000,
  /** Maximum bytes of HTML. */
  maxBytes: 32 * 1024 * 1024,
  /** Milliseconds per extraction. */
  extractionTimeout: 10_000,
  maxNodes: 250_000,
  maxRedirects: 50,
  /** Maximum bytes of images, style sheets, fonts and frames per page. */
  maxResourceBytes: 16 * 1024 * 1024,
} as const

const GIGABYTE = 1024 ** 3
const integer = (least: number, most: number) => z.number().int().min(least).max(most)

export const CaptureOptions = z.object({
  mode: CaptureMode.default('source'),
  /** Milliseconds per load. */
  timeout: integer(100, 600_000).default(DEFAULT_LIMITS.loadTimeout),
  maxBytes: integer(1024, GIGABYTE).default(DEFAULT_LIMITS.maxBytes),
  /** Maximum bytes of images, style sheets, fonts and frames that are stored with the page; 0 stores none. */
  maxResourceBytes: integer(0, GIGABYTE).default(DEFAULT_LIMITS.maxResourceBytes),
  screenshot: z.boolean().default(false),
  maxNodes: integer(10, 10_000_000).default(DEFAULT_LIMITS.maxNodes),
  /** Milliseconds for parsing the page and for each extraction; default: the host's limit. */
  taskTimeout: integer(10, 600_000).optional(),
  ...Conditions.shape,
  /** Whether extractors read shadow roots and frames; null: only in rendered mode. */
  composed: z.boolean().nullable().default(null),
  /** Source mode: whether streamed content moves to the place where the page's scripts would put it (`shared/page/streamed-content.ts`). */
  streamed: z.boolean().default(true),
  /**
   * Rendered mode: captures the page after this many milliseconds without requests and, if `settle` is above 0, without changes of the
   * document.
   */
  idle: integer(0, 60_000).default(500),
  /**
   * Rendered mode: minimum milliseconds after the load event, for late scripts, within `idleCap`. 0: no minimum, and changes of the
   * document do not delay the capture.
   */
  settle: integer(0, 60_000).default(2_000),
  /** Maximum milliseconds to wait for the load event and, in rendered mode, for the end of requests and changes. */
  idleCap: integer(0, 120_000).default(8_000),
})
export type CaptureOptions = z.infer<typeof CaptureOptions>

/** Identifies an entry of a tab's history, to find the stored capture of the entry again. */
export const KeptEntry = z.object({
  entry: z.string().min(1).max(80),
  /**
   * If true, a request for an address returns the stored capture, if one exists, without a load. A request for a file always loads the
   * file, and returns the stored capture only if the load fails. If false, the page is loaded.
   */
  first: z.boolean(),
})
export type KeptEntry = z.infer<typeof KeptEntry>

/** Limits for requests without other capture options, such as a request for a stored page. */
export const PageLimits = CaptureOptions.pick({ timeout: true, maxBytes: true, maxNodes: true, taskTimeout: true, idleCap: true })
export type PageLimits = z.infer<typeof PageLimits>
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

/** Compares bytes directly, because large files as JSON would exceed the maximum length of a string. */
export function isSameSource(one: Source | null, other: Source | null): boolean {
  if (one?.kind !== 'bytes' || other?.kind !== 'bytes') return one?.kind === other?.kind && isSameData(one, other)
  return one.name === other.name && one.entry === other.entry && isSameBytes(one.bytes, other.bytes)
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && one.every((byte, i) => byte === other[i]))
}

/** Converts typed text to a source: HTML, an address, a path, `sample:` with an id, or a host name. Null for empty text. */
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

/**
 * Adds the likely scheme to an address without a scheme. This machine and IP addresses get `http`, because they rarely have a certificate.
 * Other addresses get `https`.
 */
export function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address
  const secure = `https://${address}`
  return URL.canParse(secure) && isBareHost(new URL(secure).hostname) ? `http://${address}` : secure
}

function pathOfFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname)
  return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path
}

/** Files of a local page: the files in the page's folder, or in its archive. */
export interface PageParts {
  /** Returns the resource of an address; null if missing. Never rejects. */
  find(url: string): Promise<KeptResponse | null>
  readonly addresses: readonly string[]
  readonly folder: string | null
}

export interface Capture {
  /** The string that is parsed. Node ids depend on this string. */
  readonly html: string
  /** Display name of the request: URL, path, sample title, "pasted HTML". */
  readonly label: string
  /** Base address of the page's links, after redirects; null for pasted HTML without an address. */
  readonly url: string | null
  readonly mode: CaptureMode
  /** HTTP status, null without a server; see `isErrorAnswer`. */
  readonly status: number | null
  readonly charset: string | null
  readonly redirects?: readonly KeptRedirect[]
  readonly bundle?: PageBundle
  /** Files beside a local page, including files that the page did not request. */
  readonly parts?: PageParts
  /** Visibility and boxes of nodes, in the browser's order of nodes; null without a layout. Parsing assigns the node ids. */
  readonly layout: CapturedLayout | null
  readonly log: readonly string[]
  /** Milliseconds per phase. */
  readonly timings: Readonly<Record<string, number>>
  /** Time in ISO 8601. */
  readonly capturedAt: string
  /** Set for a stored capture. `reason`: why another load of the page failed; null if the page was not loaded again. */
  readonly kept?: { readonly reason: Failure | null }
}

export interface ArchivedPage {
  /** Position among the pages of the archive, as in `Source`. */
  readonly entry: string
  readonly url: string
  readonly title: string | null
  readonly status: number
  readonly capturedAt: string | null
}

export interface ArchivedPages {
  /** Pages in the order of the archive; only the first pages of a large archive. */
  readonly pages: readonly ArchivedPage[]
  readonly total: number
}

/** Data of an open page for the window; the model is sent separately. */
export interface PageSummary extends Pick<Capture, 'label' | 'url' | 'mode' | 'status' | 'charset' | 'log' | 'timings' | 'capturedAt'> {
  /** Handle of the page; valid while this host runs. */
  readonly id: string
  /**
   * Whether the view that was shown while loading is outdated: a style sheet did not arrive, or the captured page differs from the page in
   * the view.
   */
  readonly isViewOutdated: boolean
  readonly title: string
  /** The web address that the page declares; null if missing. */
  readonly address: string | null
  readonly redirects: readonly KeptRedirect[]
  readonly hasLayout: boolean
  readonly nodes: number
  /** Length of the HTML in UTF-16 code units. */
  readonly htmlLength: number
  /** See `Capture.kept`; null if this is not a stored capture. */
  readonly kept: { readonly reason: Failure | null } | null
}
