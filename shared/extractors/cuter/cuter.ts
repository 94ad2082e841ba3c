/** CUTER: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text Extraction Mechanism", AINA Workshops 2009. */
import { pageNode, type ContentTree } from '../../page/content-tree'
import { type Candidate } from '../core/extractor'
import { defineExtractor } from '../core/define'
import { strayTexts } from '../kit/stray-texts'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import { topTen } from '../kit/top-ten'
import { CLASS_NAMES, classify, emptyEntries, mediaEntries } from './classes'
import { charts, measures, paper, params, PSEUDOCODE, rules } from './description'
import { firstLongGroup, mergeNeighbours, type Group } from './groups'
import { titleUnit } from './title-unit'
import { findUnits, type Units } from './units'

/**
 * Units that may not take part: over the link percentage or, where pruning is on, inside such a block. Never body's, and never
 * a link or formatting: their loss would leave holes in sentences.
 */
function omitted(tree: ContentTree, units: Units, LP: Float64Array, maxLP: number, prune: boolean, inline: Uint8Array): Uint8Array {
  const out = Uint8Array.from(LP, (value) => (value < maxLP ? 0 : 1))
  if (!prune) return out
  let until = 0
  for (let u = 0; u < out.length; u++) {
    const e = units.entry[u]
    if (e < until) out[u] = 1
    else if (out[u] === 1 && isPrunable(tree, inline, e)) until = tree.end[e]
  }
  return out
}

/** Whether an element over the link percentage takes its children with it. */
function isPrunable(tree: ContentTree, inline: Uint8Array, e: number): boolean {
  return e > 0 && inline[tree.page.tag[tree.node[e]]] === 0
}

/** The ten longest groups, each shown at the least element that holds it whole. */
function candidates(tree: ContentTree, units: Units, groups: readonly Group[], acceptable: number, article: number): Candidate[] {
  const best = topTen(groups.length, (g) => groups[g].length)
  return best.map((g) => {
    const { first, last, length } = groups[g]
    let holder = units.entry[first]
    while (tree.end[holder] <= units.entry[last]) holder = tree.parent[holder]
    return {
      node: pageNode(tree, holder),
      score: length,
      terms: [
        { label: 'group number', value: g + 1 },
        { label: 'acceptable length', value: acceptable },
        { label: 'is the article', value: g === article ? 1 : 0 },
      ],
    }
  })
}

export const cuter = defineExtractor({
  id: 'cuter',
  title: 'CUTER',
  family: 'system',
  paper,
  summary: 'Keeps the first long run of neighbouring nodes with much text and few links. Made for news articles; also gives their media.',
  params,
  measures,
  rules,
  charts,
  mainMeasure: 'TP',
  pseudocode: PSEUDOCODE,
  code: {
    decided: {
      'link-percentage': 'test',
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
    SH: { label: 'text of the page', unit: 'bytes' },
    maxLP: { label: 'largest link percentage' },
    minTP: { label: 'least text percentage' },
    maxTP: { label: 'largest text percentage' },
    maxLength: { label: 'longest group', unit: 'bytes' },
    acceptableLength: { label: 'long enough', unit: 'bytes' },
    groups: { label: 'groups' },
    article: { label: 'group of the article' },
    group: { label: 'group' },
    length: { label: 'length of the group', unit: 'bytes' },
  },
  clean: {
    name: 'tidy',
    caption: 'Scripts, styles, comments and hidden elements are taken out. Pictures, sounds and films are noted down.',
  },
  run({ page, tree, p, active, step, decide, warn }) {
    const media = mediaEntries(tree)
    const empty = emptyEntries(tree, media)
    step('empty nodes', 'Elements with neither text nor media are deleted.', { lines: ['empty'] })
    const units = findUnits(tree, p.unit)
    const count = units.entry.length

    /** Spreads one number a unit to the entries the units begin with. */
    const spread = (values: ArrayLike<number>): Float64Array => {
      const out = new Float64Array(tree.size).fill(Number.NaN)
      for (let u = 0; u < count; u++) out[units.entry[u]] = values[u]
      return out
    }
    const { SL, SA, SH } = units
    const LP = SL.map((size, u) => SA[u] / size)
    const TP = SL.map((size) => size / SH)
    const inline = tagTable(page.tagNames, INLINE_TAGS)
    const out = omitted(tree, units, LP, p.maxLP, p.prune, inline)
    const passes = out.map((value) => 1 - value)

    step('link percentage', 'Every node asks how much of its text are links. Half or more: navigation or advertisement, not useful.', {
      measures: ['IX', 'SL', 'SA', 'LP'],
      values: { maxLP: p.maxLP, SH },
      lines: ['SH', 'nodes', 'id', 'each', 'SL', 'SA', 'LP'],
    })
    if (active) {
      for (let u = 0; u < count; u++) {
        const over = LP[u] >= p.maxLP
        const outcome = !over ? 'pass' : p.prune && isPrunable(tree, inline, units.entry[u]) ? 'drop' : 'dropNode'
        decide(units.entry[u], outcome, 'link-percentage', LP[u], p.maxLP)
      }
    }

    const maxTP = TP.reduce((best, value, u) => (out[u] === 1 ? best : Math.max(best, value)), 0)
    const minTP = Math.max(p.tpShare * maxTP, p.tpFloor)
    step('text percentage', 'Every node asks how much of the whole page’s text it holds.', {
      measures: ['TP'],
      values: { minTP, maxTP },
      lines: ['TP', 'IX'],
    })

    const title = p.titleHint ? titleUnit(tree, units) : -1
    const valid = new Uint8Array(count)
    step('valid', 'A node with few links and much text is a candidate.', { lines: ['test', 'valid'] })
    for (let u = 0; u < count; u++) {
      if (out[u] === 1) continue
      const enough = TP[u] > minTP
      decide(units.entry[u], enough ? 'pass' : 'fail', 'text-percentage', TP[u], minTP)
      if (u < title) {
        decide(units.entry[u], 'dropNode', 'before-title', u + 1, title + 1)
        continue
      }
      valid[u] = enough ? 1 : 0
    }

    const groups = mergeNeighbours(valid, passes, SL, p.maxGap)
    const group = new Float64Array(count)
    groups.forEach(({ first, last }, g) => {
      for (let u = first; u <= last; u++) if (passes[u] === 1) group[u] = g + 1
      if (!active) return
      step('merge', `Neighbours are merged: group ${g + 1} of ${groups.length}, nodes ${first + 1} to ${last + 1}.`, {
        entry: units.entry[first],
        values: { group: g + 1, length: groups[g].length },
        lines: ['merge'],
      })
      let previous = first
      for (let u = first; u <= last; u++) {
        if (valid[u] === 1) {
          if (u > first) decide(units.entry[u], 'pass', 'neighbour', u - previous, p.maxGap)
          previous = u
        } else if (passes[u] === 1) decide(units.entry[u], 'pass', 'in-gap', LP[u], p.maxLP)
      }
    })

    const maxLength = groups.reduce((best, { length }) => Math.max(best, length), 0)
    const acceptableLength = p.AL * maxLength
    const chosen = firstLongGroup(groups, acceptableLength)
    const article = new Uint8Array(count)
    step('first long group', 'The article is usually the first group that is long enough; what follows is often comments.', {
      values: { maxLength, acceptableLength },
      lines: ['maxLength', 'acceptable', 'article'],
    })
    const keeps = p.unit === 'subtree' ? 'keep' : 'keepNode'
    if (chosen >= 0) {
      for (let u = 0; u < count; u++) {
        if (group[u] === 0) continue
        const g = group[u] - 1
        article[u] = g === chosen ? 1 : 0
        if (!active) continue
        // Whole subtrees: what is left out of one may stand in another that is kept.
        const outcome = g === chosen ? keeps : p.unit === 'subtree' ? 'fail' : 'dropNode'
        decide(units.entry[u], outcome, g > chosen ? 'after-article' : 'first-long-group', groups[g].length, acceptableLength)
      }
    }

    const kept = new Uint8Array(tree.size)
    let textKept = false
    for (let e = 0; e < tree.size; e++) {
      const unit = units.of[e]
      if (unit >= 0 && article[unit] === 1) kept[e] = 1
      else if (p.unit === 'subtree' && e > 0 && kept[tree.parent[e]] === 1) {
        const pruned = p.prune && tree.isText[e] === 0 && unit >= 0 && out[unit] === 1 && isPrunable(tree, inline, e)
        kept[e] = pruned ? 0 : 1
      }
      if (tree.isText[e] === 1 && kept[e] === 1) textKept = true
    }
    if (active && p.unit === 'subtree' && p.prune) {
      for (let u = 1; u < count; u++)
        if (out[u] === 1 && isPrunable(tree, inline, units.entry[u])) decide(units.entry[u], 'drop', 'link-percentage', LP[u], p.maxLP)
    }
    if (!textKept) {
      // Every candidate is a link list, or stands in one that took it along.
      const own = (u: number): number => SL[u] - SA[u]
      let best = 0
      for (let u = 1; u < count; u++) if (own(u) > own(best) || (own(u) === own(best) && SL[u] > SL[best])) best = u
      article[best] = 1
      warn('No node has few links and much text; the one with the most text outside links is shown.')
      decide(units.entry[best], keeps, 'no-candidate', own(best), 0)
      if (p.unit === 'subtree') kept.fill(1, units.entry[best], tree.end[units.entry[best]])
      else for (let e = 0; e < tree.size; e++) if (units.of[e] === best) kept[e] = 1
    }
    if (active && p.unit === 'own-text') {
      const length = chosen < 0 ? 0 : groups[chosen].length
      for (const e of strayTexts(tree, (k) => units.entry[units.of[k]] ?? -1))
        if (article[units.of[e]] === 1) decide(e, 'keepNode', 'first-long-group', length, acceptableLength)
    }
    const classes = classify(tree, units, article, out, media, empty)
    step('media', 'Pictures, sounds and films inside the article’s text belong to it; the others are left out.')
    for (const e of classes.multimedia) {
      decide(e, 'keepNode', 'media', 0, 0)
      for (let k = e; k < tree.end[e]; k++) if (tree.isText[k] === 0) kept[k] = 1
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
      values: { SH, maxLP: p.maxLP, minTP, maxTP, maxLength, acceptableLength, groups: groups.length, article: chosen + 1 },
      candidates: candidates(tree, units, groups, acceptableLength, chosen),
      classes: { names: CLASS_NAMES, of: classes.of },
      media: classes.media,
    }
  },
})
