import { useState } from 'react'
import { Command } from 'cmdk'
import { Dialog } from '../../components/dialog'
import { recentPages } from '../../window/page/recent'
import { actions, getState } from '../../window/window'
import { activeTab } from '../../window/window-state'
import { describeSource } from '../../../shared/contract/source'
import { ACTIONS } from '../actions/actions'
import { formatKeys } from '../../components/keys'
import { rankByName } from '../../components/list/list-keys'
import './dialogs.css'

interface Entry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly keys?: string | undefined
  readonly note?: string | undefined
  readonly run: () => void
}

/** Every action that can be done now, every extractor, every sample, and pages opened before. */
function entriesNow(): Entry[] {
  const state = getState()
  const { extractor } = activeTab(state)
  return [
    ...ACTIONS.filter((action) => action.id !== 'palette' && action.enabled(state)).map(({ id, group, label, keys, checked, run }) => ({
      id,
      group,
      label,
      keys: keys?.[0] && formatKeys(keys[0]),
      note: checked?.(state) ? 'on' : undefined,
      run: () => run(getState()),
    })),
    ...state.extractors.map(({ id, title }) => ({
      id: `extractor-${id}`,
      group: 'Extractors',
      label: title,
      note: id === extractor ? 'in use' : undefined,
      run: () => actions.setExtractor(id),
    })),
    ...state.samples.map(({ id, title, mode }) => ({
      id: `sample-${id}`,
      group: 'Samples',
      label: title,
      run: () => actions.openSource({ kind: 'sample', id }, mode),
    })),
    ...recentPages().map(({ source, mode, label }, index) => ({
      id: `recent-${index}`,
      group: 'Opened lately',
      label,
      note: describeSource(source),
      run: () => actions.openSource(source, mode),
    })),
  ]
}

/** Everything that can be done, by name: grouped as it is, ranked once something is typed. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [entries] = useState(entriesNow)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(entries[0]?.id ?? '')
  const ranked = (text: string): readonly Entry[] => (text.trim() === '' ? entries : rankByName(entries, text, ({ label }) => label))
  const item = (entry: Entry) => (
    <Command.Item
      key={entry.id}
      value={entry.id}
      className="bar palette-item"
      onSelect={() => {
        onClose()
        // After the dialog gave the focus back, so that an action may take it.
        requestAnimationFrame(entry.run)
      }}
    >
      <span className="cut">
        {entry.label}
        {entry.note ? <span className="palette-note"> · {entry.note}</span> : null}
      </span>
      {entry.keys ? <kbd>{entry.keys}</kbd> : null}
    </Command.Item>
  )
  return (
    <Dialog label="Command palette" bare onClose={onClose}>
      <Command label="Command palette" className="palette" loop shouldFilter={false} value={chosen} onValueChange={setChosen}>
        <Command.Input
          className="palette-input"
          placeholder="What do you want to do?"
          data-autofocus
          value={query}
          onValueChange={(text) => {
            setQuery(text)
            setChosen(ranked(text)[0]?.id ?? '')
          }}
        />
        <Command.List className="palette-list">
          <Command.Empty className="quiet-note">Nothing is called that.</Command.Empty>
          {query.trim() === ''
            ? [...new Set(entries.map((entry) => entry.group))].map((group) => (
                <Command.Group key={group} heading={group} className="palette-group">
                  {entries.filter((entry) => entry.group === group).map(item)}
                </Command.Group>
              ))
            : ranked(query).map(item)}
        </Command.List>
      </Command>
    </Dialog>
  )
}
