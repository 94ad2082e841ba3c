import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ProgramAnswer } from '../../shared/extractors/own/program-protocol'
import { contentTree } from '../../shared/page/content-tree'
import { outputText } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'

export type ScoredSet = 'aeb' | 'trafilatura' | 'wcxb'

interface Gold {
  readonly text?: string
  readonly with?: readonly string[]
  readonly without?: readonly string[]
}

export interface SetPage extends Gold {
  readonly id: string
  readonly url?: string
  readonly file: string
  readonly pageType: string
}

export interface BenchPage extends Gold {
  readonly id: string
  readonly url: string | null
  readonly html: string
}

export interface NamedPages {
  readonly pages: readonly BenchPage[]
  readonly name: string
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

const DATA = join(process.cwd(), '..', 'shared', 'data')

export function htmlOf({ file }: SetPage): string {
  return gunzipSync(readFileSync(file)).toString('utf8')
}

const withHtml = (page: SetPage): BenchPage => ({ ...page, url: page.url ?? null, html: htmlOf(page) })

/** Returns an empty list if the set does not exist. The page types of WCXB alternate. */
export function pagesOf(set: ScoredSet): SetPage[] {
  if (set === 'wcxb') return alternateTypes(wcxbPages(['wcxb', 'wcxb-more']))
  const list = join(DATA, set, 'gold.jsonl')
  if (!existsSync(list)) return []
  const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { html, ...gold } = JSON.parse(line) as Omit<SetPage, 'file' | 'pageType'> & { readonly html: string }
    return { ...gold, file: join(DATA, set, html), pageType: '' }
  })
}

function wcxbPages(folders: readonly string[]): SetPage[] {
  return folders
    .map((name) => join(DATA, name, 'dev'))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(join(folder, 'ground-truth')).map((name) => ({ folder, name })))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name }) => {
      const {
        url,
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
        text: gold.main_content ?? '',
        with: gold.with ?? [],
        without: gold.without ?? [],
      }
    })
}

function alternateTypes(pages: SetPage[]): SetPage[] {
  const counts = new Map<string, number>()
  const turn = new Map<SetPage, number>()
  for (const page of pages) {
    const count = counts.get(page.pageType) ?? 0
    counts.set(page.pageType, count + 1)
    turn.set(page, count)
  }
  return pages.sort((a, b) => (turn.get(a) ?? 0) - (turn.get(b) ?? 0) || (a.id < b.id ? -1 : 1))
}

export const loadDataSet = (set: ScoredSet): BenchPage[] => pagesOf(set).map(withHtml)

function loadSamples(): BenchPage[] {
  const folder = join(process.cwd(), 'electron', 'samples')
  return readdirSync(join(folder, 'pages'))
    .filter((name) => /\.x?html?$/.test(name))
    .map((name) => {
      const gold = join(folder, 'gold', name.replace(/\.x?html?$/, '.txt'))
      const html = readFileSync(join(folder, 'pages', name), 'utf8')
      return { id: name, url: `https://example.org/${name}`, html, ...(existsSync(gold) && { text: readFileSync(gold, 'utf8') }) }
    })
}

export function benchPages(): NamedPages {
  const real = loadDataSet('aeb')
  return real.length > 0 ? { pages: real, name: `${real.length} real pages` } : { pages: loadSamples(), name: 'samples' }
}

export function currentPages(): NamedPages {
  const pages = wcxbPages(['wcxb']).filter((_, k) => k % 4 === 0)
  return { pages: pages.map(withHtml), name: `${pages.length} current pages of all types (WCXB)` }
}

/**
 * Returns the text of a program's response as the program wrote it, not located in the page. If the response has HTML, returns the visible
 * text of this HTML.
 */
export function ownText(answer: ProgramAnswer): string {
  if (answer.html === undefined) return answer.text ?? ''
  const page = parsePage(answer.html)
  const { removal } = contentTree(page)
  return outputText(
    page,
    removal.map((reason, n) => (n >= page.body && reason === 0 ? 1 : 0)),
  ).text
}

export function syntheticPage(nodes: number): string {
  const parts = ['<!doctype html><html><head><title>Synthetic</title></head><body><div id=page><ul class=nav>']
  for (let i = 0; i < 20; i++) parts.push(`<li><a href="/s/${i}">Section ${i}</a></li>`)
  parts.push('</ul><div class=article><h1>A headline of some length for the page</h1>')
  let count = 80
  for (let i = 0; count < nodes; i++) {
    if (i % 50 === 49) parts.push('</div><div class=more><h2>Another part</h2>')
    parts.push(
      `<p>Paragraph ${i} has a sentence with <b>bold words</b>, a <a href="/l/${i}">link to elsewhere</a> and then goes on, as paragraphs do, for a line or two.</p>\n`,
    )
    if (i % 10 === 9) parts.push('<ul><li><a href="/r">Read this too</a></li><li><a href="/t">And this one</a></li></ul>')
    count += i % 10 === 9 ? 17 : 9
  }
  parts.push('</div></div></body></html>')
  return parts.join('')
}
