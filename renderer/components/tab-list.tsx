import { useId, type ReactNode } from 'react'
import { Tabs } from 'radix-ui'
import './tab-list.css'

export const tabId = (panel: string, id: string): string => `${panel}-tab-${id}`

interface TabListProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly title: string }[]
  readonly active: T
  readonly onActivate: (id: T) => void
  readonly panel: string
  readonly shape?: 'row' | 'strip'
}

export function TabList<T extends string>({ label, tabs, active, onActivate, panel, shape = 'row' }: TabListProps<T>) {
  return (
    <Tabs.Root asChild value={active} onValueChange={(id) => onActivate(id as T)}>
      <Tabs.List className={`tab-list tab-list-${shape}`} aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Tabs.Trigger key={id} value={id} id={tabId(panel, id)} aria-controls={panel}>
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}

interface PaneTabsProps extends Omit<TabListProps<string>, 'panel' | 'shape'> {
  readonly controls?: ReactNode
  readonly inert?: boolean
  readonly children: ReactNode
}

export function PaneTabs({ controls, inert = false, children, ...list }: PaneTabsProps) {
  const id = useId()
  return (
    <div className="column pane">
      <div className="bar line-below pane-head">
        <TabList {...list} panel={`${id}-panel`} shape="strip" />
        {controls ? <div className="bar pane-controls">{controls}</div> : null}
      </div>
      <div
        className="fill pane-body"
        data-panel={list.active}
        tabIndex={-1}
        inert={inert}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={tabId(`${id}-panel`, list.active)}
      >
        {children}
      </div>
    </div>
  )
}
