import { expect } from 'vitest'
import { tryPage, type ReduceReply } from '../../electron/services/reduce/reduce-task'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { NO_PROBE } from '../../shared/extractors/core/probe'
import { resolveParams } from '../../shared/extractors/core/run'
import { contentTree } from '../../shared/page/content-tree'
import { TEXT as TEXT_NODE } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'
import { collapse } from '../../shared/page/text'
import { textsOfComplaint, type Complaint, type Wish } from '../../shared/reduce/complaint'
import { markup, markupTree } from '../../shared/reduce/markup-tree'
import { reducePage, type ReductionStep } from '../../shared/reduce/reduce-page'

export function attempt(html: string, extractor: Extractor, complaint: Wish): ReduceReply {
  const params = resolveParams(extractor, 'default', {})
  return tryPage(
    { html, extractor: extractor.id, params, url: null, scripting: false, maxNodes: 250_000, complaint, withOutput: true },
    extractor,
  )
}

export async function reduceHere(
  html: string,
  extractor: Extractor,
  wish: Wish,
  step?: (step: ReductionStep) => void,
): Promise<Awaited<ReturnType<typeof reducePage>> & { readonly complaint: Complaint }> {
  const { complaint, size, holds } = attempt(html, extractor, wish)
  expect(holds).toBe(true)
  const reduced = await reducePage(html, {
    scripting: false,
    size,
    needed: textsOfComplaint(complaint),
    attempt: (candidate) => Promise.resolve(attempt(candidate, extractor, complaint)),
    ...(step && { step }),
  })
  return { ...reduced, complaint }
}

export function whatCanGo(html: string, extractor: Extractor, complaint: Complaint): string[] {
  const { size } = attempt(html, extractor, complaint)
  const nodes = markupTree(html, false)
  const can: string[] = []
  const tryOut = (what: string, isLess: (reply: ReduceReply) => boolean): void => {
    const reply = attempt(markup(nodes, false), extractor, complaint)
    if (reply.holds && isLess(reply)) can.push(what)
  }
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    node.gone = true
    tryOut(`<${node.name}> with its content`, (reply) => reply.size.nodes < size.nodes)
    node.gone = false
    node.unwrapped = true
    tryOut(`<${node.name}>`, (reply) => reply.size.nodes < size.nodes)
    node.unwrapped = false
    for (const attribute of node.attributes) {
      attribute.gone = true
      tryOut(`${node.name} ${attribute.name}`, (reply) => reply.size.nodes <= size.nodes && reply.size.attributes < size.attributes)
      attribute.gone = false
    }
  }
  return can
}

export function someText(html: string, extractor: Extractor, kind: Complaint['kind'], concerns: (text: string) => boolean): string | null {
  const page = parsePage(html, { sourcePositions: true })
  const { selected } = extractor.run(page, resolveParams(extractor, 'default', {}) as never, NO_PROBE)
  const { removal } = contentTree(page)
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] !== TEXT_NODE || removal[n] !== 0 || (selected[n] === KEPT) !== (kind === 'keeps')) continue
    const text = collapse(page.text[n] ?? '')
    if (concerns(text) && attempt(html, extractor, { kind, text }).holds) return text
  }
  return null
}
