import type { PageParts } from '../../../shared/contract/capture'

/** Parts of a local page; `find` takes an address as the browser asks for it, or as it was. */
export interface LocalResources extends PageParts {
  /** Where the browser shows the page, so that its references lead to them. */
  readonly address: string
  /** The address that a part is kept under, which the page's own address resolves to. */
  original(url: string): string
}

/** A page that is already here. */
export interface LocalInput {
  readonly kind: 'local'
  readonly label: string
  /** Address its links resolve against. */
  readonly url: string | null
  readonly html: string
  readonly charset: string | null
  readonly notes: readonly string[]
  readonly resources?: LocalResources
  /** What the browser is given in place of `html`, where that has references which no browser asks for. */
  readonly shown?: string
}
