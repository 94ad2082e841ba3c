/** Article extraction benchmarks: `ground-truth.json` with `articleBody` by page id, beside `html/<id>.html.gz`. */
import { z } from 'zod'
import { checkValue, readJson } from '../read-json'
import { pageTypeOf } from '../page-type'
import type { ExchangePage } from './exchange'

const Entry = z.looseObject({
  articleBody: z.string().nullable().optional(),
  url: z.string().nullable().optional(),
  pageType: z.string().nullable().optional(),
})

/** Where a benchmark keeps a page's HTML, relative to its folder. */
export function benchmarkHtmlPath(id: string): string {
  return `html/${id}.html.gz`
}

/** Reads `ground-truth.json`. @throws FailureError `gold.bad-json`, `gold.bad-value`. */
export function readGroundTruth(text: string, file = 'ground-truth.json'): ExchangePage[] {
  const entries = readJson(text, z.record(z.string(), z.unknown()), file)
  return Object.entries(entries).map(([id, value]) => {
    const { articleBody, url, pageType, ...extra } = checkValue(value, Entry, file, JSON.stringify(id))
    return {
      id,
      url: url ?? null,
      html: null,
      htmlPath: benchmarkHtmlPath(id),
      text: articleBody ?? null,
      snippets: null,
      pageType: pageTypeOf(pageType),
      extra,
    }
  })
}

/** Writes `ground-truth.json`, ids in order, with the keys the benchmark's evaluation reads. Pages without gold text are left out. */
export function writeGroundTruth(pages: readonly ExchangePage[]): string {
  const entries = pages
    .filter((page) => page.text !== null)
    .map((page) => [
      page.id,
      {
        articleBody: page.text,
        ...(page.url === null ? {} : { url: page.url }),
        ...(page.pageType === null ? {} : { pageType: page.pageType }),
        ...page.extra,
      },
    ])
  return `${JSON.stringify(Object.fromEntries(entries.sort((x, y) => ((x[0] as string) < (y[0] as string) ? -1 : 1))), null, 2)}\n`
}
