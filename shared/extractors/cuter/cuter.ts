/** CUTER: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text Extraction Mechanism", AINA Workshops 2009. */
import { defineExtractor } from '../core/define'
import { strayTexts } from '../kit/stray-texts'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import { CLASS_NAMES, classify, emptyEntries, mediaEntries } from './classes'
import { charts, measures, paper, params, PSEUDOCODE, rules, type CuterRun } from './description'
import { candidates, groupNumbers, growFromLargest, mergeNeighbours, type Chosen, type Group } from './groups'
import { findUnits, titleUnit, type Nodes, type Units } from './units'

function testLinks({ page, tree, p, active, step, decide }: CuterRun, units: Units): Nodes {
  const { SL, SA, SH, entry } = units
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const isContainer = (e: number): boolean => p.prune && e > 0 && inline[page.tag[tree.node[e]]] === 0
  const LP = SL.map((size, u) => SA[u] / size)
  const out = Uint8Array.from(LP, (value) => (value < p.maxLP ? 0 : 1))
  let until = 0
  for (let u = 0; u < out.length; u++) {
    if (entry[u] < until) out[u] = 1
    else if (out[u] === 1 && isContainer(entry[u])) until = tree.end[entry[u]]
  }
  const prose = p.procedure === 'prose'
  step(
    'link percentage',
    'The link percentage of every node is computed. A node that reaches the limit is navigation or an advertisement.',
    {
      measures: ['IX', 'SL', 'SA', 'LP'],
      values: { maxLP: p.maxLP, SH },
      lines: prose ? ['omit'] : ['SH', 'nodes', 'id', 'each', 'SL', 'SA', 'LP'],
    },
  )
  if (active) {
    const outcome = (u: number): 'pass' | 'drop' | 'dropNode' => (LP[u] < p.maxLP ? 'pass' : isContainer(entry[u]) ? 'drop' : 'dropNode')
    for (let u = 0; u < entry.length; u++) decide(entry[u], outcome(u), prose ? 'omit-links' : 'link-percentage', LP[u], p.maxLP)
  }
  return { ...units, count: entry.length, LP, TP: SL.map((size) => size / SH), out, isContainer }
}

function testTexts({ tree, p, step, decide }: CuterRun, { entry, of, count, TP, out }: Nodes) {
  const maxTP = TP.reduce((best, value, u) => (out[u] === 1 ? best : Math.max(best, value)), 0)
  const minTP = Math.max(p.tpShare * maxTP, p.tpFloor)
  step('text percentage', 'The text percentage of every node is computed: its share of the text of the page.', {
    measures: ['TP'],
    values: { minTP, maxTP },
    lines: ['TP', 'IX'],
  })
  const title = p.titleHint ? titleUnit(tree, of) : -1
  const valid = new Uint8Array(count)
  step('valid', 'A node with few links and much text is a candidate.', { lines: ['test', 'valid'] })
  for (let u = 0; u < count; u++) {
    if (out[u] === 1) continue
    const enough = TP[u] > minTP
    decide(entry[u], enough ? 'pass' : 'fail', 'text-percentage', TP[u], minTP)
    if (u < title) decide(entry[u], 'dropNode', 'before-title', u + 1, title + 1)
    else valid[u] = enough ? 1 : 0
  }
  return { minTP, maxTP, valid, title }
}

function findFirstLongGroup(run: CuterRun, nodes: Nodes): Chosen {
  const { p, active, step, decide } = run
  const { entry, SL, LP, out, count } = nodes
  const { minTP, maxTP, valid, title } = testTexts(run, nodes)
  const passes = out.map((value) => 1 - value)
  const groups = mergeNeighbours(valid, passes, SL, p.maxGap)
  const group = groupNumbers(groups, passes)
  if (active) groups.forEach(reportGroup)

  const maxLength = groups.reduce((best, { length }) => Math.max(best, length), 0)
  const acceptableLength = p.AL * maxLength
  const chosen = groups.findIndex(({ length }) => length >= acceptableLength)
  const lengths = { maxLength, acceptableLength }
  step('first long group', 'The first group that is long enough is the article, because later groups are often comments.', {
    values: lengths,
    lines: ['maxLength', 'acceptable', 'article'],
  })
  for (let u = 0; active && u < count; u++) {
    if (group[u] === 0) continue
    const g = group[u] - 1
    // With the unit `subtree`, another group may be inside a kept unit. A drop would remove kept text, so report `fail`.
    const outcome = p.unit === 'subtree' ? (g === chosen ? 'keep' : 'fail') : g === chosen ? 'keepNode' : 'dropNode'
    decide(entry[u], outcome, g > chosen ? 'after-article' : 'first-long-group', groups[g].length, acceptableLength)
  }
  return { groups, group, chosen, title, minTP, maxTP, lengths }

  function reportGroup({ first, last, length }: Group, g: number): void {
    step('merge', `Neighbouring nodes are merged: group ${g + 1} of ${groups.length}, nodes ${first + 1} to ${last + 1}.`, {
      entry: entry[first],
      values: { group: g + 1, length },
      lines: ['merge'],
    })
    let previous = first
    for (let u = first; u <= last; u++) {
      if (valid[u] === 1) {
        if (u > first) decide(entry[u], 'pass', 'neighbour', u - previous, p.maxGap)
        previous = u
      } else if (passes[u] === 1) decide(entry[u], 'pass', 'in-gap', LP[u], p.maxLP)
    }
  }
}

function keepArticle({ tree, p, active, decide, warn }: CuterRun, nodes: Nodes, article: Uint8Array, title: number): Uint8Array {
  const { entry, of, count, SL, SA, LP, out, isContainer } = nodes
  const kept = new Uint8Array(tree.size)
  let textKept = false
  for (let e = 0; e < tree.size; e++) {
    const unit = of[e]
    if (unit >= 0 && article[unit] === 1) kept[e] = 1
    else if (p.unit === 'subtree' && e > 0 && kept[tree.parent[e]] === 1) {
      const pruned = tree.isText[e] === 0 && unit >= 0 && out[unit] === 1 && isContainer(e)
      kept[e] = pruned ? 0 : 1
    }
    if (tree.isText[e] === 1 && kept[e] === 1) textKept = true
  }
  if (active && p.unit === 'subtree')
    for (let u = 1; u < count; u++)
      if (LP[u] >= p.maxLP && isContainer(entry[u])) decide(entry[u], 'drop', 'link-percentage', LP[u], p.maxLP)
  if (textKept) return kept
  const textOutsideLinks = (u: number): number => SL[u] - SA[u]
  let best = 0
  for (let u = 1; u < count; u++) {
    const more = textOutsideLinks(u) - textOutsideLinks(best)
    if (more > 0 || (more === 0 && SL[u] > SL[best])) best = u
  }
  article[best] = 1
  const rule = title < 0 ? 'no-candidate' : 'no-candidate-after-title'
  const where = title < 0 ? '' : ' from the headline on'
  warn(`No node${where} has few links and much text, so the node with the most text outside links is kept.`)
  decide(entry[best], p.unit === 'subtree' ? 'keep' : 'keepNode', rule, textOutsideLinks(best), 0)
  if (p.unit === 'subtree') kept.fill(1, entry[best], tree.end[entry[best]])
  else for (let e = 0; e < tree.size; e++) if (of[e] === best) kept[e] = 1
  return kept
}

export const cuter = defineExtractor({
  id: 'cuter',
  title: 'CUTER',
  fullName: 'useful text extraction',
  family: 'system',
  paper,
  summary: 'Keeps the first long run of nodes with much text and few links. Made for news articles.',
  params,
  measures,
  rules,
  charts,
  mainMeasure: 'TP',
  pseudocode: PSEUDOCODE,
  code: {
    decided: {
      'link-percentage': 'test',
      'omit-links': 'omit',
      'largest-text': 'largest',
      close: 'unite',
      'close dropNode': 'rest',
      'near-text': 'unite',
      'near-text dropNode': 'rest',
      'text-percentage pass': 'valid',
      'text-percentage': 'test',
      neighbour: 'merge',
      'in-gap': 'merge',
      'first-long-group': 'article',
    },
    tested: { 'text-percentage pass': 'test' },
    computes: {
      SH: 'SH',
      SL: 'SL',
      SA: 'SA',
      LP: 'LP',
      TP: 'TP',
      IX: 'IX',
      maxLength: 'maxLength',
      acceptable: 'acceptableLength',
    },
  },
  values: {
    SH: { label: 'text size of the page', unit: 'bytes' },
    maxLP: { label: 'limit of the link percentage', share: true },
    minTP: { label: 'limit of the text percentage', share: true },
    maxTP: { label: 'largest text percentage', share: true },
    maxLength: { label: 'longest group', unit: 'bytes' },
    acceptableLength: { label: 'acceptable length', unit: 'bytes' },
    groups: { label: 'groups' },
    article: { label: 'group of the article' },
    group: { label: 'group' },
    length: { label: 'group length', unit: 'bytes' },
  },
  clean: {
    name: 'tidy',
    caption: ({ dropHidden }) =>
      `Scripts, styles${dropHidden ? ', comments and hidden elements' : ' and comments'} are removed. Images, sounds and videos stay.`,
  },
  run(given) {
    // The prose of the paper measures leaves (Table 1), as the unit `own-text` does.
    const run: CuterRun = given.p.procedure === 'prose' ? { ...given, p: { ...given.p, unit: 'own-text' } } : given
    const { tree, p, active, step, decide } = run
    const media = mediaEntries(tree)
    const empty = emptyEntries(tree, media)
    step('empty nodes', 'Elements without text and without media are deleted.', { lines: ['empty'] })
    const nodes = testLinks(run, findUnits(tree, p.unit))
    const { entry, of, SH, SL, SA, LP, TP, out } = nodes
    const found = p.procedure === 'prose' ? growFromLargest(run, nodes) : findFirstLongGroup(run, nodes)
    const { minTP, maxTP, groups, group, chosen, title, lengths } = found
    const article = Uint8Array.from(group, (g) => (g > 0 && g - 1 === chosen ? 1 : 0))
    const kept = keepArticle(run, nodes, article, title)
    if (active && p.unit === 'own-text') {
      const length = chosen < 0 ? 0 : groups[chosen].length
      for (const e of strayTexts(tree, (k) => entry[of[k]] ?? -1)) {
        if (article[of[e]] === 0) continue
        if (lengths) decide(e, 'keepNode', 'first-long-group', length, lengths.acceptableLength)
        else decide(e, 'keepNode', 'near-text', TP[of[e]], minTP)
      }
    }
    const classes = classify(tree, nodes, { article, out, media, empty })
    step('media', 'Pictures, sounds and videos inside the article’s text belong to the article. Other media are dropped.')
    for (const e of classes.multimedia) {
      decide(e, 'keepNode', 'media', 0, 0)
      for (let k = e; k < tree.end[e]; k++) if (tree.isText[k] === 0) kept[k] = 1
    }
    const spread = (values: ArrayLike<number>): Float64Array => {
      const numbers = new Float64Array(tree.size).fill(Number.NaN)
      for (const [u, e] of entry.entries()) numbers[e] = values[u]
      return numbers
    }
    return {
      kept,
      measures: {
        IX: spread(LP.map((_, u) => u + 1)),
        SL: spread(SL),
        SA: spread(SA),
        LP: spread(LP),
        TP: spread(TP),
        group: spread(group),
      },
      values: { SH, maxLP: p.maxLP, minTP, maxTP, ...lengths, groups: groups.length, article: chosen + 1 },
      candidates: candidates(tree, nodes, groups, { acceptable: lengths?.acceptableLength, article: chosen }),
      classes: { names: CLASS_NAMES, of: classes.of },
      media: classes.media,
    }
  },
})
