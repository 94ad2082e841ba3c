/** The pages that are scored, by name: their HTML is read where they are scored. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dataFolder } from './pages'
import { contentTree } from '../../shared/page/content-tree'
import { outputText } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import type { ProgramAnswer } from '../../shared/extractors/own/program-protocol'

export type ScoredSet = 'aeb' | 'trafilatura' | 'wcxb'

export interface SetPage {
  readonly id: string
  /** Where it was, where that is known. */
  readonly url?: string
  /** Path of its HTML, packed. */
  readonly file: string
  readonly pageType: string
  readonly text?: string
  readonly with?: readonly string[]
  readonly without?: readonly string[]
}

/** The HTML of a page. */
export function htmlOf({ file }: SetPage): string {
  return gunzipSync(readFileSync(file)).toString('utf8')
}

interface GoldLine extends Omit<SetPage, 'file' | 'pageType'> {
  readonly html: string
}

interface WcxbFile {
  readonly url?: string
  readonly _internal?: { readonly page_type?: { readonly primary?: string } }
  readonly ground_truth: {
    readonly main_content?: string | null
    readonly with?: readonly string[] | null
    readonly without?: readonly string[] | null
  }
}

/** The pages of a set, in a fixed order; none if it is not beside the checkout. Those of WCXB take turns by type. */
export function pagesOf(set: ScoredSet): SetPage[] {
  if (set === 'wcxb') return wcxbPages()
  const folder = dataFolder(set)
  if (folder === null) return []
  const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { html, ...gold } = JSON.parse(line) as GoldLine
    return { ...gold, file: join(folder, html), pageType: '' }
  })
}

function wcxbPages(): SetPage[] {
  const folders = ['wcxb', 'wcxb-more'].map((name) => join(process.cwd(), '..', 'shared', 'data', name, 'dev')).filter(existsSync)
  const pages = folders
    .flatMap((folder) => readdirSync(join(folder, 'ground-truth')).map((name) => ({ folder, name })))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name }): SetPage => {
      const {
        url = '',
        _internal: internal,
        ground_truth: gold,
      } = JSON.parse(readFileSync(join(folder, 'ground-truth', name), 'utf8')) as WcxbFile
      const id = name.replace(/\.json$/, '')
      const type = internal?.page_type?.primary ?? 'unknown'
      return {
        id,
        url,
        file: join(folder, 'html', `${id}.html.gz`),
        pageType: type === 'category' ? 'collection' : type,
        // A page without a main text counts as one whose text is empty, as in the published figure.
        text: gold.main_content ?? '',
        with: gold.with ?? [],
        without: gold.without ?? [],
      }
    })
  const seen = new Map<string, number>()
  const turn = new Map(
    pages.map((page) => {
      const count = seen.get(page.pageType) ?? 0
      seen.set(page.pageType, count + 1)
      return [page, count]
    }),
  )
  return pages.sort((a, b) => (turn.get(a) ?? 0) - (turn.get(b) ?? 0) || (a.id < b.id ? -1 : 1))
}

/** A program's own text, before it is found again in the page: its text, or all text of its HTML. */
export function ownText(answer: ProgramAnswer): string {
  if (answer.html === undefined) return answer.text ?? ''
  const page = parsePage(answer.html)
  const { removal } = contentTree(page)
  return outputText(
    page,
    removal.map((reason, n) => (n >= page.body && reason === 0 ? 1 : 0)),
  ).text
}
