import { useState } from 'react'
import { Button } from '../../../components/button'
import { annotate, useAnnotate } from '../state/annotate'
import { PathField } from './path-field'

/** Where a corpus is made or opened. */
export function CorpusHome() {
  const recent = useAnnotate((state) => state.recent)
  const [path, setPath] = useState('')
  const [newPath, setNewPath] = useState('')
  const [name, setName] = useState('')
  return (
    <div className="corpus-home">
      <div className="corpus-forms">
        <form
          className="annotate-form"
          aria-label="Open a corpus"
          onSubmit={(event) => {
            event.preventDefault()
            void annotate.open(path)
          }}
        >
          <h2>Open a corpus</h2>
          <PathField
            id="corpus-path"
            label="Folder"
            title="Open a corpus"
            value={path}
            placeholder="/home/me/corpora/news"
            onChange={setPath}
          />
          <div className="annotate-buttons">
            <Button tone="strong" type="submit" disabled={path.trim() === ''}>
              Open
            </Button>
          </div>
        </form>
        <form
          className="annotate-form"
          aria-label="Make a corpus"
          onSubmit={(event) => {
            event.preventDefault()
            void annotate.create(newPath, name)
          }}
        >
          <h2>Make a corpus</h2>
          <label htmlFor="corpus-name">Name</label>
          <input id="corpus-name" value={name} placeholder="News 2026" maxLength={200} onChange={(event) => setName(event.target.value)} />
          <PathField
            id="corpus-new-path"
            label="New or empty folder"
            title="Folder of the new corpus"
            value={newPath}
            placeholder="/home/me/corpora/news"
            onChange={setNewPath}
          />
          <div className="annotate-buttons">
            <Button tone="strong" type="submit" disabled={name.trim() === '' || newPath.trim() === ''}>
              Make it
            </Button>
          </div>
          <p className="quiet">A folder of plain files, which git can keep and other tools can read.</p>
        </form>
      </div>
      <section aria-label="Recent corpora" className="corpus-recent">
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
    </div>
  )
}
