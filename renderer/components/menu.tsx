import { useState, type ComponentProps, type ReactNode } from 'react'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DropdownMenu, Popover } from 'radix-ui'
import './menu.css'

interface MenuButtonProps {
  readonly icon?: LucideIcon
  /** Visible word on the button. The label must contain the word. */
  readonly word?: string
  readonly label: string
  readonly narrow?: boolean
  readonly tone?: 'word' | 'button'
  readonly children: ReactNode
}

export function MenuButton({ icon: Icon, word, label, narrow = false, tone = 'word', children }: MenuButtonProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={word === undefined ? 'icon-button' : tone === 'word' ? 'word-button' : 'button'}
        aria-label={label}
        title={label}
      >
        {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
        {word}
        {word === undefined ? null : <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />}
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

interface MenuItemProps {
  readonly title: string
  readonly note?: string | undefined
  readonly keys?: string | undefined
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export function MenuItem({ title, note, keys, disabled = false, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item className="menu-item" disabled={disabled} onSelect={onSelect}>
      <span className="menu-item-title">
        {title}
        {keys === undefined ? null : <kbd>{keys}</kbd>}
      </span>
      {note === undefined ? null : <span className="quiet menu-item-note">{note}</span>}
    </DropdownMenu.Item>
  )
}

export function MenuPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Group className="menu-part">
      <DropdownMenu.Label className="quiet menu-label">{title}</DropdownMenu.Label>
      {children}
    </DropdownMenu.Group>
  )
}

interface ChooserProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly words: ReactNode
  /** Name of the opened part. `className` is the class of this part; all other properties belong to the button. */
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

export function Chooser({ words, label, className = 'menu-narrow chooser', children, ...button }: ChooserProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger {...button} className="word-button">
        {words}
        <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={`menu ${className}`} align="end" sideOffset={4} collisionPadding={8} aria-label={label}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
