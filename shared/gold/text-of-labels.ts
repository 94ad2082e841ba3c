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

/** Whether a label is of the main content; without any named all are. */
export function countsAsContent(contentLabels: readonly string[] = []): (label: string) => boolean {
  return (label) => contentLabels.length === 0 || contentLabels.includes(label)
}

/** The text that gold labels stand for. */
export function textOfLabels(page: PageModel, labels: GoldLabels): string {
  const axis = textAxis(page)
  const spans = labels.spans.flatMap((span) => {
    const range = rangeOfSpan(axis, span)
    return range ? [{ ...range, label: span.label }] : []
  })
  return goldText(axis, spans, countsAsContent(labels.contentLabels)).text
}
