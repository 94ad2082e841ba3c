import { z } from 'zod'
import { CaptureMode, isSameSource, Source } from '../../../shared/contract/capture'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { readValue, writeValue } from '../host/storage'
import { subscribe } from '../store'
import { activeTab, type Visit } from '../window-state'

const KEY = 'boilerscope.recent'
const MOST = 20
const Stored = z.array(z.object({ source: Source, mode: CaptureMode, label: z.string() }))

const isKept = ({ kind }: Source): boolean => kind === 'url' || kind === 'file'

export const recentPages = (): readonly Visit[] => (readValue(KEY, Stored) ?? []).filter(({ source }) => isKept(source))

const EXTRACTORS_KEY = 'boilerscope.recent-extractors'
const MOST_EXTRACTORS = 3

export const recentExtractors = (): readonly string[] => readValue(EXTRACTORS_KEY, z.array(z.string())) ?? []

export function firstExtractor(extractors: readonly ExtractorInfo[]): ExtractorInfo | undefined {
  const found = [...recentExtractors(), 'readability'].map((id) => extractors.find((info) => info.id === id))
  return found.find((info) => info !== undefined) ?? extractors[0]
}

export function followRecent(): void {
  subscribe((state, before) => {
    const { tabs } = state
    if (tabs === before.tabs) return
    const { id: active, extractor } = activeTab(state)
    const chosen = before.tabs.find(({ id }) => id === active)?.extractor
    if (chosen !== undefined && chosen !== '' && chosen !== extractor)
      writeValue(EXTRACTORS_KEY, [extractor, ...recentExtractors().filter((other) => other !== extractor)].slice(0, MOST_EXTRACTORS))
    for (const { id, status, page, source, mode } of tabs) {
      if (status !== 'ready' || !page || !source || !isKept(source)) continue
      if (before.tabs.find((other) => other.id === id)?.page === page) continue
      const visit: Visit = { source, mode, label: page.title || page.label }
      const rest = recentPages().filter((other) => !isSameSource(other.source, source))
      writeValue(KEY, [visit, ...rest].slice(0, MOST))
    }
  })
}
