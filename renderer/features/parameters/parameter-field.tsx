import { useId, useState, type CSSProperties } from 'react'
import type { NumberParam, Origin, ParamSpec, ParamValue } from '../../../shared/extractors/core/params'
import { formatNumber } from '../../components/number-format'
import { PanelButton } from '../../components/panel/panel'
import { actions } from '../../stores/workspace'

const ORIGIN_WORDS: Readonly<Record<Origin, string>> = { paper: 'paper', authors: 'authors’ program', ours: 'our choice' }

interface FieldProps {
  readonly name: string
  readonly spec: ParamSpec
  readonly value: ParamValue
  /** The preset's value. */
  readonly standard: ParamValue
}

/** One parameter: its control, where its value comes from, and the way back to the preset's value. */
export function ParameterField({ name, spec, value, standard }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const changed = value !== standard
  return (
    <div className={changed ? 'param param-is-changed' : 'param'}>
      <div className="param-head">
        <label htmlFor={id}>{spec.label}</label>
        <button
          type="button"
          className={`param-origin param-origin-${spec.origin}`}
          aria-expanded={open}
          aria-controls={`${id}-text`}
          title={spec.description}
          onClick={() => setOpen(!open)}
        >
          <span className="bs-visually-hidden">Where {spec.label} comes from: </span>
          {ORIGIN_WORDS[spec.origin]}
        </button>
        <span className="param-reset">
          {changed ? (
            <PanelButton
              tone="link"
              aria-label={`Reset to ${words(spec, standard)}: ${spec.label}`}
              onClick={() => actions.resetParam(name)}
            >
              Reset to {words(spec, standard)}
            </PanelButton>
          ) : null}
        </span>
      </div>
      {spec.kind === 'number' && typeof value === 'number' ? (
        <NumberControl id={id} name={name} spec={spec} value={value} standard={typeof standard === 'number' ? standard : spec.default} />
      ) : null}
      {spec.kind === 'boolean' ? (
        <label className="param-switch">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={value === true}
            onChange={(event) => actions.setParam(name, event.target.checked)}
          />
          {value === true ? 'on' : 'off'}
        </label>
      ) : null}
      {spec.kind === 'choice' ? (
        <select id={id} className="param-select" value={String(value)} onChange={(event) => actions.setParam(name, event.target.value)}>
          {spec.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
              {option.value === standard ? ' (preset)' : ''}
            </option>
          ))}
        </select>
      ) : null}
      <p id={`${id}-text`} className="param-text" hidden={!open}>
        {spec.description}
      </p>
    </div>
  )
}

function NumberControl({
  id,
  name,
  spec,
  value,
  standard,
}: {
  readonly id: string
  readonly name: string
  readonly spec: NumberParam
  readonly value: number
  readonly standard: number
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
              actions.setParam(name, Number(event.target.value))
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
            if (event.target.value.trim() !== '' && Number.isFinite(next) && next >= spec.min && next <= spec.max)
              actions.setParam(name, next)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            const step = spec.step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
            setDraft(null)
            actions.setParam(name, Number(Math.min(spec.max, Math.max(spec.min, value + step)).toPrecision(12)))
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

function words(spec: ParamSpec, value: ParamValue): string {
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? String(value)
  if (typeof value === 'number') return formatNumber(value)
  return value === true ? 'on' : 'off'
}
