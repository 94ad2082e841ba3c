import { useState } from 'react'
import { FormDialog } from '../../../components/form'
import { ANNOTATOR, annotate, useAnnotate } from '../state/annotate'
import { RadioGroup } from '../../../components/radio-group'
import { TextField } from '../../../components/text-field'

/** Gives pages to an annotator, or takes them away. */
export function AssignDialog({ pages, onClose }: { readonly pages: readonly string[]; readonly onClose: () => void }) {
  const own = useAnnotate((state) => state.preferences.annotator)
  const entries = useAnnotate((state) => state.entries)
  const [name, setName] = useState(own)
  const [act, setAct] = useState<'give' | 'take'>('give')
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
      submit={act === 'give' ? 'Assign' : 'Take away'}
      disabled={!valid}
      onSubmit={() => {
        onClose()
        void annotate.assign(pages, name.trim(), act === 'give')
      }}
      onClose={onClose}
    >
      <p>
        {what} {assigned.length > 0 ? `· assigned to ${[...new Set(assigned)].sort().join(', ')}` : '· assigned to nobody'}
      </p>
      <label htmlFor="assign-name">Annotator</label>
      <TextField id="assign-name" data-autofocus list="assign-names" value={name} maxLength={64} aria-invalid={!valid} onChange={setName} />
      <datalist id="assign-names">
        {[...known].sort().map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <RadioGroup
        label="What to do"
        value={act}
        options={[
          { value: 'give', label: 'give to them' },
          { value: 'take', label: 'take away from them' },
        ]}
        onChange={setAct}
      />
      <p className="quiet">A page may be given to several. Kept in assignments.json of the corpus.</p>
    </FormDialog>
  )
}
