import { useState } from 'react'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { recentExtractors } from '../window/page/recent'

const FAMILIES: readonly (readonly [ExtractorInfo['family'], string])[] = [
  ['yours', 'Custom'],
  ['peer', 'Libraries'],
  ['system', 'Papers'],
  ['own', 'Built-in'],
  ['baseline', 'Baselines'],
]

export function groupExtractors(extractors: readonly ExtractorInfo[]): readonly (readonly [string, readonly ExtractorInfo[]])[] {
  return FAMILIES.map(([family, title]) => [title, extractors.filter((info) => info.family === family)] as const).filter(
    ([, members]) => members.length > 0,
  )
}

export interface ExtractorListProps {
  readonly extractors: readonly ExtractorInfo[]
  readonly value: string
  readonly onChange: (id: string) => void
}

export default function ExtractorList({ extractors, value, onChange }: ExtractorListProps) {
  const [recentIds] = useState(recentExtractors)
  const [query, setQuery] = useState('')
  const recent = query === '' ? recentIds.flatMap((id) => extractors.filter((info) => info.id === id && id !== value)) : []
  const groups = [...(recent.length > 0 ? [['Recent', recent] as const] : []), ...groupExtractors(extractors)]
  return (
    <Command label="Extractors" defaultValue={recent.length > 0 ? `Recent ${recent[0]?.id}` : undefined} loop>
      <Command.Input className="search-field" placeholder="Find an extractor" autoFocus value={query} onValueChange={setQuery} />
      <Command.List>
        <Command.Empty className="quiet-note">No extractor found for “{query}”.</Command.Empty>
        {groups.map(([title, members]) => (
          <Command.Group key={title} heading={title}>
            {members.map((info) => (
              <Command.Item
                key={info.id}
                value={`${title === 'Recent' ? title : info.title} ${info.id}`}
                keywords={[info.fullName ?? '', info.summary]}
                className="menu-item extractor-item"
                onSelect={() => onChange(info.id)}
              >
                <span>
                  <span className="extractor-title">{info.title}</span>
                  {info.fullName === undefined ? null : <span className="quiet"> {info.fullName}</span>}
                  <span className="quiet extractor-summary">{info.summary}</span>
                </span>
                {info.id === value ? <Check size={16} aria-label="current" /> : null}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
