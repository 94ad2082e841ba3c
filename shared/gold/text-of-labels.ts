import type { PageModel } from '../page/page-model'
import type { GoldSpan } from './gold-file'
import { goldText } from './gold-text'
import { rangeOfSpan } from './label-spans'
import { textAxis } from './text-axis'

/** Gold labels whose text is made where the page is parsed. */
export interface GoldLabels {
  readonly spans: readonly GoldSpan[]
  /** Labels that count as main content; empty means all. */
  readonly contentLabels: readonly string[]
}

/** The text that gold labels stand for. */
export function textOfLabels(page: PageModel, labels: GoldLabels): string {
  const axis = textAxis(page)
  const spans = labels.spans.flatMap((span) => {
    const range = rangeOfSpan(axis, span)
    return range ? [{ ...range, label: span.label }] : []
  })
  return goldText(axis, spans, (label) => labels.contentLabels.length === 0 || labels.contentLabels.includes(label)).text
}
