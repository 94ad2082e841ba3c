/** What is asked, and told, while a page is labelled. */
import type { TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import type { GoldFile } from '../../../../shared/gold/gold-file'
import { suggestionsOf } from '../../../../shared/gold/review'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import '../../../components/form.css'
import { formatCount, formatNumber } from '../../../components/number-format'
import { labelling } from '../state/labelling'
import type { Conflict, Labelling } from '../state/labelling-state'
import labelStyles from './label.module.css'

const MOST_ROWS = 100

/** Asks whoever finishes a page without main content whether it has none: only the answer makes it gold. */
export function NoContentDialog() {
  const goOn = (): void => labelling.goOnLabelling()
  return (
    <Dialog label="No main content on this page?" onClose={goOn}>
      <div className="form" data-testid="no-content">
        <p>
          Nothing is labelled as main content. A page that only scripts fill, an error page or a list of links alone may have none: then an
          extractor is right to keep nothing of it.
        </p>
        <p className="quiet">Your answer is kept with your labels; without it the page counts as one without gold.</p>
        <div className="form-actions">
          <Button tone="strong" data-autofocus onClick={() => void labelling.finish('done', true)}>
            There is none: done, next page
          </Button>
          <Button onClick={goOn}>Go on labelling</Button>
          <Button onClick={() => void labelling.finish('skipped')}>Skip the page</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Asks whoever finishes a page whose suggestions were not all looked at: unseen, they would be gold that nobody gave. */
export function SuggestionsDialog({ open }: { readonly open: Labelling }) {
  const { blocks, history } = open
  const left = new Set(suggestionsOf(blocks, history.present.spans).map(({ block }) => block)).size
  const goOn = (): void => labelling.goOnLabelling()
  return (
    <Dialog label={`${formatCount(left, 'block')} not looked at`} onClose={goOn}>
      <div className="form" data-testid="unseen-suggestions">
        <p>
          These labels were suggested, and neither accepted, changed nor taken away yet. Finished, the page is gold: what is left as it was
          suggested would favour the method that it came from.
        </p>
        <div className="form-actions">
          <Button onClick={() => void labelling.finishSuggestions(false)}>Take them away: done</Button>
          <Button onClick={() => void labelling.finishSuggestions(true)}>Accept them all: done</Button>
          <Button tone="strong" data-autofocus onClick={goOn}>
            Go on looking
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** What the gold says of a training page that was just finished. */
export function FeedbackDialog({ feedback }: { readonly feedback: TrainingFeedback }) {
  const { f1, pageType, differences } = feedback
  const goOn = (): void => void labelling.afterFeedback()
  return (
    <Dialog label="Practice page: how your labels compare" onClose={goOn}>
      <div className="form" data-testid="feedback">
        <p>
          {differences.length === 0
            ? 'Your labels are those of the gold.'
            : `F1 ${f1 === null ? 'n/a' : f1.toFixed(3)}; ${formatNumber(differences.length)} ${differences.length === 1 ? 'stretch differs' : 'stretches differ'}.`}{' '}
          {pageType.given === pageType.gold
            ? `The page type is right: ${pageType.gold ?? 'none'}.`
            : `You said the page is ${pageType.given ?? 'of no type'}; the gold says ${pageType.gold ?? 'of no type'}.`}
        </p>
        {differences.length > 0 ? (
          <ul className={labelStyles.feedback}>
            {differences.slice(0, MOST_ROWS).map((difference, i) => (
              <li key={i}>
                <span>
                  <strong>{difference.gold === null ? 'Not to be labelled' : `To be ${difference.gold}`}</strong>
                  {difference.given === null
                    ? ', you left it out: '
                    : difference.gold === null
                      ? `, you said ${difference.given}: `
                      : `, not ${difference.given}: `}
                </span>
                {difference.quote}
              </li>
            ))}
          </ul>
        ) : null}
        {differences.length > MOST_ROWS ? <p className="quiet">and {formatNumber(differences.length - MOST_ROWS)} more</p> : null}
        <div className="form-actions">
          <Button tone="strong" data-autofocus onClick={goOn}>
            Go on to the next page
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Two windows changed the same labels: a person chooses; nothing was overwritten. */
export function ConflictDialog({ open, conflict }: { readonly open: Labelling; readonly conflict: Conflict }) {
  const { mine, theirs, conflicts } = conflict
  return (
    <Dialog label="These labels were changed elsewhere too" onClose={null}>
      <div className="form">
        <p>
          The file of {open.annotator} on {open.page.entry.id} was changed on disk since it was read here. Both changed:{' '}
          {conflicts.join(', ')}. Nothing was overwritten.
        </p>
        <div className={labelStyles.sides}>
          <Side title="Here" gold={mine} other={theirs} conflicts={conflicts} />
          <Side title="On disk" gold={theirs} other={mine} conflicts={conflicts} />
        </div>
        <div className="form-actions">
          <Button tone="strong" data-autofocus onClick={() => void labelling.decide('mine')}>
            Keep what is here
          </Button>
          <Button onClick={() => void labelling.decide('theirs')}>Take what is on disk</Button>
          <Button
            title="What only one of them changed is taken from it; what both changed, from here; notes of both stay, one below the other"
            onClick={() => void labelling.decide('merged')}
          >
            Put both together
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** What labels say under one of the names that both sides changed. */
function saidOf(gold: GoldFile, name: string): string {
  const value = name === 'fields' ? Object.entries(gold.fields ?? {}).map(([field, said]) => `${field}: ${said?.text ?? ''}`) : gold[name]
  if (Array.isArray(value)) return value.map(String).join('; ') || 'none'
  if (typeof value === 'string') return value.trim() || 'none'
  return value === undefined || value === null ? 'none' : JSON.stringify(value)
}

interface SideProps {
  readonly title: string
  readonly gold: GoldFile
  readonly other: GoldFile
  /** Names of what both changed. */
  readonly conflicts: readonly string[]
}

function Side({ title, gold, other, conflicts }: SideProps) {
  const there = new Set(other.spans.map((span) => JSON.stringify([span.label, span.start, span.end])))
  const own = gold.spans.filter((span) => !there.has(JSON.stringify([span.label, span.start, span.end])))
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="quiet">
        {gold.updatedAt ? new Date(gold.updatedAt).toLocaleString() : 'never saved'} · {gold.spans.length} labels ·{' '}
        {gold.pageType ?? 'no page type'} · {gold.status}
      </p>
      {conflicts
        .filter((name) => name !== 'spans')
        .map((name) => (
          <p key={name}>
            <strong>{name}</strong>: {saidOf(gold, name)}
          </p>
        ))}
      <ul className="bulleted">
        {own.slice(0, 20).map((span, i) => (
          <li key={i}>
            <strong>{span.label}</strong> {span.quote.slice(0, 160)}
          </li>
        ))}
        {own.length === 0 ? <li className="quiet">No labels that the other side lacks.</li> : null}
      </ul>
    </section>
  )
}
