import { useEffect, useState } from 'react'
import { usePageTypes } from '../labelling/page-type-choice'
import { annotate, useAnnotate } from '../state/annotate'
import { ScoreChoice } from './score-filter'
import { Check } from '../../../components/check'
import { optionsOf, Select } from '../../../components/select'
import { TextField } from '../../../components/text-field'

const STATUSES = ['unlabelled', 'in-progress', 'done', 'skipped', 'adjudicated'] as const

/** Search and filters of the page list. */
export function PageFilter() {
  const filter = useAnnotate((state) => state.filter)
  const { annotator, blind } = useAnnotate((state) => state.preferences)
  const all = useAnnotate((state) => state.annotators)
  const types = usePageTypes()
  const [text, setText] = useState(filter.text ?? '')
  useEffect(() => {
    if (text === (filter.text ?? '')) return
    const timer = setTimeout(() => annotate.setFilter({ text }), 150)
    return () => clearTimeout(timer)
    // Only typing searches.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text])
  const annotators = new Set(blind ? [annotator] : all)
  if (filter.annotator) annotators.add(filter.annotator)
  annotators.delete('')
  return (
    <>
      <TextField
        type="search"
        className="pages-search"
        aria-label="Search pages"
        placeholder="Search pages"
        value={text}
        onChange={setText}
      />
      <Choice label="Status" value={filter.status ?? ''} options={STATUSES} onChange={(status) => annotate.setFilter({ status })} />
      <Choice
        label="Type"
        value={filter.pageType ?? ''}
        options={[...new Set([...types, ...(filter.pageType ? [filter.pageType] : []), 'none'])]}
        onChange={(pageType) => annotate.setFilter({ pageType })}
      />
      <Choice
        label="Annotator"
        value={filter.annotator ?? ''}
        options={[...annotators].sort()}
        onChange={(name) => annotate.setFilter({ annotator: name })}
      />
      <AssignedChoice annotator={annotator} />
      <ScoreChoice />
      <Check checked={filter.flag === 'flagged'} onChange={(checked) => annotate.setFilter({ flag: checked ? 'flagged' : undefined })}>
        flagged
      </Check>
    </>
  )
}

/** Pages by whom they are assigned to. Names that only have labels, as imported and adjudicated ones, are no one's to assign to. */
function AssignedChoice({ annotator }: { readonly annotator: string }) {
  const assigned = useAnnotate((state) => state.filter.assigned)
  const assignees = useAnnotate((state) => state.assignees)
  const options = new Set([annotator, ...assignees])
  if (assigned) options.add(assigned)
  options.delete('')
  return (
    <Select
      label="Assigned"
      value={assigned === false ? NOBODY : (assigned ?? '')}
      options={[
        { value: '', label: 'Assigned: any' },
        { value: NOBODY, label: 'to nobody' },
        ...[...options].sort().map((name) => ({ value: name, label: `to ${name}` })),
      ]}
      onChange={(value) => annotate.setFilter({ assigned: value === NOBODY ? false : value === '' ? undefined : value })}
    />
  )
}

/** No name of an annotator has a slash. */
const NOBODY = '/'

function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: T | ''
  readonly options: readonly T[]
  readonly onChange: (value: T | undefined) => void
}) {
  return (
    <Select<T | ''>
      label={label}
      value={value}
      options={[{ value: '', label: `${label}: any` }, ...optionsOf(options)]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  )
}
