import { useId, useMemo, useState } from 'react'
import { PAGE_TYPES, pageTypeOf, STANDARD_TYPES, type PageType } from '../../../../shared/gold/gold-file'
import { Button, Segments } from '../../../components/button'
import { capitalised } from '../../../components/number-format'
import { useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { keysOfLabelAction } from './label-actions'
import { DraftField } from '../../../components/fields'
import labelStyles from './label.module.css'

export type KeyedType = (typeof STANDARD_TYPES)[number]
export const hasKey = (type: PageType): type is KeyedType => (STANDARD_TYPES as readonly PageType[]).includes(type)

const MOST_BUTTONS = 9

const KNOWN: readonly PageType[] = PAGE_TYPES.map(({ type }) => type)

function useCorpusTypes(): readonly PageType[] {
  const { entries } = useAnnotate((state) => state.list)
  const planned = useAnnotate((state) => state.corpus?.campaign?.pageTypes)
  return useMemo(() => {
    if (planned && planned.length > 0) return planned
    const own = new Set<PageType>([...STANDARD_TYPES, ...entries.flatMap(({ gold }) => gold.flatMap(({ pageType }) => pageType ?? []))])
    return [...KNOWN.filter((type) => own.has(type)), ...[...own].filter((type) => !KNOWN.includes(type)).sort()]
  }, [entries, planned])
}

export const usePageTypes = (): readonly PageType[] => [...new Set([...KNOWN, ...useCorpusTypes()])]

export function PageTypeChoice({ value }: { readonly value: PageType | null }) {
  const types = usePageTypes()
  const list = useId()
  const shown = useCorpusTypes().slice(0, MOST_BUTTONS)
  const [unknown, setUnknown] = useState<PageType | null>(null)
  const options = shown.map((type) => {
    const label = capitalised(type)
    return { value: type, label, title: hasKey(type) ? `${label} (${keysOfLabelAction(type)})` : label }
  })
  const isUnknown = value !== null && !shown.includes(value)
  return (
    <>
      <Segments<PageType>
        label="Page type"
        value={value ?? ''}
        options={options}
        onChange={(type) => labelling.setPageType(type === value ? null : type)}
      />
      <DraftField
        className={labelStyles.type}
        aria-label="Other page type"
        placeholder="Other type"
        title="Any name, known or new"
        list={list}
        maxLength={40}
        data-chosen={isUnknown || undefined}
        value={isUnknown ? value : ''}
        onCommit={(typed) => {
          const type = pageTypeOf(typed)
          const isNew = type !== null && type !== value && !types.includes(type)
          setUnknown(isNew ? type : null)
          if (!isNew && type !== value && (type !== null || isUnknown)) labelling.setPageType(type)
        }}
      />
      {unknown === null ? null : (
        <Button
          label={`New type “${unknown}”`}
          small
          autoFocus
          onClick={() => {
            setUnknown(null)
            labelling.setPageType(unknown)
          }}
        />
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
