/** Pages opened lately, over all sessions: what can be opened again by its address. */
import { z } from 'zod'
import { CaptureMode, Source } from '../../../shared/contract/source'
import { readValue, writeValue } from '../host/storage'
import { getState, subscribe } from '../store'
import type { Visit } from '../window-state'

const KEY = 'boilerscope.recent'
const MOST = 20
const Stored = z.array(z.object({ source: Source, mode: CaptureMode, label: z.string() }))

/** Latest first. */
export function recentPages(): readonly Visit[] {
  return readValue(KEY, Stored) ?? []
}

/** Writes down every page that opens. Pasted and dropped pages live only in their tab. */
export function followRecentPages(): void {
  let seen = getState().tabs
  subscribe(({ tabs }) => {
    if (tabs === seen) return
    const before = seen
    seen = tabs
    for (const tab of tabs) {
      if (tab.status !== 'ready' || !tab.page || !tab.source || tab.source.kind === 'bytes' || tab.source.kind === 'html') continue
      if (before.find((other) => other.id === tab.id)?.page === tab.page) continue
      const visit: Visit = { source: tab.source, mode: tab.mode, label: tab.page.title || tab.page.label }
      const key = JSON.stringify(visit.source)
      const rest = recentPages().filter((other) => JSON.stringify(other.source) !== key)
      writeValue(KEY, [visit, ...rest].slice(0, MOST))
    }
  })
}
