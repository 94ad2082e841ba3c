import type { DemoRun } from '../../../shared/demo/demo-run'
import { sameBreakpoint, type Breakpoint } from '../../../shared/demo/stops'
import { nodeLabel } from '../../../shared/explain/node-label'
import { Button } from '../../components/button'
import { Check } from '../../components/check'
import { Dialog } from '../../components/dialog'
import { demoActions, useDemo } from './state/demo'

function Choice({ breakpoint, label }: { readonly breakpoint: Breakpoint; readonly label: string }) {
  const set = useDemo((s) => s.breakpoints.some((b) => sameBreakpoint(b, breakpoint)))
  return (
    <Check checked={set} onChange={() => demoActions.toggleBreakpoint(breakpoint)}>
      {label}
    </Check>
  )
}

/** Where playing stops: at steps and at nodes. */
export function BreakpointDialog({ run, node, onClose }: { readonly run: DemoRun; readonly node: number; readonly onClose: () => void }) {
  const breakpoints = useDemo((s) => s.breakpoints)
  const nodes = [...new Set([...breakpoints.flatMap((b) => (b.kind === 'node' ? [b.node] : [])), ...(node >= 0 ? [node] : [])])]
  return (
    <Dialog label="Stop playing at" onClose={onClose}>
      <div className="demo-breakpoints">
        <fieldset>
          <legend>A step</legend>
          {run.timeline.chapters.map((chapter) => (
            <Choice
              key={chapter.index}
              breakpoint={{ kind: 'step', chapter: chapter.index }}
              label={`${chapter.index + 1}. ${chapter.step.name}`}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>The decision of a node</legend>
          {nodes.map((n) => (
            <Choice key={n} breakpoint={{ kind: 'node', node: n }} label={nodeLabel(run.page, n)} />
          ))}
          {nodes.length === 0 ? <p className="quiet">Select a node in Inspect, or step to one, and it is offered here.</p> : null}
        </fieldset>
        <Button disabled={breakpoints.length === 0} onClick={demoActions.clearBreakpoints}>
          Remove all
        </Button>
      </div>
    </Dialog>
  )
}
