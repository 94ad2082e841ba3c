import { Command } from 'cmdk'
import { Dialog } from '../components/dialog'
import { recentPages } from '../stores/recent'
import { actions, getState, useWorkspace } from '../stores/workspace'
import { activeTab, describeSource } from '../stores/workspace-state'
import { ACTIONS } from './actions'
import { formatKeys } from './shortcuts'
import './palette.css'

const GROUPS = ['File', 'Edit', 'View', 'Tree', 'Extractor', 'Go', 'Help'] as const

/** Every action with its key, every extractor, every sample, and pages opened before, by name. */
export function Palette() {
  const extractors = useWorkspace((state) => state.extractors)
  const samples = useWorkspace((state) => state.samples)
  const close = (): void => actions.setOverlay(null)
  const perform = (run: () => void): void => {
    close()
    // After the dialog gave the focus back, so that an action may take it.
    requestAnimationFrame(run)
  }
  const state = getState()
  const tab = activeTab(state)
  const recent = recentPages().filter((visit) => visit.source.kind !== 'sample')
  return (
    <Dialog label="Command palette" bare onClose={close}>
      <Command label="Command palette" className="palette" loop>
        <Command.Input className="palette-input" placeholder="What do you want to do?" data-autofocus />
        <Command.List className="palette-list">
          <Command.Empty className="palette-empty">Nothing is called that.</Command.Empty>
          {GROUPS.map((group) => {
            const members = ACTIONS.filter((action) => action.group === group && action.id !== 'palette' && action.enabled(state))
            return members.length === 0 ? null : (
              <Command.Group key={group} heading={group} className="palette-group">
                {members.map((action) => (
                  <Command.Item
                    key={action.id}
                    value={`${action.label} ${action.id}`}
                    className="palette-item"
                    onSelect={() => perform(() => action.run(getState()))}
                  >
                    <span>
                      {action.label}
                      {action.checked?.(state) ? <span className="palette-on"> · on</span> : null}
                    </span>
                    {action.keys?.[0] ? <kbd>{formatKeys(action.keys[0])}</kbd> : null}
                  </Command.Item>
                ))}
              </Command.Group>
            )
          })}
          <Command.Group heading="Extractors" className="palette-group">
            {extractors.map((info) => (
              <Command.Item
                key={info.id}
                value={`extractor ${info.title} ${info.id}`}
                className="palette-item"
                onSelect={() => perform(() => actions.setExtractor(info.id))}
              >
                <span>
                  {info.title}
                  {info.id === tab.extractor ? <span className="palette-on"> · in use</span> : null}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Samples" className="palette-group">
            {samples.map((sample) => (
              <Command.Item
                key={sample.id}
                value={`sample ${sample.title}`}
                className="palette-item"
                onSelect={() => perform(() => actions.openSource({ kind: 'sample', id: sample.id }, sample.mode))}
              >
                <span>{sample.title}</span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Opened lately" className="palette-group">
            {recent.map((visit, index) => (
              <Command.Item
                key={index}
                value={`open ${visit.label} ${describeSource(visit.source)} ${index}`}
                className="palette-item"
                onSelect={() => perform(() => actions.openSource(visit.source, visit.mode))}
              >
                <span>{visit.label}</span>
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}
