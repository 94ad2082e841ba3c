import type { Origin } from '../../shared/extractors/core/params'

/** Where a parameter's value or a rule comes from, in words. */
export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = {
  paper: 'paper',
  authors: 'authors’ program',
  ours: 'our choice',
  yours: 'yours',
}
