import { metricOfName, METRICS, type MetricId } from '../../../shared/evaluation/metric-list'
import { CollectionSource, metricsOf } from '../../../shared/evaluation/run-spec'
import { Button } from '../../components/button'
import { Check, TextField, Select } from '../../components/fields'
import { MethodsQuestion } from './methods-question'
import { PagesQuestion } from './pages-question'
import { evaluation, useEvaluation } from './state/evaluation'
import { useFields } from '../../window/store'
import styles from './views.module.css'

/** Sets of metrics: of this field's papers, and of two published benchmarks. */
const METRIC_SETS: readonly { readonly id: string; readonly label: string; readonly metrics: readonly MetricId[] }[] = [
  { id: 'papers', label: 'This field’s papers: precision, recall, F1, CleanEval', metrics: ['precision', 'recall', 'f1', 'cleanEval'] },
  { id: 'wcxb', label: 'WCXB: word F1 and snippets', metrics: ['wordF1', 'precision', 'recall', 'f1', 'wcxbWith', 'wcxbWithout'] },
  {
    id: 'webmainbench',
    label: 'WebMainBench: ROUGE-5 and Markdown',
    metrics: ['rouge5', 'markdownEdit', 'markdownRatio', 'markdownRouge5'],
  },
  { id: 'usual', label: 'All fast metrics', metrics: metricsOf({ metrics: [] }) },
]

const WORDS = [
  { id: 'foldCase', label: 'Compare without regard to case' },
  { id: 'stripPunctuation', label: 'Compare without punctuation' },
] as const

/** Form of a new run: its pages, extractors and metrics, with defaults. */
export function RunForm() {
  const { draft, draftName: name } = useFields(useEvaluation, 'draft', 'draftName')
  const source = CollectionSource.parse(draft.source)
  const ready = draft.configurations.length > 0 && (source.kind === 'samples' || source.path.trim() !== '')
  return (
    <form
      className={styles.form}
      aria-label="New run"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void evaluation.start()
      }}
    >
      <h2>New run</h2>
      <PagesQuestion />
      <MethodsQuestion />
      <MetricsQuestion />
      <details>
        <summary>Name and words</summary>
        <div className="evaluate-row">
          {WORDS.map(({ id, label }) => (
            <Check
              key={id}
              label={label}
              checked={draft.tokens?.[id] ?? false}
              onChange={(checked) => evaluation.setDraft({ tokens: { ...draft.tokens, [id]: checked } })}
            />
          ))}
          <TextField
            caption="Name of the run"
            className="evaluate-wide"
            value={name}
            placeholder="default: rows and date"
            onChange={(typed) => evaluation.set({ draftName: typed })}
          />
        </div>
      </details>
      <div className="evaluate-row">
        <Button label="Start" type="submit" tone="strong" disabled={!ready} />
        {ready ? null : (
          <span className="quiet">
            {draft.configurations.length === 0 ? 'Choose at least one extractor.' : 'Enter the path of the pages.'}
          </span>
        )}
      </div>
    </form>
  )
}

function MetricsQuestion() {
  const metrics = useEvaluation((state) => state.draft.metrics)
  const recorded = metricsOf({ metrics: (metrics ?? []).flatMap((metric) => metricOfName(metric) ?? []) })
  const set = METRIC_SETS.find((one) => one.metrics.length === recorded.length && one.metrics.every((id) => recorded.includes(id)))
  return (
    <fieldset>
      <legend>Which metrics?</legend>
      <Select
        caption="Set"
        value={set?.id ?? ''}
        options={[...METRIC_SETS.map(({ id, label }) => ({ value: id, label })), ...(set ? [] : [{ value: '', label: 'Single metrics' }])]}
        onChange={(id) => {
          const chosen = METRIC_SETS.find((one) => one.id === id)?.metrics
          if (chosen) evaluation.setDraft({ metrics: [...chosen] })
        }}
      />
      <details>
        <summary>Single metrics</summary>
        <div className={styles.metrics}>
          {METRICS.map(({ id, label, description }) => (
            <Check
              key={id}
              label={label}
              title={description}
              checked={recorded.includes(id)}
              // At least one metric must be selected.
              disabled={recorded.length === 1 && recorded.includes(id)}
              onChange={(checked) => evaluation.setDraft({ metrics: checked ? [...recorded, id] : recorded.filter((one) => one !== id) })}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}
