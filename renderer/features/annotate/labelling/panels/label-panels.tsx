import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { suggestionsOf } from '../../../../../shared/gold/label-commands'
import { PaneTabs } from '../../../../components/tab-list'
import type { Labelling } from '../../state/labelling-state'
import { formatKeys } from '../../../../components/keys'
import { useAnnotate } from '../../state/annotate'
import { LABEL_ACTIONS } from '../label-actions'
import { labelKeys } from '../label-colours'
import { NotesPanel } from './notes-panel'
import { OutlinePanel, SpansPanel } from './spans-panel'
import { BlocksPanel, SourcePanel } from './text-panels'
import panelStyles from './label-panels.module.css'

const PANELS = [
  { id: 'text', title: 'Text', Panel: BlocksPanel },
  { id: 'tree', title: 'Tree', Panel: OutlinePanel },
  { id: 'source', title: 'Source', Panel: SourcePanel },
  { id: 'labels', title: 'Labels', Panel: SpansPanel },
  { id: 'notes', title: 'Notes', Panel: NotesPanel },
  { id: 'keys', title: 'Keys', Panel: KeyLegend },
] as const

export function LabelPanels({ open }: { readonly open: Labelling }) {
  const [panel, setPanel] = useState<string>(open.lost.length + open.moved.length > 0 ? 'labels' : 'text')
  const { spans } = open.history.present
  const suggested = useMemo(() => suggestionsOf(open.blocks, spans).length, [open.blocks, spans])
  const { lost, moved } = open
  const about =
    lost.length > 0 ? ` (${lost.length} lost)` : moved.length > 0 ? ` (${moved.length} moved)` : suggested > 0 ? ` (${suggested})` : ''
  const tabs = PANELS.map(({ id, title }) => ({ id, title: id === 'labels' ? `${title}${about}` : title }))
  const { Panel } = PANELS.find(({ id }) => id === panel) ?? PANELS[0]
  return (
    <div
      className={panelStyles.panels}
      onMouseDown={(event) => {
        // A press on a tab must not move the focus away from the page.
        if (event.target instanceof Element && event.target.closest('[role="tab"]')) event.preventDefault()
      }}
    >
      <PaneTabs label="The labels" tabs={tabs} active={panel} onActivate={setPanel}>
        <Panel open={open} />
      </PaneTabs>
    </div>
  )
}

const GROUPS = ['Cursor', 'Label', 'Page', 'Queue'] as const

const POINTER = [
  ['Click', 'Label a block'],
  ['Shift-click', 'Label from the cursor to the block'],
  ['Drag', 'Label whole words'],
  ['Shift-drag', 'Label the blocks in a box'],
  ['with Alt', 'Remove label'],
] as const

function KeyLegend() {
  const labels = useAnnotate((state) => state.corpus?.labels) ?? []
  const ofLabels = [...labelKeys(labels)].map(([key, name]) => [<kbd key={key}>{key}</kbd>, name] as const)
  return (
    <div className={panelStyles.panel} role="region" aria-label="Keys" tabIndex={0}>
      {GROUPS.map((group) => {
        const actions = LABEL_ACTIONS.filter((action) => action.group === group)
        const rows = actions.map(({ label, keys }) => [keys.map((key) => <kbd key={key}>{formatKeys(key)}</kbd>), label] as const)
        return <Legend key={group} title={group} rows={group === 'Label' ? [...rows, ...ofLabels] : rows} />
      })}
      <Legend title="Pointer" rows={POINTER} />
    </div>
  )
}

function Legend({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [input: ReactNode, effect: string])[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={`facts ${panelStyles.keys}`}>
        {rows.map(([input, effect]) => (
          <Fragment key={effect}>
            <dt className="bar">{input}</dt>
            <dd>{effect}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
