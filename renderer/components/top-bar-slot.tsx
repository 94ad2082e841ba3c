import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Id of the container in the top bar for a workspace's Export menu and main actions. */
export const TOP_BAR_SLOT = 'top-bar-slot'

/** Shows its children in the top bar while the workspace is in front. */
export function InTopBar({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(TOP_BAR_SLOT)), [])
  return slot ? createPortal(children, slot) : null
}
