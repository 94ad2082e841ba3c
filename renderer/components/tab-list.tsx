import { useId, type KeyboardEvent, type ReactNode } from 'react'
import './tab-list.css'

interface TabEntry<T extends string = string> {
  readonly id: T
  readonly title: string
}

/** Returns the id of a tab's button, for `aria-labelledby` of its panel. */
export const tabId = (panel: string, id: string): string => `${panel}-tab-${id}`

/** Returns the tab for an arrow key (cyclic), Home or End; undefined for other keys. */
function tabOfKey<T>(tabs: readonly T[], at: number, { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>): T | undefined {
  if (altKey) return undefined
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs[tabs.length - 1]
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  return step === 0 ? undefined : tabs[(at + step + tabs.length) % tabs.length]
}

interface TabListProps<T extends string> {
  readonly label: string
  readonly tabs: readonly TabEntry<T>[]
  readonly active: T
  readonly onActivate: (id: T) => void
  /** Id of the element with `role="tabpanel"` that shows the tab in front. */
  readonly panel: string
  /** `strip`: the small row over a pane. */
  readonly shape?: 'row' | 'strip'
}

export function TabList<T extends string>({ label, tabs, active, onActivate, panel, shape = 'row' }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabOfKey(
      tabs,
      tabs.findIndex((tab) => tab.id === active),
      event,
    )
    if (!next) return
    event.preventDefault()
    onActivate(next.id)
    document.getElementById(tabId(panel, next.id))?.focus()
  }
  return (
    <div className={`tab-list tab-list-${shape}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          id={tabId(panel, id)}
          type="button"
          role="tab"
          aria-selected={id === active}
          aria-controls={panel}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onActivate(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

interface PaneTabsProps {
  readonly label: string
  readonly tabs: readonly TabEntry[]
  readonly active: string
  readonly onActivate: (id: string) => void
  readonly controls?: ReactNode
  /** Whether the shown content is outdated. */
  readonly inert?: boolean
  readonly children: ReactNode
}

/** Pane with one panel, or with several panels and their tabs. It draws only the panel in front. */
export function PaneTabs({ label, tabs, active, onActivate, controls, inert = false, children }: PaneTabsProps) {
  const id = useId()
  const only = tabs.length === 1
  return (
    <div className="column pane">
      <div className="pane-head">
        {only ? (
          <h2 className="pane-title">{tabs[0]?.title}</h2>
        ) : (
          <TabList label={label} tabs={tabs} active={active} onActivate={onActivate} panel={`${id}-panel`} shape="strip" />
        )}
        {controls ? <div className="pane-controls">{controls}</div> : null}
      </div>
      <div
        className="pane-body"
        data-panel={active}
        tabIndex={-1}
        inert={inert}
        {...(only ? {} : { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': tabId(`${id}-panel`, active) })}
      >
        {children}
      </div>
    </div>
  )
}
