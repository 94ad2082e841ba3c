import { useMemo } from 'react'
import type { LabelSpan } from '../../../../../shared/gold/label-spans'
import { useAnnotate } from '../../state/annotate'
import { labelColours } from './label-colours'

/** The colours of the corpus's labels, and of those that only the page's own spans have. */
export function useLabelColours(spans: readonly LabelSpan[]): ReadonlyMap<string, string> {
  const labels = useAnnotate((state) => state.corpus?.labels)
  return useMemo(
    () =>
      labelColours(
        labels ?? [],
        spans.map((span) => span.label),
      ),
    [labels, spans],
  )
}
