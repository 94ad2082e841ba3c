import { useEffect, useMemo, useState } from 'react'
import { Check, X } from 'lucide-react'
import type { ExtractionResult } from '../../../../../shared/contract/contract'
import { explainNode } from '../../../../../shared/explain/explain-node'
import { hiddenCause } from '../../../../../shared/explain/coverage'
import { headline } from '../../../../../shared/explain/reason-sentence'
import { suggestionsOf, type Suggestion } from '../../../../../shared/gold/review'
import { nodeAtAxis, spacedText } from '../../../../../shared/gold/text-axis'
import { Button, IconButton } from '../../../../components/button'
import { formatNumber } from '../../../../components/number-format'
import { call } from '../../../../window/host/host'
import { useExtractor } from '../../../../window/page/current-extractor'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import { keysOfLabelAction } from '../label-actions'
import panelStyles from './label-panels.module.css'

const MOST_ROWS = 300

/** What an extractor or another annotator suggested and nobody looked at yet: accepted or rejected together, or block by block with the reason. */
export function ReviewList({ open }: { readonly open: Labelling }) {
  const { axis, blocks } = open
  const { spans } = open.history.present
  const suggestions = useMemo(() => suggestionsOf(blocks, spans), [blocks, spans])
  const origin = suggestions[0]?.origin
  const reasonOf = useReasons(open, origin?.kind === 'extractor' ? origin.name : null, origin?.params)
  if (!origin) return null
  return (
    <section aria-label="Suggested labels" data-testid="suggestions">
      <h3>
        Suggested by {origin.name}, not looked at: {formatNumber(suggestions.length)} {suggestions.length === 1 ? 'block' : 'blocks'}
      </h3>
      <p className="row">
        <Button small onClick={() => labelling.review(suggestions, true)}>
          Accept all
        </Button>
        <Button small onClick={() => labelling.review(suggestions, false)}>
          Reject all
        </Button>
        <span className="quiet">
          At the cursor: {keysOfLabelAction('accept')} accepts, {keysOfLabelAction('reject')} rejects, and it goes to the next.
        </span>
      </p>
      <ul className={panelStyles.spans}>
        {suggestions.slice(0, MOST_ROWS).map((suggestion) => (
          <li key={suggestion.from}>
            <Button tone="bare" className={`cut ${panelStyles.quote}`} onClick={() => labelling.putCursor(suggestion)}>
              {spacedText(axis, { from: suggestion.from, to: Math.min(suggestion.to, suggestion.from + 160) })
                .replace(/\s+/g, ' ')
                .trim()}
            </Button>
            <IconButton icon={Check} label="Accept" onClick={() => labelling.review([suggestion], true)} />
            <IconButton icon={X} label="Reject" onClick={() => labelling.review([suggestion], false)} />
            <span className={`quiet ${panelStyles.origin}`}>{reasonOf(suggestion)}</span>
          </li>
        ))}
      </ul>
      {suggestions.length > MOST_ROWS ? <p className="quiet">and {formatNumber(suggestions.length - MOST_ROWS)} more</p> : null}
    </section>
  )
}

/** The reasons of the extractor that the labels came from: it is run again as it was, with its decisions recorded. */
function useReasons(
  { summary, model, axis }: Labelling,
  extractor: string | null,
  params: Suggestion['origin']['params'],
): (suggestion: Suggestion) => string {
  const [result, setResult] = useState<ExtractionResult | 'none' | null>(null)
  const info = useExtractor(extractor)
  const asked = extractor === null ? null : JSON.stringify([summary.id, extractor, params])
  useEffect(() => {
    if (extractor === null) return
    const stop = new AbortController()
    void call(
      'extraction.run',
      { page: summary.id, extractor, preset: 'default', params: params ?? {}, trace: true },
      { signal: stop.signal },
    ).then((answer) => {
      if (!stop.signal.aborted) setResult(answer.ok ? answer.value : 'none')
    })
    return () => stop.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the same question is asked once
  }, [asked])
  return ({ from, origin }) => {
    if (origin.kind !== 'extractor') return ''
    if (result === null) return 'Asking for the reason …'
    if (result === 'none' || !result.trace || !info) return 'No reason is known.'
    const node = nodeAtAxis(axis, from)
    return headline(model, explainNode(model, result.extraction, result.trace, info.rules, node), hiddenCause(model, node), formatNumber)
  }
}
