import { useId, type KeyboardEvent, type ReactNode } from 'react'
import './pane-tabs.css'

export interface PaneTab {
  readonly id: string
  readonly title: string
}

/** A pane with one panel, or several behind tabs. Only the panel in front is drawn. */
export function PaneTabs({
  label,
  tabs,
  active,
  onActivate,
  children,
}: {
  readonly label: string
  readonly tabs: readonly PaneTab[]
  readonly active: string
  readonly onActivate: (id: string) => void
  readonly children: ReactNode
}) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex((tab) => tab.id === active)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next =
      event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs[tabs.length - 1]
          : step
            ? tabs[(index + step + tabs.length) % tabs.length]
            : undefined
    if (!next || event.altKey) return
    event.preventDefault()
    onActivate(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  const only = tabs.length === 1
  return (
    <div className="pane">
      {only ? (
        <h2 className="pane-title">{tabs[0]?.title}</h2>
      ) : (
        <div className="pane-tablist" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${id}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={tab.id === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onActivate(tab.id)}
            >
              {tab.title}
            </button>
          ))}
        </div>
      )}
      <div
        className="pane-body"
        data-panel={active}
        tabIndex={-1}
        {...(only ? {} : { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${active}` })}
      >
        {children}
      </div>
    </div>
  )
}
