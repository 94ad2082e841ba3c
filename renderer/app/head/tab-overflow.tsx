import { DropdownMenu } from 'radix-ui'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { actions } from '../../window/window'
import { MenuButton } from '../../components/menu'

/** A list of all open pages, where the strip has no room for their names. */
export function TabOverflow({
  strip,
  tabs,
  active,
}: {
  readonly strip: RefObject<HTMLElement | null>
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
  readonly active: string
}) {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = (): void => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return () => observer.disconnect()
  }, [strip, tabs.length, active])
  if (!overflows) return null
  return (
    <MenuButton icon={ChevronDown} label="All open pages">
      <DropdownMenu.RadioGroup value={active} onValueChange={(id) => actions.activateTab(id)}>
        {tabs.map(({ id, title }) => (
          <DropdownMenu.RadioItem key={id} className="menu-item" value={id}>
            <span className={id === active ? 'menu-item-title' : undefined}>{title}</span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </MenuButton>
  )
}
