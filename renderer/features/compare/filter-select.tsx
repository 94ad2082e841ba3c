import { isChosen, type Disagreement, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import { formatWords } from '../../components/number-format'
import { Select } from '../../components/select'
import type { Finished } from './contestants'

const keyOf = (filter: PassageFilter): string => ('by' in filter ? `${filter.kind} ${filter.by}` : filter.kind)

/** Chooses which text is looked at: all of it, what differs, or what one extractor alone keeps or drops; with the words of each. */
export function FilterSelect({
  contestants,
  disagreement,
  filter,
  onChange,
}: {
  readonly contestants: readonly Finished[]
  readonly disagreement: Disagreement
  readonly filter: PassageFilter
  readonly onChange: (filter: PassageFilter) => void
}) {
  const words = (choice: PassageFilter): string =>
    formatWords(disagreement.passages.reduce((sum, p) => sum + (isChosen(choice, p.keepers, contestants.length) ? p.words : 0), 0))
  const one = (kind: 'kept-only' | 'dropped-only', verb: string) =>
    contestants.map(({ info }, by) => {
      const choice: PassageFilter = { kind, by }
      return { choice, label: `${verb} only by ${info.title}: ${words(choice)}`, group: `${verb} only by` }
    })
  const options: readonly { readonly choice: PassageFilter; readonly label: string; readonly group?: string }[] = [
    { choice: { kind: 'all' }, label: 'All text' },
    { choice: { kind: 'differences' }, label: `What differs: ${words({ kind: 'differences' })}` },
    ...one('kept-only', 'Kept'),
    // Of two, what one drops alone the other keeps alone.
    ...(contestants.length > 2 ? one('dropped-only', 'Dropped') : []),
  ]
  return (
    <Select
      small
      label="Text shown"
      value={keyOf(filter)}
      options={options.map(({ choice, label, group }) => ({ value: keyOf(choice), label, group }))}
      onChange={(key) => {
        const found = options.find(({ choice }) => keyOf(choice) === key)
        if (found) onChange(found.choice)
      }}
    />
  )
}
