import { DropdownMenu } from 'radix-ui'
import { Puzzle } from 'lucide-react'
import '../../components/menu.css'
import { actionOf, performAction } from '../actions/actions'

const ITEMS = [
  { id: 'add-extractor', note: 'A module or a program of yours, beside the others' },
  { id: 'new-extractor', note: 'A copy of one that is here, to change' },
  { id: 'own-extractors', note: 'What you agreed to run, and how to take it back' },
] as const

/** Bringing an extractor of one's own. */
export function OwnMenu() {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button" aria-label="Extractors of your own" title="Extractors of your own">
        <Puzzle size={16} strokeWidth={1.75} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8} aria-label="Extractors of your own">
          {ITEMS.map(({ id, note }) => (
            <DropdownMenu.Item key={id} className="menu-item" onSelect={() => performAction(id)}>
              <span className="menu-item-title">{actionOf(id).label}</span>
              <span className="menu-item-note">{note}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
