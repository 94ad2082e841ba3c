import { Crosshair } from 'lucide-react'
import { FIELDS, type FieldName } from '../../../../shared/gold/gold-file'
import { IconButton } from '../../../components/button'
import { labelling } from '../state/labelling'
import { useLabelling, type Labelling } from '../state/labelling-state'
import { keysOfLabelAction } from './label-actions'
import { DraftField } from '../../../components/text-field'
import panelStyles from './panels/label-panels.module.css'

const NAMES: Readonly<Record<FieldName, string>> = { title: 'Title', author: 'Author', date: 'Date' }

/** Title, author and date of the page: pointed to on it, or typed. */
export function FieldInputs({ open }: { readonly open: Labelling }) {
  return (
    <div className={panelStyles.fields} role="group" aria-label="Fields of the page">
      {FIELDS.map((name) => (
        <FieldInput key={name} name={name} text={open.history.present.fields?.[name]?.text ?? ''} />
      ))}
    </div>
  )
}

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
