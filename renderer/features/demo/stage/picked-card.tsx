import { useMemo } from 'react'
import { CirclePause, ScanSearch, X } from 'lucide-react'
import type { Picked } from '../../../../shared/demo/card-subject'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { sameBreakpoint } from '../../../../shared/demo/stops'
import { whyPicked } from '../../../../shared/demo/narration'
import { nodeLabel } from '../../../../shared/explain/node-label'
import { IconButton } from '../../../components/button'
import { formatNumber } from '../../../components/number-format'
import { actions } from '../../../window/window'
import { demoActions, useDemo } from '../state/demo'
import styles from './cards.module.css'

/** What somebody asked about: what becomes of it and why, a stop at its decision, the way to Inspect. */
export function PickedCard({ run, picked }: { readonly run: DemoRun; readonly picked: Picked }) {
  const why = useMemo(() => whyPicked(run, picked, formatNumber), [run, picked])
  const isExample = useDemo((s) => s.example !== null)
  const stops = useDemo((s) => picked.kind === 'node' && s.breakpoints.some((b) => sameBreakpoint(b, picked)))
  const name = picked.kind === 'node' ? nodeLabel(run.page, picked.node) : `line ${picked.line + 1}`
  return (
    <section className={styles.picked} aria-label={`Asked about: ${name}`}>
      <header>
        <strong className="cut">{name}</strong>
        {picked.kind === 'node' ? (
          <>
            <IconButton
              icon={CirclePause}
              label="Stop when it is decided"
              aria-pressed={stops}
              onClick={() => demoActions.toggleBreakpoint(picked)}
            />
            <IconButton
              icon={ScanSearch}
              label={isExample ? 'Examples are not in Inspect' : 'Look at it in Inspect; Demonstrate comes back to this moment'}
              disabled={isExample}
              onClick={() => {
                actions.select(picked.node)
                actions.setWorkspace('inspect')
              }}
            />
          </>
        ) : null}
        <IconButton icon={X} label="Back to what the moment is about" keys="Esc" onClick={() => demoActions.pick(null)} />
      </header>
      <p role="status">{why}</p>
    </section>
  )
}
