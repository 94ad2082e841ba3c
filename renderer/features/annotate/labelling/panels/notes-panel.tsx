import { Fragment, useEffect, useState } from 'react'
import type { PageFields } from '../../../../../shared/contract/corpus-contract'
import { Button, IconButton } from '../../../../components/button'
import { labelling } from '../../state/labelling'
import { Guidelines } from '../guidelines'
import { TextField, DraftField, useTyped } from '../../../../components/fields'
import { Crosshair } from 'lucide-react'
import { FIELDS, type FieldName } from '../../../../../shared/gold/gold-file'
import { useLabelling, type Labelling } from '../../state/labelling-state'
import { keysOfLabelAction } from '../label-actions'
import panelStyles from './label-panels.module.css'

export function NotesPanel({ open }: { readonly open: Labelling }) {
  const { notes, flags } = open.history.present
  const [draft, setDraft] = useTyped(notes)
  const [flag, setFlag] = useState('')
  const save = (): void => {
    if (draft !== notes) labelling.run({ kind: 'set', change: { notes: draft } })
  }
  useEffect(() => {
    const timer = setTimeout(save, 800)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `save` depends only on the notes
  }, [draft, notes])
  return (
    <div className={`form ${panelStyles.panel}`}>
      <div className={panelStyles.fields} role="group" aria-label="Fields of the page">
        {FIELDS.map((name) => (
          <FieldInput key={name} name={name} text={open.history.present.fields[name]?.text ?? ''} />
        ))}
      </div>
      <GoldFields fields={open.page.entry.fields} />
      <label htmlFor="label-notes">Notes on this page</label>
      <textarea id="label-notes" rows={5} value={draft} onChange={(event) => setDraft(event.target.value)} onBlur={save} />
      <div className={`row ${panelStyles.flags}`}>
        <span>Flags:</span>
        {flags.map((name) => (
          <Button key={name} label={`${name} ×`} title="Remove this flag" onClick={() => labelling.toggleFlag(name)} />
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const name = flag.trim().slice(0, 80)
            if (name !== '' && !flags.includes(name)) labelling.toggleFlag(name)
            setFlag('')
          }}
        >
          <TextField aria-label="New flag" placeholder="new flag" value={flag} onChange={setFlag} />
        </form>
      </div>
      <h3>Guidelines of the corpus</h3>
      <Guidelines />
    </div>
  )
}

function GoldFields({ fields }: { readonly fields: PageFields | undefined }) {
  if (!fields) return null
  return (
    <>
      <p className="quiet">Data from the collection:</p>
      <dl className={`facts ${panelStyles.collection}`} aria-label="Data from the collection about this page">
        {FIELDS.map((name) => (
          <Fragment key={name}>
            <dt>{NAMES[name]}</dt>
            <dd>{fields[name] ?? <span className="quiet">missing</span>}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

const NAMES: Readonly<Record<FieldName, string>> = { title: 'Title', author: 'Author', date: 'Date' }

function FieldInput({ name, text }: { readonly name: FieldName; readonly text: string }) {
  const tool = useLabelling((state) => state.tool)
  return (
    <>
      <label htmlFor={`field-${name}`}>{NAMES[name]}</label>
      <DraftField
        id={`field-${name}`}
        value={text}
        maxLength={2000}
        placeholder={name === 'date' ? 'yyyy-mm-dd' : undefined}
        onCommit={(typed) => {
          if (typed.trim() !== text) labelling.setField(name, typed)
        }}
      />
      <IconButton
        icon={Crosshair}
        label={`Point to the ${name} on the page`}
        keys={`${keysOfLabelAction(name)}: the text at the cursor`}
        aria-pressed={tool === name}
        onClick={() => labelling.setTool(name)}
      />
    </>
  )
}
