import { EXCHANGE_FORMATS, type ExchangeFormat } from '../../../../shared/contract/corpus-contract'

/** What each format is, and what a path means for it. */
const WORDS: Readonly<Record<ExchangeFormat, { readonly title: string; readonly path: string }>> = {
  folder: { title: 'Folder: a published corpus, or .html with .txt', path: 'Folder' },
  benchmark: { title: 'Article extraction benchmark (ground-truth.json)', path: 'Folder with ground-truth.json' },
  wcxb: { title: 'WCXB (html/ and ground-truth/)', path: 'Folder' },
  'json-lines': { title: 'JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  'cc-select': { title: 'WebMainBench: elements marked cc-select, JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  warc: { title: 'WARC', path: 'File, .warc or .warc.gz' },
  wacz: { title: 'WACZ: pages with their images and styles', path: 'File, .wacz' },
  'web-annotation': { title: 'W3C Web Annotation (JSON-LD)', path: 'Folder, or file' },
}

export const FORMATS = EXCHANGE_FORMATS.map((id) => ({ id, ...WORDS[id] }))

/** What the path means for a format. */
export const pathOf = (format: ExchangeFormat): string => WORDS[format].path
