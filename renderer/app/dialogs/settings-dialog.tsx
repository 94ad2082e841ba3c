import { Fragment, useState } from 'react'
import { Button } from '../../components/button'
import { FormDialog } from '../../components/dialog'
import { Check, Select } from '../../components/fields'
import { setDense, useDensity } from '../../window/look'
import { setLimits, STANDARD_LIMITS, useLimits, type Limits } from '../../window/page/page-options'
import { actions, getState } from '../../window/window'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const MEBIBYTE = 1024 * 1024
const LIMIT_FIELDS: readonly (readonly [key: keyof Limits, label: string, unit: number, min: number, max: number])[] = [
  ['timeout', 'Page load, seconds', 1000, 1, 600],
  ['idleCap', 'Wait for a rendered page, seconds', 1000, 0, 120],
  ['maxBytes', 'HTML size, MiB', MEBIBYTE, 1, 1024],
  ['taskTimeout', 'Parsing or extraction, seconds', 1000, 0.01, 600],
  ['maxNodes', 'Nodes per page', 1, 10, 10_000_000],
]

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [theme, setTheme] = useState(getState().theme)
  const [dense, setDraftDense] = useState(useDensity.getState().dense)
  const [limits, setDraftLimits] = useState<Limits>(useLimits())
  const save = (): void => {
    actions.setTheme(theme)
    setDense(dense)
    setLimits(limits)
    actions.notify('Settings saved. New limits apply to pages that you open from now on.')
    onClose()
  }
  return (
    <FormDialog
      label="Settings"
      submit="Save"
      onSubmit={save}
      more={<Button label="Reset limits" onClick={() => setDraftLimits(STANDARD_LIMITS)} />}
      onClose={onClose}
    >
      <h3 className="quiet">Appearance</h3>
      <label htmlFor="theme">Theme</label>
      <Select id="theme" value={theme} options={THEMES} onChange={setTheme} data-autofocus />
      <Check label="Compact rows" checked={dense} onChange={setDraftDense} />
      <h3 className="quiet">Limits</h3>
      {LIMIT_FIELDS.map(([key, label, unit, min, max]) => (
        <Fragment key={key}>
          <label htmlFor={`limit-${key}`}>{label}</label>
          <input
            id={`limit-${key}`}
            type="number"
            required
            min={min}
            max={max}
            step="any"
            value={limits[key] / unit}
            onChange={(event) => setDraftLimits({ ...limits, [key]: Number(event.target.value) * unit })}
          />
        </Fragment>
      ))}
    </FormDialog>
  )
}
