import { useRef, useState, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import { ArrowLeft, ArrowRight, RotateCw, X, type LucideIcon } from 'lucide-react'
import { describeSource } from '../../../shared/contract/capture'
import { Button, IconButton } from '../../components/button'
import { useTyped } from '../../components/fields'
import { useTourOffer } from '../../features/demo/state/demo-state'
import { actions, useTab, useWindow, placeOf } from '../../window/window'
import { recentChoices, sampleChoices, type Choice } from '../start-screen'
import { hasHistory } from '../actions/action'
import { actionOf, keysOf, performAction } from '../actions/actions'
import { Chooser, MenuItem } from '../../components/menu'
import { describeOptions, siteOfSource, STANDARD_OPTIONS, usePageOptions } from '../../window/page/page-options'
import { later } from '../../components/hooks'

const CaptureOptions = later(async () => (await import('./page-options-menu')).CaptureOptions, 'soon')

export function ActionButton({ id, icon }: { readonly id: string; readonly icon: LucideIcon }) {
  const { enabled, label } = actionOf(id)
  const isEnabled = useWindow(enabled)
  return <IconButton icon={icon} label={label} keys={keysOf(id)} disabled={!isEnabled} onClick={() => performAction(id)} />
}

export function ActionItem({ id }: { readonly id: string }) {
  const { enabled, label } = actionOf(id)
  const isEnabled = useWindow(enabled)
  return <MenuItem title={label} keys={keysOf(id)} disabled={!isEnabled} onSelect={() => performAction(id)} />
}

const RECENT = 5

export function Address() {
  const source = useTab((tab) => placeOf(tab).source)
  const loading = useTab((tab) => tab.status === 'loading')
  const canGo = useWindow(hasHistory)
  const isPlaying = useWindow((state) => state.workspace === 'demonstrate')
  const url = useTab((tab) => tab.page?.url ?? null)
  const shown =
    source === null ? '' : source.kind === 'html' || source.kind === 'bytes' ? (url ?? describeSource(source)) : describeSource(source)
  const [text, setText] = useTyped(shown)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const close = (): void => {
    setOpen(false)
    if (form.current?.contains(document.activeElement) && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    actions.openAddress(text)
    close()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/^\s*<[!a-z]/i.test(pasted)) return
    event.preventDefault()
    actions.openAddress(pasted)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      setText(shown)
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      const stops = [...(form.current?.querySelectorAll<HTMLElement>('#address, .address-menu button') ?? [])]
      const at = stops.findIndex((stop) => stop === document.activeElement)
      stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isSample = source?.kind === 'sample'
  const isFirstStart = useTourOffer((offer) => offer.open)
  return (
    <div className="address">
      {canGo ? (
        <>
          <ActionButton id="back" icon={ArrowLeft} />
          <ActionButton id="forward" icon={ArrowRight} />
        </>
      ) : null}
      {loading ? <ActionButton id="cancel" icon={X} /> : source === null || isSample ? null : <ActionButton id="reload" icon={RotateCw} />}
      <form
        ref={form}
        role="search"
        aria-label="Open a page"
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (!form.current?.contains(relatedTarget)) setOpen(false)
        }}
      >
        <input
          ref={field}
          id="address"
          type="text"
          aria-label="Address: URL or file path"
          placeholder="URL, file path or HTML"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={onPaste}
          onFocus={(event) => {
            event.target.select()
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
        />
        {isOpen && text === shown && source !== null ? <OpenList onDone={close} /> : null}
      </form>
      {isPlaying || source === null || (isSample && isFirstStart) ? null : <CaptureMenu />}
      <kbd aria-hidden="true">{keysOf('focus-address')}</kbd>
    </div>
  )
}

function CaptureMenu() {
  const mode = useTab((tab) => placeOf(tab).mode)
  const site = useTab((tab) => siteOfSource(placeOf(tab).source))
  const options = usePageOptions((all) => all[site] ?? STANDARD_OPTIONS)
  const changes = describeOptions(options)
  const words = [mode, ...changes].join(', ')
  const label = `Capture: ${words}`
  return (
    <Chooser
      words={<span className="cut">{words}</span>}
      label="Capture options"
      className="page-options"
      aria-label={label}
      title={`${label} (${site})`}
      data-changed={changes.length > 0}
    >
      {(close) => <CaptureOptions mode={mode} site={site} options={options} onDone={close} />}
    </Chooser>
  )
}

function OpenList({ onDone }: { readonly onDone: () => void }) {
  const samples = useWindow((state) => state.samples)
  const entry = ({ key, title, note, open }: Choice) => (
    <li key={key}>
      <Button
        tone="row"
        className="menu-item"
        tabIndex={-1}
        onClick={() => {
          onDone()
          open()
        }}
      >
        <span className="menu-item-title">
          <span className="cut">{title}</span>
        </span>
        {note === '' || note === title ? null : <span className="quiet cut">{note}</span>}
      </Button>
    </li>
  )
  const command = (id: string) => entry({ key: id, title: actionOf(id).label, note: '', open: () => performAction(id) })
  const part = (title: string, choices: readonly Choice[]) =>
    choices.length === 0 ? null : (
      <>
        <h2 className="quiet menu-label">{title}</h2>
        <ul>{choices.map(entry)}</ul>
      </>
    )
  return (
    <div className="menu address-menu" role="group" aria-label="Open" onMouseDown={(event) => event.preventDefault()}>
      <ul className="address-commands">
        {command('open-file')}
        {command('paste-html')}
        {command('new-tab')}
      </ul>
      {part('Recent', recentChoices(RECENT))}
      {part('Samples', sampleChoices({ samples }))}
    </div>
  )
}

export function PublishedPage() {
  const page = useTab((tab) => tab.page)
  return (
    <div className="address">
      <Button label="All pages" small onClick={() => actions.setWorkspace('evaluate')} />
      <span className="cut">{page ? (page.url ?? page.label) : ''}</span>
    </div>
  )
}
