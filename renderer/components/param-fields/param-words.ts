import type { ParamSpec, ParamValue } from '../../../shared/extractors/core/params'
import { formatNumber } from '../number-format'

/** A parameter's value in words. */
export function paramWords(spec: ParamSpec, value: ParamValue): string {
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? String(value)
  if (typeof value === 'number') return formatNumber(value)
  return value === true ? 'on' : 'off'
}
