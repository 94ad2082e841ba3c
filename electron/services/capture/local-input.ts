import type { PageParts } from '../../../shared/contract/capture'

/** Parts of a local page; `find` takes the address that the browser requests, or the original one. */
export interface LocalResources extends PageParts {
  /** Address for the browser, so that the page's references lead to the parts. */
  readonly address: string
  /** Returns the stored address of a part; the page's own address resolves to it. */
  original(url: string): string
}

/** A page that is already loaded. */
export interface LocalInput {
  readonly kind: 'local'
  readonly label: string
  /** Base URL of its links. */
  readonly url: string | null
  readonly html: string
  readonly charset: string | null
  readonly notes: readonly string[]
  readonly resources?: LocalResources
  /** HTML for the browser if `html` has references that no browser requests. */
  readonly shown?: string
}
