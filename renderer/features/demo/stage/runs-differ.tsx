import { useMemo } from 'react'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { runsDifference, type OwnPlace } from '../../../../shared/demo/runs-difference'
import { Button } from '../../../components/button'
import { formatNumber } from '../../../components/number-format'
import { runName } from '../run-name'
import { demoActions } from '../state/demo'

const words = (n: number): string => `${formatNumber(n)} ${n === 1 ? 'word' : 'words'}`

/** At the end of two at once: how their results differ, and where. */
export function RunsDiffer({ run, other }: { readonly run: DemoRun; readonly other: DemoRun }) {
  const { both, onlyFirst, onlySecond, overlap, first, second } = useMemo(
    () => runsDifference(run.page, run.extraction.selected, other.extraction.selected),
    [run, other],
  )
  const mine = runName(run, other)
  const theirs = runName(other, run)
  if (onlyFirst === 0 && onlySecond === 0)
    return (
      <p className="demo-differ" role="status">
        {mine} and {theirs} keep the same words, {formatNumber(both)} of them.
      </p>
    )
  return (
    <p className="demo-differ" role="status">
      Both keep {words(both)}, {formatNumber(Math.round(overlap * 1000) / 10)} % of what either keeps. Only {mine} keeps {words(onlyFirst)}
      <Where place={first} />; only {theirs} keeps {words(onlySecond)}
      <Where place={second} />.
    </p>
  )
}

function Where({ place }: { readonly place: OwnPlace | null }) {
  if (!place) return null
  return (
    <>
      , {formatNumber(place.words)} of them in{' '}
      <Button tone="bare" className="demo-term" onClick={() => demoActions.pick({ kind: 'node', node: place.node })}>
        {place.label}
      </Button>
    </>
  )
}
