/** Capture conditions per site, and whether shadow roots and frames are read; stored. */
import { create } from 'zustand'
import { z } from 'zod'
import { siteOf } from '../../../shared/base/url'
import { Conditions, describeConditions, STANDARD_CONDITIONS } from '../../../shared/contract/conditions'
import type { Source } from '../../../shared/contract/capture'
import { readValue, writeValue } from '../host/storage'

const PageOptions = z.object({
  conditions: Conditions,
  /** Null: as in the mode. */
  composed: z.boolean().nullable(),
  /** Whether streamed content is read in place. */
  streamed: z.boolean().default(true),
})
export type PageOptions = z.infer<typeof PageOptions>

export const STANDARD_OPTIONS: PageOptions = { conditions: STANDARD_CONDITIONS, composed: null, streamed: true }

const KEY = 'boilerscope.page-options'
/** Maximum number of stored sites; the oldest settings are removed first. */
const MOST_SITES = 300

/** By site, least recently set first. */
export const usePageOptions = create<Readonly<Record<string, PageOptions>>>()(() => readValue(KEY, z.record(z.string(), PageOptions)) ?? {})

/** Returns the site whose options apply to a source; files and pasted pages share one. */
export function siteOfSource(source: Source | null): string {
  return (source?.kind === 'url' ? siteOf(source.url) : null) ?? 'local pages'
}

export function siteOptions(site: string): PageOptions {
  return usePageOptions.getState()[site] ?? STANDARD_OPTIONS
}

/** Stores the options of a site; default options are removed. */
export function setOptions(site: string, options: PageOptions): void {
  const { [site]: _, ...others } = usePageOptions.getState()
  const entries = Object.entries(others)
  if (describeOptions(options).length > 0) entries.push([site, options])
  const next = Object.fromEntries(entries.slice(-MOST_SITES))
  usePageOptions.setState(next, true)
  writeValue(KEY, next)
}

/** Describes the options that differ from the default, a few words each. */
export function describeOptions({ conditions, composed, streamed }: PageOptions): string[] {
  const words = describeConditions(conditions)
  if (composed !== null) words.push(composed ? 'with frames' : 'without frames')
  if (!streamed) words.push('streamed content hidden')
  return words
}
