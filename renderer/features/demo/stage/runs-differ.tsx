import { useMemo } from 'react'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { Button } from '../../../components/button'
import { differenceWords } from '../run-words'
import { demoActions } from '../state/demo'
import styles from './cards.module.css'

/** At the end of two at once: how their results differ, and where. */
export function RunsDiffer({ run, other }: { readonly run: DemoRun; readonly other: DemoRun }) {
  const said = useMemo(() => differenceWords(run, other), [run, other])
  return (
    <p className="demo-differ" role="status">
      {said.map((piece, i) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <Button tone="bare" key={i} className={styles.term ?? ''} onClick={() => demoActions.pick({ kind: 'node', node: piece.node })}>
            {piece.label}
          </Button>
        ),
      )}
    </p>
  )
}
