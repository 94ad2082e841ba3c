import { useId, useState, type ReactNode } from 'react'
import {
  isApplied,
  isWhole,
  presetValues,
  type NumberParam,
  type ParamSpec,
  type ParamValue,
  type Preset,
} from '../../../shared/extractors/core/params'
import { originWords } from '../../../shared/extractors/quotations'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { formatNumber, paramWords } from '../number-format'
import { Button } from '../button'
import { PanelMessage } from '../panel/panel'
import { Select } from '../fields'
import { NumberSlider, shareOf, type SliderProps } from './number-slider'
import './param-fields.css'

interface FieldProps extends Pick<SliderProps, 'onRelease'> {
  readonly spec: ParamSpec
  readonly value: ParamValue
  readonly standard: ParamValue
  readonly onChange: (value: ParamValue, held: boolean) => void
  readonly below: ReactNode
}

interface ParamFieldsProps {
  readonly info: ExtractorInfo
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly onChange: (name: string, value: ParamValue, held: boolean) => void
  readonly onRelease?: () => void
  readonly below?: (name: string, spec: NumberParam, value: number) => ReactNode
}

export function ParamFields({ info, preset, params, onChange, onRelease, below }: ParamFieldsProps) {
  const base = presetValues(info.params, preset)
  const specs = Object.entries(info.params).filter(([, spec]) => isApplied(spec, { ...base, ...params }))
  return (
    <div>
      {specs.length === 0 ? <PanelMessage title="Nothing to set" next="This extractor has no parameters." /> : null}
      {specs.map(([name, spec]) => {
        const standard = base[name]
        if (standard === undefined) return null
        const value = params[name] ?? standard
        return (
          <ParamField
            key={`${info.id} ${name}`}
            spec={spec}
            value={value}
            standard={standard}
            onChange={(value, held) => onChange(name, value, held)}
            onRelease={onRelease}
            below={spec.kind === 'number' && typeof value === 'number' ? below?.(name, spec, value) : null}
          />
        )
      })}
    </div>
  )
}

function ParamField({ spec, value, standard, onChange, onRelease, below }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const changed = value !== standard
  return (
    <div className={changed ? 'param param-is-changed' : 'param'}>
      <div className="row param-head">
        <label htmlFor={id} title={spec.description}>
          {spec.label}
        </label>
        {spec.word === undefined ? null : (
          <span className="quiet" title={spec.description}>
            {spec.word}
          </span>
        )}
        <Button
          tone="bare"
          className={`param-origin param-origin-${spec.origin}`}
          aria-expanded={open}
          aria-controls={`${id}-text`}
          title={spec.description}
          onClick={() => setOpen(!open)}
        >
          <span className="visually-hidden">Origin of {spec.label}: </span>
          {originWords(spec)}
        </Button>
        <span className="param-reset">
          {changed ? (
            <Button
              label={`Reset to ${paramWords(spec, standard)}`}
              small
              tone="link"
              aria-label={`Reset to ${paramWords(spec, standard)}: ${spec.label}`}
              onClick={() => onChange(standard, false)}
            />
          ) : null}
        </span>
      </div>
      {spec.kind === 'number' && typeof value === 'number' ? (
        <NumberControl id={id} spec={spec} value={value} standard={Number(standard)} onChange={onChange} onRelease={onRelease} />
      ) : null}
      {below}
      {spec.kind === 'boolean' ? (
        <label className="check param-switch">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={value === true}
            onChange={({ target }) => onChange(target.checked, false)}
          />
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
          onChange={(option) => onChange(option, false)}
        />
      ) : null}
      <p id={`${id}-text`} className="quiet" hidden={!open}>
        {spec.description}
      </p>
    </div>
  )
}

const typedNumber = (text: string): number => Number(text.replace(/^([^.,]*),([^.,]*)$/, '$1.$2'))

function NumberControl({
  id,
  spec,
  value,
  standard,
  onChange,
  onRelease,
}: SliderProps & { readonly id: string; readonly standard: number }) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly before: number } | null>(null)
  const isValid = (text: string): boolean => {
    const typed = typedNumber(text)
    return text.trim() !== '' && typed >= spec.min && typed <= spec.max && (!isWhole(spec) || Number.isInteger(typed))
  }
  const valid = draft === null || isValid(draft.text)
  const change = (next: number, held = false): void => {
    setDraft(null)
    onChange(next, held)
  }
  return (
    <>
      <div className="param-number">
        <div className="bar param-slider">
          <NumberSlider spec={spec} value={value} onChange={change} onRelease={onRelease} />
          <span className="param-mark" style={shareOf(spec, standard)} title={`preset: ${formatNumber(standard)}`} />
        </div>
        <input
          id={id}
          className="tabular param-value"
          type="text"
          inputMode="decimal"
          value={draft?.text ?? String(value)}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : `${id}-error`}
          onChange={({ target }) => {
            setDraft({ text: target.value, before: draft?.before ?? value })
            if (isValid(target.value)) onChange(typedNumber(target.value), false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            const step = spec.step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
            change(Number(Math.min(spec.max, Math.max(spec.min, value + step)).toPrecision(12)))
          }}
          onBlur={() => {
            // While the user typed, valid beginnings of the text changed the value. If the text is invalid at the end, restore the old
            // value.
            if (draft && !valid && draft.before !== value) onChange(draft.before, false)
            setDraft(null)
          }}
        />
      </div>
      {valid ? null : (
        <p id={`${id}-error`} className="param-error" role="alert">
          A {isWhole(spec) ? 'whole number' : 'number'} from {formatNumber(spec.min)} to {formatNumber(spec.max)}.
        </p>
      )}
    </>
  )
}
