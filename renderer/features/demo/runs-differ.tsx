import { useMemo } from 'react'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { wordChange } from '../../../shared/explain/word-change'
import { formatNumber } from '../../components/number-format'
import { runName } from './run-name'

/** At the end of two at once: how their results differ. */
export function RunsDiffer({ run, other }: { readonly run: DemoRun; readonly other: DemoRun }) {
  const { lost, won } = useMemo(() => wordChange(run.page, run.extraction.selected, other.extraction.selected), [run, other])
  const mine = runName(run, other)
  const theirs = runName(other, run)
  const words = (n: number): string => `${formatNumber(n)} ${n === 1 ? 'word' : 'words'}`
  return (
    <p className="demo-differ" role="status">
      {lost === 0 && won === 0
        ? `${mine} and ${theirs} keep the same words.`
        : `Only ${mine} keeps ${words(lost)}; only ${theirs} keeps ${words(won)}.`}
    </p>
  )
}
