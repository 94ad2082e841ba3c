/** The line below a figure: what is seen, so that somebody else can make it again. */
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { paramWords } from '../components/number-format'

/** `CECTD-DS (λ: 0.5)`, with the values that are not the default ones. */
export function settingsWords(info: ExtractorInfo, params: Readonly<Record<string, ParamValue>>): string {
  const usual = presetValues(info.params, 'default')
  const changed = Object.entries(info.params).flatMap(([name, spec]) => {
    const value = params[name]
    return value === undefined || Object.is(value, usual[name]) ? [] : [`${spec.label}: ${paramWords(spec, value)}`]
  })
  return `${info.title} (${changed.length === 0 ? 'default values' : changed.join(', ')})`
}

/** Page, address, what was run with which values, and the day. */
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
