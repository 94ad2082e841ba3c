import { z } from 'zod'
import { failed } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import type { ParamValue, Preset } from '../extractors/core/params'
import { readSharedSettings } from '../extractors/core/param-settings'
import { resolveParams, findExtractor } from '../extractors/core/run'
import { METRIC_IDS, metricInfo, metricOfName, type MetricId } from './metric-list'

export const CollectionSource = z.object({
  kind: z.enum(['corpus', 'folder', 'benchmark', 'jsonl', 'warc', 'samples']),
  /** Absolute path; ignored for the samples. */
  path: z.string().max(4096).default(''),
})
export type CollectionSource = z.infer<typeof CollectionSource>

/** One row of the tables: an extractor with parameters. */
export const Configuration = z.object({
  extractor: z.string().min(1).max(80),
  preset: z.enum(['default', 'as-printed']).default('default'),
  params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).default({}),
})
export type Configuration = z.infer<typeof Configuration>

export const MetricName = z
  .string()
  .max(40)
  .transform((name, context): MetricId => {
    const metric = metricOfName(name)
    if (metric !== null) return metric
    context.addIssue({ code: 'custom', message: `there is no metric "${name}"` })
    return z.NEVER
  })

export const RunSpec = z.object({
  source: CollectionSource,
  pages: z
    .object({
      contains: z.string().max(200).default(''),
      /** Page types to include; empty includes all. */
      types: z.array(z.string().max(40)).max(20).default([]),
      /** Number of pages to draw at random; 0 includes all. */
      sample: z.number().int().min(0).max(10_000_000).default(0),
      /** Seed of the random pages and of the bootstrap. */
      seed: z.number().int().min(0).max(0xffffffff).default(1),
    })
    .prefault({}),
  configurations: z.array(Configuration).min(1).max(500),
  tokens: z.object({ foldCase: z.boolean().default(false), stripPunctuation: z.boolean().default(false) }).prefault({}),
  /** Metrics to record. If empty, records all metrics except slow metrics. */
  metrics: z.array(MetricName).max(100).default([]),
  /** Annotator, or name of a gold standard. If empty, `goldOfPage` selects the gold standard of each page. */
  gold: z.string().max(120).default(''),
})
export type RunSpec = z.infer<typeof RunSpec>

/** Returns the metrics of a run, each once. Metrics that are not in `METRIC_IDS` (ROUGE-N with another N than 5) come last. */
export function metricsOf({ metrics }: Pick<RunSpec, 'metrics'>): readonly MetricId[] {
  if (metrics.length === 0) return METRIC_IDS.filter((id) => !metricInfo(id).costly)
  return [...METRIC_IDS.filter((id) => metrics.includes(id)), ...new Set(metrics.filter((id) => !METRIC_IDS.includes(id)))]
}

/**
 * Reads a sweep of one number parameter, `name=from:to:step`. `to` is included if a step reaches `to`. The values are rounded to 12 digits:
 * 0.1 + 0.2 prints as 0.3. @throws FailureError `sweep.invalid`, for example above 200 steps.
 */
export function parseSweep(text: string) {
  const [, param = '', ...numbers] = /^([A-Za-z][\w-]*)=(-?[\d.e-]+):(-?[\d.e-]+):([\d.e-]+)$/.exec(text) ?? []
  const [from = Number.NaN, to = Number.NaN, step = Number.NaN] = numbers.map(Number)
  const steps = (to - from) / step
  if (![from, to, step].every(Number.isFinite) || step <= 0 || steps < 0 || steps > 200)
    throw failed('sweep.invalid', `"${text}" is not a sweep of at most 200 steps.`, 'Write name=from:to:step, e.g. lambda=0.5:2:0.1.')
  return { param, values: Array.from({ length: Math.floor(steps + 1e-9) + 1 }, (_, i) => Number((from + i * step).toPrecision(12))) }
}

export const FAMILY_WORDS = { system: 'paper', own: 'built-in', baseline: 'baseline', peer: 'library', yours: 'custom' } as const

const BUNDLED = ['readability', 'defuddle']

/** Returns the rows of a new run: all extractors that need no installation, with the default preset. */
export function usualConfigurations(extractors: readonly Pick<ExtractorInfo, 'id' | 'family'>[]): Configuration[] {
  const usable = extractors.filter(({ id, family }) => family !== 'peer' || BUNDLED.includes(id))
  return usable.map(({ id }) => ({ extractor: id, preset: 'default', params: {} }))
}

export function sweepConfigurations(
  base: Configuration,
  { param, values }: { readonly param: string; readonly values: readonly number[] },
): Configuration[] {
  return values.map((value) => ({ ...base, params: { ...base.params, [param]: value } }))
}

/** Reads settings and sweeps: `lambda=1.2`, `lambda=0.5:2:0.1`. @throws FailureError for an invalid setting or sweep */
export function readConfigurations(extractor: ExtractorInfo, preset: Preset, text: string): Configuration[] {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  const isSweep = (part: string): boolean => part.slice(part.indexOf('=')).includes(':')
  const settings = parts.filter((part) => !isSweep(part))
  let made: Configuration[] = [
    { extractor: extractor.id, preset, params: readSharedSettings([extractor], settings).get(extractor.id) ?? {} },
  ]
  for (const sweep of parts.filter(isSweep).map(parseSweep)) made = made.flatMap((base) => sweepConfigurations(base, sweep))
  for (const configuration of made) completeParams(extractor, configuration)
  return made
}

const shortValue = (value: ParamValue): ParamValue => (typeof value === 'number' ? Number(value.toPrecision(6)) : value)

/** Returns a short name of a configuration: `cectd-ds`, `cectd-ds [lambda=1.2]`. Omits the preset `default`. */
export function configurationName({ extractor, preset, params }: Configuration): string {
  const parts = [
    ...(preset === 'default' ? [] : [preset]),
    ...Object.entries(params).map(([name, value]) => `${name}=${shortValue(value)}`),
  ]
  return parts.length === 0 ? extractor : `${extractor} [${parts.join(', ')}]`
}

/** Returns a title such as `CECTD-DS, λ = 1`. For an unknown extractor, returns the result of `configurationName`. */
function configurationTitle(configuration: Configuration, extractors: readonly ExtractorInfo[]): string {
  const { extractor, preset, params } = configuration
  const info = extractors.find(({ id }) => id === extractor)
  if (!info) return configurationName(configuration)
  const values = Object.entries(params).map(([name, value]) => {
    const label = info.params[name]?.label ?? name
    return typeof value === 'boolean' ? `${value ? '' : 'without '}${label}` : `${label} = ${shortValue(value)}`
  })
  return [info.title, ...(preset === 'default' ? [] : ['as printed']), ...values].join(', ')
}

/** Returns the default name of a run. @param createdAt ISO 8601 */
export function runName({ configurations }: Pick<RunSpec, 'configurations'>, createdAt: string): string {
  const [name, another] = configurations.map(configurationName)
  const [id, otherId] = new Set(configurations.map(({ extractor }) => extractor))
  const count = configurations.length
  const rows = another === undefined ? name : otherId === undefined ? `${id}, ${count} settings` : `${count} extractors`
  return `${rows}, ${createdAt.slice(0, 16).replace('T', ' ')}`
}

/** Returns a note on the number of evaluated pages of an unfinished run; empty for a finished run. */
export function partNotes(run: { readonly status: string; readonly pages: number; readonly total: number | null }): string[] {
  if (run.status === 'finished') return []
  return [`So far, ${run.pages}${run.total === null ? '' : ` of ${run.total}`} pages have been evaluated.`]
}

export function rowTitles({ configurations }: Pick<RunSpec, 'configurations'>, extractors: readonly ExtractorInfo[]): string[] {
  return configurations.map((one) => configurationTitle(one, extractors))
}

/** Reads a list like `cectd-ds,ttr:as-printed`. @throws FailureError `extractor.unknown`, `preset.unknown`. */
export function parseConfigurations(text: string, extractors: readonly ExtractorInfo[]): Configuration[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', preset = 'default'] = part.split(':')
      findExtractor(extractors, id)
      if (preset !== 'default' && preset !== 'as-printed')
        throw failed('preset.unknown', `There is no preset "${preset}".`, 'Presets are default and as-printed.')
      return { extractor: id, preset, params: {} }
    })
}

/** Checks a configuration against its extractor and returns the complete values. @throws FailureError `params.invalid`. */
export function completeParams(extractor: ExtractorInfo, configuration: Configuration): Record<string, ParamValue> {
  return resolveParams(extractor, configuration.preset, configuration.params)
}
