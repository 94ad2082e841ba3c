/** The dialogs of the window. They come in one piece after the window is there: none is on the first screen. */
import { Fragment, useState, type ComponentType } from 'react'
import { describeSource } from '../../../shared/contract/source'
import { Button } from '../../components/button'
import { Dialog, FormDialog } from '../../components/dialog'
import { formatKeys } from '../../components/keys'
import { AddDialog } from '../../features/own-extractors/add-dialog'
import { LibrariesDialog } from '../../features/own-extractors/libraries-dialog'
import { ListDialog } from '../../features/own-extractors/list-dialog'
import { NewDialog } from '../../features/own-extractors/new-dialog'
import { FigureOfPage } from '../../features/page-view/figure-of-page'
import { ReduceDialog } from '../../features/reduce/reduce-dialog'
import { MustKeepDialog, MustNotKeepDialog } from '../../features/snippets/snippet-dialog'
import { setLimits, STANDARD_LIMITS, useLimits, type Limits } from '../../window/page/limits'
import { actions, getState, setState, useWindow, type WindowState } from '../../window/window'
import type { Overlay } from '../../window/window-state'
import { ACTIONS } from '../actions/actions'
import { CaptureReport } from './capture-report'
import { Palette } from './palette'
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

/** The dialog in front. */
export function Overlays() {
  const overlay = useWindow((state) => state.overlay)
  const Shown = overlay && DIALOGS[overlay]
  return Shown ? <Shown onClose={close} /> : null
}

/** Asks before a link opens what lies on this machine or in its network: whoever made the link may not be whom it is for. */
function OpenLinked({ onClose }: DialogProps) {
  const linked = useWindow((state) => state.linked)
  if (!linked) return null
  const leave = (): void => {
    onClose()
    setState({ linked: null })
  }
  return (
    <FormDialog
      label="Open this page?"
      submit="Open it"
      onSubmit={() => {
        const { open } = getState().linked ?? {}
        leave()
        open?.()
      }}
      onClose={leave}
    >
      <p>
        A link asks Boilerscope to open <strong>{describeSource(linked.source)}</strong>, which lies on this machine or in its network.
      </p>
      <p className="quiet">Asking for an address may already do something there. Open it where you know the link, or typed it yourself.</p>
    </FormDialog>
  )
}

/** Opens HTML that was typed or pasted. */
function PasteDialog({ onClose }: DialogProps) {
  const { html, url } = useWindow((state) => state.pasted)
  const change = (fields: Partial<WindowState['pasted']>): void => setState(({ pasted }) => ({ pasted: { ...pasted, ...fields } }))
  const open = (): void => {
    change({ html: '', url: '' })
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
        onChange={(event) => change({ html: event.target.value })}
      />
      <label htmlFor="paste-url">Address its links resolve against (may stay empty)</label>
      <input
        id="paste-url"
        type="text"
        spellCheck={false}
        placeholder="https://…"
        value={url}
        onChange={(event) => change({ url: event.target.value })}
      />
    </FormDialog>
  )
}

const MEBIBYTE = 1024 * 1024
const LIMIT_FIELDS: readonly (readonly [key: keyof Limits, label: string, unit: number, min: number, max: number])[] = [
  ['timeout', 'Seconds a page may take to load', 1000, 1, 600],
  ['idleCap', 'Seconds to wait for a rendered page to come to rest', 1000, 0, 120],
  ['maxBytes', 'Mebibytes of HTML', MEBIBYTE, 1, 1024],
  ['taskTimeout', 'Seconds an extraction may take', 1000, 0.01, 600],
  ['maxNodes', 'Nodes of a page', 1, 10, 10_000_000],
]

/** The limits of loading and of extracting. */
function SettingsDialog({ onClose }: DialogProps) {
  const [draft, setDraft] = useState<Limits>(useLimits())
  const save = (): void => {
    setLimits(draft)
    actions.notify('The limits hold for every page that is opened from now on.')
    onClose()
  }
  return (
    <FormDialog
      label="Limits"
      submit="Save"
      onSubmit={save}
      more={<Button onClick={() => setDraft(STANDARD_LIMITS)}>Standard values</Button>}
      onClose={onClose}
    >
      {LIMIT_FIELDS.map(([key, label, unit, min, max], i) => (
        <Fragment key={key}>
          <label htmlFor={`limit-${key}`}>{label}</label>
          <input
            id={`limit-${key}`}
            type="number"
            required
            min={min}
            max={max}
            step="any"
            data-autofocus={i === 0 || undefined}
            value={draft[key] / unit}
            onChange={(event) => setDraft({ ...draft, [key]: Number(event.target.value) * unit })}
          />
        </Fragment>
      ))}
    </FormDialog>
  )
}

const GROUPS = ['File', 'Edit', 'View', 'Tree', 'Extractor', 'Annotate', 'Demonstrate', 'Go', 'Help'] as const

/** Keys of the tree and of a corpus, which are not actions of the whole window. */
const OTHER_KEYS: Readonly<Partial<Record<(typeof GROUPS)[number], readonly (readonly [label: string, keys: string])[]>>> = {
  Tree: [
    ['Move', '↑ ↓'],
    ['Open, close, or go to the parent', '← →'],
    ['First, last', 'Home End'],
    ['Expand all below', '*'],
    ['Next or previous sibling', 'Alt+↑ Alt+↓'],
    ['Open or close a whole subtree', 'Alt+click'],
    ['Search by typing', 'any letter'],
  ],
  Annotate: [['Choose a label of the corpus', '1 … 9']],
}

/** Every key of a group. */
function keysOf(group: (typeof GROUPS)[number]): readonly (readonly [label: string, keys: string])[] {
  const own = ACTIONS.flatMap(({ label, keys, ...action }) =>
    action.group === group && keys?.[0] ? [[label, formatKeys(keys[0])] as const] : [],
  )
  return [...own, ...(OTHER_KEYS[group] ?? [])]
}

/** Every key. */
function ShortcutSheet({ onClose }: DialogProps) {
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcut-sheet" tabIndex={0} role="region" aria-label="All shortcuts">
        {GROUPS.map((group) => (
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
    </Dialog>
  )
}
