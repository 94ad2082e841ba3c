import { z } from 'zod'
import { type GoldFields, pageTypeOf, type PageType } from '../gold-file'
import { checkValue, readJson } from '../read-json'

export interface Snippets {
  readonly with: readonly string[]
  readonly without: readonly string[]
}

export interface ExchangePage {
  readonly id: string
  readonly url: string | null
  /** `html` is the HTML, and `htmlPath` is the path of the HTML file in the collection. Both are null if the collection has no HTML. */
  readonly html: string | null
  readonly htmlPath: string | null
  readonly text: string | null
  readonly snippets: Snippets | null
  readonly pageType: PageType | null
  readonly extra: Readonly<Record<string, unknown>>
}

const Entry = z.looseObject({
  articleBody: z.string().nullable().optional(),
  url: z.string().nullable().optional(),
  pageType: z.string().nullable().optional(),
})

export const htmlPathOf = (id: string): string => `html/${id}.html.gz`

/** Reads `ground-truth.json`. @throws FailureError `gold.bad-json`, `gold.bad-value` */
export function readGroundTruth(text: string, file = 'ground-truth.json'): ExchangePage[] {
  const entries = readJson(text, z.record(z.string(), z.unknown()), file)
  return Object.entries(entries).map(([id, value]) => {
    const { articleBody, url, pageType, ...extra } = checkValue(value, Entry, file, JSON.stringify(id))
    return {
      id,
      url: url ?? null,
      html: null,
      htmlPath: htmlPathOf(id),
      text: articleBody ?? null,
      snippets: null,
      pageType: pageTypeOf(pageType),
      extra,
    }
  })
}

/** Writes `ground-truth.json`, sorted by id. Omits pages without gold text. */
export function writeGroundTruth(pages: readonly ExchangePage[]): string {
  const entries = pages
    .filter((page) => page.text !== null)
    .map((page) => [page.id, { articleBody: page.text, url: page.url ?? undefined, pageType: page.pageType ?? undefined, ...page.extra }])
  return `${JSON.stringify(Object.fromEntries(entries.sort((x, y) => ((x[0] as string) < (y[0] as string) ? -1 : 1))), null, 2)}\n`
}

export const wcxbTruthPath = (id: string): string => `ground-truth/${id}.json`

export type FieldTexts = { readonly [name in keyof GoldFields]: string }

/** Writes the gold standard of a WCXB page, with keys in the order of the data set. */
export function writeWcxbTruth({ id, url, text, snippets, pageType }: ExchangePage, { title, author, date }: FieldTexts): string {
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
