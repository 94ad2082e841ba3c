/** The limits a page may reach before its load ends with a failure; remembered, and sent with every page that is opened, captured or scored. */
import { create } from 'zustand'
import { z } from 'zod'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { readValue, writeValue } from '../host/storage'

/** Least and greatest value of each limit. */
const RANGES = {
  timeout: [1000, 600_000],
  maxBytes: [1024, 1024 * 1024 * 1024],
  maxNodes: [10, 10_000_000],
  taskTimeout: [10, 600_000],
  idleCap: [0, 120_000],
} as const
const KEYS = ['timeout', 'maxBytes', 'maxNodes', 'taskTimeout', 'idleCap'] as const

const within = ([least, most]: readonly [number, number]) => z.number().int().min(least).max(most)

const Limits = z.object({
  /** Milliseconds for one load. */
  timeout: within(RANGES.timeout),
  /** Bytes of HTML. */
  maxBytes: within(RANGES.maxBytes),
  maxNodes: within(RANGES.maxNodes),
  /** Milliseconds for parsing a page and for each extraction. */
  taskTimeout: within(RANGES.taskTimeout).default(DEFAULT_LIMITS.extractionTimeout),
  /** Rendered mode: milliseconds to wait at most until the network falls idle. */
  idleCap: within(RANGES.idleCap),
})
export type Limits = z.infer<typeof Limits>

export const STANDARD_LIMITS: Limits = {
  timeout: DEFAULT_LIMITS.loadTimeout,
  maxBytes: DEFAULT_LIMITS.maxBytes,
  maxNodes: DEFAULT_LIMITS.maxNodes,
  taskTimeout: DEFAULT_LIMITS.extractionTimeout,
  idleCap: 8_000,
}

const KEY = 'boilerscope.limits'

export const useLimits = create<Limits>()(() => readValue(KEY, Limits) ?? STANDARD_LIMITS)

/** Changes limits; what is out of range is cut to it. */
export function setLimits(limits: Limits): void {
  const next = { ...limits }
  for (const key of KEYS) {
    const [low, high] = RANGES[key]
    next[key] = Math.round(Math.min(high, Math.max(low, limits[key])))
  }
  useLimits.setState(next)
  writeValue(KEY, next)
}

/** The limits as they are sent to the host, whose own limit of extractions holds where nobody chose another. */
export function requestedLimits(): Partial<Limits> {
  const { taskTimeout, ...loading } = useLimits.getState()
  return taskTimeout === STANDARD_LIMITS.taskTimeout ? loading : { ...loading, taskTimeout }
}

/** Whether a failure goes away with a larger limit. */
export function isLimitFailure(code: string): boolean {
  return /(?:timeout|too-large|too-many|limit)/.test(code)
}
