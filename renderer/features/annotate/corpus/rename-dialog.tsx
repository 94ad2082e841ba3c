import { useState } from 'react'
import { FormDialog } from '../../../components/form'
import { annotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { TextField } from '../../../components/text-field'

const ID = /^[a-z0-9][a-z0-9_-]{0,79}$/

/** A page that is being labelled is let go first. */
async function rename(page: string, to: string): Promise<void> {
  if (useLabelling.getState().open?.page.entry.id === page && !(await labelling.leave())) return
  await annotate.rename(page, to)
}

/** Gives a page another id. */
export function RenameDialog({ page, onClose }: { readonly page: string; readonly onClose: () => void }) {
  const [id, setId] = useState(page)
  return (
    <FormDialog
      label="Rename"
      submit="Rename"
      disabled={!ID.test(id)}
      onSubmit={() => {
        onClose()
        if (id !== page) void rename(page, id)
      }}
      onClose={onClose}
    >
      <label htmlFor="rename-id">Id: lower-case letters, digits, - and _</label>
      <TextField id="rename-id" data-autofocus value={id} maxLength={80} aria-invalid={!ID.test(id)} onChange={setId} />
    </FormDialog>
  )
}
