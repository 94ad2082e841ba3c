import type { MouseEvent, ReactNode } from 'react'
import { ContextMenu } from 'radix-ui'
import { actions, useTab } from '../../window/workspace'
import '../../components/menu.css'

/** What can be done with a node, under the second mouse button; the row under the pointer is selected first. */
export function NodeMenu({ children }: { readonly children: ReactNode }) {
  const hasResult = useTab((tab) => tab.result !== null)
  const hasNode = useTab((tab) => tab.selected !== null)
  const choose = (event: MouseEvent): void => {
    if (event.target instanceof Element) event.target.closest<HTMLElement>('[role="treeitem"]')?.click()
  }
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={choose}>
        <div className="tree-menu">{children}</div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu menu-narrow" collisionPadding={8}>
          <ContextMenu.Item className="menu-item" disabled={!hasResult || !hasNode} onSelect={() => actions.setOverlay('reduce')}>
            <span className="menu-item-title">Reduce to a reproducer …</span>
            <span className="menu-item-note">The least page on which it is wrongly kept, or wrongly dropped</span>
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
