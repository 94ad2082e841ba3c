/** Under which conditions the pages of a site are looked at, and whether shadow roots and frames are read: remembered by site. */
import { create } from 'zustand'
import { z } from 'zod'
import { siteOf } from '../../../shared/base/url'
import { Conditions, describeConditions, STANDARD_CONDITIONS } from '../../../shared/contract/conditions'
import type { Source } from '../../../shared/contract/source'
import { readValue, writeValue } from '../host/storage'

const PageOptions = z.object({
  conditions: Conditions,
  /** Null: as the mode has it. */
  composed: z.boolean().nullable(),
  /** Whether streamed content is read in place. */
  streamed: z.boolean().default(true),
})
export type PageOptions = z.infer<typeof PageOptions>

export const STANDARD_OPTIONS: PageOptions = { conditions: STANDARD_CONDITIONS, composed: null, streamed: true }

const KEY = 'boilerscope.page-options'
/** Sites that are remembered; those that were set longest ago go first. */
const MOST_SITES = 300

/** By site, least recently set first. */
export const usePageOptions = create<Readonly<Record<string, PageOptions>>>()(() => readValue(KEY, z.record(z.string(), PageOptions)) ?? {})

/** The site that a source's options are remembered for; files and pasted pages share one. */
export function siteOfSource(source: Source | null): string {
  return (source?.kind === 'url' ? siteOf(source.url) : null) ?? 'local pages'
}

/** The options of a site. */
export function siteOptions(site: string): PageOptions {
  return usePageOptions.getState()[site] ?? STANDARD_OPTIONS
}

/** Remembers the options of a site; the usual ones are forgotten. */
export function setOptions(site: string, options: PageOptions): void {
  const { [site]: _, ...others } = usePageOptions.getState()
  const entries = Object.entries(others)
  if (describeOptions(options).length > 0) entries.push([site, options])
  const next = Object.fromEntries(entries.slice(-MOST_SITES))
  usePageOptions.setState(next, true)
  writeValue(KEY, next)
}

/** What of the options is not as usual, a few words each. */
export function describeOptions({ conditions, composed, streamed }: PageOptions): string[] {
  const words = describeConditions(conditions)
  if (composed !== null) words.push(composed ? 'with frames' : 'without frames')
  if (!streamed) words.push('streamed content hidden')
  return words
}
