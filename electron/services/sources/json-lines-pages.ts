import { basename, dirname } from 'node:path'
import { failed, toFailure } from '../../../shared/base/failure'
import type { PageGroups } from '../../../shared/evaluation/evaluate-page'
import { type ExchangePage, jsonOfLine, pageOfRecord, writtenIdOf } from '../../../shared/gold/formats/exchange-pages'
import { PAGE_LABELS_KEY } from '../../../shared/gold/corpus-labels'
import { CollectionFolder } from './collection-folder'
import { brokenRecord, contentOf, createRecord, type PageRecord } from './page-record'
import { readLines, type LineOptions, type LineSource } from '../files/read-lines'
import { isWebMainBench, webMainBenchPage } from './webmainbench'

export interface JsonLinesOptions extends LineOptions {
  /** Folder of the files that the records name. Default: the folder of the list, or the working directory for a stream. */
  readonly folder?: string | undefined
  readonly maxBytes: number
  readonly unique?: boolean
}

/** A malformed record yields a page whose `read` fails. */
export async function* jsonLinesPages(
  source: LineSource,
  { folder, maxBytes, unique = false, ...options }: JsonLinesOptions,
): AsyncGenerator<PageRecord> {
  const files = new CollectionFolder(folder ?? (typeof source === 'string' ? dirname(source) : '.'), maxBytes)
  const isFile = typeof source === 'string'
  const ids = unique ? new Set<string | number>() : null
  for await (const { number, text, failure: reason } of readLines(source, options)) {
    const line = `line ${number}`
    const place = isFile ? `${source}, ${line}` : line
    // The id omits the folder, so the id is the same on every machine.
    const unnamed = isFile ? `${basename(source)}, ${line}` : line
    yield text === null ? brokenRecord(place, unnamed, reason) : recordOfLine(text, place, unnamed, files, ids)
  }
}

function recordOfLine(text: string, place: string, unnamed: string, files: CollectionFolder, ids: Set<string | number> | null): PageRecord {
  let key: string | number | null = null
  try {
    const value = jsonOfLine(text)
    if (isWebMainBench(value)) return webMainBenchPage(value, place)
    key = writtenIdOf(value)
    if (key !== null && ids?.has(key))
      throw failed('record.duplicate', `An earlier record has the id "${key}".`, 'Give each record a unique id.')
    if (key !== null) ids?.add(key)
    return recordOf(pageOfRecord(value), place, key, files)
  } catch (thrown) {
    return brokenRecord(place, unnamed, toFailure(thrown), key)
  }
}

export function recordOf(
  page: ExchangePage & { readonly groups?: PageGroups },
  place: string,
  key: string | number | null,
  files: CollectionFolder,
): PageRecord {
  const { html, htmlPath, groups } = page
  if ((html === null) === (htmlPath === null)) {
    const message = `The record has ${html === null ? 'no HTML' : 'both "html" and "htmlPath"'}.`
    throw failed('record.invalid', message, 'Write either "html", or "htmlPath" with the name of a file in the folder.')
  }
  const { [PAGE_LABELS_KEY]: labels, ...extra } = page.extra
  return createRecord(page.id, place, {
    key: key ?? page.id,
    url: page.url,
    pageType: page.pageType ?? 'unknown',
    origin: { extra: { ...extra, ...(groups ? { groups } : {}) }, ...(labels === undefined ? {} : { labels }) },
    read: async () => contentOf(page, html ?? (await files.html(htmlPath ?? ''))),
  })
}
