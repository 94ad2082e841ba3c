import { useRef, type ClipboardEvent, type FormEvent } from 'react'
import { ArrowLeft, ArrowRight, RotateCw, X, type LucideIcon } from 'lucide-react'
import { presetValues } from '../../../shared/extractors/core/params'
import { Button, IconButton } from '../../components/button'
import { useTyped } from '../../components/fields'
import { formatKeys } from '../../components/keys'
import { MenuButton, MenuItem, MenuPart } from '../../components/menu'
import { useCurrentExtractor } from '../../window/page/current-extractor'
import { actions, useTab, useWindow } from '../../window/window'
import { placeOf } from '../../window/window-state'
import { ExtractorSelect } from '../../components/select'
import { actionOf, performAction } from '../actions/actions'
import { hasHistory } from '../actions/action'
import { CaptureMenu } from './page-options-menu'
import { describeSource } from '../../../shared/contract/source'
import './toolbar.css'

/** A named action as an icon; grey while it cannot be done. */
export function ActionButton({ id, icon }: { readonly id: string; readonly icon: LucideIcon }) {
  const { enabled, keys, label } = actionOf(id)
  const isEnabled = useWindow(enabled)
  return (
    <IconButton icon={icon} label={label} keys={keys?.[0] && formatKeys(keys[0])} disabled={!isEnabled} onClick={() => performAction(id)} />
  )
}

/** A named action in a menu, with its keys. */
export function ActionItem({ id, note }: { readonly id: string; readonly note?: string }) {
  const { enabled, keys, label } = actionOf(id)
  const isEnabled = useWindow(enabled)
  const shown = keys?.[0] ? formatKeys(keys[0]) : undefined
  return <MenuItem title={label} note={note} keys={shown} disabled={!isEnabled} onSelect={() => performAction(id)} />
}

/** Files, pasted markup, and the pages that ship with Boilerscope. */
function OpenMenu() {
  const samples = useWindow((state) => state.samples)
  return (
    <MenuButton word="Open" label="Open">
      <MenuPart title="A page of yours">
        <ActionItem id="open-file" />
        <ActionItem id="paste-html" />
      </MenuPart>
      {samples.length === 0 ? null : (
        <MenuPart title="Samples">
          {samples.map(({ id, mode, title, description }) => (
            <MenuItem key={id} title={title} note={description} onSelect={() => actions.openSource({ kind: 'sample', id }, mode)} />
          ))}
        </MenuPart>
      )}
    </MenuButton>
  )
}

/** The address field: a URL, a path, or pasted HTML. */
function AddressField() {
  const source = useTab((tab) => placeOf(tab).source)
  const shown = source ? describeSource(source) : ''
  const [text, setText] = useTyped(shown)
  const field = useRef<HTMLInputElement>(null)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    actions.openAddress(text)
    field.current?.blur()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/^\s*<[!a-z]/i.test(pasted)) return
    event.preventDefault()
    actions.openAddress(pasted)
  }
  return (
    <form className="address" role="search" aria-label="Open a page" onSubmit={onSubmit}>
      <input
        ref={field}
        id="address"
        type="text"
        aria-label="Address: URL or file path"
        placeholder="https://… or a file path, or paste HTML"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={onPaste}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setText(shown)
          event.currentTarget.blur()
        }}
      />
    </form>
  )
}

/** Says that the extractor does not run with its preset's values, which stay from page to page; a click shows them. */
function ChangedParams() {
  const info = useCurrentExtractor()
  const preset = useTab((tab) => tab.preset)
  const params = useTab((tab) => tab.params)
  if (!info) return null
  const base = presetValues(info.params, preset)
  const changed = Object.entries(info.params).filter(([name]) => params[name] !== base[name])
  if (changed.length === 0) return null
  const words = changed.map(([name, spec]) => `${spec.label} ${String(params[name])} instead of ${String(base[name])}`)
  return (
    <Button tone="bare" className="dot changed-params" title={words.join('\n')} onClick={() => performAction('panel-parameters')}>
      {changed.length} changed
    </Button>
  )
}

/** Of a published site: its pages are chosen in the results, and nothing else can be opened. */
function PublishedPage() {
  const page = useTab((tab) => tab.page)
  return (
    <>
      <Button small onClick={() => actions.setWorkspace('evaluate')}>
        All pages
      </Button>
      <span className="address cut">{page ? (page.url ?? page.label) : ''}</span>
    </>
  )
}

/** What concerns the page of the tab in front: where to go, how to capture, what to extract with. */
export function Toolbar() {
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const loading = useTab((tab) => tab.status === 'loading')
  const extractors = useWindow((state) => state.extractors)
  const extractor = useTab((tab) => tab.extractor)
  const canGo = useWindow(hasHistory)
  // Methods are chosen in the workspace itself elsewhere.
  const isInspecting = useWindow((state) => state.workspace === 'inspect')
  const isPlaying = useWindow((state) => state.workspace === 'demonstrate')
  return (
    <header className="bar toolbar">
      <div className="toolbar-group">
        {canGo ? (
          <>
            <ActionButton id="back" icon={ArrowLeft} />
            <ActionButton id="forward" icon={ArrowRight} />
          </>
        ) : null}
        {loading ? <ActionButton id="cancel" icon={X} /> : <ActionButton id="reload" icon={RotateCw} />}
      </div>
      {isPublished ? (
        <PublishedPage />
      ) : (
        <>
          <AddressField />
          <OpenMenu />
          {isPlaying ? null : <CaptureMenu />}
        </>
      )}
      {isInspecting ? (
        <>
          <ExtractorSelect
            className="extractor-select"
            label="Extractor"
            extractors={extractors}
            value={extractor}
            onChange={(id) => actions.setExtractor(id)}
          />
          <ChangedParams />
        </>
      ) : null}
    </header>
  )
}
