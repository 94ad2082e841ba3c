import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../../components/button'
import { formatKeys } from '../../components/keys'
import { MenuItem } from '../../components/menu'
import { useWindow } from '../../window/window'
import { actionOf, performAction } from '../actions/actions'

/** An action as an icon button; disabled while the action is disabled. */
export function ActionButton({ id, icon }: { readonly id: string; readonly icon: LucideIcon }) {
  const { enabled, keys, label } = actionOf(id)
  const isEnabled = useWindow(enabled)
  return (
    <IconButton icon={icon} label={label} keys={keys?.[0] && formatKeys(keys[0])} disabled={!isEnabled} onClick={() => performAction(id)} />
  )
}

/** An action as a menu item with its keys. */
export function ActionItem({ id, label }: { readonly id: string; readonly label?: string }) {
  const action = actionOf(id)
  const isEnabled = useWindow(action.enabled)
  const keys = action.keys?.[0] ? formatKeys(action.keys[0]) : undefined
  return <MenuItem title={label ?? action.label} keys={keys} disabled={!isEnabled} onSelect={() => performAction(id)} />
}
