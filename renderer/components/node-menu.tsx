import type { MouseEvent, ReactElement } from 'react'
import { ContextMenu } from 'radix-ui'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { copyText } from '../window/host/clipboard'
import { htmlOf, selectorOf, textOf, xpathOf } from '../window/page/selector'
import { currentTab } from '../window/store'
import { actions, useTab } from '../window/window'
import './menu.css'

const COPIES: readonly { readonly what: string; readonly of: (model: PageModel, node: NodeId) => string }[] = [
  { what: 'CSS selector', of: selectorOf },
  { what: 'XPath', of: xpathOf },
  { what: 'text', of: textOf },
  { what: 'HTML', of: htmlOf },
]

function copySelected(what: string, of: (model: PageModel, node: NodeId) => string): void {
  const { model, selected } = currentTab()
  if (model && selected !== null) copyText(of(model, selected), what)
}

/** What can be done with a node, under the second mouse button over the child. `onAsk` selects the node under the pointer first. */
export function NodeMenu({ onAsk, children }: { readonly onAsk?: (event: MouseEvent) => void; readonly children: ReactElement }) {
  const hasResult = useTab((tab) => tab.result !== null)
  const hasNode = useTab((tab) => tab.selected !== null)
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={onAsk}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu menu-narrow" collisionPadding={8}>
          {COPIES.map(({ what, of }) => (
            <ContextMenu.Item key={what} className="menu-item" disabled={!hasNode} onSelect={() => copySelected(what, of)}>
              Copy {what}
            </ContextMenu.Item>
          ))}
          <ContextMenu.Separator className="menu-line" />
          <ContextMenu.Item
            className="menu-item"
            disabled={!hasResult || !hasNode}
            onSelect={() => actions.setReference(currentTab().selected)}
          >
            <span className="menu-item-title">Put aside</span>
            <span className="menu-item-note">Why then shows other nodes beside it</span>
          </ContextMenu.Item>
          <ContextMenu.Item className="menu-item" disabled={!hasResult || !hasNode} onSelect={() => actions.setOverlay('reduce')}>
            <span className="menu-item-title">Reduce to a reproducer</span>
            <span className="menu-item-note">The least page on which it is wrongly kept, or wrongly dropped</span>
          </ContextMenu.Item>
          <ContextMenu.Separator className="menu-line" />
          <ContextMenu.Item className="menu-item" disabled={!hasNode} onSelect={() => actions.setOverlay('must-keep')}>
            <span className="menu-item-title">Must keep …</span>
            <span className="menu-item-note">A test: the marked text, or this node’s, has to be kept</span>
          </ContextMenu.Item>
          <ContextMenu.Item className="menu-item" disabled={!hasNode} onSelect={() => actions.setOverlay('must-not-keep')}>
            <span className="menu-item-title">Must not keep …</span>
            <span className="menu-item-note">A test: it has to be left out</span>
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
