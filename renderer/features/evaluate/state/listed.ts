/** Filter and order of the page list; empty filters pass all pages. */
export interface Listed {
  readonly order: 'worst' | 'spread' | 'page'
  readonly error: string
  readonly tag: string
  readonly type: string
  readonly search: string
  /** The page that is chosen; null: none. */
  readonly page: string | null
  /** If no page is chosen, the first one is. */
  readonly isFirst: boolean
}

export const AT_FIRST: Listed = { order: 'worst', error: '', tag: '', type: '', search: '', page: null, isFirst: false }
