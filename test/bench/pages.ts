import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A real or sample page with what people marked on it, where known. */
export interface BenchPage {
  readonly id: string
  /** Where it was; null if unknown. */
  readonly url: string | null
  readonly html: string
  readonly text?: string
  readonly with?: readonly string[]
  readonly without?: readonly string[]
}

/** Folder of a data set beside the checkout, or null. */
export function dataFolder(name: string): string | null {
  const folder = join(process.cwd(), '..', 'shared', 'data', name)
  return existsSync(join(folder, 'gold.jsonl')) ? folder : null
}

/** The pages of a data set; empty if it is not there. */
export function loadDataSet(name: string): BenchPage[] {
  const folder = dataFolder(name)
  if (folder === null) return []
  const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const gold = JSON.parse(line) as Omit<BenchPage, 'url'> & { readonly url?: string }
    return { ...gold, url: gold.url ?? null, html: gunzipSync(readFileSync(join(folder, gold.html))).toString('utf8') }
  })
}

/** The shipped samples, with their gold text where they have one. */
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

/** The real article pages where they are beside the checkout, else the samples, and what they are called. */
export function benchPages(): { readonly pages: readonly BenchPage[]; readonly called: string } {
  const real = loadDataSet('aeb')
  return real.length > 0 ? { pages: real, called: `${real.length} real pages` } : { pages: loadSamples(), called: 'samples' }
}

/** Every fourth of the 420 pages of WCXB beside the checkout; none if they are not there. */
export function currentPages(): { readonly pages: readonly BenchPage[]; readonly called: string } {
  const folder = join(process.cwd(), '..', 'shared', 'data', 'wcxb', 'dev')
  const names = existsSync(folder) ? readdirSync(join(folder, 'ground-truth')).sort() : []
  const pages = names
    .filter((_, k) => k % 4 === 0)
    .map((name) => {
      const { url = null } = JSON.parse(readFileSync(join(folder, 'ground-truth', name), 'utf8')) as { readonly url?: string }
      const id = name.replace('.json', '')
      return { id, url, html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8') }
    })
  return { pages, called: `${pages.length} current pages of all types (WCXB)` }
}

/** An article-like page of about `nodes` nodes: navigation, paragraphs with links, a comment list. */
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
