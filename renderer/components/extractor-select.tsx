import { useState } from 'react'
import { captioned } from './fields'
import { later } from './hooks'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ExtractorListProps } from './extractor-list'
import './extractor-select.css'

const ExtractorList = later(async () => (await import('./extractor-list')).default)

interface ExtractorSelectProps extends ExtractorListProps {
  readonly caption?: string
  readonly label?: string
}

export function ExtractorSelect({ caption, label = caption, extractors, value, onChange }: ExtractorSelectProps) {
  const [isOpen, setOpen] = useState(false)
  const current = extractors.find(({ id }) => id === value)
  const button = (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button extractor-select"
        role="combobox"
        aria-haspopup="listbox"
        aria-label={label}
        title={current?.summary}
        data-value={value}
      >
        <span className="extractor-title">{current?.title ?? value}</span>
        {current?.fullName === undefined ? null : <span className="quiet cut">{current.fullName}</span>}
        <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu extractor-menu" align="start" sideOffset={4} collisionPadding={8} aria-label="Extractors">
          <ExtractorList
            extractors={extractors}
            value={value}
            onChange={(id) => {
              setOpen(false)
              onChange(id)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
  return captioned(caption, button, 'bar')
}
