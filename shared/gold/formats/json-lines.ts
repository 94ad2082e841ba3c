/** JSON Lines of pages: `{"id","url","html"|"htmlPath","text","pageType"}` a line; `with` and `without` for gold snippets. */
import { z } from 'zod'
import { pageTypeOf } from '../page-type'
import { readJson } from '../read-json'
import type { ExchangePage } from './exchange'

const Line = z.looseObject({
  id: z.union([z.string().min(1).max(1024), z.number()]).optional(),
  url: z.string().max(8192).nullable().optional(),
  html: z.string().nullable().optional(),
  htmlPath: z.string().min(1).max(4096).nullable().optional(),
  text: z.string().nullable().optional(),
  with: z.array(z.string()).optional(),
  without: z.array(z.string()).optional(),
  pageType: z.string().nullable().optional(),
})

/** Some collections put the file's name under `html`. */
const FILE_NAME = /^[^<>\n\r]{1,1024}\.x?html?(?:\.gz)?$/i

/**
 * Reads one line. @throws FailureError `gold.bad-json`, `gold.bad-value` naming file and line.
 * @param number of the line, from 1.
 */
export function readJsonLine(line: string, file: string, number: number): ExchangePage {
  const { id, url, html, htmlPath, text, with: wanted, without, pageType, ...extra } = readJson(line, Line, file, `line ${number}`)
  const named = typeof html === 'string' && FILE_NAME.test(html)
  return {
    id: String(id ?? number),
    url: url ?? null,
    html: named ? null : (html ?? null),
    htmlPath: htmlPath ?? (named ? html : null),
    text: text ?? null,
    snippets: wanted || without ? { with: wanted ?? [], without: without ?? [] } : null,
    pageType: pageTypeOf(pageType),
    extra: pageType === undefined || pageType === null || pageTypeOf(pageType) !== null ? extra : { ...extra, pageType },
  }
}

/** Reads all lines; empty ones are skipped. For files that fit in memory. */
export function readJsonLines(text: string, file: string): ExchangePage[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [readJsonLine(line, file, i + 1)]))
}

/** Writes one line, without the line break. */
export function writeJsonLine(page: ExchangePage): string {
  return JSON.stringify({
    id: page.id,
    ...(page.url === null ? {} : { url: page.url }),
    ...(page.html === null ? {} : { html: page.html }),
    ...(page.htmlPath === null ? {} : { htmlPath: page.htmlPath }),
    ...(page.text === null ? {} : { text: page.text }),
    ...(page.snippets === null ? {} : { with: page.snippets.with, without: page.snippets.without }),
    ...(page.pageType === null ? {} : { pageType: page.pageType }),
    ...page.extra,
  })
}
