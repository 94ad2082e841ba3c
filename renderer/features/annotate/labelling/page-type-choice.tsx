import { useId, useMemo, useState } from 'react'
import { PAGE_TYPES, pageTypeOf, STANDARD_TYPES, type PageType } from '../../../../shared/gold/page-type'
import { Button, Segments } from '../../../components/button'
import { useAnnotate } from '../state/annotate'
import { keysOfLabelAction } from './label-actions'
import { DraftField } from '../../../components/fields'
import labelStyles from './label.module.css'

/** The types with a key of their own. */
export type KeyedType = (typeof STANDARD_TYPES)[number]
export const hasKey = (type: PageType): type is KeyedType => (STANDARD_TYPES as readonly PageType[]).includes(type)

/** Buttons in the bar; further types of a corpus are typed. */
const MOST_BUTTONS = 9

const KNOWN: readonly PageType[] = PAGE_TYPES.map(({ type }) => type)

/** The page types of a corpus: those that its campaign plans; without a plan the standard ones and those of the listed pages. */
function useCorpusTypes(): readonly PageType[] {
  const entries = useAnnotate((state) => state.entries)
  const planned = useAnnotate((state) => state.corpus?.campaign?.pageTypes)
  return useMemo(() => {
    if (planned && planned.length > 0) return planned
    const own = new Set<PageType>([
      ...STANDARD_TYPES,
      ...entries.flatMap(({ gold }) => gold.flatMap(({ pageType }) => (pageType === null ? [] : [pageType]))),
    ])
    return [...KNOWN.filter((type) => own.has(type)), ...[...own].filter((type) => !KNOWN.includes(type)).sort()]
  }, [entries, planned])
}

/** The page types that are known, then those that only the corpus has. */
export function usePageTypes(): readonly PageType[] {
  const own = useCorpusTypes()
  return [...KNOWN, ...own.filter((type) => !KNOWN.includes(type))]
}

interface PageTypeChoiceProps {
  readonly value: PageType | null
  readonly onChange: (type: PageType | null) => void
}

/** The type of a page: a button per type of the corpus; any other by its name, which is confirmed if it is new. */
export function PageTypeChoice({ value, onChange }: PageTypeChoiceProps) {
  const types = usePageTypes()
  const list = useId()
  const shown = useCorpusTypes().slice(0, MOST_BUTTONS)
  const [unknown, setUnknown] = useState<PageType | null>(null)
  const options = shown.map((type) => {
    const label = type.slice(0, 1).toUpperCase() + type.slice(1)
    return { value: type, label, title: hasKey(type) ? `${label} (${keysOfLabelAction(type)})` : label }
  })
  const named = value !== null && !shown.includes(value)
  return (
    <>
      <Segments<PageType>
        label="Page type"
        value={value ?? ''}
        options={options}
        onChange={(type) => onChange(type === value ? null : type)}
      />
      <DraftField
        className={labelStyles.type}
        aria-label="Other page type"
        placeholder="Other type"
        title="Any name, known or new"
        list={list}
        maxLength={40}
        data-chosen={named || undefined}
        value={named ? value : ''}
        onCommit={(typed) => {
          const type = pageTypeOf(typed)
          const isNew = type !== null && type !== value && !types.includes(type)
          setUnknown(isNew ? type : null)
          if (!isNew && type !== value && (type !== null || named)) onChange(type)
        }}
      />
      {unknown === null ? null : (
        <Button
          small
          autoFocus
          onClick={() => {
            setUnknown(null)
            onChange(unknown)
          }}
        >
          New type “{unknown}”
        </Button>
      )}
      <datalist id={list}>
        {types
          .filter((type) => !shown.includes(type))
          .map((type) => (
            <option key={type} value={type}>
              {PAGE_TYPES.find((known) => known.type === type)?.sentence}
            </option>
          ))}
      </datalist>
    </>
  )
}
