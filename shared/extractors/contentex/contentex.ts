/** ContentEx: Song, Cheng, Guo, Liu, Ding, "ContentEx: A Framework for Automatic Content Extraction Programs", ISI 2009. */
import type { PageModel } from '../../page/page-model'
import { contentTree, type ContentTree } from '../../page/content-tree'
import { FORM_CONTROLS, INLINE_TAGS, tagTable } from '../../page/tags'
import { collapsedTexts } from '../../page/text'
import { defineExtractor, type RunReporter } from '../core/define'
import type { ParamValues } from '../core/params'
import { decideRemovals } from '../core/removals'
import { strayTexts } from '../kit/stray-texts'
import { charts, COUNTING_LINES, measures, paper, params, PSEUDOCODE, rules } from './description'
import { countLinks, findLinkTables } from './link-table'
import { endsInColon, isAddressLine, isCopyright, isShortText, isStatement, LIMITS, normalForm, timeRemainder } from './patterns'

const SCRIPT: ReadonlySet<string> = new Set(['script'])
const NO_TAGS: ReadonlySet<string> = new Set()

type Reporter = RunReporter<keyof typeof measures, keyof typeof rules, keyof typeof PSEUDOCODE>

function shortOwnTexts(tree: ContentTree, limit: number) {
  const { page, size, node, parent, isText, length } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  /** The block of each entry. For text and inline elements, the block is the nearest block ancestor. */
  const home = new Int32Array(size)
  const total = new Int32Array(size)
  for (let e = 1; e < size; e++) {
    const folded = isText[e] === 1 || inline[page.tag[node[e]]] === 1
    const at = folded ? home[parent[e]] : e
    home[e] = at
    total[at] += length[e]
  }
  const collapsedText = collapsedTexts(page)
  const text = new Map<number, string>()
  for (let e = 1; e < size; e++) {
    const at = home[e]
    if (isText[e] === 0 || total[at] > limit) continue
    const own = collapsedText(node[e])
    const before = text.get(at)
    text.set(at, before === undefined ? own : `${before} ${own}`)
  }
  return { home, text }
}

function removeStatements(tree: ContentTree, limit: number, gone: Uint8Array, { active, decide }: Reporter): void {
  const { home, text } = shortOwnTexts(tree, limit)
  const statements = new Uint8Array(tree.size)
  for (const [block, own] of text) {
    if (!isStatement(normalForm(own), limit)) continue
    statements[block] = 1
    decide(block, 'dropNode', 'statement', normalForm(own).length, limit)
  }
  const lengthAt = (e: number): number => normalForm(text.get(home[e]) ?? '').length
  if (active) {
    for (const e of strayTexts(tree, (k) => home[k])) if (statements[home[e]] === 1) decide(e, 'dropNode', 'statement', lengthAt(e), limit)
  }
  let e = 1
  while (e < tree.size) {
    if (home[e] === e || statements[home[e]] === 0) {
      e++
      continue
    }
    // An inline element of a statement is deleted with all its contents, including blocks.
    const end = tree.end[e]
    gone.fill(1, e, end)
    if (active && tree.isText[e] === 0) decide(e, 'drop', 'statement', lengthAt(e), limit)
    e = end
  }
}

const PATTERN_STEPS = {
  time: ['time pattern', 'Text that contains only the time of a post is deleted.'],
  ip: ['IP pattern', 'Short text with an IP address is deleted.'],
  colon: ['colon pattern', 'Labels that end in a colon are deleted.'],
  copyright: ['copyright pattern', 'Copyright messages are deleted.'],
  'copyright-string': ['copyright pattern', 'Text with “all right(s) reserved” is deleted.'],
  repeated: ['repeated short text', 'Short text that occurs several times on the page is deleted.'],
} as const

function filterPatterns(tree: ContentTree, p: ParamValues<typeof params>, gone: Uint8Array, { step, decide }: Reporter): void {
  const entries: number[] = []
  const texts: string[] = []
  const collapsedText = collapsedTexts(tree.page)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0 || gone[e] === 1) continue
    entries.push(e)
    texts.push(normalForm(collapsedText(tree.node[e])))
  }
  const filter = (rule: keyof typeof PATTERN_STEPS, limit: number, test: (text: string) => number): void => {
    const [name, caption] = PATTERN_STEPS[rule]
    step(name, caption)
    for (let i = 0; i < entries.length; i++) {
      const e = entries[i]
      if (gone[e] === 1) continue
      const value = test(texts[i])
      if (Number.isNaN(value)) continue
      gone[e] = 1
      decide(e, 'dropNode', rule, value, limit)
    }
  }
  const NO = Number.NaN
  if (p.time)
    filter('time', LIMITS.timeRest, (text) => {
      const rest = timeRemainder(text)
      return rest >= 0 && rest <= LIMITS.timeRest ? rest : NO
    })
  if (p.ip) filter('ip', LIMITS.addressCharacters, (text) => (isAddressLine(text) ? text.length : NO))
  if (p.colon) filter('colon', 0, (text) => (endsInColon(text, p.colonCap) ? 0 : NO))
  const printed = p.copyrightForms === 'printed'
  if (p.copyright)
    filter(printed ? 'copyright-string' : 'copyright', printed ? 0 : LIMITS.copyrightCharacters, (text) =>
      isCopyright(text, printed) ? text.length : NO,
    )
  if (p.repeated) {
    const times = new Map<string, number>()
    for (let i = 0; i < entries.length; i++) {
      const text = texts[i]
      if (gone[entries[i]] === 0 && isShortText(text)) times.set(text, (times.get(text) ?? 0) + 1)
    }
    filter('repeated', p.repeats, (text) => {
      const count = times.get(text) ?? 0
      return count >= p.repeats ? count : NO
    })
  }
}

function remaining(tree: ContentTree, gone: Uint8Array, { active, decide }: Reporter): Uint8Array {
  const { size, parent, isText } = tree
  const hadText = Uint8Array.from(isText)
  const hasText = new Uint8Array(size)
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1 && gone[e] === 0) hasText[e] = 1
    if (e === 0) break
    const p = parent[e]
    if (hadText[e] === 1) hadText[p] = 1
    if (hasText[e] === 1) hasText[p] = 1
  }
  const kept = new Uint8Array(size)
  kept[0] = 1
  for (let e = 1; e < size; e++) {
    const stays = gone[e] === 0 && kept[parent[e]] === 1
    kept[e] = stays && (hasText[e] === 1 || hadText[e] === 0) ? 1 : 0
    if (active && stays && kept[e] === 0) decide(e, 'dropNode', 'emptied', 0, 0)
  }
  return kept
}

function cleanedTree(
  page: PageModel,
  p: { readonly dropHidden: boolean; readonly removeScripts: boolean; readonly ignoreForms: boolean },
  warn: (sentence: string) => void,
): ContentTree {
  const keptTags = p.removeScripts ? NO_TAGS : SCRIPT
  const withForms = { dropHidden: p.dropHidden, keep: keptTags, unwrap: NO_TAGS }
  if (!p.ignoreForms) return contentTree(page, withForms)
  const tree = contentTree(page, { dropHidden: p.dropHidden, keep: keptTags, remove: FORM_CONTROLS })
  if (tree.isText.includes(1)) return tree
  const all = contentTree(page, withForms)
  if (all.isText.includes(1)) warn('The page has only text of form controls, so their text is kept.')
  return all
}

export const contentex = defineExtractor({
  id: 'contentex',
  title: 'ContentEx',
  fullName: 'removal of noise patterns',
  family: 'system',
  paper,
  summary: 'Deletes link tables and repeated noise, and keeps the rest. Made for forum pages.',
  params,
  measures,
  rules,
  charts,
  mainMeasure: 'score',
  pseudocode: PSEUDOCODE,
  code: {
    decided: {
      'link-in-text': 'low',
      'link-in-table': 'low',
      'table-begins': 'up',
      'table-grows': 'climbUp',
      'table-ends': 'climb',
      'link-table': 'delete',
    },
    tested: { 'table-begins': 'low', 'table-grows': 'climb', 'link-table': 'low' },
    computes: { sumWords: 'textCnt', sumLinks: 'linkCnt', score: 'score' },
  },
  values: { threshold: { label: 'threshold of the score', share: true }, linkTables: { label: 'link tables' } },
  clean: {
    name: 'scripts',
    caption: (p) =>
      p.removeScripts
        ? 'Scripts, styles and comments are deleted, because they are not content.'
        : 'Styles and comments are deleted. Scripts stay, because “Removing scripts” is off.',
    tree: cleanedTree,
  },
  run(reporter) {
    const { tree, p, active, step, decide, decideNode, warn } = reporter
    decide(0, 'keep', 'left', 0, 0)
    if (p.ignoreForms) step('form tags', 'Input fields, buttons and selection lists are deleted. A form is replaced by its contents.')
    if (active) decideRemovals(tree, 0, decideNode)
    if (p.toXhtml) step('XHTML', 'Errors of the page are repaired. The parser has already repaired them, so nothing changes.')

    const gone = new Uint8Array(tree.size)
    if (p.removeStatements) {
      step('statements', 'Short blocks about copyright, disclaimers or local laws are deleted.')
      removeStatements(tree, p.statementLength, gone, reporter)
    }

    const counts = countLinks(tree, gone)
    step('count', 'Every node counts its words and its links. A link of any length counts as one word.', {
      measures: ['textCnt', 'linkCnt'],
      lines: COUNTING_LINES,
    })
    step('score', 'The score is the share of words that are not links.', {
      measures: ['score'],
      values: { threshold: p.threshold },
      lines: ['calculate', 'score'],
    })
    let linkTables = 0
    if (p.linkTable) {
      step(
        'link tables',
        'An element around a link begins a link table if its score is low. The table grows upwards while the score falls, and is then deleted.',
        { lines: ['visit', 'isLink', 'low', 'up', 'climb', 'climbUp', 'delete'] },
      )
      const tables = findLinkTables(tree, counts, p.threshold, decide)
      linkTables = tables.length
      for (const table of tables) gone.fill(1, table, tree.end[table])
    }
    filterPatterns(tree, p, gone, reporter)

    step('output', 'Empty elements are deleted too. The remaining page is the result.')
    const left = gone.some((value, e) => value === 0 && tree.isText[e] === 1)
    let kept: Uint8Array
    if (left) kept = remaining(tree, gone, reporter)
    else {
      kept = new Uint8Array(tree.size).fill(1)
      warn('The filters would delete all text, so the whole page is kept. The page may be a list of links.')
      if (active) {
        decide(0, 'keep', 'nothing-left', 0, 0)
        decideRemovals(tree, 0, decideNode)
      }
    }
    return {
      kept,
      measures: { textCnt: counts.textCnt, linkCnt: counts.linkCnt, score: counts.score },
      values: { threshold: p.threshold, linkTables },
    }
  },
})
