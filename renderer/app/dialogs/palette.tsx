import { useState } from 'react'
import { Command, defaultFilter } from 'cmdk'
import { describeSource } from '../../../shared/contract/capture'
import { Dialog } from '../../components/dialog'
import { formatKeys } from '../../components/keys'
import { recentPages } from '../../window/page/recent'
import { actions, getState, activeTab } from '../../window/window'
import { ACTIONS } from '../actions/actions'
import './dialogs.css'

interface Entry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly keywords?: readonly string[] | undefined
  readonly keys?: string | undefined
  readonly note?: string | undefined
  readonly disabled?: boolean
  readonly run: () => void
}

function currentEntries(): Entry[] {
  const state = getState()
  const { extractor } = activeTab(state)
  const all = ACTIONS.filter(({ id }) => id !== 'palette').map(({ id, group, label, keywords, keys, checked, enabled, run }): Entry => ({
    id,
    group,
    label,
    keywords: [group, keywords ?? ''],
    keys: keys?.[0] && formatKeys(keys[0]),
    note: checked?.(state) ? 'on' : undefined,
    disabled: !enabled(state),
    run: () => run(getState()),
  }))
  return [
    ...all.filter(({ disabled }) => !disabled),
    ...state.extractors.map(({ id, title, fullName, summary }) => ({
      id: `extractor-${id}`,
      group: 'Extractors',
      label: title,
      keywords: [fullName ?? summary],
      note: id === extractor ? 'current' : fullName,
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
      group: 'Recent',
      label,
      note: describeSource(source),
      run: () => actions.openSource(source, mode),
    })),
    ...all.filter(({ disabled }) => disabled).map((entry) => ({ ...entry, group: 'Not available now' })),
  ]
}

const LEAST_MATCH_SCORE = 0.1

const scoreEntry: typeof defaultFilter = (...texts) => {
  const score = defaultFilter(...texts)
  return score < LEAST_MATCH_SCORE ? 0 : score
}

const valueOf = ({ label, id }: Pick<Entry, 'label' | 'id'>): string => `${label} ${id}`

/** Returns the groups, sorted by the best weighted match of each group, because cmdk sorts only inside groups. */
function groupsOf(entries: readonly Entry[], query: string): string[] {
  const best = new Map<string, number>()
  for (const entry of entries) {
    const score = query === '' ? 0 : scoreEntry(valueOf(entry), query, [...(entry.keywords ?? [])])
    const weight = entry.disabled ? 0 : entry.group === 'Samples' || entry.group === 'Recent' ? 0.5 : 1
    best.set(entry.group, Math.max(weight * score, best.get(entry.group) ?? 0))
  }
  return [...best.keys()].toSorted((a, b) => (best.get(b) ?? 0) - (best.get(a) ?? 0))
}

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [entries] = useState(currentEntries)
  const [query, setQuery] = useState('')
  const words = query.trim()
  const shown = words === '' ? entries.filter(({ disabled }) => !disabled) : entries
  return (
    <Dialog label="Command palette" bare onClose={onClose}>
      <Command label="Command palette" className="column palette" loop filter={scoreEntry}>
        <Command.Input className="search-field" placeholder="Search commands" data-autofocus value={query} onValueChange={setQuery} />
        <Command.List className="palette-list">
          <Command.Empty className="quiet-note">No command found for “{words}”.</Command.Empty>
          {groupsOf(shown, words).map((group) => (
            <Command.Group key={group} heading={group}>
              {shown
                .filter((entry) => entry.group === group)
                .map(({ id, label, keywords, keys, note, disabled, run }) => (
                  <Command.Item
                    key={id}
                    value={valueOf({ label, id })}
                    keywords={[...(keywords ?? [])]}
                    disabled={disabled}
                    className="bar palette-item"
                    onSelect={() => {
                      onClose()
                      // Run the action after the dialog returned the focus, because the action can move the focus.
                      requestAnimationFrame(run)
                    }}
                  >
                    <span className="cut">
                      {label}
                      {note ? <span className="dim"> · {note}</span> : null}
                    </span>
                    {keys ? <kbd>{keys}</kbd> : null}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
