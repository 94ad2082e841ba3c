import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { OUTCOMES } from '../../../../shared/extractors/core/probe'
import { excerpt } from '../../../../shared/explain/node-label'
import { StageRows } from './stage-rows'
import { demoActions, useDemo } from '../state/demo'

const KEEPS = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])
/** Characters of a line that are shown. */
const SHOWN = 160

/** The lines of the source, for methods that work on them; the numbers of the measure in question grow into it. */
export function StageLines({
  run,
  frame,
  id,
  large,
}: {
  readonly run: DemoRun
  readonly frame: Frame
  readonly id: string
  readonly large: boolean
}) {
  const { lines } = run.extraction
  const picked = useDemo((s) => (s.picked?.kind === 'line' ? s.picked.line : -1))
  const pointed = useDemo((s) => (s.pointed?.kind === 'line' ? s.pointed.line : -1))
  if (!lines) return null
  return (
    <StageRows
      run={run}
      measure={id}
      title="Lines of the source"
      count={lines.start.length}
      current={frame.decision?.line ?? -1}
      picked={picked}
      pointed={pointed}
      onPick={(line) => demoActions.pick({ kind: 'line', line })}
      large={large}
      rowAt={(line) => {
        const start = lines.start[line] ?? 0
        return {
          name: excerpt(run.page.html.slice(start, Math.min(lines.end[line] ?? start, start + 2000)), SHOWN),
          line: line + 1,
          fate: KEEPS.has(frame.lines[line] ?? 0) ? 'kept' : 'out',
          value: run.valueIn(frame, id, line),
        }
      }}
    />
  )
}
