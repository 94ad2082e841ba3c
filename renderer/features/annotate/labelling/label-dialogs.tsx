import type { TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import { conflictNames } from '../../../../shared/gold/merge-gold'
import { suggestionsOf } from '../../../../shared/gold/label-commands'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { CorpusDialog } from '../corpus/page-dialogs'
import { formatCount, formatNumber, formatTime } from '../../../components/number-format'
import { labelling } from '../state/labelling'
import type { Conflict, Labelling } from '../state/labelling-state'
import labelStyles from './label.module.css'
import { useState } from 'react'
import { annotate, useAnnotate, type StartFrom } from '../state/annotate'
import { useWindow } from '../../../window/window'
import { ParamFields } from '../../../components/param-fields/param-fields'
import { PresetSelect, Select, Check } from '../../../components/fields'
import '../../../components/form.css'

const MOST_ROWS = 100

export function NoContentDialog() {
  return (
    <Dialog label="No main content on this page?" onClose={labelling.closeQuestion}>
      <div className="form" data-testid="no-content">
        <p>
          No text is labelled as main content. Error pages, lists of links, and pages filled by scripts may have no main content. Then the
          correct result of an extractor is empty.
        </p>
        <p className="quiet">Your answer is stored with your labels. Without this answer, your labels do not count as a gold standard.</p>
        <div className="form-actions">
          <Button label="No main content, done" tone="strong" data-autofocus onClick={() => void labelling.finish('done', true)} />
          <Button label="Continue labelling" onClick={labelling.closeQuestion} />
          <Button label="Skip page" onClick={() => void labelling.finish('skipped')} />
        </div>
      </div>
    </Dialog>
  )
}

/** Unreviewed suggestions block finishing a page, because suggestions must not become gold labels. */
export function SuggestionsDialog({ open }: { readonly open: Labelling }) {
  const { blocks, history } = open
  const left = new Set(suggestionsOf(blocks, history.present.spans).map(({ block }) => block)).size
  return (
    <Dialog label={`${formatCount(left, 'block')} not reviewed`} onClose={labelling.closeQuestion}>
      <div className="form" data-testid="unseen-suggestions">
        <p>Accept, change or remove all suggested labels first. Unreviewed suggestions would bias the gold standard.</p>
        <div className="form-actions">
          <Button label="Reject all, done" onClick={() => void labelling.finishSuggestions(false)} />
          <Button label="Accept all, done" onClick={() => void labelling.finishSuggestions(true)} />
          <Button label="Continue review" tone="strong" data-autofocus onClick={labelling.closeQuestion} />
        </div>
      </div>
    </Dialog>
  )
}

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
            : `F1 ${f1 === null ? 'n/a' : f1.toFixed(3)}; ${formatNumber(differences.length)} ${differences.length === 1 ? 'passage differs' : 'passages differ'}.`}{' '}
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

export function ConflictDialog({ open, conflict }: { readonly open: Labelling; readonly conflict: Conflict }) {
  const { theirs, conflicts } = conflict
  const saved = theirs.updatedAt ? `, saved ${formatTime(theirs.updatedAt)}` : ''
  return (
    <Dialog label="Labels changed elsewhere" onClose={null}>
      <div className="form">
        <p>
          {open.annotator} on {open.page.entry.id}: {formatCount(open.history.present.spans.length, 'label')} here, {theirs.spans.length} on
          disk{saved}. Nothing was overwritten.
        </p>
        <p>
          {conflicts.length === 0
            ? 'The changes do not overlap. Merge keeps both.'
            : `Changed in both versions: ${conflictNames(conflicts)}. Merge keeps your version of these parts, and joins notes.`}{' '}
          Reload replaces your labels with the labels on disk; Undo restores your labels.
        </p>
        <div className="form-actions">
          <Button label="Merge" tone="strong" data-autofocus onClick={() => void labelling.decide('merge')} />
          <Button label="Reload" onClick={() => void labelling.decide('reload')} />
        </div>
      </div>
    </Dialog>
  )
}

const fromExtractor = (extractor: string): StartFrom => ({ kind: 'extractor', extractor, preset: 'default', params: {} })

export function StartFromDialog({ open, onClose }: { readonly open: Labelling | null; readonly onClose: () => void }) {
  const extractors = useWindow((state) => state.extractors)
  const { startFrom, blind } = useAnnotate((state) => state.preferences)
  // The most accurate built-in extractor in docs/results.md.
  const first = extractors.find(({ id }) => id === 'lens') ?? extractors[0]
  const [chosen, setChosen] = useState<StartFrom>(startFrom.kind === 'blank' && first ? fromExtractor(first.id) : startFrom)
  const [always, setAlways] = useState(startFrom.kind !== 'blank')
  const info = chosen.kind === 'extractor' ? extractors.find((x) => x.id === chosen.extractor) : undefined
  const others = open?.page.labels.map(({ gold }) => gold.annotator).filter((name) => name !== open.annotator) ?? []
  const labelled = (open?.history.present.spans.length ?? 0) > 0

  function choose(value: string): void {
    if (value === '') setChosen({ kind: 'blank' })
    else if (value.startsWith('a:')) setChosen({ kind: 'annotator', annotator: value.slice(2) })
    else setChosen(fromExtractor(value.slice(2)))
  }

  return (
    <CorpusDialog
      label="Start from"
      submit={open ? 'Apply' : 'Save'}
      onSubmit={async () => {
        annotate.setPreferences({ startFrom: always ? chosen : { kind: 'blank' } })
        if (open) await labelling.startFrom(chosen)
      }}
      onClose={onClose}
    >
      <Select
        caption="Labels of"
        data-autofocus
        value={chosen.kind === 'blank' ? '' : chosen.kind === 'annotator' ? `a:${chosen.annotator}` : `x:${chosen.extractor}`}
        options={[
          { value: '', label: 'nothing (the page starts without labels)' },
          ...extractors.map((x) => ({ value: `x:${x.id}`, label: x.title, group: 'Extractors' })),
          ...(blind ? [] : others).map((name) => ({ value: `a:${name}`, label: name, group: 'Other annotators' })),
        ]}
        onChange={choose}
      />
      {chosen.kind === 'extractor' && info ? (
        <>
          <PresetSelect caption="Preset" value={chosen.preset} onChange={(preset) => setChosen({ ...chosen, preset, params: {} })} />
          <details>
            <summary>Parameters</summary>
            <ParamFields
              info={info}
              preset={chosen.preset}
              params={chosen.params}
              onChange={(name, value) => setChosen({ ...chosen, params: { ...chosen.params, [name]: value } })}
            />
          </details>
        </>
      ) : null}
      {blind && others.length > 0 ? <p className="quiet">Blind labelling hides the labels of others.</p> : null}
      <Check label="Use for all pages without labels" checked={always} onChange={setAlways} />
      {labelled && chosen.kind !== 'blank' ? (
        <p className="quiet">The chosen labels replace the labels of this page; undo restores the previous labels.</p>
      ) : null}
      <p className="quiet">
        Each label stores its origin until you change the label. The origins show how much suggestions influenced the labels.
      </p>
    </CorpusDialog>
  )
}
