import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import './menu.css'

/** A button that opens a list of what can be done or chosen. */
export function MenuButton({
  icon: Icon,
  label,
  narrow = false,
  children,
}: {
  readonly icon: LucideIcon
  readonly label: string
  readonly narrow?: boolean
  readonly children: ReactNode
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button" aria-label={label} title={label}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={narrow ? 'menu menu-narrow' : 'menu'}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Something to do, with a note about it. */
export function MenuItem({ title, note, onSelect }: { readonly title: string; readonly note: string; readonly onSelect: () => void }) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
      <span className="menu-item-title">{title}</span>
      <span className="menu-item-note">{note}</span>
    </DropdownMenu.Item>
  )
}

/** Boxes to tick behind a word, e.g. which columns a table has. */
export function Chooser({ words, label, children }: { readonly words: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <details className="chooser">
      <summary>{words}</summary>
      <div role="group" aria-label={label}>
        {children}
      </div>
    </details>
  )
}
