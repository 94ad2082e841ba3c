import { BookOpen } from 'lucide-react'
import { MenuButton, MenuItem } from '../../components/menu'
import { actions, useWindow } from '../../window/window'

/** The pages that ship with Boilerscope. */
export function SamplesMenu() {
  const samples = useWindow((state) => state.samples)
  if (samples.length === 0) return null
  return (
    <MenuButton icon={BookOpen} label="Samples">
      {samples.map(({ id, mode, title, description }) => (
        <MenuItem key={id} title={title} note={description} onSelect={() => actions.openSource({ kind: 'sample', id }, mode)} />
      ))}
    </MenuButton>
  )
}
