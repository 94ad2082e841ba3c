import type { CollectionFolder } from '../collection-folder'
import type { PageRecord } from '../page-record'

/** How a published collection lies in its folder. */
export interface Layout {
  /** What messages call it. */
  readonly name: string
  /** Whether the folder is laid out so, by the names in it. */
  recognises(folder: CollectionFolder): Promise<boolean>
  /** What is missing of a folder that has a part of this layout only, as a sentence; null where it is no part of it. */
  lacks?(folder: CollectionFolder): Promise<string | null>
  /** Its pages in a fixed order. @throws FailureError where the collection as a whole cannot be read. */
  pages(folder: CollectionFolder, options: LayoutOptions): AsyncIterable<PageRecord>
}

interface LayoutOptions {
  /** Bytes of HTML a page may have. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}
