import type { ExtractorInfo } from '../extractors/core/extractor'
import type { DemoRun, Frame } from './demo-run'

/** A value of the whole page as it is shown. */
export interface PageValue {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly value: number
  /** The node that the value names; -1 where it is a plain number. */
  readonly node: number
}

/** What a page-level value is called; its id where the extractor gives it no name. */
export function valueName({ values, measures }: ExtractorInfo, id: string): string {
  return values?.[id]?.label ?? measures.find((m) => m.id === id)?.label ?? id
}

/** The page-level values known at a moment, those that have names; all of them where the extractor names none. */
export function pageValues({ info, page }: DemoRun, frame: Frame): PageValue[] {
  return Object.entries(frame.values).flatMap(([id, value]) => {
    const spec = info.values?.[id]
    if (info.values && !spec) return []
    const node = spec?.node && Number.isInteger(value) && value >= 0 && value < page.count ? value : -1
    return [{ id, label: valueName(info, id), unit: spec?.unit ?? '', value, node }]
  })
}
