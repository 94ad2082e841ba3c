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

/** The role of a resource in a page. */
export type ResourceKind = 'document' | 'stylesheet' | 'image' | 'font' | 'media' | 'other'

/** An answer of a server, or a file in its place. */
export interface KeptResponse {
  /** The requested URL, without fragment. */
  readonly url: string
  readonly kind: ResourceKind
  readonly status: number
  /** Headers as served. The body is decoded (transfer and content encoding). */
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

/** A redirect that was followed. */
export interface KeptRedirect {
  readonly url: string
  readonly status: number
  /** Target of the redirect. */
  readonly location: string
}

export interface MissingResource {
  readonly url: string
  readonly kind: ResourceKind
  /** The beginning of a sentence in lower case: "the server could not be reached", "over the limit of 16 MB per page". */
  readonly reason: string
  /** Whether another request is useless: the resource was blocked, exceeds a limit, or is of a kind that is not kept. */
  readonly isFinal?: boolean
}

export interface Screenshot {
  readonly type: 'image/png' | 'image/webp'
  /** CSS pixels of the page that the picture shows; the picture may have half as many per side. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface PageBundle {
  /** The document of the page as served; null for a page that was not requested (a file, pasted HTML). */
  readonly document: KeptResponse | null
  /** Redirects of the page and of its resources, in the order they were followed. */
  readonly redirects: readonly KeptRedirect[]
  /** By address; the first of several responses to one address. Equal bodies share one array. */
  readonly resources: readonly KeptResponse[]
  readonly missing: readonly MissingResource[]
  readonly styles: ChangedStyles
  readonly screenshot: Screenshot | null
  readonly userAgent: string | null
}

export interface ResourceSummary {
  readonly kept: number
  /** Bytes in total; equal bodies count once. */
  readonly bytes: number
  /** The same by role of the resource; roles without a resource are omitted. */
  readonly kinds: readonly { readonly kind: ResourceKind; readonly count: number; readonly bytes: number }[]
  /** User agent of the browser; null if unknown. */
  readonly userAgent: string | null
  /** Number of missing resources that the page or its view requested; the first are named. */
  readonly missing: number
  readonly missingParts: readonly MissingResource[]
  /** Whether missing resources can be fetched: the page is from the web. */
  readonly fetchable: boolean
  /** Whether missing resources can be fetched after the user gives the address of the page: it was saved, pasted or dropped. */
  readonly addressable: boolean
  /** Missing resources that another request could load; 0 if nothing can be fetched. */
  readonly toFetch: number
}

/** The page of a web archive; omitted for a file with one page. */
const Entry = z.string().max(20).optional()

/** The origin of a page. */
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

/** `source`: the HTML that the server sent, scripts off. `rendered`: the page when its scripts have run and the network is idle. */
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
  /** Maximum bytes of images, style sheets, fonts and frames per page. */
  maxResourceBytes: 16 * 1024 * 1024,
} as const

const GIGABYTE = 1024 ** 3
const integer = (least: number, most: number) => z.number().int().min(least).max(most)

export const CaptureOptions = z.object({
  mode: CaptureMode.default('source'),
  /** Milliseconds. */
  timeout: integer(100, 600_000).default(DEFAULT_LIMITS.loadTimeout),
  maxBytes: integer(1024, GIGABYTE).default(DEFAULT_LIMITS.maxBytes),
  /** Maximum bytes of images, style sheets, fonts and frames that are stored with the page; 0 stores none. */
  maxResourceBytes: integer(0, GIGABYTE).default(DEFAULT_LIMITS.maxResourceBytes),
  /** A picture of the whole page, as the browser draws it. */
  screenshot: z.boolean().default(false),
  maxNodes: integer(10, 10_000_000).default(DEFAULT_LIMITS.maxNodes),
  /** Milliseconds for parsing the page and for each extraction; missing: the limit of the host. */
  taskTimeout: integer(10, 600_000).optional(),
  ...Conditions.shape,
  /** Whether extractors read shadow roots and frames; null: only in rendered mode. */
  composed: z.boolean().nullable().default(null),
  /** Source mode: read streamed content where the page's scripts would put it (`shared/page/streamed-content.ts`). */
  streamed: z.boolean().default(true),
  /** Rendered mode: milliseconds without network activity that count as idle, and the longest wait for it. */
  idle: integer(0, 60_000).default(500),
  /** Rendered mode: least milliseconds after the load event, for late scripts; 0: only network activity counts. */
  settle: integer(0, 60_000).default(2_000),
  idleCap: integer(0, 120_000).default(8_000),
})
export type CaptureOptions = z.infer<typeof CaptureOptions>

/** The entry of a tab's history for which a page is captured, to find the capture again. */
export const KeptEntry = z.object({
  /** The unique id of the entry. */
  entry: z.string().min(1).max(80),
  /** Returns the stored capture of an address, or of a file that can no longer be read; otherwise loads the page. */
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

/** Adds the likely scheme: `http` for this machine and IP addresses, few of which have a certificate, else `https`. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address
  const secure = `https://${address}`
  return URL.canParse(secure) && isBareHost(new URL(secure).hostname) ? `http://${address}` : secure
}

function pathOfFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname)
  return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path
}

/** Files of a local page: in its folder, or in its archive. */
export interface PageParts {
  /** Returns the resource of an address; null if missing. Never rejects. */
  find(url: string): Promise<KeptResponse | null>
  /** Addresses of available resources. */
  readonly addresses: readonly string[]
  /** Address of the folder with further files; null if missing. */
  readonly folder: string | null
}

/** One capture: an HTML string with the data of the browser about it. */
export interface Capture {
  /** The string that is parsed; node ids refer to it. */
  readonly html: string
  /** Display name of the request: URL, path, sample title, "pasted HTML". */
  readonly label: string
  /** Base address of the page's links, after redirects; null for pasted HTML without an address. */
  readonly url: string | null
  readonly mode: CaptureMode
  /** HTTP status, null without a server; see `isErrorAnswer`. */
  readonly status: number | null
  readonly charset: string | null
  /** Redirects that led to the page. */
  readonly redirects?: readonly KeptRedirect[]
  /** The resources of the page; undefined if none were kept. */
  readonly bundle?: PageBundle
  /** Files in the folder of a local page, requested or not. */
  readonly parts?: PageParts
  /** Visibility and boxes in the order of the browser; parsing maps them to node ids. Null without a layout. */
  readonly layout: CapturedLayout | null
  /** Notes about the capture: dropped shadow roots, wrong charset label, unmatched nodes, … */
  readonly log: readonly string[]
  /** Milliseconds by phase. */
  readonly timings: Readonly<Record<string, number>>
  /** ISO 8601. */
  readonly capturedAt: string
  /** Time of the stored capture; undefined for a page that was loaded now. */
  readonly kept?: KeptBefore
}

/** Why a capture of before is shown. */
export interface KeptBefore {
  /** Why the page could not be loaded again; null without an attempt. */
  readonly reason: Failure | null
}

export interface ArchivedPage {
  /** Position among the pages of the archive; `Source` refers to it. */
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

/** Data of an open page for the window, apart from its model. */
export interface PageSummary extends Pick<Capture, 'label' | 'url' | 'mode' | 'status' | 'charset' | 'log' | 'timings' | 'capturedAt'> {
  /** Handle of the page in this run of the host. */
  readonly id: string
  /** Its view was shown while loading, before missing style sheets were known: the final view differs. */
  readonly lacksSheets: boolean
  readonly title: string
  /** The web address that the page declares; null if missing. */
  readonly address: string | null
  /** Redirects to the page, in order; may be empty. */
  readonly redirects: readonly KeptRedirect[]
  readonly hasLayout: boolean
  readonly nodes: number
  /** Characters of the HTML string. */
  readonly htmlLength: number
  /** Time of the stored capture; null for a page that was loaded now. */
  readonly kept: KeptBefore | null
}
