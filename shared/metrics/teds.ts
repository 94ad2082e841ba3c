/**
 * TEDS: similarity of tables by the edit distance of their trees (Zhong, ShafieiBavani, Jimeno Yepes, “Image-based table
 * recognition”, ECCV 2020): `1 − distance(Ta, Tb) / max(|Ta|, |Tb|)`. A tree is a table with its rows and their cells; to insert
 * or delete a node costs 1, to replace one 1 where tag or span differ, for two cells else the Levenshtein distance of their texts
 * over the longer one. The distance is that of Zhang and Shasha (SIAM J. Computing 1989): for trees this flat, time is a small
 * multiple of the product of their nodes.
 */
import { editSimilarity } from './levenshtein'

export interface TableCell {
  readonly tag: 'th' | 'td'
  readonly text: string
  readonly colspan: number
  readonly rowspan: number
}

/** A table: its rows, each with its cells. */
export type TableRows = readonly (readonly TableCell[])[]

/** Nodes of a page's tables that are compared, the tables, rows and cells together. The gold's must not have more. */
export const MOST_NODES = 1000

/** Nodes of tables: one for each table, row and cell. */
export function tableNodes(tables: readonly TableRows[]): number {
  return tables.reduce((total, rows) => total + 1 + rows.reduce((sum, cells) => sum + 1 + cells.length, 0), 0)
}

/**
 * TEDS of the tables of a page, all together in their order, which for one table each is TEDS as published.
 * Of extracted tables with more than `MOST_NODES` nodes the rows beyond count as inserted: a lower bound.
 * @returns in [0,1]; null where the gold has no table, or more than `MOST_NODES` nodes.
 */
export function teds(extracted: readonly TableRows[], gold: readonly TableRows[]): number | null {
  const wanted = tableNodes(gold)
  if (wanted === 0 || wanted > MOST_NODES) return null
  const found = tableNodes(extracted)
  if (found === 0) return 0
  const shown = found > MOST_NODES ? firstRows(extracted) : extracted
  const distance = treeDistance(treeOf(shown), treeOf(gold)) + found - tableNodes(shown)
  return Math.max(0, 1 - distance / Math.max(found, wanted))
}

/** The first rows that have at most `MOST_NODES` nodes. */
function firstRows(tables: readonly TableRows[]): TableRows[] {
  let left = MOST_NODES
  const kept: TableRows[] = []
  for (const rows of tables) {
    if (left < 2) break
    left--
    const fit: (readonly TableCell[])[] = []
    for (const cells of rows) {
      if (cells.length + 1 > left) {
        left = 0
        break
      }
      left -= cells.length + 1
      fit.push(cells)
    }
    kept.push(fit)
  }
  return kept
}

/** A tree in post-order: what each node is, and its first leaf. The last node holds the tables together. */
interface Tree {
  readonly nodes: readonly (TableCell | 'tr' | 'table' | 'root')[]
  readonly leaf: Int32Array
}

function treeOf(tables: readonly TableRows[]): Tree {
  const nodes: (TableCell | 'tr' | 'table' | 'root')[] = []
  const leaf: number[] = []
  const close = (node: 'tr' | 'table' | 'root', first: number): void => {
    // Without children it is its own first leaf.
    leaf.push(first === nodes.length ? first : leaf[first])
    nodes.push(node)
  }
  for (const rows of tables) {
    const table = nodes.length
    for (const cells of rows) {
      const row = nodes.length
      for (const cell of cells) {
        leaf.push(nodes.length)
        nodes.push(cell)
      }
      close('tr', row)
    }
    close('table', table)
  }
  close('root', 0)
  return { nodes, leaf: Int32Array.from(leaf) }
}

/** The nodes that are no first child, and the root: their subtrees are what the distance is made of. */
function keyRoots({ leaf }: Tree): number[] {
  const last = new Map<number, number>()
  for (const [node, first] of leaf.entries()) last.set(first, node)
  return [...last.values()].sort((a, b) => a - b)
}

/** More than any tree costs: the two roots are each other's. */
const NEVER = 1e9

function treeDistance(a: Tree, b: Tree): number {
  const n = a.nodes.length
  const m = b.nodes.length
  const replace = replacing(a, b)
  const removed = Float64Array.from(a.nodes, (node) => (node === 'root' ? NEVER : 1))
  const inserted = Float64Array.from(b.nodes, (node) => (node === 'root' ? NEVER : 1))
  const trees = new Float64Array(n * m)
  const width = m + 1
  const forest = new Float64Array((n + 1) * width)
  for (const rootA of keyRoots(a))
    for (const rootB of keyRoots(b)) {
      const firstA = a.leaf[rootA]
      const firstB = b.leaf[rootB]
      forest[0] = 0
      for (let i = firstA; i <= rootA; i++) forest[(i - firstA + 1) * width] = forest[(i - firstA) * width] + removed[i]
      for (let j = firstB; j <= rootB; j++) forest[j - firstB + 1] = forest[j - firstB] + inserted[j]
      for (let i = firstA; i <= rootA; i++) {
        const row = (i - firstA + 1) * width
        const leafA = a.leaf[i]
        for (let j = firstB; j <= rootB; j++) {
          const at = row + j - firstB + 1
          const leafB = b.leaf[j]
          const one = Math.min(forest[at - width] + removed[i], forest[at - 1] + inserted[j])
          if (leafA === firstA && leafB === firstB) {
            const both = Math.min(one, forest[at - width - 1] + replace(i, j))
            forest[at] = both
            trees[i * m + j] = both
          } else {
            const before = forest[(leafA - firstA) * width + leafB - firstB]
            forest[at] = Math.min(one, before + trees[i * m + j])
          }
        }
      }
    }
  return trees[n * m - 1]
}

/** What it costs to make a node of one tree one of the other; cells' texts are compared once. */
function replacing(a: Tree, b: Tree): (i: number, j: number) => number {
  const known = new Map<string, Map<string, number>>()
  const apart = (x: string, y: string): number => {
    if (x === y) return 0
    if (x === '' || y === '') return 1
    let of = known.get(x)
    if (!of) known.set(x, (of = new Map<string, number>()))
    let distance = of.get(y)
    if (distance === undefined) of.set(y, (distance = 1 - editSimilarity(x, y).edit))
    return distance
  }
  return (i, j) => {
    const x = a.nodes[i]
    const y = b.nodes[j]
    if (typeof x === 'string' || typeof y === 'string') return x === y ? 0 : x === 'root' || y === 'root' ? NEVER : 1
    if (x.tag !== y.tag || x.colspan !== y.colspan || x.rowspan !== y.rowspan) return 1
    return apart(x.text, y.text)
  }
}
