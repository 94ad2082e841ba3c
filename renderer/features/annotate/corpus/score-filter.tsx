import type { CorpusFilter } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { formatNumber } from '../../../components/number-format'
import { NumberInput } from '../../../components/number-input'
import { annotate, useAnnotate } from '../state/annotate'
import { Select } from '../../../components/select'

type Score = NonNullable<CorpusFilter['score']>

/** What the scores are, in the words of the list. */
export const SCORES: Readonly<Record<Score['by'], { readonly option: string; readonly column: string; readonly meaning: string }>> = {
  f1: {
    option: 'F1 of extractors',
    column: 'F1',
    meaning:
      'Mean F1 (words) of one extractor of each paper and of your own, with default parameters, against the page’s gold: the adjudicated, else a finished one, else the first.',
  },
  disagreement: {
    option: 'disagreement of extractors',
    column: 'Disagree',
    meaning:
      'Share of the text kept by any extractor that not all keep; one extractor of each paper and your own, with default parameters.',
  },
}

/** Chooses the score to filter by. */
export function ScoreChoice() {
  const score = useAnnotate((state) => state.filter.score)
  return (
    <Select
      label="Score"
      value={score?.by ?? ''}
      options={[
        { value: '', label: 'Score: any' },
        { value: 'f1', label: SCORES.f1.option },
        { value: 'disagreement', label: SCORES.disagreement.option },
      ]}
      onChange={(by) => annotate.setFilter({ score: by === '' ? undefined : { by, min: 0, max: 1 } })}
    />
  )
}

/** The bounds of the score, what it is, and how to get it; nothing while no score is chosen. */
export function ScoreBounds() {
  const score = useAnnotate((state) => state.filter.score)
  const scored = useAnnotate((state) => state.scored)
  const total = useAnnotate((state) => state.total)
  const task = useAnnotate((state) => state.task)
  if (!score) return null
  const known = scored?.[score.by] ?? 0
  return (
    <div className="pages-bar pages-score" role="group" aria-label={SCORES[score.by].option}>
      <Bound score={score} end="min" label="from" />
      <Bound score={score} end="max" label="to" />
      <span role="status" data-testid="scored">
        {formatNumber(known)} of {formatNumber(total)} pages {score.by === 'f1' ? 'with gold ' : ''}measured
      </span>
      <Button disabled={task !== null || (score.by === 'disagreement' && known === total)} onClick={() => void annotate.measure()}>
        Measure the pages
      </Button>
      <span className="quiet pages-meaning">{SCORES[score.by].meaning}</span>
    </div>
  )
}

function Bound({ score, end, label }: { readonly score: Score; readonly end: 'min' | 'max'; readonly label: string }) {
  return (
    <label className="check">
      {label}
      <NumberInput
        min={0}
        max={1}
        step={0.05}
        aria-label={`Score ${label}`}
        value={score[end]}
        onChange={(value) => annotate.setFilter({ score: { ...score, [end]: value } })}
      />
    </label>
  )
}
