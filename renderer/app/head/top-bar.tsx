import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { ChevronDown, Moon, Search, Sun, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button, Segments } from '../../components/button'
import { TOP_BAR_SLOT, useResize } from '../../components/hooks'
import { actions, useWindow, useTab, useFields, isSeenLoading, tabTitle } from '../../window/window'
import { keysOf, performAction } from '../actions/actions'
import { showsOwnPages, workspacesOf } from '../workspaces'
import { ActionButton, ActionItem, Address, PublishedPage } from './address'
import { MenuButton, MenuPart } from '../../components/menu'
import { hasMachine } from '../actions/action'
import './top-bar.css'

function ExportMenu() {
  const hasResult = useTab((tab) => tab.result !== null)
  const hasLinks = useWindow((state) => state.host?.kind !== 'electron')
  const isInspecting = useWindow((state) => state.workspace === 'inspect')
  const hasSessions = useWindow(hasMachine)
  if (!hasResult) return null
  return (
    <MenuButton word="Export" label="Export" tone="button">
      <MenuPart title="Extracted text">
        <ActionItem id="copy-text" />
        <ActionItem id="save-text" />
        <ActionItem id="copy-markdown" />
        <ActionItem id="save-html" />
      </MenuPart>
      <MenuPart title="This inspection">
        <ActionItem id="save-report" />
        <ActionItem id="save-inspection" />
        {isInspecting ? <ActionItem id="page-figure" /> : null}
        {hasLinks ? <ActionItem id="copy-permalink" /> : null}
        {hasSessions ? <ActionItem id="save-session" /> : null}
      </MenuPart>
    </MenuButton>
  )
}

export function TopBar() {
  const { workspace, dark } = useFields(useWindow, 'workspace', 'dark')
  const hasOwnPages = useWindow(showsOwnPages)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  return (
    <>
      <header className="bar top-bar">
        <h1 className="bar logo">
          <i aria-hidden="true" />
          <span>Boilerscope</span>
        </h1>
        <Segments
          label="Workspace"
          value={workspace}
          options={workspacesOf(isPublished).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => actions.setWorkspace(id)}
        />
        {hasOwnPages ? <span className="space" /> : isPublished ? <PublishedPage /> : <Address />}
        <div id={TOP_BAR_SLOT} className="bar">
          {workspace === 'inspect' || workspace === 'compare' ? <ExportMenu /> : null}
        </div>
        <Button tone="word" title="Search all actions by name" onClick={() => performAction('palette')}>
          <Search size={14} aria-hidden="true" />
          Search
          <kbd aria-hidden="true">{keysOf('palette')}</kbd>
        </Button>
        <ActionButton id="theme" icon={dark ? Sun : Moon} />
      </header>
      {hasOwnPages ? null : <PageTabs />}
    </>
  )
}

function PageTabs() {
  // Join the shown values into one string, so that other changes of a tab do not render the strip.
  const titles = useWindow((state) =>
    state.tabs.map((tab) => `${tab.id}\n${isSeenLoading(tab) ? 'busy' : ''}\n${tabTitle(tab)}`).join('\0'),
  )
  const active = useWindow((state) => state.active)
  const tabs = titles.split('\0').map((line) => {
    const [id = '', busy, ...title] = line.split('\n')
    return { id, isBusy: busy !== '', title: title.join(' ') }
  })
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Delete') actions.closeTab()
    else if (step && !event.altKey) actions.cycleTab(step)
    else return
    event.preventDefault()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.page-tabs [aria-selected="true"]')?.focus())
  }
  if (tabs.length < 2) return null
  return (
    <nav className="bar page-tabs" aria-label="Open pages">
      <div ref={strip} className="fill page-tab-list" role="tablist" aria-label="Open pages" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <div key={tab.id} className="tab" role="presentation" data-active={tab.id === active}>
            <Button
              tone="bare"
              className="bar fill"
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
    </nav>
  )
}

interface TabOverflowProps {
  readonly strip: RefObject<HTMLElement | null>
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
  readonly active: string
}

function TabOverflow({ strip, tabs, active }: TabOverflowProps) {
  const [overflows, setOverflows] = useState(false)
  const update = useCallback(
    (element: HTMLElement) => {
      setOverflows(element.scrollWidth > element.clientWidth + 1)
      element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- measures again after a change of the tab in front or of the number of tabs
    [tabs.length, active],
  )
  useResize(strip, update)
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
