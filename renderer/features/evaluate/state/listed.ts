/** Filter and order of the page list; an empty filter passes all pages. */
export interface Listed {
  readonly order: 'worst' | 'spread' | 'page'
  readonly error: string
  readonly tag: string
  readonly type: string
  readonly search: string
  /** The selected page, or null. */
  readonly page: string | null
  /** Whether the first page is selected by default. */
  readonly isFirst: boolean
}

export const AT_FIRST: Listed = { order: 'worst', error: '', tag: '', type: '', search: '', page: null, isFirst: false }
