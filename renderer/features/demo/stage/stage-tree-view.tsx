import { useMemo, useState } from 'react'
import type { Picked } from '../../../../shared/demo/card-subject'
import { nodeTopic, shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { rowOf, takenOut, treeRows } from '../../../../shared/demo/stage-tree'
import { KEPT, PATH } from '../../../../shared/page/selection'
import { StageRows } from './stage-rows'
import { demoActions, useDemo } from '../state/demo'

/** The tree of elements; the numbers of the measure that appeared last grow into it. */
export function StageTree({ run, frame, large }: { readonly run: DemoRun; readonly frame: Frame; readonly large: boolean }) {
  const [unfolded, setUnfolded] = useState(false)
  const rows = useMemo(() => treeRows(run.page, unfolded ? null : takenOut(run)), [run, unfolded])
  const measure = nodeTopic(run, frame) ?? run.info.mainMeasure
  const rowOfPicked = (picked: Picked | null): number => (picked?.kind === 'node' ? rowOf(rows, run.page, picked.node) : -1)
  const picked = useDemo((s) => rowOfPicked(s.picked))
  const pointed = useDemo((s) => rowOfPicked(s.pointed))
  return (
    <StageRows
      run={run}
      measure={measure}
      title="Tree"
      count={rows.length}
      current={rowOf(rows, run.page, shownNode(run, frame))}
      picked={picked}
      pointed={pointed}
      onPick={(row) => {
        const node = rows[row]?.node ?? -1
        if (node < 0) setUnfolded(true)
        else demoActions.pick({ kind: 'node', node })
      }}
      large={large}
      rowAt={(index) => {
        const { node, label, depth } = rows[index] ?? { node: -1, label: '', depth: 0 }
        if (node < 0) return { name: label, depth, fate: 'out', value: Number.NaN }
        const fate = frame.selected[node] === KEPT ? 'kept' : frame.selected[node] === PATH ? 'path' : 'out'
        const step = frame.decision ? null : frame.chapter.step
        const way = step?.way?.includes(node) ? (step.node === node ? ('least' as const) : ('way' as const)) : undefined
        return { name: label, node, depth, fate, way, value: run.valueIn(frame, measure, node) }
      }}
    />
  )
}
