/** The capture of a page apart from its HTML: everything needed to show the page without the network. */
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

/** A part of a page that is not in its bundle, and why. */
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
  /** CSS pixels of the page that it shows; its own may be half as many a side. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface PageBundle {
  /** The document of the page as served; null for a page that was not requested (a file, pasted HTML). */
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

/** Summary of the resources of a page for the window. */
export interface ResourceSummary {
  readonly kept: number
  /** Bytes kept, equal bodies once. */
  readonly bytes: number
  /** The same by what they are to the page; none of zero. */
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
