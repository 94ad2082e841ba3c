/** What every import gives and every export takes: one page with its gold, independent of the format. */
import type { PageType } from '../page-type'

/** Gold as snippets that must and must not be in the text. */
interface Snippets {
  readonly with: readonly string[]
  readonly without: readonly string[]
}

export interface ExchangePage {
  /** Id in the collection it came from. */
  readonly id: string
  readonly url: string | null
  /** The HTML itself, or the name of its file relative to the collection's folder; neither where only gold is given. */
  readonly html: string | null
  readonly htmlPath: string | null
  /** Gold text without anchors. */
  readonly text: string | null
  readonly snippets: Snippets | null
  readonly pageType: PageType | null
  /** Keys of the record that mean nothing to us; kept for export. */
  readonly extra: Readonly<Record<string, unknown>>
}
