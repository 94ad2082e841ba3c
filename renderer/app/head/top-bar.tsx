import { Moon, Search, Sun } from 'lucide-react'
import { Button, Segments } from '../../components/button'
import { formatKeys } from '../../components/keys'
import { TOP_BAR_SLOT } from '../../components/hooks'
import { actions, useWindow, useTab } from '../../window/window'
import { actionOf, performAction } from '../actions/actions'
import { showsOwnPages, workspacesOf } from '../workspaces'
import { ActionButton, ActionItem, Address, PublishedPage } from './address'
import { PageTabs } from './page-tabs'
import { MenuButton, MenuPart } from '../../components/menu'
import { hasMachine } from '../actions/action'
import { useFields } from '../../window/store'
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
        <h1 className="logo">
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
          <kbd aria-hidden="true">{formatKeys(actionOf('palette').keys?.[0] ?? '')}</kbd>
        </Button>
        <ActionButton id="theme" icon={dark ? Sun : Moon} />
      </header>
      {hasOwnPages ? null : <PageTabs />}
    </>
  )
}
