/** What one capture keeps of a page besides its HTML: enough to show it as it was, without the network. */
import type { ChangedStyles } from '../page/view-html'

export interface Header {
  readonly name: string
  readonly value: string
}

/** What a part of a page is to it. */
export type ResourceKind = 'document' | 'stylesheet' | 'image' | 'font' | 'media' | 'other'

/** An answer of a server, or a file in its place. */
export interface KeptResponse {
  /** What was asked for, without fragment. */
  readonly url: string
  readonly kind: ResourceKind
  readonly status: number
  /** As served. The body is the one after transfer and content encoding. */
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

/** A redirect that was followed. */
export interface KeptRedirect {
  readonly url: string
  readonly status: number
  /** Where it led. */
  readonly location: string
}

/** A part of a page that is not in its bundle, and why. */
export interface MissingResource {
  readonly url: string
  readonly kind: ResourceKind
  /** A sentence's beginning in small letters: "the server could not be reached", "over the limit of 16 MB a page". */
  readonly reason: string
  /** Asking again brings nothing: it was refused here, or is over a limit, or of a kind that is not kept. */
  readonly isFinal?: boolean
}

export interface Screenshot {
  readonly type: 'image/png' | 'image/webp'
  /** CSS pixels of the page that it shows; its own may be half as many a side. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface PageBundle {
  /** The page's own document as served; null for a page that was not asked for (a file, pasted HTML). */
  readonly document: KeptResponse | null
  /** Redirects of the page and of its resources, in the order they were followed. */
  readonly redirects: readonly KeptRedirect[]
  /** By address; of several answers to one address the first. Equal bodies are one array. */
  readonly resources: readonly KeptResponse[]
  readonly missing: readonly MissingResource[]
  readonly styles: ChangedStyles
  readonly screenshot: Screenshot | null
  readonly userAgent: string | null
}

/** What the window says of a page's resources. */
export interface ResourceSummary {
  readonly kept: number
  /** Bytes kept, equal bodies once. */
  readonly bytes: number
  /** The same by what they are to the page; none of zero. */
  readonly kinds: readonly { readonly kind: ResourceKind; readonly count: number; readonly bytes: number }[]
  /** What the browser called itself; null where that is not known. */
  readonly userAgent: string | null
  /** Resources that the page, or its view, asked for and that are not there; the first of them named. */
  readonly missing: number
  readonly named: readonly MissingResource[]
  /** Whether what is missing may be fetched: the page came from the web itself. */
  readonly fetchable: boolean
  /** Whether it may be fetched once somebody says of which address the page is: it was saved, pasted or dropped. */
  readonly addressable: boolean
  /** How many of the missing asking again could bring; 0 where nothing may be fetched. */
  readonly toFetch: number
}
