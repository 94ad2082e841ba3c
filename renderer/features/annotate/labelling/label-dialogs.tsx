import type { TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import { suggestionsOf } from '../../../../shared/gold/review'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { formatCount, formatNumber, formatTime } from '../../../components/number-format'
import { labelling } from '../state/labelling'
import type { Conflict, Labelling } from '../state/labelling-state'
import '../../../components/form.css'
import labelStyles from './label.module.css'

const MOST_ROWS = 100

/** Dialog that confirms finishing a page without main content: only a confirmed empty page has a gold standard. */
export function NoContentDialog() {
  const close = (): void => labelling.closeQuestion()
  return (
    <Dialog label="No main content on this page?" onClose={close}>
      <div className="form" data-testid="no-content">
        <p>
          No text is labelled as main content. An error page, a list of links, or a page that scripts fill may have no main content. An
          extractor must then keep no text of the page.
        </p>
        <p className="quiet">Your answer is stored with your labels. Without this answer, the page has no gold standard.</p>
        <div className="form-actions">
          <Button label="No main content, done" tone="strong" data-autofocus onClick={() => void labelling.finish('done', true)} />
          <Button label="Continue labelling" onClick={close} />
          <Button label="Skip page" onClick={() => void labelling.finish('skipped')} />
        </div>
      </div>
    </Dialog>
  )
}

/** Dialog that requests a decision on unreviewed suggestions before a page is finished, so that they do not become gold labels. */
export function SuggestionsDialog({ open }: { readonly open: Labelling }) {
  const { blocks, history } = open
  const left = new Set(suggestionsOf(blocks, history.present.spans).map(({ block }) => block)).size
  const close = (): void => labelling.closeQuestion()
  return (
    <Dialog label={`${formatCount(left, 'block')} not reviewed`} onClose={close}>
      <div className="form" data-testid="unseen-suggestions">
        <p>
          Accept, change or remove all suggested labels first. The labels of a finished page are a gold standard, and unreviewed suggestions
          would favour the extractor that suggested them.
        </p>
        <div className="form-actions">
          <Button label="Reject all, done" onClick={() => void labelling.finishSuggestions(false)} />
          <Button label="Accept all, done" onClick={() => void labelling.finishSuggestions(true)} />
          <Button label="Continue review" tone="strong" data-autofocus onClick={close} />
        </div>
      </div>
    </Dialog>
  )
}

/** Dialog that compares a finished practice page with its gold labels. */
export function FeedbackDialog({ feedback }: { readonly feedback: TrainingFeedback }) {
  const { f1, passMark, pageType, differences } = feedback
  const isPassed = passMark === null || (f1 ?? 1) >= passMark
  const close = (): void => void labelling.afterFeedback()
  return (
    <Dialog label="Practice page: your labels and the gold standard" onClose={close}>
      <div className="form" data-testid="feedback">
        <p>
          {differences.length === 0
            ? 'Your labels match the gold standard.'
            : `F1 ${f1 === null ? 'n/a' : f1.toFixed(3)}; ${formatNumber(differences.length)} ${differences.length === 1 ? 'stretch differs' : 'stretches differ'}.`}{' '}
          {pageType.given === pageType.gold
            ? `The page type is right: ${pageType.gold ?? 'none'}.`
            : `Your page type is ${pageType.given ?? 'none'}; the gold standard has ${pageType.gold ?? 'none'}.`}
        </p>
        {passMark === null ? null : (
          <p role="status">
            {isPassed ? 'Passed' : 'Not passed'}: F1 {f1 === null ? 'n/a' : f1.toFixed(3)}, needs {passMark}.
            {isPassed ? '' : ' Read the guidelines, correct your labels, and press “Done, next” again.'}
          </p>
        )}
        {differences.length > 0 ? (
          <ul className={labelStyles.feedback}>
            {differences.slice(0, MOST_ROWS).map((difference, i) => (
              <li key={i}>
                <strong>
                  Gold standard: {difference.gold ?? 'no label'}; yours: {difference.given ?? 'no label'}
                </strong>{' '}
                {difference.quote}
              </li>
            ))}
          </ul>
        ) : null}
        {differences.length > MOST_ROWS ? <p className="quiet">and {formatNumber(differences.length - MOST_ROWS)} more</p> : null}
        <div className="form-actions">
          {isPassed ? null : <Button label="Correct labels" tone="strong" data-autofocus onClick={() => labelling.closeFeedback()} />}
          <Button label="Next page" tone={isPassed ? 'strong' : 'plain'} data-autofocus={isPassed || undefined} onClick={close} />
        </div>
      </div>
    </Dialog>
  )
}

/** Dialog that resolves a conflict with labels that another window saved. */
export function ConflictDialog({ open, conflict }: { readonly open: Labelling; readonly conflict: Conflict }) {
  const { theirs, conflicts } = conflict
  const saved = theirs.updatedAt ? `, saved ${formatTime(theirs.updatedAt)}` : ''
  return (
    <Dialog label="Labels changed in another window" onClose={null}>
      <div className="form">
        <p>
          {open.annotator} on {open.page.entry.id}: {open.history.present.spans.length} labels here, {theirs.spans.length} on disk{saved}.
          Nothing was overwritten.
        </p>
        <p>
          {conflicts.length === 0
            ? 'The changes do not overlap. Merge keeps both.'
            : `Both changed: ${conflicts.join(', ')}. Merge keeps your version of these parts, and joins notes.`}{' '}
          Reload replaces your labels by the labels on disk; Undo restores your labels.
        </p>
        <div className="form-actions">
          <Button label="Merge" tone="strong" data-autofocus onClick={() => void labelling.decide('merge')} />
          <Button label="Reload" onClick={() => void labelling.decide('reload')} />
        </div>
      </div>
    </Dialog>
  )
}
