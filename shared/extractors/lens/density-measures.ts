import { compositeTextDensity, textDensity, textRunDensity, densitySums, textRuns } from '../cetd/densities'
import { perBlock } from './block-context'
import { NOWHERE } from './marks'

export const density = perBlock(
  {
    'text-density': 'text density | characters per tag | Text density of the block’s element (CETD, Def. 1).',
    'parent-density': 'parent’s text density | characters per tag | Text density of the parent of the block’s element.',
    'grandparent-density': 'grandparent’s text density | characters per tag | Text density two levels up.',
    'composite-density': 'composite text density | Composite text density of the block’s element (CETD, Def. 2).',
    'parent-link-share': 'parent’s link share | Share of link characters in the parent of the block’s element.',
    'grandparent-link-share': 'grandparent’s link share | Share of link characters two levels up.',
    'great-link-share': 'link share three levels up | Share of link characters three levels up.',
    'density-sum-share':
      'DensitySum of the ancestors | Largest composite DensitySum (CETD, Def. 3) of the block’s element and its ancestors below body, divided by the page’s largest.',
    'parent-share': 'parent’s share of the page | Characters of the parent divided by the characters of the page.',
    'grandparent-share': 'grandparent’s share of the page | Characters two levels up divided by the characters of the page.',
    'great-density': 'text density three levels up | characters per tag | Text density three levels up.',
    'parent-characters': 'parent’s characters | characters | Characters of the parent of the block’s element.',
    'path-density': 'lowest density up to body | characters per tag | Lowest text density from the block’s element up to body.',
  },
  (context, columns) => {
    const { tree, blocks, counts } = context
    const { C, T, LC, LT } = counts
    const n = tree.size
    const r = n === 0 || C[0] === 0 ? 0 : LC[0] / C[0]
    const composite = new Float64Array(n)
    const td = new Float64Array(n)
    for (let e = 0; e < n; e++) {
      if (tree.isText[e] === 1) continue
      td[e] = textDensity(C[e], T[e])
      composite[e] = compositeTextDensity(C[e], T[e], LC[e], LT[e], r, 'authors')
    }
    const sums = densitySums(
      tree,
      composite,
      { inLink: counts.inLink, runs: textRuns(tree, C), runDensity: (L) => textRunDensity(L, r) },
      'with-text-runs',
    )
    let most = 0
    for (let e = 1; e < n; e++) if (tree.isText[e] === 0 && sums[e] > most) most = sums[e]
    const best = new Float64Array(n)
    const least = new Float64Array(n)
    if (n > 0) least[0] = td[0]
    for (let e = 1; e < n; e++) {
      if (tree.isText[e] === 1) continue
      best[e] = Math.max(best[tree.parent[e]], sums[e])
      least[e] = Math.min(least[tree.parent[e]], td[e])
    }
    const up = (e: number): number => (e > 0 ? tree.parent[e] : 0)
    const share = (e: number): number => (C[e] === 0 ? 0 : LC[e] / C[e])
    return (b) => {
      const e = blocks.element[b]
      const p = up(e)
      const g = up(p)
      const gg = up(g)
      columns['text-density'][b] = td[e]
      columns['parent-density'][b] = td[p]
      columns['grandparent-density'][b] = td[g]
      columns['composite-density'][b] = composite[e]
      columns['parent-link-share'][b] = share(p)
      columns['grandparent-link-share'][b] = share(g)
      columns['great-link-share'][b] = share(gg)
      columns['density-sum-share'][b] = most === 0 ? 0 : best[e] / most
      columns['parent-share'][b] = C[p] / Math.max(1, C[0])
      columns['grandparent-share'][b] = C[g] / Math.max(1, C[0])
      columns['great-density'][b] = td[gg]
      columns['parent-characters'][b] = C[p]
      columns['path-density'][b] = least[e]
    }
  },
)

export const readable = perBlock(
  {
    'readable-inside':
      'inside the best container | Whether the block is in the container with the most points (as in Readability). A block of at least 25 characters, at most half of them in links, gives 1 point, 1 per comma, and 1 per 100 characters (at most 3). The parent of the block’s element gets all points, the next ancestors 1/2, 1/3 and 1/4. The sum is multiplied by 1 minus the link share.',
    'readable-share': 'score of the block’s best container | Best score of an element around the block, divided by the page’s best score.',
    'readable-levels': `levels to the best container | levels up | Levels from the block up to the page’s best container; ${NOWHERE} outside this container. | ${NOWHERE} = none`,
    'readable-outside':
      'levels to an ancestor of the best container | levels up | Levels from the block up to the first ancestor that also contains the best container.',
  },
  (context, columns) => {
    const { tree, blocks, texts, counts } = context
    const score = new Float64Array(tree.size)
    for (let b = 0; b < blocks.count; b++) {
      const text = texts[b]
      if (text.length < 25 || blocks.linkCharacters[b] > blocks.characters[b] / 2) continue
      let points = 1 + Math.min(3, Math.floor(text.length / 100))
      for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i)
        if (c === 44 || c === 0x3001 || c === 0xff0c || c === 0x60c) points++
      }
      let e = blocks.element[b]
      for (const part of [1, 0.5, 1 / 3, 0.25]) {
        if (e <= 0) break
        e = tree.parent[e]
        score[e] += points * part
      }
    }
    let winner = 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1 || score[e] === 0) continue
      score[e] *= counts.C[e] === 0 ? 0 : 1 - counts.LC[e] / counts.C[e]
      if (score[e] > score[winner]) winner = e
    }
    const best = new Float64Array(tree.size)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    const beside = new Uint8Array(tree.size)
    const end = tree.end[winner] ?? 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const p = e === 0 ? 0 : tree.parent[e]
      best[e] = Math.max(e === 0 ? 0 : best[p], score[e])
      levels[e] = e === winner ? 0 : e === 0 ? NOWHERE : Math.min(NOWHERE, levels[p] + 1)
      beside[e] = e <= winner && tree.end[e] >= end ? 0 : Math.min(NOWHERE, beside[p] + 1)
    }
    const top = score[winner]
    return (b) => {
      const e = blocks.element[b]
      columns['readable-inside'][b] = levels[e] < NOWHERE ? 1 : 0
      columns['readable-share'][b] = top === 0 ? 0 : best[e] / top
      columns['readable-levels'][b] = levels[e]
      columns['readable-outside'][b] = levels[e] < NOWHERE ? 0 : beside[e]
    }
  },
)
