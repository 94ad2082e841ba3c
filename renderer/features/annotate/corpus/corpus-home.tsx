import { formatTime } from '../../../components/number-format'
import { useState } from 'react'
import { Button } from '../../../components/button'
import { CorpusDialog } from './page-dialogs'
import { TextField } from '../../../components/fields'
import { PathField } from '../../../components/path-field'
import { isWebSite, useWindow } from '../../../window/window'
import { annotate, useAnnotate } from '../state/annotate'
import styles from '../annotate.module.css'

export function CorpusHome() {
  const onWebSite = useWindow(isWebSite)
  const recent = useAnnotate((state) => state.recent)
  const [dialog, setDialog] = useState<'open' | 'new' | null>(null)
  const close = (): void => setDialog(null)
  const isNew = recent?.length === 0
  return (
    <div className={`column ${styles.home}`}>
      <header className="row">
        <h2>Corpora</h2>
        <span className="space" />
        <Button label="Open corpus …" disabled={onWebSite} onClick={() => setDialog('open')} />
        <Button label="New corpus …" tone={isNew ? 'plain' : 'strong'} disabled={onWebSite} onClick={() => setDialog('new')} />
      </header>
      {onWebSite ? (
        <p className="notice-bar">A corpus is a folder on a disk, which this website cannot reach. Install Boilerscope to label pages.</p>
      ) : null}
      {recent === null ? <div className="skeleton" style={{ blockSize: 64 }} aria-label="Reading recent corpora" aria-busy="true" /> : null}
      {recent && recent.length > 0 ? (
        <ul className="card" aria-label="Recent corpora">
          {recent.map((corpus) => (
            <li key={corpus.path} className="lined">
              <Button tone="row" onClick={() => void annotate.open(corpus.path)}>
                <strong>{corpus.name}</strong>
                <span className="quiet cut">{corpus.path}</span>
                <span className="quiet">{formatTime(corpus.openedAt)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <section className={`card ${styles.guide}`} aria-label="First steps">
        <h3>Make a gold standard</h3>
        <p>A corpus is a folder of captured pages with labels of their content.</p>
        <ol className="bulleted">
          <li>Enter your name. Labels are stored per annotator.</li>
          <li>
            Click a block to label it, or press <kbd>p</kbd> and <kbd>Enter</kbd>. <kbd>+</kbd> extends the label, <kbd>u</kbd> undoes.
          </li>
          <li>
            Choose the page type (<kbd>a</kbd> article, <kbd>o</kbd> overview, <kbd>m</kbd> forum), then <kbd>n</kbd> for the next page.
          </li>
          <li>Score extractors against your labels in Evaluate, or compare annotators in Agreement.</li>
        </ol>
        <div className="row">
          <Button label="Open sample corpus" tone={isNew ? 'strong' : 'plain'} disabled={onWebSite} onClick={annotate.openSample} />
          <span className="quiet">Six pages for a first try</span>
        </div>
      </section>
      {dialog === 'open' ? <OpenDialog onClose={close} /> : null}
      {dialog === 'new' ? <NewDialog onClose={close} /> : null}
    </div>
  )
}

const PLACEHOLDER = '/home/me/corpora/news'

function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('')
  return (
    <CorpusDialog label="Open corpus" submit="Open" disabled={path.trim() === ''} onSubmit={() => annotate.open(path)} onClose={onClose}>
      <PathField label="Folder" title="Folder of the corpus" value={path} placeholder={PLACEHOLDER} isFirst onChange={setPath} />
    </CorpusDialog>
  )
}

function NewDialog({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('')
  const [name, setName] = useState('')
  return (
    <CorpusDialog
      label="New corpus"
      submit="Create"
      disabled={name.trim() === '' || path.trim() === ''}
      onSubmit={() => annotate.create(path, name)}
      onClose={onClose}
    >
      <TextField caption="Name" value={name} placeholder="News 2026" maxLength={200} data-autofocus onChange={setName} />
      <PathField label="New or empty folder" title="Folder of the new corpus" value={path} placeholder={PLACEHOLDER} onChange={setPath} />
      <p className="quiet">The folder contains plain files, which git and other tools can read.</p>
    </CorpusDialog>
  )
}
