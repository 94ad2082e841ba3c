import { excerpt, nodeLabel, textPreview } from '../explain/node-label'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT, PATH } from '../page/output'
import { lastAtOrBefore } from '../base/int-list'
import { elementAt, markedNode, pickedAs, type Picked } from './card-subject'
import { KEEPS } from './stage-chart'
import { lineTopic, nodeTopic, type DemoRun, type Frame } from './demo-run'

export interface StageRow {
  readonly name: string
  /** The beginning of the element's text. Empty for lines, because `name` contains the text of the line. */
  readonly words: string
  readonly status: 'kept' | 'path' | 'out'
  readonly value: number
  readonly depth: number
  /** Number of the line, from 1; null in a tree. */
  readonly line: number | null
  /**
   * Set at moments without a decision, if the element is in `way` of the step, a path through the tree. `least`: the element that the step
   * found. `way`: another element of this path. Not related to the status `path`.
   */
  readonly way?: 'way' | 'least' | undefined
  /** The subject that a click on the row picks; null for removed elements. */
  readonly picked: Picked | null
}

const LINE = 160

const WORDS = 60

/** Returns the rows of a moment. @param tree the rows of `treeRows`; unused if the moment is about lines */
export function stageRows(run: DemoRun, frame: Frame, tree: readonly TreeRow[]) {
  const { lines } = run.extraction
  const perLine = lineTopic(run, frame)
  const measure = perLine ?? nodeTopic(run, frame) ?? run.info.mainMeasure
  const spec = run.measureOf(measure)
  const common = { measure, label: spec?.label ?? measure, share: spec?.share ?? false }
  if (perLine !== null && lines)
    return {
      ...common,
      title: 'Lines of the source',
      perLine: true,
      count: lines.start.length,
      current: frame.decision?.line ?? -1,
      rowOf: (picked: Picked | null) => pickedAs('line', picked),
      rowAt: (line: number): StageRow => {
        const start = lines.start[line] ?? 0
        return {
          name: excerpt(run.page.html.slice(start, Math.min(lines.end[line] ?? start, start + 2000)), LINE),
          words: '',
          status: KEEPS.has(frame.lines[line] ?? 0) ? 'kept' : 'out',
          value: run.valueIn(frame, measure, line),
          depth: 0,
          line: line + 1,
          picked: { per: 'line', subject: line },
        }
      },
    }
  const step = frame.decision ? null : frame.chapter.step
  return {
    ...common,
    title: 'Tree',
    perLine: false,
    count: tree.length,
    current: rowOf(tree, run.page, markedNode(run, frame)),
    rowOf: (picked: Picked | null) => rowOf(tree, run.page, pickedAs('node', picked)),
    rowAt: (row: number): StageRow => {
      const { node, label: name, depth } = tree[row] ?? { node: -1, label: '', depth: 0 }
      if (node < 0) return { name, words: '', depth, status: 'out', value: Number.NaN, line: null, picked: null }
      return {
        name,
        words: textPreview(run.page, node, WORDS),
        depth,
        status: frame.selected[node] === KEPT ? 'kept' : frame.selected[node] === PATH ? 'path' : 'out',
        way: step?.way?.includes(node) ? (step.node === node ? 'least' : 'way') : undefined,
        value: run.valueIn(frame, measure, node),
        line: null,
        picked: { per: 'node', subject: node },
      }
    },
  }
}

export interface TreeRow {
  readonly node: NodeId
  readonly depth: number
  readonly label: string
}

/** Returns the elements of body in document order. @param removed 1 for removed nodes; all removed nodes share one row */
export function treeRows(page: PageModel, removed: Uint8Array | null = null): TreeRow[] {
  const rows: TreeRow[] = []
  if (page.body < 0) return rows
  const depth = new Int32Array(page.count)
  const end = page.subtreeEnd[page.body] as number
  let folded = 0
  for (let n: number = page.body; n < end; n++) {
    if (n > page.body) depth[n] = (depth[page.parent[n] as number] as number) + 1
    if (removed?.[n] === 1 && n > page.body) {
      if (page.kind[n] === ELEMENT) folded++
      continue
    }
    if (page.kind[n] === ELEMENT) rows.push({ node: n, depth: depth[n] as number, label: nodeLabel(page, n, 36) })
  }
  if (folded > 0)
    rows.splice(1, 0, { node: -1, depth: 1, label: `removed before the run: ${folded} ${folded === 1 ? 'element' : 'elements'}` })
  return rows
}

/** Returns the index of the row of an element, or of a text's parent; -1 if missing. */
export function rowOf(rows: readonly TreeRow[], page: PageModel, node: NodeId): number {
  const element = elementAt(page, node)
  // The row of removed elements has no node. The search treats this row as body.
  const found = lastAtOrBefore(rows.length, (i) => (rows[i]?.node === -1 ? page.body : (rows[i]?.node ?? 0)), element)
  const at = rows[found]?.node === -1 ? found - 1 : found
  return rows[at]?.node === element ? at : -1
}
