import { ORIGIN_WORDS } from '../origin-words'
import { useId, useState, type CSSProperties } from 'react'
import { presetValues, type NumberParam, type ParamSpec, type ParamValue, type Preset } from '../../../shared/extractors/core/params'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { formatNumber } from '../number-format'
import { Button } from '../button'
import { PanelMessage } from '../panel/panel'
import { paramWords } from './param-words'
import { Select } from '../select'
import './param-fields.css'

interface FieldProps {
  readonly spec: ParamSpec
  readonly value: ParamValue
  /** The preset's value. */
  readonly standard: ParamValue
  readonly onChange: (value: ParamValue) => void
}

/** An extractor's parameters as a form made from its own description; every change is told at once. */
export function ParamFields({
  info,
  preset,
  params,
  onChange,
}: {
  readonly info: ExtractorInfo
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly onChange: (name: string, value: ParamValue) => void
}) {
  const base = presetValues(info.params, preset)
  const specs = Object.entries(info.params)
  return (
    <div className="param-list">
      {specs.length === 0 ? <PanelMessage title="Nothing to set" next="This extractor has no parameters." /> : null}
      {specs.map(([name, spec]) => {
        const standard = base[name]
        if (standard === undefined) return null
        return (
          <ParamField
            key={`${info.id} ${name}`}
            spec={spec}
            value={params[name] ?? standard}
            standard={standard}
            onChange={(value) => onChange(name, value)}
          />
        )
      })}
    </div>
  )
}

/** One parameter: its control, where its value comes from, and the way back to the preset's value. */
function ParamField({ spec, value, standard, onChange }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const changed = value !== standard
  return (
    <div className={changed ? 'param param-is-changed' : 'param'}>
      <div className="param-head">
        <label htmlFor={id}>{spec.label}</label>
        <Button
          tone="bare"
          className={`param-origin param-origin-${spec.origin}`}
          aria-expanded={open}
          aria-controls={`${id}-text`}
          title={spec.description}
          onClick={() => setOpen(!open)}
        >
          <span className="visually-hidden">Where {spec.label} comes from: </span>
          {ORIGIN_WORDS[spec.origin]}
        </Button>
        <span className="param-reset">
          {changed ? (
            <Button
              small
              tone="link"
              aria-label={`Reset to ${paramWords(spec, standard)}: ${spec.label}`}
              onClick={() => onChange(standard)}
            >
              Reset to {paramWords(spec, standard)}
            </Button>
          ) : null}
        </span>
      </div>
      {spec.kind === 'number' && typeof value === 'number' ? (
        <NumberControl
          id={id}
          spec={spec}
          value={value}
          standard={typeof standard === 'number' ? standard : spec.default}
          onChange={onChange}
        />
      ) : null}
      {spec.kind === 'boolean' ? (
        <label className="param-switch">
          <input id={id} type="checkbox" role="switch" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
          {value === true ? 'on' : 'off'}
        </label>
      ) : null}
      {spec.kind === 'choice' ? (
        <Select
          small
          id={id}
          value={String(value)}
          options={spec.options.map((option) => ({
            value: option.value,
            label: `${option.label}${option.value === standard ? ' (preset)' : ''}`,
          }))}
          onChange={onChange}
        />
      ) : null}
      <p id={`${id}-text`} className="param-text" hidden={!open}>
        {spec.description}
      </p>
    </div>
  )
}

function NumberControl({
  id,
  spec,
  value,
  standard,
  onChange,
}: {
  readonly id: string
  readonly spec: NumberParam
  readonly value: number
  readonly standard: number
  readonly onChange: (value: number) => void
}) {
  // What is being typed need not be a number yet.
  const [draft, setDraft] = useState<string | null>(null)
  const range = spec.max - spec.min
  const share = range > 0 ? (standard - spec.min) / range : 0
  const typed = draft === null ? value : Number(draft)
  const valid = draft === null || (draft.trim() !== '' && Number.isFinite(typed) && typed >= spec.min && typed <= spec.max)
  return (
    <>
      <div className="param-number">
        <div className="param-slider">
          <input
            type="range"
            min={spec.min}
            max={spec.max}
            step={spec.step}
            value={value}
            aria-label={`${spec.label}, slider`}
            onChange={(event) => {
              setDraft(null)
              onChange(Number(event.target.value))
            }}
          />
          <span className="param-mark" style={{ '--share': share } as CSSProperties} title={`preset: ${formatNumber(standard)}`} />
        </div>
        <input
          id={id}
          className="param-value"
          type="text"
          inputMode="decimal"
          value={draft ?? String(value)}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : `${id}-error`}
          onChange={(event) => {
            setDraft(event.target.value)
            const next = Number(event.target.value)
            if (event.target.value.trim() !== '' && Number.isFinite(next) && next >= spec.min && next <= spec.max) onChange(next)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            const step = spec.step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
            setDraft(null)
            onChange(Number(Math.min(spec.max, Math.max(spec.min, value + step)).toPrecision(12)))
          }}
          onBlur={() => setDraft(null)}
        />
      </div>
      {valid ? null : (
        <p id={`${id}-error`} className="param-error" role="alert">
          A number from {formatNumber(spec.min)} to {formatNumber(spec.max)}.
        </p>
      )}
    </>
  )
}
