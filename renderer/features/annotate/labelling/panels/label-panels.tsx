import { useMemo, useState } from 'react'
import { suggestionsOf } from '../../../../../shared/gold/review'
import { PaneTabs } from '../../../../components/tab-list'
import type { Labelling } from '../../state/labelling-state'
import { KeyLegend } from '../key-legend'
import { NotesPanel } from './notes-panel'
import { OutlinePanel } from './outline-panel'
import { SourcePanel } from './source-panel'
import { SpansPanel } from './spans-panel'
import { BlocksPanel } from './blocks-panel'
import panelStyles from './label-panels.module.css'

type PanelId = 'text' | 'tree' | 'source' | 'labels' | 'notes' | 'keys'

/** The same labels beside the page: as text, in the tree, in the source, as a list; notes and keys. */
export function LabelPanels({ open }: { readonly open: Labelling }) {
  const [panel, setPanel] = useState<PanelId>(open.lost.length + open.moved.length > 0 ? 'labels' : 'text')
  const { spans } = open.history.present
  const suggested = useMemo(() => suggestionsOf(open.blocks, spans).length, [open.blocks, spans])
  const tabs: readonly { readonly id: PanelId; readonly title: string }[] = [
    { id: 'text', title: 'Text' },
    { id: 'tree', title: 'Tree' },
    { id: 'source', title: 'Source' },
    {
      id: 'labels',
      title:
        open.lost.length > 0
          ? `Labels (${open.lost.length} lost)`
          : open.moved.length > 0
            ? `Labels (${open.moved.length} moved)`
            : suggested > 0
              ? `Labels (${suggested})`
              : 'Labels',
    },
    { id: 'notes', title: 'Notes' },
    { id: 'keys', title: 'Keys' },
  ]
  return (
    <div
      className={panelStyles.panels}
      onMouseDown={(event) => {
        // Pressed with the pointer, a tab leaves the keys to the page; it is reached with Tab all the same.
        if (event.target instanceof Element && event.target.closest('[role="tab"]')) event.preventDefault()
      }}
    >
      <PaneTabs
        label="The labels"
        tabs={tabs}
        active={panel}
        onActivate={(id) => setPanel(tabs.find((tab) => tab.id === id)?.id ?? 'text')}
      >
        {panel === 'text' ? <BlocksPanel open={open} /> : null}
        {panel === 'tree' ? <OutlinePanel open={open} /> : null}
        {panel === 'source' ? <SourcePanel open={open} /> : null}
        {panel === 'labels' ? <SpansPanel open={open} /> : null}
        {panel === 'notes' ? <NotesPanel open={open} /> : null}
        {panel === 'keys' ? <KeyLegend /> : null}
      </PaneTabs>
    </div>
  )
}
