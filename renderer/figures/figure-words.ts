/** Captions of figures: everything needed to reproduce the figure. */
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { paramWords } from '../components/number-format'

/** Returns `CECTD-DS (λ: 0.5)`, with the values that differ from the default. */
export function settingsWords(info: ExtractorInfo, params: Readonly<Record<string, ParamValue>>): string {
  const usual = presetValues(info.params, 'default')
  const changed = Object.entries(info.params).flatMap(([name, spec]) => {
    const value = params[name]
    return value === undefined || Object.is(value, usual[name]) ? [] : [`${spec.label}: ${paramWords(spec, value)}`]
  })
  return `${info.title} (${changed.length === 0 ? 'default values' : changed.join(', ')})`
}

/** Returns page, address, extractors with their values, and date. */
export function captionOf(
  page: Pick<PageSummary, 'url' | 'label' | 'title' | 'capturedAt'>,
  settings: string,
  version: string,
  day: Date,
): string {
  const address = page.url ?? page.label
  const captured = page.capturedAt ? `captured ${page.capturedAt.slice(0, 10)}` : ''
  return [
    page.title,
    address === page.title ? '' : address,
    captured,
    settings,
    `Boilerscope ${version}, ${day.toISOString().slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
