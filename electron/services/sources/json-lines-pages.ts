import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { failed, toFailure } from '../../../shared/base/failure'
import type { PageGroups } from '../../../shared/evaluation/evaluate-page'
import { type ExchangePage, jsonOfLine, pageOfRecord, writtenIdOf } from '../../../shared/gold/formats/exchange-pages'
import { PAGE_LABELS_KEY } from '../../../shared/gold/corpus-labels'
import type { GoldSpan } from '../../../shared/gold/gold-file'
import { hasClass } from '../../../shared/gold/formats/marked-elements'
import { addRanges, toGoldSpans } from '../../../shared/gold/label-spans'
import { checkValue } from '../../../shared/gold/read-json'
import { rangeOfNode, textAxis } from '../../../shared/gold/text-axis'
import { attribute, ELEMENT, tagName, type PageModel } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { CollectionFolder } from './collection-folder'
import { brokenRecord, contentOf, createRecord, type PageContent, type PageRecord } from './page-record'
import { readLines, type LineOptions, type LineSource } from '../files/read-lines'

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

const Text = z.string().nullish()

const Key = z.union([z.string().min(1).max(1000), z.number()])

const BenchRecord = z.looseObject({
  track_id: Key.nullish(),
  id: Key.nullish(),
  url: Text,
  html: z.string(),
  groundtruth_content: Text,
  groundtruth_llm_webkit_md: Text,
  language: Text,
  content_type: Text,
  difficulty: Text,
  meta: z.looseObject({ language: Text, style: Text, level: Text }).nullish(),
})

const GOLD_KEYS = ['groundtruth_content', 'groundtruth_llm_webkit_md', 'convert_main_content']

function isWebMainBench(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('html' in value)) return false
  return GOLD_KEYS.some((key) => key in value)
}

/** Records of WebMainBench have marks on the elements of the main content. */
export function webMainBenchPage(value: unknown, place: string): PageRecord {
  const record = checkValue(value, BenchRecord, 'The record')
  const key = record.id ?? record.track_id ?? record.url ?? place
  const groups: PageGroups = Object.fromEntries(
    Object.entries({
      corpus: 'WebMainBench',
      language: record.meta?.language ?? record.language,
      style: record.meta?.style ?? record.content_type,
      level: record.meta?.level ?? record.difficulty,
    }).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  )
  const markdown = record.groundtruth_content ?? record.groundtruth_llm_webkit_md ?? null
  return createRecord(String(key), place, {
    key,
    url: record.url ?? null,
    origin: {
      ...(record[PAGE_LABELS_KEY] === undefined ? {} : { labels: record[PAGE_LABELS_KEY] }),
      extra: { ...(markdown === null ? {} : { markdown }), ...(Object.keys(groups).length > 0 ? { groups } : {}) },
    },
    read: () => Promise.resolve(contentOfMarked(record.html, markdown, groups)),
  })
}

const MARK = 'cc-select'
const TOOL_STYLE = 'cc-extraStyle'
const TOOL_CLASSES: ReadonlySet<string> = new Set(['mark-selected', 'cc-unloaded'])

const isMarked = (page: PageModel, node: number): boolean => attribute(page, node, MARK) === 'true'

function contentOfMarked(html: string, markdown: string | null, groups: PageGroups): PageContent {
  const marked = parsePage(html, { sourcePositions: true })
  const clean = withoutMarks(marked)
  const { page, nodes } = nodesIn(clean, marked)
  const content = contentOf({ markdown, groups }, page.html)
  if (nodes.length === 0) return content
  return { ...content, labels: { spans: spansOf(page, nodes), contentLabels: [] } }
}

function spansOf(page: PageModel, nodes: readonly number[]): GoldSpan[] {
  const axis = textAxis(page)
  const ranges = nodes.map((node) => rangeOfNode(axis, node)).filter(({ from, to }) => to > from)
  return toGoldSpans(axis, addRanges(axis, [], ranges, { label: 'content', origin: { kind: 'import', name: 'WebMainBench' } }))
}

/** Returns the page without marks, and the marked nodes. If the removal of the marks changes the tree, returns the page with marks. */
function nodesIn(html: string, marked: PageModel): { page: PageModel; nodes: number[] } {
  const own = elements(marked).filter((n) => !isToolStyle(marked, n))
  const page = parsePage(html)
  const same = elements(page)
  const isEqual = same.length === own.length && same.every((n, i) => tagName(page, n) === tagName(marked, own[i] as number))
  if (!isEqual) return { page: marked, nodes: elements(marked).filter((n) => isMarked(marked, n)) }
  return { page, nodes: same.filter((_, i) => isMarked(marked, own[i] as number)) }
}

function elements(page: PageModel): number[] {
  const found: number[] = []
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT) found.push(n)
  return found
}

function isToolStyle(page: PageModel, node: number): boolean {
  return tagName(page, node) === 'style' && attribute(page, node, 'id') === TOOL_STYLE
}

/** Matches a start tag. Quoted attribute values may contain `>`. */
const START_TAG = /<[^\s>/]+(?:"[^"]*"|'[^']*'|[^'">])*>/y

function withoutMarks(page: PageModel): string {
  const { html } = page
  const parts: string[] = []
  let at = 0
  const cuts = elements(page)
    .filter((n) => isToolStyle(page, n) || attribute(page, n, MARK) !== null || hasClass(page, n, TOOL_CLASSES))
    .map((node) => ({ node, start: page.sourceStart[node] as number, end: page.sourceEnd[node] as number }))
    .sort((a, b) => a.start - b.start)
  for (const { node, start, end } of cuts) {
    // Skips elements that the parser added or repeated, because the source does not contain them at their position.
    if (start < at || start < 0) continue
    START_TAG.lastIndex = start
    const tag = START_TAG.exec(html)?.[0] ?? ''
    parts.push(html.slice(at, start))
    if (isToolStyle(page, node)) at = end
    else {
      parts.push(cleanTag(tag))
      at = start + tag.length
    }
  }
  parts.push(html.slice(at))
  return parts.join('')
}

function cleanTag(tag: string): string {
  return tag
    .replace(/\s+cc-select(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s/>])/i, '')
    .replace(/\s+class\s*=\s*(?:"([^"]*)"|'([^']*)')/i, (whole, double: string | undefined, single: string | undefined) => {
      const classes = (double ?? single ?? '').split(/\s+/).filter((name) => name !== '')
      const own = classes.filter((name) => !TOOL_CLASSES.has(name))
      if (own.length === classes.length) return whole
      return own.length === 0 ? '' : ` class="${own.join(' ')}"`
    })
}
