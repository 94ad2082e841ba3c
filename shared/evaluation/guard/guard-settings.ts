/** What two runs must have in common to be compared, and what a reader should know where they differ. */
import { failed } from '../../base/failure'
import { configurationName, type RunSpec } from '../run-spec'

interface Settled {
  readonly names: readonly string[]
  readonly spec: Pick<RunSpec, 'configurations' | 'tokens' | 'labels' | 'gold'>
  readonly boilerscope: string
}

/** @throws FailureError `guard.tokens` where words were compared otherwise: no figure of the one is one of the other. */
export function settingsNotes(run: Settled, baseline: Settled): string[] {
  const words = ({ spec: { tokens } }: Settled): string =>
    `${tokens.foldCase ? 'without' : 'with'} regard to case, ${tokens.stripPunctuation ? 'without' : 'with'} punctuation`
  if (words(run) !== words(baseline))
    throw failed(
      'guard.tokens',
      `The baseline compared words ${words(baseline)}, this run ${words(run)}.`,
      'Use the same options (--fold-case, --strip-punctuation), or make the baseline anew.',
    )
  const notes: string[] = []
  if (run.boilerscope !== baseline.boilerscope)
    notes.push(
      `The baseline was made by ${baseline.boilerscope === '' ? 'an earlier version of Boilerscope, which did not say which' : `Boilerscope ${baseline.boilerscope}`}; this run is of ${run.boilerscope || 'one that does not say'}.`,
    )
  if (run.spec.gold !== baseline.spec.gold)
    notes.push(
      `The baseline was scored against the gold of ${baseline.spec.gold || 'each page'}, this run against that of ${run.spec.gold || 'each page'}.`,
    )
  const settings = ({ spec }: Settled): string[] => spec.configurations.map(configurationName)
  const [own, theirs] = [settings(run), settings(baseline)]
  const other = own.filter((name) => !theirs.includes(name))
  if (other.length > 0) notes.push(`The baseline has other parameters: ${theirs.join(', ')} instead of ${own.join(', ')}.`)
  return notes
}
