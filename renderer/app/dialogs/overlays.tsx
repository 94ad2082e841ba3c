import { useState, type ComponentType, Fragment } from 'react'
import { create } from 'zustand'
import { describeSource } from '../../../shared/contract/capture'
import { Dialog, FormDialog } from '../../components/dialog'
import { Check, TextField, Select } from '../../components/fields'
import { formatKeys } from '../../components/keys'
import { LibrariesDialog } from '../../features/own-extractors/libraries-dialog'
import { AddDialog, ListDialog, NewDialog } from '../../features/own-extractors/own-dialogs'
import { FigureOfPage } from '../../figures/figure-dialog'
import { ReduceDialog } from '../../features/reduce/reduce-dialog'
import { MustKeepDialog, MustNotKeepDialog } from '../../features/snippets/snippet-dialog'
import { actions, setState, useWindow, getState, configurationOf, type Overlay } from '../../window/window'
import { ACTIONS } from '../actions/actions'
import { CaptureReport } from './capture-report'
import { Palette } from './palette'
import { Button } from '../../components/button'
import { setDense, useDensity } from '../../window/look'
import { setLimits, STANDARD_LIMITS, useLimits, type Limits } from '../../window/page/page-options'
import './dialogs.css'

interface DialogProps {
  readonly onClose: () => void
}

const DIALOGS: Readonly<Record<NonNullable<Overlay>, ComponentType<DialogProps>>> = {
  palette: Palette,
  shortcuts: ShortcutSheet,
  settings: SettingsDialog,
  'capture-report': CaptureReport,
  'add-extractor': AddDialog,
  'own-extractors': ListDialog,
  'open-linked': OpenLinked,
  reduce: ReduceDialog,
  'must-keep': MustKeepDialog,
  'must-not-keep': MustNotKeepDialog,
  'page-figure': FigureOfPage,
  'new-extractor': NewDialog,
  libraries: LibrariesDialog,
  paste: PasteDialog,
}

const close = (): void => actions.setOverlay(null)

export function Overlays() {
  const overlay = useWindow((state) => state.overlay)
  const Shown = overlay && DIALOGS[overlay]
  return Shown ? <Shown onClose={close} /> : null
}

/** Any site can contain a link to a page of this machine or its network. This dialog requests approval for such a link. */
function OpenLinked({ onClose }: DialogProps) {
  const linked = useWindow((state) => state.linked)
  if (!linked?.source) return null
  const { source, mode, selected } = linked
  const leave = (): void => {
    onClose()
    setState({ linked: null })
  }
  return (
    <FormDialog
      label="Open this page?"
      submit="Open"
      onSubmit={() => {
        leave()
        void actions.openInNewTab(source, { mode, selected, configuration: configurationOf(linked) })
      }}
      onClose={leave}
    >
      <p>
        This link opens <strong>{describeSource(source)}</strong>, a page on this machine or in its network.
      </p>
      <p className="quiet">A request to such an address can have effects there. Open the page only if you trust the link.</p>
    </FormDialog>
  )
}

/** Keeps the typed HTML and address until the user opens the page, so that closing the dialog by mistake discards nothing. */
const usePasted = create(() => ({ html: '', url: '' }))

function PasteDialog({ onClose }: DialogProps) {
  const { html, url } = usePasted()
  const open = (): void => {
    usePasted.setState({ html: '', url: '' })
    actions.openSource({ kind: 'html', html, name: 'Pasted HTML', url: url.trim() || undefined })
  }
  return (
    <FormDialog label="Paste HTML" submit="Open" disabled={html === ''} onSubmit={open} onClose={onClose}>
      <label htmlFor="paste-source">HTML</label>
      <textarea
        id="paste-source"
        data-autofocus
        spellCheck={false}
        value={html}
        onChange={(event) => usePasted.setState({ html: event.target.value })}
      />
      <TextField
        caption="Base URL for links (optional)"
        spellCheck={false}
        placeholder="https://…"
        value={url}
        onChange={(text) => usePasted.setState({ url: text })}
      />
    </FormDialog>
  )
}

const GROUPS = ['File', 'Edit', 'View', 'Tree', 'Extractor', 'Annotate', 'Demonstrate', 'Go', 'Help'] as const
type Group = (typeof GROUPS)[number]

const WORKSPACE_OF: Readonly<Partial<Record<Group, string>>> = { Tree: 'inspect', Annotate: 'annotate', Demonstrate: 'demonstrate' }

const OTHER_KEYS: Readonly<Partial<Record<Group, readonly (readonly [label: string, keys: string])[]>>> = {
  View: [
    ['Next, previous part of the page', '→ ←'],
    ['Select this part', 'Enter'],
  ],
  Tree: [
    ['Move', '↑ ↓'],
    ['Collapse or go to parent, expand', '← →'],
    ['First, last', 'Home End'],
    ['Expand subtree', '*'],
    ['Previous, next sibling', 'Alt+↑ Alt+↓'],
    ['Expand, collapse subtree', 'Alt+click'],
    ['Search', 'any letter'],
  ],
  Annotate: [['Choose label', '1 … 9']],
}

function keysOf(group: Group): readonly (readonly [label: string, keys: string])[] {
  const own = ACTIONS.flatMap(({ label, keys, ...action }) =>
    action.group === group && keys?.[0] ? [[label, formatKeys(keys[0])] as const] : [],
  )
  return [...own, ...(OTHER_KEYS[group] ?? [])]
}

function ShortcutSheet({ onClose }: DialogProps) {
  const workspace = useWindow((state) => state.workspace)
  const [isAll, setAll] = useState(false)
  const shown = GROUPS.filter((group) => isAll || (WORKSPACE_OF[group] ?? workspace) === workspace)
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcut-sheet" tabIndex={0} role="region" aria-label="Shortcuts">
        {shown.map((group) => (
          <section key={group} className="shortcut-group">
            <h3 className="quiet">{group}</h3>
            <dl>
              {keysOf(group).map(([label, keys]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="line-above shortcut-foot">
        <Check label="All workspaces" checked={isAll} onChange={setAll} />
      </div>
    </Dialog>
  )
}

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const MEBIBYTE = 1024 * 1024
const LIMIT_FIELDS: readonly (readonly [key: keyof Limits, label: string, unit: number, min: number, max: number])[] = [
  ['timeout', 'Page load, seconds', 1000, 1, 600],
  ['idleCap', 'Wait for a rendered page, seconds', 1000, 0, 120],
  ['maxBytes', 'HTML size, MiB', MEBIBYTE, 1, 1024],
  ['taskTimeout', 'Parsing or extraction, seconds', 1000, 0.01, 600],
  ['maxNodes', 'Nodes per page', 1, 10, 10_000_000],
]

function SettingsDialog({ onClose }: DialogProps) {
  const [theme, setTheme] = useState(getState().theme)
  const [dense, setDraftDense] = useState(useDensity.getState().dense)
  const [limits, setDraftLimits] = useState<Limits>(useLimits())
  const save = (): void => {
    actions.setTheme(theme)
    setDense(dense)
    setLimits(limits)
    actions.notify('Settings saved. New limits apply to pages that you open from now on.')
    onClose()
  }
  return (
    <FormDialog
      label="Settings"
      submit="Save"
      onSubmit={save}
      more={<Button label="Reset limits" onClick={() => setDraftLimits(STANDARD_LIMITS)} />}
      onClose={onClose}
    >
      <h3 className="quiet">Appearance</h3>
      <label htmlFor="theme">Theme</label>
      <Select id="theme" value={theme} options={THEMES} onChange={setTheme} data-autofocus />
      <Check label="Compact rows" checked={dense} onChange={setDraftDense} />
      <h3 className="quiet">Limits</h3>
      {LIMIT_FIELDS.map(([key, label, unit, min, max]) => (
        <Fragment key={key}>
          <label htmlFor={`limit-${key}`}>{label}</label>
          <input
            id={`limit-${key}`}
            type="number"
            required
            min={min}
            max={max}
            step="any"
            value={limits[key] / unit}
            onChange={(event) => setDraftLimits({ ...limits, [key]: Number(event.target.value) * unit })}
          />
        </Fragment>
      ))}
    </FormDialog>
  )
}
