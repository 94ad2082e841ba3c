import { AddDialog } from '../../features/own-extractors/add-dialog'
import { ListDialog } from '../../features/own-extractors/list-dialog'
import { NewDialog } from '../../features/own-extractors/new-dialog'
import { FigureOfPage } from '../../features/page-view/figure-of-page'
import { ReduceDialog } from '../../features/reduce/reduce-dialog'
import type { Overlay } from '../../window/window-state'
import { actions } from '../../window/window'
import { CaptureReport } from './capture-report'
import { OpenLinked } from './open-linked'
import { Palette } from './palette'
import { PasteDialog } from './paste-dialog'
import { SettingsDialog } from './settings-dialog'
import { ShortcutSheet } from './shortcut-sheet'

const close = (): void => actions.setOverlay(null)

/** The dialog in front. They come in one piece after the window is there: none is on the first screen. */
export default function Overlays({ overlay }: { readonly overlay: Overlay }) {
  switch (overlay) {
    case 'palette':
      return <Palette />
    case 'shortcuts':
      return <ShortcutSheet />
    case 'settings':
      return <SettingsDialog onClose={close} />
    case 'capture-report':
      return <CaptureReport onClose={close} />
    case 'add-extractor':
      return <AddDialog onClose={close} />
    case 'own-extractors':
      return <ListDialog onClose={close} />
    case 'open-linked':
      return <OpenLinked onClose={close} />
    case 'reduce':
      return <ReduceDialog onClose={close} />
    case 'page-figure':
      return <FigureOfPage onClose={close} />
    case 'new-extractor':
      return <NewDialog onClose={close} />
    case 'paste':
      return <PasteDialog onClose={close} />
    default:
      return null
  }
}
