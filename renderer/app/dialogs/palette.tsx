import { useState } from 'react'
import { Command } from 'cmdk'
import { Dialog } from '../../components/dialog'
import { recentPages } from '../../window/page/recent'
import { actions, getState } from '../../window/window'
import { activeTab } from '../../window/window-state'
import { describeSource } from '../../../shared/contract/source'
import { ACTIONS } from '../actions/actions'
import { rankByName } from './rank-by-name'
import { formatKeys } from '../../components/keys'
import './palette.css'

interface Entry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly keys: string | undefined
  readonly note: string | undefined
  readonly run: () => void
}

/** Every action that can be done now, every extractor, every sample, and pages opened before. */
function entriesNow(): Entry[] {
  const state = getState()
  const tab = activeTab(state)
  return [
    ...ACTIONS.filter((action) => action.id !== 'palette' && action.enabled(state)).map((action): Entry => ({
      id: action.id,
      group: action.group,
      label: action.label,
      keys: action.keys?.[0] && formatKeys(action.keys[0]),
      note: action.checked?.(state) ? 'on' : undefined,
      run: () => action.run(getState()),
    })),
    ...state.extractors.map((info): Entry => ({
      id: `extractor-${info.id}`,
      group: 'Extractors',
      label: info.title,
      keys: undefined,
      note: info.id === tab.extractor ? 'in use' : undefined,
      run: () => actions.setExtractor(info.id),
    })),
    ...state.samples.map((sample): Entry => ({
      id: `sample-${sample.id}`,
      group: 'Samples',
      label: sample.title,
      keys: undefined,
      note: undefined,
      run: () => actions.openSource({ kind: 'sample', id: sample.id }, sample.mode),
    })),
    ...recentPages()
      .filter((visit) => visit.source.kind !== 'sample')
      .map((visit, index): Entry => ({
        id: `recent-${index}`,
        group: 'Opened lately',
        label: visit.label,
        keys: undefined,
        note: describeSource(visit.source),
        run: () => actions.openSource(visit.source, visit.mode),
      })),
  ]
}

/** Everything that can be done, by name: grouped as it is, ranked once something is typed. */
export function Palette() {
  const [entries] = useState(entriesNow)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(entries[0]?.id ?? '')
  const shown = query.trim() === '' ? entries : rankByName(entries, query, (entry) => entry.label)
  const close = (): void => actions.setOverlay(null)
  const item = (entry: Entry) => (
    <Command.Item
      key={entry.id}
      value={entry.id}
      className="palette-item"
      onSelect={() => {
        close()
        // After the dialog gave the focus back, so that an action may take it.
        requestAnimationFrame(entry.run)
      }}
    >
      <span className="palette-label cut">
        {entry.label}
        {entry.note ? <span className="palette-note"> · {entry.note}</span> : null}
      </span>
      {entry.keys ? <kbd>{entry.keys}</kbd> : null}
    </Command.Item>
  )
  return (
    <Dialog label="Command palette" bare onClose={close}>
      <Command label="Command palette" className="palette" loop shouldFilter={false} value={chosen} onValueChange={setChosen}>
        <Command.Input
          className="palette-input"
          placeholder="What do you want to do?"
          data-autofocus
          value={query}
          onValueChange={(text) => {
            setQuery(text)
            const first = text.trim() === '' ? entries[0] : rankByName(entries, text, (entry) => entry.label)[0]
            setChosen(first?.id ?? '')
          }}
        />
        <Command.List className="palette-list">
          <Command.Empty className="palette-empty">Nothing is called that.</Command.Empty>
          {query.trim() === ''
            ? [...new Set(entries.map((entry) => entry.group))].map((group) => (
                <Command.Group key={group} heading={group} className="palette-group">
                  {entries.filter((entry) => entry.group === group).map(item)}
                </Command.Group>
              ))
            : shown.map(item)}
        </Command.List>
      </Command>
    </Dialog>
  )
}
