/**
 * W3C Web Annotation (JSON-LD): one annotation a span, with a TextQuoteSelector and a TextPositionSelector.
 * Positions count code points in the text of body without scripts and styles; the quote is that text itself.
 */
import { z } from 'zod'
import { readJson } from '../read-json'
import { anchorSpans, type LostSpan } from '../anchor'
import { GoldFields, LabelName, LabelStatus, newGoldFile, SpanOrigin, type GoldFile, type GoldSpan } from '../gold-file'
import { PageType } from '../page-type'
import { context, quoteOf, rangeOfSpan, solid, toGoldSpans, trimSurrogates, type LabelSpan } from '../label-spans'
import { collapse } from '../../page/text'
import { axisText, type AxisRange, type TextAxis } from '../text-axis'
import { lastAtOrBefore } from '../../base/search'

const CONTEXT = 'http://www.w3.org/ns/anno.jsonld'
/** Our own keys live under a prefix of their own; other tools ignore them. */
const OURS = 'https://boilerscope.invalid/gold#'

const TextQuote = z.looseObject({
  type: z.literal('TextQuoteSelector'),
  exact: z.string(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
})
const TextPosition = z.looseObject({
  type: z.literal('TextPositionSelector'),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
})
const Other = z.looseObject({ type: z.string().optional() })
const Selector = z.union([TextQuote, TextPosition, Other])
const Body = z.looseObject({ type: z.string().optional(), purpose: z.string().optional(), value: z.string().optional() })
const Target = z.looseObject({ source: z.string().optional(), selector: z.union([Selector, z.array(Selector)]).optional() })
const Annotation = z.looseObject({
  id: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  body: z.union([z.string(), Body, z.array(z.union([z.string(), Body]))]).optional(),
  target: z.union([z.string(), Target, z.array(z.union([z.string(), Target]))]),
  'bs:origin': SpanOrigin.optional(),
})
const Page = z.looseObject({
  items: z.array(Annotation).max(100_000),
  'bs:page': z.string().optional(),
  'bs:pageSha256': z.string().optional(),
  'bs:annotator': z.string().optional(),
  'bs:updatedAt': z.string().optional(),
  'bs:pageType': PageType.nullable().optional(),
  'bs:status': LabelStatus.optional(),
  'bs:notes': z.string().optional(),
  'bs:flags': z.array(z.string()).optional(),
  'bs:fields': GoldFields.optional(),
  'bs:noContent': z.boolean().optional(),
})

/** Writes a page's labels as an AnnotationPage. Spans that are not on the page (lost) are left out. */
export function writeWebAnnotation(axis: TextAxis, gold: GoldFile, source: string): string {
  const points = codePointsBefore(axis)
  const items = gold.spans.flatMap((span, i) => {
    const range = rangeOfSpan(axis, span)
    if (!range) return []
    const before = axisText(axis, { from: Math.max(0, range.from - 40), to: range.from })
    const after = axisText(axis, { from: range.to, to: Math.min(axis.length, range.to + 40) })
    return [
      {
        id: `urn:boilerscope:${gold.page}:${encodeURIComponent(gold.annotator)}:${i}`,
        type: 'Annotation',
        motivation: 'classifying',
        creator: { type: 'Person', nickname: gold.annotator },
        modified: gold.updatedAt,
        body: { type: 'TextualBody', purpose: 'classifying', value: span.label },
        target: {
          source,
          selector: [
            { type: 'TextQuoteSelector', exact: axisText(axis, range), prefix: trimSurrogates(before), suffix: trimSurrogates(after) },
            { type: 'TextPositionSelector', start: points(range.from), end: points(range.to) },
          ],
        },
        ...(span.origin ? { 'bs:origin': span.origin } : {}),
      },
    ]
  })
  const page = {
    '@context': [CONTEXT, { bs: OURS }],
    id: `urn:boilerscope:${gold.page}:${encodeURIComponent(gold.annotator)}`,
    type: 'AnnotationPage',
    'bs:page': gold.page,
    'bs:pageSha256': gold.pageSha256,
    'bs:annotator': gold.annotator,
    'bs:updatedAt': gold.updatedAt,
    'bs:pageType': gold.pageType,
    'bs:status': gold.status,
    'bs:notes': gold.notes,
    ...(gold.flags ? { 'bs:flags': gold.flags } : {}),
    ...(gold.fields ? { 'bs:fields': gold.fields } : {}),
    ...(gold.noContent === true ? { 'bs:noContent': true } : {}),
    items,
  }
  return `${JSON.stringify(page, null, 2)}\n`
}

export interface ImportedAnnotations {
  readonly gold: GoldFile
  /** Annotations whose text is not on the page, or at several places. */
  readonly lost: readonly LostSpan[]
}

/**
 * Reads an AnnotationPage, a list of annotations, or a single one, onto a page. A position counts only where the page
 * has the quoted text there; otherwise the quote is looked for as in `anchorSpans`.
 * @param into page id, sha256 and, where the file names none, annotator and time.
 * @throws FailureError `gold.bad-json`, `gold.bad-value`.
 */
export function readWebAnnotation(
  text: string,
  file: string,
  axis: TextAxis,
  into: Pick<GoldFile, 'page' | 'pageSha256' | 'annotator' | 'updatedAt'>,
): ImportedAnnotations {
  const read = readJson(text, z.union([Page, z.array(Annotation).max(100_000), z.looseObject({ first: Page }), Annotation]), file)
  const page = Array.isArray(read)
    ? { items: read }
    : 'items' in read
      ? (read as z.infer<typeof Page>)
      : 'first' in read
        ? (read.first as z.infer<typeof Page>)
        : { items: [read] }
  const offsets = codeUnitsOfPoints(axis)
  const found: LabelSpan[] = []
  const searched: GoldSpan[] = []
  for (const annotation of page.items) {
    const { quote, position } = selectorsOf(annotation)
    const label = labelOf(annotation)
    const origin = annotation['bs:origin']
    const range = position ? offsets(position.start, position.end) : null
    if (range && (!quote || axisText(axis, range) === quote.exact)) {
      found.push({ ...range, label, ...(origin ? { origin } : {}) })
      continue
    }
    if (!quote) continue
    searched.push({
      label,
      start: { node: 0, offset: 0 },
      end: { node: 0, offset: 1 },
      ...wholeQuote(quote.exact),
      ...(quote.prefix ? { prefix: context(quote.prefix, -40) } : {}),
      ...(quote.suffix ? { suffix: context(quote.suffix, 40) } : {}),
      ...(origin ? { origin } : {}),
    })
  }
  const anchoring = anchorSpans(axis, searched, false)
  for (const { span, range } of anchoring.found)
    found.push({ ...range, label: span.label, ...(span.origin ? { origin: span.origin } : {}) })
  const details = 'bs:page' in page ? page : null
  const gold: GoldFile = {
    ...newGoldFile(into.page, into.pageSha256, into.annotator, into.updatedAt),
    annotator: details?.['bs:annotator'] ?? into.annotator,
    updatedAt: details?.['bs:updatedAt'] ?? into.updatedAt,
    pageType: details?.['bs:pageType'] ?? null,
    spans: toGoldSpans(
      axis,
      found.sort((x, y) => x.from - y.from),
    ),
    notes: details?.['bs:notes'] ?? '',
    status: details?.['bs:status'] ?? 'in-progress',
    ...(details?.['bs:flags'] ? { flags: details['bs:flags'] } : {}),
    ...(details?.['bs:fields'] ? { fields: details['bs:fields'] } : {}),
    ...(details?.['bs:noContent'] ? { noContent: true } : {}),
    ...(anchoring.lost.length > 0 ? { lost: anchoring.lost.map(({ span }) => span) } : {}),
  }
  return { gold, lost: anchoring.lost }
}

/** A quote, and beside a long one the text that it stands for. */
function wholeQuote(exact: string): Pick<GoldSpan, 'quote' | 'characters' | 'text'> {
  const quote = quoteOf(exact)
  const text = collapse(exact)
  return text === quote ? { quote } : { quote, characters: solid(text).length, text }
}

function labelOf(annotation: z.infer<typeof Annotation>): string {
  for (const body of [annotation.body ?? []].flat()) {
    const value = typeof body === 'string' ? null : (body.value ?? null)
    const label = LabelName.safeParse(value)
    if (label.success && (typeof body === 'string' || body.purpose === undefined || /classifying|tagging/.test(body.purpose)))
      return label.data
  }
  return 'content'
}

/** What the first target that selects text says; of several selectors of a kind the last. */
function selectorsOf({ target }: z.infer<typeof Annotation>): {
  readonly quote: z.infer<typeof TextQuote> | null
  readonly position: z.infer<typeof TextPosition> | null
} {
  for (const one of [target].flat()) {
    const selectors = typeof one === 'string' ? [] : [one.selector ?? []].flat()
    const quote = selectors.flatMap((selector) => TextQuote.safeParse(selector).data ?? []).at(-1) ?? null
    const position = selectors.flatMap((selector) => TextPosition.safeParse(selector).data ?? []).at(-1) ?? null
    if (quote || position) return { quote, position }
  }
  return { quote: null, position: null }
}

/** Code points before a place of the axis. */
function codePointsBefore(axis: TextAxis): (at: number) => number {
  const lows = lowSurrogates(axis)
  return (at) => at - lastAtOrBefore(lows.length, (k) => lows[k], at - 1) - 1
}

/** Places of the axis from code points; null past the end. */
function codeUnitsOfPoints(axis: TextAxis): (start: number, end: number) => AxisRange | null {
  const lows = lowSurrogates(axis)
  // The number of pairs before a point: the greatest k with lows[k − 1] − (k − 1) ≤ point.
  const unit = (point: number): number => point + lastAtOrBefore(lows.length, (k) => lows[k] - k, point) + 1
  return (start, end) => {
    const from = unit(start)
    const to = unit(end)
    return from < to && to <= axis.length ? { from, to } : null
  }
}

/** Places of the second halves of surrogate pairs, ascending. */
function lowSurrogates(axis: TextAxis): number[] {
  const text = axisText(axis, { from: 0, to: axis.length })
  const places: number[] = []
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) places.push(i)
  }
  return places
}
