import { Fragment, useState } from 'react'
import { Button } from '../../components/button'
import { FormDialog } from '../../components/form'
import { setLimits, STANDARD_LIMITS, useLimits, type Limits } from '../../window/page/limits'
import { actions } from '../../window/window'

const MEBIBYTE = 1024 * 1024
const FIELDS: readonly {
  readonly key: keyof Limits
  readonly label: string
  readonly unit: number
  readonly min: number
  readonly max: number
}[] = [
  { key: 'timeout', label: 'Seconds a page may take to load', unit: 1000, min: 1, max: 600 },
  { key: 'idleCap', label: 'Seconds to wait for a rendered page to come to rest', unit: 1000, min: 0, max: 120 },
  { key: 'maxBytes', label: 'Mebibytes of HTML', unit: MEBIBYTE, min: 1, max: 1024 },
  { key: 'taskTimeout', label: 'Seconds an extraction may take', unit: 1000, min: 0.01, max: 600 },
  { key: 'maxNodes', label: 'Nodes of a page', unit: 1, min: 10, max: 10_000_000 },
]

/** The limits of loading and of extracting. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const now = useLimits()
  const [draft, setDraft] = useState<Limits>(now)
  const save = (): void => {
    setLimits(draft)
    actions.notify('The limits hold for every page that is opened from now on.')
    onClose()
  }
  return (
    <FormDialog
      label="Limits"
      submit="Save"
      onSubmit={save}
      more={<Button onClick={() => setDraft(STANDARD_LIMITS)}>Standard values</Button>}
      onClose={onClose}
    >
      {FIELDS.map(({ key, label, unit, min, max }, i) => (
        <Fragment key={key}>
          <label htmlFor={`limit-${key}`}>{label}</label>
          <input
            id={`limit-${key}`}
            type="number"
            required
            min={min}
            max={max}
            step="any"
            data-autofocus={i === 0 || undefined}
            value={draft[key] / unit}
            onChange={(event) => setDraft({ ...draft, [key]: Number(event.target.value) * unit })}
          />
        </Fragment>
      ))}
    </FormDialog>
  )
}
