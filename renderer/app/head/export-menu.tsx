import { MenuButton, MenuPart } from '../../components/menu'
import { useTab, useWindow } from '../../window/window'
import { reachesMachine } from '../actions/action'
import { ActionItem } from './action-button'

/** Copies and saves of the page in front, its text first. */
export function ExportMenu() {
  const hasResult = useTab((tab) => tab.result !== null)
  const hasLinks = useWindow((state) => state.host?.kind !== 'electron')
  const isInspecting = useWindow((state) => state.workspace === 'inspect')
  const hasSessions = useWindow(reachesMachine)
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
