import { DropdownMenu } from 'radix-ui'
import { BookOpen } from 'lucide-react'
import '../../components/menu.css'
import { actions, useWindow } from '../../window/window'

/** The pages that ship with Boilerscope. */
export function SamplesMenu() {
  const samples = useWindow((state) => state.samples)
  if (samples.length === 0) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button" aria-label="Samples" title="Samples">
        <BookOpen size={16} strokeWidth={1.75} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8} aria-label="Samples">
          {samples.map((sample) => (
            <DropdownMenu.Item
              key={sample.id}
              className="menu-item"
              onSelect={() => actions.openSource({ kind: 'sample', id: sample.id }, sample.mode)}
            >
              <span className="menu-item-title">{sample.title}</span>
              <span className="menu-item-note">{sample.description}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
