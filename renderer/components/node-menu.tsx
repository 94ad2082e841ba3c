import { Fragment, type MouseEventHandler, type ReactElement } from 'react'
import { ContextMenu } from 'radix-ui'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { copyText } from '../window/host/clipboard'
import { htmlOf, selectorOf, textOf, xpathOf } from '../window/page/selector'
import { actions, useTab, currentTab } from '../window/window'
import { rememberFocus } from './hooks'
import './menu.css'

const COPIES: readonly { readonly what: string; readonly of: (model: PageModel, node: NodeId) => string }[] = [
  { what: 'CSS selector', of: selectorOf },
  { what: 'XPath', of: xpathOf },
  { what: 'text', of: textOf },
  { what: 'HTML', of: htmlOf },
]

function copySelected({ what, of }: (typeof COPIES)[number]): void {
  const { model, selected } = currentTab()
  if (model && selected !== null) copyText(of(model, selected), what)
}

const NODE_ACTIONS: readonly (readonly { readonly title: string; readonly note: string; readonly run: () => void }[])[] = [
  [
    {
      title: 'Pin for comparison',
      note: 'Compares this node with each node that you select later',
      run: () => actions.setReference(currentTab().selected),
    },
    { title: 'Make minimal example', note: 'Removes parts that do not affect this result', run: () => actions.setOverlay('reduce') },
  ],
  [
    { title: 'Must keep …', note: 'Save a snippet: this text must be kept', run: () => actions.setOverlay('must-keep') },
    { title: 'Must not keep …', note: 'Save a snippet: this text must not be kept', run: () => actions.setOverlay('must-not-keep') },
  ],
]

export function NodeMenu({ onContextMenu, children }: { readonly onContextMenu?: MouseEventHandler; readonly children: ReactElement }) {
  const hasResult = useTab((tab) => tab.result !== null)
  const hasNode = useTab((tab) => tab.selected !== null)
  return (
    <ContextMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && rememberFocus()}>
      <ContextMenu.Trigger asChild onContextMenu={onContextMenu}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu menu-narrow" collisionPadding={8}>
          {COPIES.map((copy) => (
            <ContextMenu.Item key={copy.what} className="menu-item" disabled={!hasNode} onSelect={() => copySelected(copy)}>
              Copy {copy.what}
            </ContextMenu.Item>
          ))}
          {NODE_ACTIONS.map((part, i) => (
            <Fragment key={part[0]?.title}>
              <ContextMenu.Separator className="menu-line" />
              {part.map(({ title, note, run }) => (
                <ContextMenu.Item key={title} className="menu-item" disabled={!hasNode || (i === 0 && !hasResult)} onSelect={run}>
                  <span className="menu-item-title">{title}</span>
                  <span className="quiet menu-item-note">{note}</span>
                </ContextMenu.Item>
              ))}
            </Fragment>
          ))}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
