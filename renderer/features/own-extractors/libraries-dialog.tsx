import { useEffect, useState } from 'react'
import type { Failure } from '../../../shared/base/failure'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { LibraryState, LibraryVersion } from '../../../shared/contract/own-contract'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { FailureNote, PanelProgress } from '../../components/panel/panel'
import { Select } from '../../components/fields'
import { call } from '../../window/host/host'
import { actions, getState, useWindow } from '../../window/window'
import './own-extractors.css'

const LANGUAGES: Readonly<Record<LibraryState['language'], string>> = { python: 'Python', npm: 'JavaScript' }

export function LibrariesDialog({ onClose }: { readonly onClose: () => void }) {
  const [libraries, setLibraries] = useState<readonly LibraryState[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const [installing] = useState(createRequestSlot)

  useEffect(() => {
    const listing = createRequestSlot()
    void listing
      .replace(({ signal }) => call('library.list', {}, { signal }))
      .then((answer) => {
        if (answer?.ok) setLibraries(answer.value)
        else if (answer) setFailure(answer.failure)
      })
    return () => {
      listing.cancel()
      installing.cancel()
    }
  }, [installing])

  const add = async (name: string): Promise<void> => {
    setFailure(null)
    setAdding('Searching …')
    const answer = await installing.replace(({ signal, whileLatest }) =>
      call('library.add', { name }, { signal, onProgress: whileLatest(({ message }) => setAdding(message)) }),
    )
    if (answer === null) return
    setAdding(null)
    const reason = answer.ok ? answer.value.failure : answer.failure
    const info = answer.ok ? answer.value.info : null
    if (reason || !info) return setFailure(reason)
    onClose()
    if (getState().tabs.length > 0) actions.setExtractor(info.id)
    actions.notify(`${info.title} was added. You can remove this library in “Your extractors …”.`)
  }
  const stop = (): void => {
    installing.cancel()
    setAdding(null)
  }
  return (
    <Dialog label="Install libraries" onClose={onClose}>
      <div className="form">
        <p className="quiet">
          Extraction libraries by other authors. A library runs on this machine with your rights, and receives each page on which the
          library runs. Install downloads the library from the registry of its language into a separate folder.
        </p>
        {libraries === null && failure === null ? <PanelProgress done={null} message="Checking installed libraries …" /> : null}
        {libraries === null ? null : (
          <ul>
            {libraries.map((library) => (
              <LibraryRow key={library.id} library={library} busy={adding !== null} onAdd={(name) => void add(name)} />
            ))}
          </ul>
        )}
        {failure ? <FailureNote failure={failure} /> : null}
        <div className="form-actions">
          {adding !== null ? (
            <>
              <span className="quiet space" role="status">
                {adding}
              </span>
              <Button label="Cancel" onClick={stop} />
            </>
          ) : (
            <Button label="Close" onClick={onClose} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly library: LibraryState
  readonly busy: boolean
  readonly onAdd: (name: string) => void
}

function LibraryRow({ library, busy, onAdd }: RowProps) {
  const { id, title, language, version, state, reason, install, canInstall, hasVersions } = library
  const own = useWindow((window) => window.own)
  const isAdded = own.some(({ path }) => path === id)
  const stateWords = {
    'built-in': `${version}, built in`,
    installed: isAdded ? `${version}, added` : `${version}, installed`,
    broken: `${version} does not run: ${reason}`,
    missing: canInstall ? `${version} is not installed` : install,
  }[state]
  return (
    <li className="lined own-entry library-entry" aria-label={title}>
      <h3>{title}</h3>
      <span className="quiet">
        {LANGUAGES[language]} · {stateWords}
      </span>
      {hasVersions ? <Versions library={library} busy={busy} onAdd={onAdd} /> : null}
      {state === 'built-in' || isAdded || (state === 'missing' && !canInstall) ? null : (
        <Button
          label={state === 'installed' ? 'Add' : 'Install'}
          small
          className="library-add"
          disabled={busy}
          onClick={() => onAdd(id)}
          title={state === 'installed' ? undefined : install}
        />
      )}
    </li>
  )
}

function Versions({ library: { id, title }, busy, onAdd }: RowProps) {
  const [versions, setVersions] = useState<readonly LibraryVersion[] | 'loading' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const own = useWindow((state) => state.own)
  const list = async (): Promise<void> => {
    setVersions('loading')
    const answer = await call('library.versions', { library: id })
    if (answer.ok) setVersions(answer.value.toReversed())
    else setFailure(answer.failure)
  }
  if (failure) return <span className="quiet library-failure">{failure.message}</span>
  if (versions === 'loading') return <Button label="Loading …" small disabled />
  if (versions === null) return <Button label="Other version …" small disabled={busy} onClick={() => void list()} />
  const isAdded = (version: string): boolean => own.some(({ path }) => path === `${id}@${version}`)
  return (
    <Select
      small
      label={`Version of ${title}`}
      value=""
      disabled={busy}
      options={[
        { value: '', label: 'Install version …', disabled: true },
        ...versions.map(({ version, date, isInstalled }) => ({
          value: version,
          label: `${version}${date === '' ? '' : `, ${date}`}${isAdded(version) ? ', added' : isInstalled ? ', installed' : ''}`,
          disabled: isAdded(version),
        })),
      ]}
      onChange={(version) => onAdd(`${id}@${version}`)}
    />
  )
}
