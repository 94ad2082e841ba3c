/** What `isProbablyReaderable` says of a page, with its sum; the library itself tells only yes or no. */
import { isProbablyReaderable } from '@mozilla/readability'
import type { Verdict } from '../../shared/extractors/core/extractor'
import type { NodeId } from '../../shared/page/page-model'
import type { PeerDocument } from './peer-document'
import { stampOf } from './peer-document'
import type { DomElement } from './readability-internals'

const MIN_SCORE = 20
const MIN_LENGTH = 140
/** As in Readability-readerable.js 0.6.0. */
const UNLIKELY =
  /-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote/i
const MAYBE = /and|article|body|column|content|main|shadow/i

function isVisible(node: DomElement): boolean {
  const { className } = node
  return (
    node.style?.display !== 'none' &&
    !node.hasAttribute('hidden') &&
    (node.getAttribute('aria-hidden') !== 'true' || (typeof className === 'string' && className.includes('fallback-image')))
  )
}

/**
 * The sum of the roots of what each paragraph has beyond 140 characters, over all paragraphs: the library stops where it passes 20.
 * @returns undefined where the library itself says otherwise than the sum
 */
export function readerVerdict(document: PeerDocument): Verdict | undefined {
  const root = document.documentElement as DomElement | null
  if (!root) return undefined
  const nodes = new Set<DomElement>(Array.from(root.querySelectorAll('p, pre, article')))
  for (const br of Array.from(root.querySelectorAll('div > br'))) if (br.parentNode) nodes.add(br.parentNode)
  let score = 0
  const evidence: NodeId[] = []
  for (const node of nodes) {
    const words = `${String(node.className)} ${node.id}`
    if (!isVisible(node) || (UNLIKELY.test(words) && !MAYBE.test(words)) || node.matches('li p')) continue
    const length = node.textContent.trim().length
    if (length < MIN_LENGTH) continue
    score += Math.sqrt(length - MIN_LENGTH)
    if (stampOf(node) >= 0) evidence.push(stampOf(node))
  }
  const readable = score > MIN_SCORE
  if (isProbablyReaderable(document) !== readable) return undefined
  const sum = `the paragraphs of ${MIN_LENGTH} characters and more give ${score.toFixed(1)}`
  return {
    pageType: readable ? 'article' : 'overview',
    quantity: 'sum over paragraphs',
    value: score,
    limit: MIN_SCORE,
    margin: score - MIN_SCORE,
    sentence: readable
      ? `isProbablyReaderable says yes: ${sum}, more than ${MIN_SCORE}.`
      : `isProbablyReaderable says no: ${sum}, not more than ${MIN_SCORE}.`,
    evidence,
  }
}
