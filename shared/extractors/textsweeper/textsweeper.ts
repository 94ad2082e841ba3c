/** TextSweeper: Lang, Wohlgenannt, Weichselbraun, "TextSweeper – A System for Content Extraction and Overview Page Detection", 2012. */
import type { PageModel } from '../../page/page-model'
import { FORM_CONTROLS, INLINE_TAGS, tagTable } from '../../page/tags'
import { contentTree, pageNode, sumUp, type ContentTree } from '../../page/content-tree'
import type { Candidate, Verdict } from '../core/extractor'
import { decideRemovals } from '../core/removals'
import { defineExtractor } from '../core/define'
import { contest } from '../kit/top-ten'
import { charts, measures, paper, params, PSEUDOCODE, rules } from './description'
import { findLinks, limitOf } from './links'
import { cleanUp, weightedLengths } from './text-length'

const WITHOUT_FORMS: ReadonlySet<string> = new Set([...FORM_CONTROLS, 'form'])

function ratios(tree: ContentTree, weighted: Float64Array, isLink: Uint8Array) {
  const { page, size, node, parent, isText } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const tagCount = new Int32Array(size)
  const nodeLevel = new Int32Array(size)
  const inLink = new Uint8Array(size)
  const textLength = Float64Array.from(weighted)
  const linkTextLength = new Float64Array(size)
  for (let e = 0; e < size; e++) {
    const p = parent[e]
    nodeLevel[e] = e === 0 ? 1 : nodeLevel[p] + 1
    inLink[e] = isLink[e] === 1 || (e > 0 && inLink[p] === 1) ? 1 : 0
    if (isText[e] === 1 && inLink[e] === 1) linkTextLength[e] = weighted[e]
  }
  sumUp(tree, textLength)
  sumUp(tree, linkTextLength)
  for (let e = size - 1; e > 0; e--) {
    if (isText[e] === 1) continue
    const p = parent[e]
    const counts = inline[page.tag[node[e]]] === 1 ? 0 : 1
    tagCount[p] += tagCount[e] + counts
  }
  const ratio = new Float64Array(size).fill(Number.NaN)
  for (let e = 0; e < size; e++) if (isText[e] === 0) ratio[e] = (textLength[e] - linkTextLength[e]) / (tagCount[e] + nodeLevel[e])
  return { textLength, linkTextLength, tagCount, nodeLevel, ratio, inLink }
}

const counted = (characters: number): string => characters.toLocaleString('en-US')

function verdictOf(net: number, limit: number, evidence: readonly number[]): Verdict {
  const overview = net < limit
  const { length } = evidence
  const teasers =
    length === 0 ? '' : ` ${length} ${length === 1 ? 'element ends' : 'elements end'} in a phrase such as "read more" or in "…".`
  return {
    pageType: overview ? 'overview' : 'article',
    value: net,
    limit,
    margin: net - limit,
    sentence: `${overview ? 'Overview page' : 'Article'}: ${counted(net)} characters of net text, ${overview ? 'an article ' : ''}needs ${counted(limit)}.${teasers}`,
    evidence,
  }
}

function sweepTree(
  page: PageModel,
  p: { readonly dropHidden: boolean; readonly deleteForms: boolean },
  warn: (sentence: string) => void,
): ContentTree {
  const { dropHidden } = p
  if (p.deleteForms) {
    const tree = contentTree(page, { dropHidden, remove: WITHOUT_FORMS, unwrap: new Set() })
    if (tree.isText.includes(1)) return tree
  }
  const opened = contentTree(page, { dropHidden, remove: FORM_CONTROLS })
  if (opened.isText.includes(1)) {
    if (p.deleteForms) warn('All text is in a form, so the form was replaced by its contents instead of deleted.')
    return opened
  }
  const labels = contentTree(page, { dropHidden })
  if (labels.isText.includes(1)) warn('The page has only text of form controls, so their text is kept.')
  return labels
}

function highest({ size, isText }: ContentTree, ratio: Float64Array, but = -1): number {
  let best = -1
  for (let e = 0; e < size; e++) if (isText[e] === 0 && e !== but && (best < 0 || ratio[e] > ratio[best])) best = e
  return best
}

function commonElement({ size, end, parent, isText }: ContentTree, ratio: Float64Array, limit: number, best: number): number {
  let first = best
  let last = best
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1 || !(ratio[e] > limit)) continue
    first = Math.min(first, e)
    last = Math.max(last, e)
  }
  let content = first
  while (end[content] <= last) content = parent[content]
  return content
}

function leftOf({ size, end, isText }: ContentTree, content: number, gone: Uint8Array): Uint8Array | null {
  const left = new Uint8Array(size)
  let hasText = false
  for (let e = content; e < end[content]; e++) {
    left[e] = 1 - gone[e]
    hasText ||= left[e] === 1 && isText[e] === 1
  }
  return hasText ? left : null
}

function candidatesOf(
  tree: ContentTree,
  { ratio, textLength, linkTextLength, tagCount, nodeLevel }: ReturnType<typeof ratios>,
): Candidate[] {
  return contest(tree, (e) => (ratio[e] > 0 ? ratio[e] : Number.NaN)).map((e) => ({
    node: pageNode(tree, e),
    score: ratio[e],
    terms: [
      { label: 'text length', value: textLength[e] },
      { label: 'link text length', value: linkTextLength[e] },
      { label: 'tags', value: tagCount[e] },
      { label: 'level', value: nodeLevel[e] },
    ],
  }))
}

export const textsweeper = defineExtractor({
  id: 'textsweeper',
  title: 'TextSweeper',
  fullName: 'weighted text-to-tag ratio',
  family: 'system',
  paper,
  summary: 'Keeps elements with much text per tag and few links. Separates overview pages from articles.',
  params,
  measures,
  rules,
  charts,
  mainMeasure: 'ratio',
  pseudocode: PSEUDOCODE,
  code: {
    decided: {
      'read-more': 'links',
      'read-more-alone': 'links',
      'best-node': 'best',
      tolerance: 'relevant',
      'content-node': 'content',
      'none-relevant': 'content',
      'min-text-length': 'delete',
      'max-link-share': 'delete',
    },
    computes: {
      text: 'textLength',
      links: 'linkTextLength',
      ratio: 'ratio',
      best: { finds: 'ratio' },
      reject: { compares: 'netText', relation: '<', limit: 'minNetText' },
    },
  },
  values: {
    max: { label: 'best ratio', unit: 'weighted characters per tag' },
    limit: { label: 'limit of the ratio', unit: 'weighted characters per tag' },
    best: { label: 'best node', node: true },
    content: { label: 'content node', node: true },
    netText: { label: 'net text', unit: 'characters' },
    minNetText: { label: 'least net text', unit: 'characters' },
  },
  clean: {
    name: 'remove',
    caption: 'Scripts, styles, comments and form controls are removed. They never contain content.',
    lines: ['remove'],
    tree: sweepTree,
  },
  run({ tree, p, active, step, decide, decideNode, warn }) {
    const { size, parent, end, isText } = tree
    const C = Int32Array.from(tree.length)
    sumUp(tree, C)
    const links = findLinks(tree, C, p)
    const m = ratios(tree, weightedLengths(tree, p), links.isLink)
    const { ratio, inLink, ...measures } = m
    step('text length', 'Every node adds up its text. Headings, bold text and long text have more weight (equation 1).', {
      measures: ['textLength'],
      lines: ['text'],
    })
    step('links', 'An element is a link because of its tag or an attribute, or because it ends in a phrase such as "read more".', {
      measures: ['linkTextLength'],
      lines: ['links'],
    })
    if (active)
      for (const e of links.readMore)
        decide(
          e,
          'pass',
          links.byPhrase[parent[e]] === 1 ? 'read-more' : 'read-more-alone',
          C[e],
          limitOf(params.ellipsisLimit, p.ellipsisLimit),
        )

    const best = highest(tree, ratio)
    const max = ratio[best]
    const limit = p.tolerance * max
    step('ratio', 'The ratio is the text outside links, divided by the sum of tags and level (equation 2).', {
      measures: ['tagCount', 'nodeLevel', 'ratio'],
      lines: ['ratio'],
    })
    const second = active ? highest(tree, ratio, best) : -1
    step('best node', 'The node with the highest ratio is considered to contain most of the main content.', {
      entry: best,
      choice: { within: 0, value: Number.NaN, limit: Number.NaN, ...(second >= 0 && { runnerUp: second }) },
      lines: ['best'],
    })
    decide(best, 'pass', 'best-node', max, second < 0 ? Number.NaN : ratio[second])

    step('tolerance', 'Nodes with nearly the same ratio are relevant too.', { values: { limit, max }, lines: ['relevant'] })
    if (active)
      for (let e = 0; e < size; e++) if (isText[e] === 0) decide(e, ratio[e] > limit ? 'pass' : 'fail', 'tolerance', ratio[e], limit)
    const content = commonElement(tree, ratio, limit, best)
    const hasRelevant = max > limit
    const which = hasRelevant ? 'The innermost element around all relevant nodes' : 'No node is relevant: the best node'
    step('common path', `${which} is the content node.`, { entry: content, lines: ['content'] })
    if (active) {
      decide(content, 'keep', hasRelevant ? 'content-node' : 'none-relevant', ratio[content], limit)
      decideRemovals(tree, content, decideNode)
    }

    step('cleanup', 'In the content node, blocks that have little text or consist mostly of links are deleted, the innermost first.', {
      lines: ['delete'],
    })
    const cleanup = cleanUp(tree, { content, inLink }, p, (e, net, share, isDropped) => {
      if (!active) return
      const short = net < p.minTextLength
      const outcome = isDropped ? 'drop' : 'pass'
      if (short || !isDropped) decide(e, outcome, 'min-text-length', net, p.minTextLength)
      if (!short) decide(e, outcome, 'max-link-share', share, p.maxLinkShare)
    })
    const left = leftOf(tree, content, cleanup.gone)
    if (!left) {
      warn('The cleanup was skipped, because it would leave no text.')
      if (active) {
        decide(content, 'keep', 'nothing-left', cleanup.net, p.minTextLength)
        decideRemovals(tree, content, decideNode)
      }
    }

    const teasers = links.readMore.map((e) => pageNode(tree, e))
    const verdict = verdictOf(cleanup.net, p.minNetText, teasers)
    const rejects = verdict.pageType === 'overview' ? ' TextSweeper rejects such a page. Boilerscope shows its text.' : ''
    const compared = { netText: cleanup.net, minNetText: p.minNetText }
    step('verdict', `${verdict.sentence}${rejects}`, { values: compared, lines: ['reject'] })
    return {
      kept: left ?? new Uint8Array(size).fill(1, content, end[content]),
      measures: { ...measures, ratio },
      values: { max, limit, best: pageNode(tree, best), content: pageNode(tree, content), ...compared },
      verdict,
      candidates: candidatesOf(tree, m),
    }
  },
})
