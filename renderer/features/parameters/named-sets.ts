/** Named sets of parameter values, kept in the browser's own storage, by extractor. */
import { z } from 'zod'
import { readValue, writeValue } from '../../window/host/storage'
import type { ParamSpec, ParamSpecs, ParamValue } from '../../../shared/extractors/core/params'

export type ParamSet = Readonly<Record<string, ParamValue>>
export type ParamSets = Readonly<Record<string, ParamSet>>

const KEY = 'boilerscope.parameter-sets'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a stored value still fits its parameter. */
function fits(spec: ParamSpec, value: unknown): value is ParamValue {
  if (spec.kind === 'number') return typeof value === 'number' && value >= spec.min && value <= spec.max
  if (spec.kind === 'boolean') return typeof value === 'boolean'
  return spec.options.some((option) => option.value === value)
}

function readAll(): Record<string, unknown> {
  return readValue(KEY, z.record(z.string(), z.unknown())) ?? {}
}

/** The sets of an extractor; values that no longer fit its parameters are left out. */
export function readSets(extractor: string, specs: ParamSpecs): ParamSets {
  const stored = readAll()[extractor]
  if (!isRecord(stored)) return {}
  const sets: Record<string, ParamSet> = {}
  for (const [name, values] of Object.entries(stored)) {
    if (!isRecord(values)) continue
    const set: Record<string, ParamValue> = {}
    for (const [param, spec] of Object.entries(specs)) {
      const value = values[param]
      if (fits(spec, value)) set[param] = value
    }
    sets[name] = set
  }
  return sets
}

/** Writes the sets of an extractor. @returns false where the storage is full or closed */
export function writeSets(extractor: string, sets: ParamSets): boolean {
  return writeValue(KEY, { ...readAll(), [extractor]: sets })
}
