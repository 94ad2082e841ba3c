import { useState } from 'react'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { ANNOTATOR, annotate, useAnnotate } from '../state/annotate'

/** Gives pages to an annotator, or takes them away. */
export function AssignDialog({ pages, onClose }: { readonly pages: readonly string[]; readonly onClose: () => void }) {
  const own = useAnnotate((state) => state.preferences.annotator)
  const entries = useAnnotate((state) => state.entries)
  const [name, setName] = useState(own)
  const [give, setGive] = useState(true)
  const chosen = new Set(pages)
  const assigned = entries.filter(({ id }) => chosen.has(id)).flatMap((entry) => entry.assigned ?? [])
  const assignees = useAnnotate((state) => state.assignees)
  const known = new Set([own, ...assignees])
  known.delete('')
  const valid = ANNOTATOR.test(name.trim())
  const what = pages.length === 1 ? pages[0] : `${pages.length} pages`
  return (
    <Dialog label="Assign" onClose={onClose}>
      <form
        className="annotate-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!valid) return
          onClose()
          void annotate.assign(pages, name.trim(), give)
        }}
      >
        <p>
          {what} {assigned.length > 0 ? `· assigned to ${[...new Set(assigned)].sort().join(', ')}` : '· assigned to nobody'}
        </p>
        <label htmlFor="assign-name">Annotator</label>
        <input
          id="assign-name"
          data-autofocus
          list="assign-names"
          value={name}
          maxLength={64}
          aria-invalid={!valid}
          onChange={(event) => setName(event.target.value)}
        />
        <datalist id="assign-names">
          {[...known].sort().map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
        <fieldset className="annotate-radio">
          <legend className="visually-hidden">What to do</legend>
          <label className="annotate-check">
            <input type="radio" name="assign" checked={give} onChange={() => setGive(true)} /> give to them
          </label>
          <label className="annotate-check">
            <input type="radio" name="assign" checked={!give} onChange={() => setGive(false)} /> take away from them
          </label>
        </fieldset>
        <p className="quiet">A page may be given to several. Kept in assignments.json of the corpus.</p>
        <div className="annotate-buttons">
          <Button tone="strong" type="submit" disabled={!valid}>
            {give ? 'Assign' : 'Take away'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
