import { useId, type ReactNode } from 'react'
import { TabList, tabId, type TabEntry } from './tab-list'

/** A pane with one panel, or several behind tabs. Only the panel in front is drawn. */
export function PaneTabs({
  label,
  tabs,
  active,
  onActivate,
  onMaximise,
  controls,
  children,
}: {
  readonly label: string
  readonly tabs: readonly TabEntry[]
  readonly active: string
  readonly onActivate: (id: string) => void
  /** The head was clicked twice. */
  readonly onMaximise?: () => void
  /** What stands at the end of the head. */
  readonly controls?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  const only = tabs.length === 1
  return (
    <div className="column pane">
      <div className="pane-head" onDoubleClick={onMaximise}>
        {only ? (
          <h2 className="pane-title">{tabs[0]?.title}</h2>
        ) : (
          <TabList label={label} tabs={tabs} active={active} onActivate={onActivate} panel={`${id}-panel`} shape="strip" />
        )}
        {controls ? (
          <div className="pane-controls" onDoubleClick={(event) => event.stopPropagation()}>
            {controls}
          </div>
        ) : null}
      </div>
      <div
        className="pane-body"
        data-panel={active}
        tabIndex={-1}
        {...(only ? {} : { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': tabId(`${id}-panel`, active) })}
      >
        {children}
      </div>
    </div>
  )
}
