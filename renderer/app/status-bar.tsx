import { useEffect } from 'react'
import { Button } from '../components/button'
import { formatKeys } from '../components/keys'
import { formatNumber } from '../components/number-format'
import { useResourceSummary } from '../window/page/resources'
import { actions, useTab, useWindow } from '../window/window'
import { liveResult } from '../window/window-state'
import { actionOf, performAction } from './actions/actions'
import { DRAWER_PANELS, shownPanels, toggleInDrawer, useDrawer, useWide } from './inspect/drawer'
import { panelOf } from './inspect/panels'
import { captureTime } from './states'
import { showsOwnPages } from './workspaces'

/** The bottom line: drawer buttons and problems of the page. */
export function StatusBar() {
  const isElsewhere = useWindow((state) => showsOwnPages(state) || state.hasExample)
  const hasDrawer = useWindow((state) => state.workspace === 'inspect')
  const page = useTab((tab) => (isElsewhere ? null : tab.page))
  const result = useTab((tab) => (isElsewhere ? null : liveResult(tab)))
  const missing = useResourceSummary(page?.id)?.missing ?? 0
  const lacks = missing === 0 ? [] : [`${formatNumber(missing)} ${missing === 1 ? 'file' : 'files'} missing`]
  const warnings = [...lacks, ...(page?.log ?? []), ...(result?.extraction.warnings ?? [])]
  return (
    <footer className="bar status-bar" aria-label="Status">
      {hasDrawer && page ? <DrawerButtons /> : null}
      <span className="space" />
      {page?.kept ? (
        <Button tone="bare" title="The page is shown as it was captured then. Load it again" onClick={() => actions.reload()}>
          captured {captureTime(page.capturedAt)} · Load again
        </Button>
      ) : null}
      {warnings.length > 0 ? (
        <Button tone="bare" className="cut status-warning" title={warnings.join('\n')} onClick={() => performAction('capture-report')}>
          {warnings[0]}
          {warnings.length > 1 ? ` (+${warnings.length - 1})` : ''}
        </Button>
      ) : null}
      <Notice />
    </footer>
  )
}

/** The panels of the drawer; buttons of visible panels are pressed. */
function DrawerButtons() {
  const drawer = useDrawer()
  const wide = useWide()
  const shown = drawer.isOpen ? shownPanels(drawer, wide) : []
  return (
    <div className="bar drawer-buttons" role="group" aria-label="Drawer">
      {DRAWER_PANELS.map((id) => (
        <Button key={id} tone="bare" aria-pressed={shown.includes(id)} onClick={() => toggleInDrawer(id)}>
          {panelOf(id).title}
        </Button>
      ))}
      <kbd aria-hidden="true">{formatKeys(actionOf('drawer').keys?.[0] ?? '')}</kbd>
    </div>
  )
}

/** Milliseconds that a notice stays visible. */
const NOTICE = 8000

/** The last notice, for `NOTICE`, over the bottom of the window. */
function Notice() {
  const notice = useWindow((state) => state.notice)
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => actions.notify(''), NOTICE)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <span className="status-notice" role="status">
      {notice}
    </span>
  )
}
