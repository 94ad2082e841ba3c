import { z } from 'zod'

/** Where a parameter's value comes from: the paper says so; taken from the authors' program; our choice; of whoever wrote the file, where it is an extractor of a person's own. */
export type Origin = 'paper' | 'authors' | 'ours' | 'yours'

interface ParamBase {
  readonly label: string
  /** One sentence: what it does, and what the paper says of it. */
  readonly description: string
  readonly origin: Origin
}

export interface NumberParam extends ParamBase {
  readonly kind: 'number'
  readonly default: number
  /** Value in the preset `as-printed`, where it differs. */
  readonly asPrinted?: number
  readonly min: number
  readonly max: number
  readonly step: number
}

export interface BooleanParam extends ParamBase {
  readonly kind: 'boolean'
  readonly default: boolean
  readonly asPrinted?: boolean
}

export interface ChoiceParam<V extends string = string> extends ParamBase {
  readonly kind: 'choice'
  readonly default: V
  readonly asPrinted?: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
}

export type ParamSpec = NumberParam | BooleanParam | ChoiceParam
export type ParamSpecs = Readonly<Record<string, ParamSpec>>
export type ParamValue = number | boolean | string

/** The values that belong to a set of specifications. */
export type ParamValues<P extends ParamSpecs> = {
  readonly [K in keyof P]: P[K] extends NumberParam
    ? number
    : P[K] extends BooleanParam
      ? boolean
      : P[K] extends ChoiceParam<infer V>
        ? V
        : never
}

export const PRESETS = ['default', 'as-printed'] as const
export type Preset = (typeof PRESETS)[number]

/** A number with a range; see `NumberParam`. */
export function number(spec: Omit<NumberParam, 'kind'>): NumberParam {
  return { kind: 'number', ...spec }
}

/** A number from 0 to 1, in hundredths: a share, a threshold of one, a probability. */
export function proportion(spec: Omit<NumberParam, 'kind' | 'min' | 'max' | 'step'>): NumberParam {
  return number({ ...spec, min: 0, max: 1, step: 0.01 })
}

/** A switch; see `BooleanParam`. */
export function boolean(spec: Omit<BooleanParam, 'kind'>): BooleanParam {
  return { kind: 'boolean', ...spec }
}

/** One of several named values; see `ChoiceParam`. */
export function choice<const V extends string>(spec: Omit<ChoiceParam<V>, 'kind'>): ChoiceParam<V> {
  return { kind: 'choice', ...spec }
}

/** The values of a preset: the default, or the paper's wording taken literally. */
export function presetValues<P extends ParamSpecs>(specs: P, preset: Preset): ParamValues<P> {
  const values: Record<string, ParamValue> = {}
  for (const [name, spec] of Object.entries(specs)) values[name] = preset === 'as-printed' ? (spec.asPrinted ?? spec.default) : spec.default
  return values as ParamValues<P>
}

/** A zod schema that checks and completes values; unknown names and values out of range are errors, missing ones take the preset's. */
export function paramSchema(specs: ParamSpecs, preset: Preset = 'default'): z.ZodType<Record<string, ParamValue>> {
  const base = presetValues(specs, preset) as Record<string, ParamValue>
  const shape: Record<string, z.ZodType<ParamValue>> = {}
  for (const [name, spec] of Object.entries(specs)) {
    const fallback = base[name]
    if (spec.kind === 'number')
      shape[name] = z
        .number()
        .min(spec.min)
        .max(spec.max)
        .default(fallback as number)
    else if (spec.kind === 'boolean') shape[name] = z.boolean().default(fallback as boolean)
    else shape[name] = z.enum(spec.options.map((o) => o.value) as [string, ...string[]]).default(fallback as string)
  }
  return z.strictObject(shape)
}
