import { z } from 'zod'
import type { Cited } from '../quotations'

type ParamText = {
  readonly label: string
  /** Name of the parameter in words, if the label is a symbol. */
  readonly word?: string
  readonly description: string
  /** The parameter applies only if the parameter `param` has one of these `values`. */
  readonly onlyWith?: { readonly param: string; readonly values: readonly ParamValue[] }
}
type ParamBase = Cited & ParamText

type NumberSpec = ParamBase & {
  readonly default: number
  /** Value in the preset `as-printed`, if it differs from the default. */
  readonly asPrinted?: number
  readonly min: number
  readonly max: number
  /** Step of the slider. Step 1 allows only integers if `min`, `default` and `asPrinted` are integers. */
  readonly step: number
}

type BooleanSpec = ParamBase & {
  readonly default: boolean
  readonly asPrinted?: boolean
}

type ChoiceSpec<V extends string> = ParamBase & {
  readonly default: V
  readonly asPrinted?: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
}

export type NumberParam = { readonly kind: 'number' } & NumberSpec
export type BooleanParam = { readonly kind: 'boolean' } & BooleanSpec
export type ChoiceParam<V extends string = string> = { readonly kind: 'choice' } & ChoiceSpec<V>

export type ParamSpec = NumberParam | BooleanParam | ChoiceParam
export type ParamSpecs = Readonly<Record<string, ParamSpec>>
export type ParamValue = number | boolean | string

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

export function number(spec: NumberSpec): NumberParam {
  return { kind: 'number', ...spec }
}

export const numberIn = (
  min: number,
  max: number,
  step: number,
  spec: ParamBase & Pick<NumberSpec, 'default' | 'asPrinted'>,
): NumberParam => number({ ...spec, min, max, step })

/** Defines a number from 0 to 1 in steps of 0.01. */
export function proportion(spec: ParamBase & Pick<NumberSpec, 'default' | 'asPrinted'>): NumberParam {
  return numberIn(0, 1, 0.01, spec)
}

export function boolean(spec: BooleanSpec): BooleanParam {
  return { kind: 'boolean', ...spec }
}

/** Defines a switch for a step of the paper, on by default. */
export const paperSwitch = (spec: ParamText & Pick<Extract<Cited, { origin: 'paper' }>, 'cites'>): BooleanParam =>
  boolean({ ...spec, default: true, origin: 'paper' })

export function choice<const V extends string>(spec: ChoiceSpec<V>): ChoiceParam<V> {
  return { kind: 'choice', ...spec }
}

export function isApplied({ onlyWith }: ParamSpec, values: Readonly<Record<string, ParamValue>>): boolean {
  return onlyWith === undefined || onlyWith.values.includes(values[onlyWith.param])
}

export function presetValues<P extends ParamSpecs>(specs: P, preset: Preset): ParamValues<P> {
  const values: Record<string, ParamValue> = {}
  for (const [name, spec] of Object.entries(specs)) values[name] = preset === 'as-printed' ? (spec.asPrinted ?? spec.default) : spec.default
  return values as ParamValues<P>
}

export function isWhole({ step, min, default: usual, asPrinted = min }: NumberParam): boolean {
  return step === 1 && [min, usual, asPrinted].every(Number.isInteger)
}

export function rangeOf(spec: ParamSpec): string {
  if (spec.kind === 'boolean') return 'true or false'
  if (spec.kind === 'choice') return `one of ${spec.options.map((o) => o.value).join(', ')}`
  return `a ${isWhole(spec) ? 'whole ' : ''}number from ${spec.min} to ${spec.max}`
}

/** Returns a schema that adds missing values from the preset. Unknown names and values out of range are errors. */
export function paramSchema(specs: ParamSpecs, preset: Preset = 'default'): z.ZodType<Record<string, ParamValue>> {
  const base = presetValues(specs, preset) as Record<string, ParamValue>
  const shape: Record<string, z.ZodType<ParamValue>> = {}
  for (const [name, spec] of Object.entries(specs)) {
    const fallback = base[name]
    if (spec.kind === 'number')
      shape[name] = (isWhole(spec) ? z.int() : z.number())
        .min(spec.min)
        .max(spec.max)
        .default(fallback as number)
    else if (spec.kind === 'boolean') shape[name] = z.boolean().default(fallback as boolean)
    else shape[name] = z.enum(spec.options.map((o) => o.value) as [string, ...string[]]).default(fallback as string)
  }
  return z.strictObject(shape)
}
