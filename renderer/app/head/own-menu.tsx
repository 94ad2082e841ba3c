import { Puzzle } from 'lucide-react'
import { MenuButton, MenuItem } from '../../components/menu'
import { actionOf, performAction } from '../actions/actions'

const ITEMS = [
  { id: 'add-extractor', note: 'A module or a program of yours, beside the others' },
  { id: 'new-extractor', note: 'A copy of one that is here, to change' },
  { id: 'own-extractors', note: 'What you agreed to run, and how to take it back' },
] as const

/** Bringing an extractor of one's own. */
export function OwnMenu() {
  return (
    <MenuButton icon={Puzzle} label="Extractors of your own">
      {ITEMS.map(({ id, note }) => (
        <MenuItem key={id} title={actionOf(id).label} note={note} onSelect={() => performAction(id)} />
      ))}
    </MenuButton>
  )
}
