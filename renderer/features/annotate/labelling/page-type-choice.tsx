import { useId } from 'react'
import { PAGE_TYPES, pageTypeOf, type PageType } from '../../../../shared/gold/page-type'
import { Segments } from '../../../components/button'
import { useAnnotate } from '../state/annotate'
import { keysOfLabelAction } from './label-actions'
import { DraftField } from '../../../components/text-field'

/** The types with a key of their own. */
const KEYED = (
  [
    ['article', 'Article'],
    ['overview', 'Overview'],
    ['forum', 'Forum'],
    ['other', 'Other'],
  ] as const
).map(([value, label]) => ({ value, label, title: `${label} (${keysOfLabelAction(value)})` }))

/** The page types that are known or that the listed pages have, in order of the known ones, then of the alphabet. */
export function usePageTypes(): readonly PageType[] {
  const entries = useAnnotate((state) => state.entries)
  const known = PAGE_TYPES.map(({ type }) => type)
  const own = new Set(entries.flatMap(({ gold }) => gold.flatMap(({ pageType }) => (pageType === null ? [] : [pageType]))))
  return [...known, ...[...own].filter((type) => !known.includes(type)).sort()]
}

interface PageTypeChoiceProps {
  readonly value: PageType | null
  readonly onChange: (type: PageType | null) => void
}

/** A page's type: four by a button, any other by its name. */
export function PageTypeChoice({ value, onChange }: PageTypeChoiceProps) {
  const types = usePageTypes()
  const list = useId()
  const named = value !== null && !KEYED.some((type) => type.value === value)
  return (
    <>
      <Segments<PageType>
        label="Page type"
        value={value ?? ''}
        options={KEYED}
        onChange={(type) => onChange(type === value ? null : type)}
      />
      <DraftField
        className="page-type-name"
        aria-label="Another page type"
        placeholder="another type"
        title="Any name: a type that is known, or one of your own"
        list={list}
        maxLength={40}
        data-chosen={named || undefined}
        value={named ? value : ''}
        onCommit={(typed) => {
          const type = pageTypeOf(typed)
          if (type !== value && (type !== null || named)) onChange(type)
        }}
      />
      <datalist id={list}>
        {types
          .filter((type) => !KEYED.some(({ value: keyed }) => keyed === type))
          .map((type) => (
            <option key={type} value={type}>
              {PAGE_TYPES.find((known) => known.type === type)?.sentence}
            </option>
          ))}
      </datalist>
    </>
  )
}
