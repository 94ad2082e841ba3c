import { create } from 'zustand'
import { z } from 'zod'
import { siteOf } from '../../../shared/base/url'
import { Conditions, describeConditions, STANDARD_CONDITIONS } from '../../../shared/contract/conditions'
import { type Source, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { readValue, writeValue } from '../host/storage'

const within = (least: number, most: number, usual: number) =>
  z
    .number()
    .transform((value) => Math.round(Math.min(most, Math.max(least, value))))
    .default(usual)

const Limits = z.object({
  /** Maximum milliseconds of one load. */
  timeout: within(1000, 600_000, DEFAULT_LIMITS.loadTimeout),
  maxBytes: within(1024, 1024 * 1024 * 1024, DEFAULT_LIMITS.maxBytes),
  maxNodes: within(10, 10_000_000, DEFAULT_LIMITS.maxNodes),
  /** Maximum milliseconds of parsing a page, and of each extraction. */
  taskTimeout: within(10, 600_000, DEFAULT_LIMITS.extractionTimeout),
  /** Maximum milliseconds to wait for the load event. Rendered mode: also the maximum to wait for the end of requests and changes. */
  idleCap: within(0, 120_000, 8_000),
})
export type Limits = z.infer<typeof Limits>

export const STANDARD_LIMITS: Limits = Limits.parse({})

const LIMITS_KEY = 'boilerscope.limits'

export const useLimits = create<Limits>()(() => readValue(LIMITS_KEY, Limits) ?? STANDARD_LIMITS)

export function setLimits(limits: Limits): void {
  const next = Limits.parse(limits)
  useLimits.setState(next)
  writeValue(LIMITS_KEY, next)
}

export function requestedLimits(): Partial<Limits> {
  const { taskTimeout, ...loading } = useLimits.getState()
  return taskTimeout === STANDARD_LIMITS.taskTimeout ? loading : { ...loading, taskTimeout }
}

export const isLimitFailure = (code: string): boolean => /(?:timeout|too-large|too-many|limit)/.test(code)

const PageOptions = z.object({
  conditions: Conditions,
  /** Whether shadow roots and frames are read; null: the capture mode decides. */
  composed: z.boolean().nullable(),
  streamed: z.boolean().default(true),
})
export type PageOptions = z.infer<typeof PageOptions>

export const STANDARD_OPTIONS: PageOptions = { conditions: STANDARD_CONDITIONS, composed: null, streamed: true }

const KEY = 'boilerscope.page-options'
const MOST_STORED_SITES = 300

/** Options by site. The site that was set last is at the end. */
export const usePageOptions = create<Readonly<Record<string, PageOptions>>>()(() => readValue(KEY, z.record(z.string(), PageOptions)) ?? {})

export const siteOfSource = (source: Source | null): string => (source?.kind === 'url' ? siteOf(source.url) : null) ?? 'local pages'

export const siteOptions = (site: string): PageOptions => usePageOptions.getState()[site] ?? STANDARD_OPTIONS

export function setOptions(site: string, options: PageOptions): void {
  const { [site]: _, ...others } = usePageOptions.getState()
  const entries = Object.entries(others)
  if (describeOptions(options).length > 0) entries.push([site, options])
  const next = Object.fromEntries(entries.slice(-MOST_STORED_SITES))
  usePageOptions.setState(next, true)
  writeValue(KEY, next)
}

export function describeOptions({ conditions, composed, streamed }: PageOptions): string[] {
  const words = describeConditions(conditions)
  if (composed !== null) words.push(composed ? 'with frames' : 'without frames')
  if (!streamed) words.push('streamed content hidden')
  return words
}
