import { useState } from 'react'
import { Button } from '../../../components/button'
import { Form } from '../../../components/dialog'
import { annotate, useAnnotate } from '../state/annotate'
import { PathField } from '../../../components/path-field'
import { isWebSite, useWindow } from '../../../window/window'
import { TextField } from '../../../components/fields'
import styles from '../annotate.module.css'

/** Where a corpus is made or opened; a web site can do neither, and says so. */
export function CorpusHome() {
  const onWebSite = useWindow(isWebSite)
  const [path, setPath] = useState('')
  const [newPath, setNewPath] = useState('')
  const [name, setName] = useState('')
  return (
    <>
      {onWebSite ? (
        <p className="notice-bar">
          A corpus is a folder on a disk, and this web site reaches none: it opens, makes and labels no corpus. Install Boilerscope: it does
          all of this on your own machine.
        </p>
      ) : null}
      <div className={styles.home}>
        <div className={styles.forms}>
          <Form label="Open a corpus" submit="Open" disabled={onWebSite || path.trim() === ''} onSubmit={() => void annotate.open(path)}>
            <h2>Open a corpus</h2>
            <PathField
              id="corpus-path"
              label="Folder"
              title="Open a corpus"
              value={path}
              placeholder="/home/me/corpora/news"
              onChange={setPath}
            />
          </Form>
          <Form
            label="Make a corpus"
            submit="Make it"
            disabled={onWebSite || name.trim() === '' || newPath.trim() === ''}
            onSubmit={() => void annotate.create(newPath, name)}
          >
            <h2>Make a corpus</h2>
            <label htmlFor="corpus-name">Name</label>
            <TextField id="corpus-name" value={name} placeholder="News 2026" disabled={onWebSite} maxLength={200} onChange={setName} />
            <PathField
              id="corpus-new-path"
              label="New or empty folder"
              title="Folder of the new corpus"
              value={newPath}
              placeholder="/home/me/corpora/news"
              onChange={setNewPath}
            />
            <p className="quiet">A folder of plain files, which git can keep and other tools can read.</p>
          </Form>
        </div>
        <FirstSteps disabled={onWebSite} />
        <RecentCorpora />
      </div>
    </>
  )
}

function FirstSteps({ disabled }: { readonly disabled: boolean }) {
  return (
    <section aria-label="First steps" className={styles.guide}>
      <h2>In five minutes</h2>
      <ol>
        <li>
          <Button small tone="strong" disabled={disabled} onClick={() => void annotate.openSample()}>
            Open the sample corpus
          </Button>{' '}
          Six pages, kept in Boilerscope’s own folder; nothing can break.
        </li>
        <li>Give your name at the top right: labels are kept by annotator.</li>
        <li>
          Press “Label the next page”. Click a block, or <kbd>p</kbd> for the first paragraph and <kbd>Enter</kbd>; <kbd>+</kbd> grows the
          label by one level, <kbd>v</kbd> begins a range, <kbd>u</kbd> undoes.
        </li>
        <li>
          Give the page’s type (<kbd>a</kbd> article, <kbd>o</kbd> overview, <kbd>m</kbd> forum) and go on with <kbd>n</kbd>. Everything is
          saved by itself.
        </li>
        <li>Evaluate extractors against your labels in Evaluate, or compare annotators under Agreement. Several people: Campaign.</li>
      </ol>
    </section>
  )
}

function RecentCorpora() {
  const recent = useAnnotate((state) => state.recent)
  return (
    <section aria-label="Recent corpora" className={styles.recent}>
      <h2>Recent</h2>
      {recent === null ? <p className="quiet">Reading …</p> : null}
      {recent?.length === 0 ? <p className="quiet">None yet.</p> : null}
      <ul>
        {recent?.map((corpus) => (
          <li key={corpus.path}>
            <Button tone="bare" onClick={() => void annotate.open(corpus.path)}>
              <strong>{corpus.name}</strong>
              <span className="quiet">{corpus.path}</span>
              <span className="quiet">{new Date(corpus.openedAt).toLocaleString()}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
