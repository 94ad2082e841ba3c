/** Reducing a page of 10,000 nodes to a reproducer, with each of our extractors: a text that it drops, else one that it keeps. */
import { tryPage, type ReduceReply } from '../../electron/services/reduce/reduce-task'
import { extractors } from '../../shared/extractors'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { neededTexts, type Wish } from '../../shared/reduce/complaint'
import { reducePage } from '../../shared/reduce/reduce-page'
import { figure, finish, note } from './stopwatch'
import { loadDataSet } from './pages'

const NODES = 10_000
const named = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const BAR = 60

/** An article with a menu and comments, grown to the size. */
function grown(): string {
  const item = (i: number): string => `<li class="item n${i}"><a href="/${i}" title="Page ${i}">Link number ${i}</a></li>`
  const paragraph = (i: number): string =>
    `<p id="p${i}">Paragraph ${i} of the article, with <b>some words</b> that, as it goes, say <i>this and that</i> about it. It goes on for a while.</p>`
  const comment = (i: number): string => `<div class="comment"><span>Reader ${i}</span><p>I think so, too, number ${i}.</p></div>`
  const many = (count: number, one: (i: number) => string): string => Array.from({ length: count }, (_, i) => one(i)).join('\n')
  return `<!doctype html><html><head><title>T</title></head><body><nav><ul>${many(900, item)}</ul></nav><main><h1>The article</h1>${many(450, paragraph)}</main><section>${many(330, comment)}</section><footer>Copyright, all rights reserved</footer></body></html>`
}

const real = loadDataSet('aeb')
  .map(({ html }) => ({ html, nodes: parsePage(html).count }))
  .sort((a, b) => Math.abs(a.nodes - NODES) - Math.abs(b.nodes - NODES))[0]
const pages = [{ name: 'made', html: grown() }, ...(real && real.nodes > NODES / 2 ? [{ name: 'real', html: real.html }] : [])]

function attempt(html: string, extractor: Extractor, complaint: Wish): ReduceReply {
  const params = resolveParams(extractor, 'default', {})
  return tryPage(
    { html, extractor: extractor.id, params, url: null, scripting: false, maxNodes: 250_000, complaint, withOutput: false },
    extractor,
  )
}

for (const { name, html } of pages) {
  const page = parsePage(html)
  note(`${name} page`, `${page.count} nodes, ${html.length} characters`)
  const texts = page.text.map((text) => text.trim()).filter((text, n) => n > page.body && text.length >= 15 && text.length < 200)
  // The same few places in every page, so that a bench takes minutes and not hours.
  const tried = [0.02, 0.3, 0.5, 0.7, 0.98].flatMap((share) => texts[Math.floor(texts.length * share)] ?? [])
  for (const extractor of extractors) {
    if (named.length > 0 && !named.includes(extractor.id)) continue
    const wishes = (['drops', 'keeps'] as const).flatMap((kind) => tried.map((text): Wish => ({ kind, text })))
    const found = wishes.map((wish) => ({ wish, reply: attempt(html, extractor, wish) })).find(({ reply }) => reply.holds)
    if (!found) {
      note(`${extractor.id}, ${name} page`, 'no fault to reduce')
      continue
    }
    const { complaint, size } = found.reply
    // One thread works, and nothing waits: a busy machine does not count.
    const started = process.cpuUsage()
    const reduced = await reducePage(html, {
      ...{ scripting: false, size, needed: neededTexts(complaint) },
      attempt: (candidate) => Promise.resolve(attempt(candidate, extractor, complaint)),
    })
    const used = process.cpuUsage(started)
    const seconds = (used.user + used.system) / 1e6
    figure(
      `${extractor.id} ${complaint.kind} a text of the ${name} page`,
      `${seconds.toFixed(1)} s`,
      `≤ ${BAR} s; ${reduced.html.length} characters left, ${reduced.trials} trials`,
      seconds <= BAR && reduced.minimal,
    )
  }
}
finish()
