import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { ChevronDown, Moon, Sun, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button, Segments } from '../../components/button'
import { MenuButton, MenuPart } from '../../components/menu'
import { Select } from '../../components/select'
import { LAYOUTS, layoutActions, useInspectLayout } from '../inspect/inspect-layouts'
import { actions, useWindow } from '../../window/window'
import { isSeenLoading, tabTitle } from '../../window/window-state'
import { actionOf, performAction } from '../actions/actions'
import { formatKeys } from '../../components/keys'
import { reachesMachine } from '../actions/action'
import { ActionButton, ActionItem } from './toolbar'
import { showsOwnPages, workspacesOf } from '../workspaces'

/** The row at the top, the same in every workspace: the open pages, the switch between workspaces, and what concerns the window. */
export function TabStrip() {
  const workspace = useWindow((state) => state.workspace)
  const isElsewhere = useWindow(showsOwnPages)
  const dark = useWindow((state) => state.dark)
  const hasNativeMenu = useWindow((state) => state.host?.kind === 'electron')
  const workspaces = workspacesOf({ host: useWindow((state) => state.host) })
  return (
    <nav className="bar tab-strip" aria-label="Pages and workspaces">
      <h1 className="visually-hidden">Boilerscope</h1>
      {isElsewhere ? null : <Tabs />}
      <span className="space" />
      {workspace === 'inspect' ? <LayoutSelect /> : null}
      <Segments
        label="Workspace"
        value={workspace}
        options={workspaces.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id) => actions.setWorkspace(id)}
      />
      <div className="toolbar-group">
        <ActionButton id="theme" icon={dark ? Sun : Moon} />
        {hasNativeMenu ? null : <WindowMenu />}
      </div>
    </nav>
  )
}

const EXTRACTORS = [
  { id: 'libraries', note: 'trafilatura, jusText and others; older versions of Readability and Defuddle' },
  { id: 'add-extractor', note: 'A module or a program of yours, beside the others' },
  { id: 'new-extractor', note: 'A copy of one that is here, to change' },
  { id: 'own-extractors', note: 'What you agreed to run, and how to take it back' },
] as const

/** What is wanted now and then, in words. */
function WindowMenu() {
  const takesExtractors = useWindow(reachesMachine)
  return (
    <MenuButton word="Menu" label="Menu">
      <MenuPart title="This window">
        <ActionItem id="palette" note="Everything that can be done, by its name" />
        <ActionItem id="tours" />
        <ActionItem id="help" />
        <ActionItem id="shortcuts" />
        <ActionItem id="settings" />
      </MenuPart>
      {takesExtractors ? (
        <MenuPart title="More extractors">
          {EXTRACTORS.map(({ id, note }) => (
            <ActionItem key={id} id={id} note={note} />
          ))}
        </MenuPart>
      ) : null}
    </MenuButton>
  )
}

/** Which panes stand where. */
function LayoutSelect() {
  const layout = useInspectLayout((state) => state.layout)
  const about = LAYOUTS.find(({ id }) => id === layout)?.about
  return (
    <Select
      small
      className="layout-select"
      label="Layout"
      title={about}
      value={layout}
      options={LAYOUTS.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id) => layoutActions.choose(id)}
    />
  )
}

/** The open pages. */
function Tabs() {
  // Titles only: the strip is not drawn again when something inside a tab changes.
  const titles = useWindow((state) =>
    state.tabs.map((tab) => `${tab.id}\n${isSeenLoading(tab) ? 'busy' : ''}\n${tabTitle(tab)}`).join('\0'),
  )
  const active = useWindow((state) => state.active)
  const tabs = titles.split('\0').map((line) => {
    const [id = '', busy = '', ...title] = line.split('\n')
    return { id, isBusy: busy !== '', title: title.join(' ') }
  })
  const newTab = actionOf('new-tab')
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Delete') actions.closeTab()
    else if (step && !event.altKey) actions.cycleTab(step)
    else return
    event.preventDefault()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.tabs [aria-selected="true"]')?.focus())
  }
  return (
    <>
      <div ref={strip} className="tabs" role="tablist" aria-label="Open pages" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <div key={tab.id} className="tab" role="presentation" data-active={tab.id === active}>
            <Button
              tone="bare"
              role="tab"
              aria-selected={tab.id === active}
              tabIndex={tab.id === active ? 0 : -1}
              title={tab.title}
              onClick={() => actions.activateTab(tab.id)}
              onAuxClick={(event) => {
                if (event.button === 1) actions.closeTab(tab.id)
              }}
            >
              {tab.isBusy ? <span className="tab-busy" aria-hidden="true" /> : null}
              <span className="cut">{tab.title}</span>
            </Button>
            <Button
              tone="bare"
              className="tab-close"
              tabIndex={-1}
              aria-hidden="true"
              title="Close tab"
              onClick={() => actions.closeTab(tab.id)}
            >
              <X size={12} aria-hidden="true" />
            </Button>
          </div>
        ))}
      </div>
      <TabOverflow strip={strip} tabs={tabs} active={active} />
      <Button tone="word" title={`${newTab.label} (${formatKeys(newTab.keys?.[0] ?? '')})`} onClick={() => performAction('new-tab')}>
        {newTab.label}
      </Button>
    </>
  )
}

interface TabOverflowProps {
  readonly strip: RefObject<HTMLElement | null>
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
  readonly active: string
}

/** A list of all open pages, where the strip has no room for their names. */
function TabOverflow({ strip, tabs, active }: TabOverflowProps) {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    // Called at first after the layout that the window does anyway: to ask here would force one.
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth + 1)
      element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(element)
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
