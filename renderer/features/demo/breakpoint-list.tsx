import { Fragment, useState } from 'react'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { RELATIONS, sameBreakpoint, type Breakpoint, type Relation } from '../../../shared/demo/stops'
import { nodeLabel } from '../../../shared/explain/node-label'
import { Button } from '../../components/button'
import { Check } from '../../components/check'
import { Dialog } from '../../components/dialog'
import { formatNumber } from '../../components/number-format'
import { Select } from '../../components/select'
import { demoActions, useDemo } from './state/demo'
import { TextField } from '../../components/text-field'

function Choice({ breakpoint, label }: { readonly breakpoint: Breakpoint; readonly label: string }) {
  const set = useDemo((s) => s.breakpoints.some((b) => sameBreakpoint(b, breakpoint)))
  return (
    <Check checked={set} onChange={() => demoActions.toggleBreakpoint(breakpoint)}>
      {label}
    </Check>
  )
}

/** A decision about a node or line whose measure is above or below a number. */
function Condition({ run }: { readonly run: DemoRun }) {
  const measures = run.info.measures.filter(({ id }) => run.valuesOf(id) !== null)
  const [measure, setMeasure] = useState(measures.find(({ id }) => id === run.info.mainMeasure)?.id ?? measures[0]?.id ?? '')
  const [relation, setRelation] = useState<Relation>('<')
  const [text, setText] = useState('')
  const limit = Number(text)
  const isNumber = text.trim() !== '' && Number.isFinite(limit)
  const set = useDemo((s) => s.breakpoints)
  const label = (id: string): string => run.info.measures.find((m) => m.id === id)?.label ?? id
  return (
    <fieldset className="demo-conditions">
      <legend>The decision of a node or line whose</legend>
      {set.map((b) =>
        b.kind === 'value' ? (
          <Choice
            key={`${b.measure} ${b.relation} ${b.limit}`}
            breakpoint={b}
            label={`${label(b.measure)} ${b.relation} ${formatNumber(b.limit)}`}
          />
        ) : null,
      )}
      <form
        className="demo-condition"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isNumber) return
          const breakpoint = { kind: 'value', measure, relation, limit } as const
          if (!set.some((b) => sameBreakpoint(b, breakpoint))) demoActions.toggleBreakpoint(breakpoint)
          setText('')
        }}
      >
        <Select value={measure} label="Measure" options={measures.map((m) => ({ value: m.id, label: m.label }))} onChange={setMeasure} />
        <Select value={relation} label="Relation" options={RELATIONS.map((r) => ({ value: r, label: r }))} onChange={setRelation} />
        <TextField aria-label="Limit" inputMode="decimal" size={8} value={text} onChange={setText} />
        <Button type="submit" disabled={!isNumber}>
          Add
        </Button>
      </form>
    </fieldset>
  )
}

/** Where playing stops: at steps, at rules, at nodes, at conditions. */
export function BreakpointDialog({ run, node, onClose }: { readonly run: DemoRun; readonly node: number; readonly onClose: () => void }) {
  const breakpoints = useDemo((s) => s.breakpoints)
  const nodes = [
    ...new Set([...breakpoints.flatMap((b) => (b.kind === 'node' || b.kind === 'fate' ? [b.node] : [])), ...(node >= 0 ? [node] : [])]),
  ]
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
          <legend>A rule’s decision</legend>
          {run.trace.rules.map((rule) => (
            <Choice key={rule} breakpoint={{ kind: 'rule', rule }} label={run.info.rules.find((r) => r.id === rule)?.label ?? rule} />
          ))}
        </fieldset>
        <fieldset>
          <legend>The decision of a node</legend>
          {nodes.map((n) => (
            <Fragment key={n}>
              <Choice breakpoint={{ kind: 'node', node: n }} label={nodeLabel(run.page, n)} />
              <Choice breakpoint={{ kind: 'fate', node: n, fate: 'kept' }} label={`${nodeLabel(run.page, n)}, if it is kept`} />
              <Choice breakpoint={{ kind: 'fate', node: n, fate: 'dropped' }} label={`${nodeLabel(run.page, n)}, if it is dropped`} />
            </Fragment>
          ))}
          {nodes.length === 0 ? <p className="quiet">Select a node in Inspect, or step to one, and it is offered here.</p> : null}
        </fieldset>
        <Condition run={run} />
        <Button disabled={breakpoints.length === 0} onClick={demoActions.clearBreakpoints}>
          Remove all
        </Button>
      </div>
    </Dialog>
  )
}
