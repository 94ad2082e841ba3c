import { useMemo } from 'react'
import { usePageTypes } from '../labelling/page-type-choice'
import { annotate, useAnnotate } from '../state/annotate'
import { SCORES } from './page-columns'
import { Button } from '../../../components/button'
import { Check, NumberInput, TextField, optionsOf, Select, type Option } from '../../../components/fields'
import { formatNumber } from '../../../components/number-format'
import { useFields } from '../../../window/store'
import pageStyles from './pages.module.css'

const STATUSES = ['unlabelled', 'in-progress', 'done', 'skipped', 'adjudicated'] as const

const namesOf = (names: readonly string[], chosen: string | false | undefined): string[] =>
  [...new Set([...names, chosen || ''])].filter((name) => name !== '').sort()

export function PageFilter() {
  const { filter, list } = useFields(useAnnotate, 'filter', 'list')
  const { annotator, blind } = useAnnotate((state) => state.preferences)
  const { assigned } = filter
  const types = usePageTypes()
  const isBundle = useAnnotate((state) => state.corpus?.campaign?.bundle !== undefined)
  const annotators = useMemo(() => list.entries.flatMap(({ gold }) => gold.map((one) => one.annotator)), [list])
  const assignees = useMemo(() => list.entries.flatMap((entry) => entry.assigned ?? []), [list])
  return (
    <>
      <TextField
        type="search"
        className={pageStyles.search}
        aria-label="Search pages"
        placeholder="Search pages"
        value={filter.text ?? ''}
        onChange={(text) => annotate.setFilter({ text })}
      />
      <Choice label="Status" value={filter.status} options={optionsOf(STATUSES)} onChange={(status) => annotate.setFilter({ status })} />
      <Choice
        label="Type"
        value={filter.pageType}
        options={optionsOf(new Set([...types, ...(filter.pageType ? [filter.pageType] : []), 'none']))}
        onChange={(pageType) => annotate.setFilter({ pageType })}
      />
      {isBundle ? null : (
        <>
          <Choice
            label="Annotator"
            value={filter.annotator}
            options={optionsOf(namesOf(blind ? [annotator] : annotators, filter.annotator))}
            onChange={(name) => annotate.setFilter({ annotator: name })}
          />
          {/* Omit the names of imported and adjudicated labels, because pages cannot be assigned to these names. */}
          <Choice
            label="Assigned"
            value={assigned === false ? UNASSIGNED : assigned}
            options={[
              { value: UNASSIGNED, label: 'unassigned' },
              ...namesOf([annotator, ...assignees], assigned).map((name) => ({ value: name, label: `to ${name}` })),
            ]}
            onChange={(value) => annotate.setFilter({ assigned: value === UNASSIGNED ? false : value })}
          />
          <Choice
            label="Score"
            value={filter.score?.by}
            options={(['f1', 'disagreement'] as const).map((value) => ({ value, label: SCORES[value].option }))}
            onChange={(by) => annotate.setFilter({ score: by && { by, min: 0, max: 1 } })}
          />
        </>
      )}
      <Check
        label="flagged"
        checked={filter.flag === 'flagged'}
        onChange={(checked) => annotate.setFilter({ flag: checked ? 'flagged' : undefined })}
      />
    </>
  )
}

/** Names of annotators contain no slash, so this value cannot be a name. */
const UNASSIGNED = '/'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T | undefined
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T | undefined) => void
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Select<T | ''>
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: `${label}: any` },
        ...options.map((option) => (option.value === value ? { ...option, label: `${label}: ${option.label}` } : option)),
      ]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  )
}

const BOUNDS = [
  { end: 'min', label: 'from' },
  { end: 'max', label: 'to' },
] as const

export function ScoreBounds() {
  const { filter, list, task } = useFields(useAnnotate, 'filter', 'list', 'task')
  const { score } = filter
  if (!score) return null
  const known = list.entries.filter(({ scores }) => typeof scores?.[score.by] === 'number').length
  return (
    <div className={`row ${pageStyles.bar} ${pageStyles.actions}`} role="group" aria-label={SCORES[score.by].option}>
      {BOUNDS.map(({ end, label }) => (
        <label key={end} className="check">
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
      ))}
      <span role="status" data-testid="scored">
        {score.by === 'f1' ? 'F1' : 'Disagreement'} known for {formatNumber(known)} of {formatNumber(list.total)} pages
      </span>
      <Button
        label="Measure the pages"
        disabled={task !== null || (score.by === 'disagreement' && known === list.total)}
        onClick={() => void annotate.measure()}
      />
      <span className={`quiet ${pageStyles.meaning}`}>{SCORES[score.by].meaning}</span>
    </div>
  )
}
