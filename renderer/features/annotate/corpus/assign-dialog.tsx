import { useState } from 'react'
import { FormDialog } from '../../../components/form'
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
    <FormDialog
      label="Assign"
      submit={give ? 'Assign' : 'Take away'}
      disabled={!valid}
      onSubmit={() => {
        onClose()
        void annotate.assign(pages, name.trim(), give)
      }}
      onClose={onClose}
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
        <label className="check">
          <input type="radio" name="assign" checked={give} onChange={() => setGive(true)} /> give to them
        </label>
        <label className="check">
          <input type="radio" name="assign" checked={!give} onChange={() => setGive(false)} /> take away from them
        </label>
      </fieldset>
      <p className="quiet">A page may be given to several. Kept in assignments.json of the corpus.</p>
    </FormDialog>
  )
}
