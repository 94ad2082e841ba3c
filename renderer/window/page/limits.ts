/** The limits for loading a page and for extraction; stored, and sent with every page that is opened, captured or scored. */
import { create } from 'zustand'
import { z } from 'zod'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { readValue, writeValue } from '../host/storage'

/** A whole number in a range; stored values are clamped to it. @param usual default */
const within = (least: number, most: number, usual: number) =>
  z
    .number()
    .transform((value) => Math.round(Math.min(most, Math.max(least, value))))
    .default(usual)

const Limits = z.object({
  /** Milliseconds for one load. */
  timeout: within(1000, 600_000, DEFAULT_LIMITS.loadTimeout),
  /** Bytes of HTML. */
  maxBytes: within(1024, 1024 * 1024 * 1024, DEFAULT_LIMITS.maxBytes),
  maxNodes: within(10, 10_000_000, DEFAULT_LIMITS.maxNodes),
  /** Milliseconds for parsing a page and for each extraction. */
  taskTimeout: within(10, 600_000, DEFAULT_LIMITS.extractionTimeout),
  /** Rendered mode: milliseconds to wait at most until the network falls idle. */
  idleCap: within(0, 120_000, 8_000),
})
export type Limits = z.infer<typeof Limits>

export const STANDARD_LIMITS: Limits = Limits.parse({})

const KEY = 'boilerscope.limits'

export const useLimits = create<Limits>()(() => readValue(KEY, Limits) ?? STANDARD_LIMITS)

/** Changes limits; values out of range are clamped. */
export function setLimits(limits: Limits): void {
  const next = Limits.parse(limits)
  useLimits.setState(next)
  writeValue(KEY, next)
}

/** Returns the limits to send to the host. The host's own limit of extractions applies if no other limit was chosen. */
export function requestedLimits(): Partial<Limits> {
  const { taskTimeout, ...loading } = useLimits.getState()
  return taskTimeout === STANDARD_LIMITS.taskTimeout ? loading : { ...loading, taskTimeout }
}

/** Whether a larger limit can avoid a failure. */
export function isLimitFailure(code: string): boolean {
  return /(?:timeout|too-large|too-many|limit)/.test(code)
}
