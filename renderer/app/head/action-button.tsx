import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../../components/button'
import { formatKeys } from '../../components/keys'
import { useWindow } from '../../window/window'
import { actionOf, performAction } from '../actions/actions'

/** A named action as an icon; grey while it cannot be done. */
export function ActionButton({ id, icon }: { readonly id: string; readonly icon: LucideIcon }) {
  const action = actionOf(id)
  const enabled = useWindow(action.enabled)
  const keys = action.keys?.[0]
  return (
    <IconButton icon={icon} label={action.label} keys={keys && formatKeys(keys)} disabled={!enabled} onClick={() => performAction(id)} />
  )
}
