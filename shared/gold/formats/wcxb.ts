/** WCXB: `ground-truth/<id>.json` beside `html/<id>.html.gz`. */
import type { GoldFields } from '../gold-file'
import type { ExchangePage } from './exchange'

export const wcxbHtmlPath = (id: string): string => `html/${id}.html.gz`
export const wcxbTruthPath = (id: string): string => `ground-truth/${id}.json`

/** What is told of a page beside its text. */
export type ToldFields = { readonly [name in keyof GoldFields]: string }

/** A page's ground truth, in the order of keys that the data set has. */
export function writeWcxbTruth({ id, url, text, snippets, pageType }: ExchangePage, { title, author, date }: ToldFields): string {
  const value = {
    file_id: id,
    url: url ?? null,
    ground_truth: {
      title: title ?? null,
      author: author ?? null,
      publish_date: date ?? null,
      main_content: text,
      with: snippets?.with ?? [],
      without: snippets?.without ?? [],
    },
    _internal: { page_type: { primary: pageType } },
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
