/** Pages opened lately, over all sessions: what can be opened again by its address. */
import { z } from 'zod'
import { CaptureMode, isSameSource, Source } from '../../../shared/contract/source'
import { readValue, writeValue } from '../host/storage'
import { subscribe } from '../store'
import type { Visit } from '../window-state'

const KEY = 'boilerscope.recent'
const MOST = 20
const Stored = z.array(z.object({ source: Source, mode: CaptureMode, label: z.string() }))

/** Samples are offered beside them; pasted and dropped pages live only in their tab. */
const isKept = ({ kind }: Source): boolean => kind === 'url' || kind === 'file'

/** Latest first. */
export const recentPages = (): readonly Visit[] => (readValue(KEY, Stored) ?? []).filter(({ source }) => isKept(source))

/** Writes down every page that opens. */
export function followRecentPages(): void {
  subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return
    for (const { id, status, page, source, mode } of tabs) {
      if (status !== 'ready' || !page || !source || !isKept(source)) continue
      if (before.tabs.find((other) => other.id === id)?.page === page) continue
      const visit: Visit = { source, mode, label: page.title || page.label }
      const rest = recentPages().filter((other) => !isSameSource(other.source, source))
      writeValue(KEY, [visit, ...rest].slice(0, MOST))
    }
  })
}
