import { useId, useMemo } from 'react'
import { PAGE_TYPES, pageTypeOf, type PageType } from '../../../../shared/gold/page-type'
import { Segments } from '../../../components/button'
import { useAnnotate } from '../state/annotate'
import { keysOfLabelAction } from './label-actions'
import { DraftField } from '../../../components/fields'
import labelStyles from './label.module.css'

/** The types with a key of their own. */
const KEYED = ['article', 'overview', 'forum', 'other'] as const
export type KeyedType = (typeof KEYED)[number]
export const hasKey = (type: PageType): type is KeyedType => (KEYED as readonly PageType[]).includes(type)

/** Buttons in the bar; further types of a corpus are typed. */
const MOST_BUTTONS = 8

const KNOWN: readonly PageType[] = PAGE_TYPES.map(({ type }) => type)

/** The page types of the corpus: those of its campaign and of the listed pages, in order of the known ones, then of the alphabet. */
function useCorpusTypes(): readonly PageType[] {
  const entries = useAnnotate((state) => state.entries)
  const planned = useAnnotate((state) => state.corpus?.campaign?.pageTypes)
  return useMemo(() => {
    const own = new Set([
      ...(planned ?? []),
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

/** The page type: a button for each type with a key and each of the corpus; any other type by its name. */
export function PageTypeChoice({ value, onChange }: PageTypeChoiceProps) {
  const types = usePageTypes()
  const list = useId()
  const own = useCorpusTypes()
  const shown: readonly PageType[] = [...KEYED, ...own.filter((type) => !hasKey(type))].slice(0, MOST_BUTTONS)
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
          if (type !== value && (type !== null || named)) onChange(type)
        }}
      />
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
