import type { LostSpan } from '../../../../shared/gold/anchor'
import { isFieldName, type FieldName, type PageType } from '../../../../shared/gold/gold-file'
import { redo, spanAt, undo, suggestionsOf, type Suggestion } from '../../../../shared/gold/label-commands'
import { positionAt, spacedText, type AxisRange } from '../../../../shared/gold/text-axis'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { fail, useAnnotate, shownValue } from './annotate'
import { cursorBetween, cursorOnRange, rangesToLabel, pointing } from './cursor'
import { onPage, patch, useLabelling, type Labelling, type Tool } from './labelling-state'
import { leave, next, openToLabel, startFrom } from './opening'
import { replaceHistory, decide, flush, run, scheduleSave, stopwatch } from './saving'
import { call } from '../../../window/host/host'

const MONTH_FORMATS = ['en', 'de', 'fr', 'es'].flatMap((language) =>
  (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
)
const nameOf = (month: string): string => month.replace('.', '').toLowerCase()

const monthOf = (name: string): number =>
  Array.from({ length: 12 }, (_, month) => Date.UTC(2000, month)).findIndex((date) =>
    MONTH_FORMATS.some((format) => nameOf(format.format(date)) === name.toLowerCase()),
  ) + 1

function dateOf(year = '', month = 0, day = ''): string | null {
  const isDay = month >= 1 && month <= 12 && Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

/** `order` lists the groups of year, month and day. A month is a number or a name. */
const DATES: readonly { readonly pattern: RegExp; readonly order: readonly [number, number, number] }[] = [
  { pattern: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/u, order: [1, 2, 3] },
  { pattern: /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})/u, order: [1, 2, 3] },
  { pattern: /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/u, order: [3, 2, 1] },
  { pattern: /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u, order: [3, 1, 2] },
  { pattern: /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/u, order: [3, 2, 1] },
]

/** Returns a date as `yyyy-mm-dd`; null without a date, and for an ambiguous date such as 03/04/2024. */
export function readDate(text: string): string | null {
  for (const { pattern, order } of DATES) {
    const found = pattern.exec(text)
    const [year, month = '', day] = order.map((group) => found?.[group])
    const date = dateOf(year, /^\d/.test(month) ? Number(month) : monthOf(month), day)
    if (date !== null) return date
  }
  const [, first, second, year] = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/u.exec(text) ?? []
  if (Number(first) > 12) return dateOf(year, Number(second), first)
  return Number(second) > 12 || first === second ? dateOf(year, Number(first), second) : null
}

const { getState: now, setState: set } = useLabelling

const pendingIn = ({ blocks, history }: Labelling): Suggestion[] => suggestionsOf(blocks, history.present.spans)

async function showFeedback(open: Labelling): Promise<boolean> {
  const training = useAnnotate.getState().corpus?.campaign?.training ?? []
  if (!training.includes(open.page.entry.id)) return false
  const answer = await call('corpus.feedback', { corpus: open.corpus, page: open.page.entry.id, annotator: open.annotator })
  const feedback = shownValue(answer)
  if (!feedback || now().open?.summary.id !== open.summary.id) return false
  patch({ feedback })
  return true
}

/** Returns the label for the pointed text; null removes labels. @param erase whether the user pressed Alt */
export const chosenLabel = (erase: boolean): string | null => (erase || now().tool === 'erase' ? null : now().label)

export const labelling = {
  ...pointing,
  open: openToLabel,
  leave,
  next,
  startFrom,
  flush,
  decide,
  run,
  touch: () => stopwatch.touch(),
  setLabel: (label: string): void => set({ label }),
  setTool(tool: Tool): void {
    set(({ tool: before }) => ({ tool: before === tool ? 'label' : tool }))
  },
  mark: onPage((open, range: AxisRange, label: string | null): void => {
    run({ kind: 'label', ranges: rangesToLabel(open.axis, open.blocks, range, label), label })
    if (isFieldName(label) && !open.history.present.fields[label]) labelling.setField(label, range)
    patch({ cursor: cursorOnRange(open.blocks, range), anchor: null, reach: null, focus: open.anchor ? open.focus : range.from })
    if (open.anchor) set({ announcement: label === null ? 'The range has no label now.' : `The range is labelled ${label}.` })
  }),
  markTo: onPage(({ anchor, cursor }, range: AxisRange, label: string | null): void => {
    const start = anchor ?? cursor
    labelling.mark(start ? cursorBetween(start, range) : range, label)
  }),
  labelCursor: onPage(({ cursor }, label: string | null = now().label): void => {
    if (cursor) labelling.mark(cursor, label)
  }),
  resize: onPage(({ blocks, cursor, history }, kind: 'grow' | 'shrink'): void => {
    if (!cursor) return
    const home = blocks[cursor.home]?.from ?? cursor.from
    const { spans } = history.present
    const at = spanAt(spans, cursor.from) ? cursor.from : home
    const span = spanAt(spans, at)
    if (!span) return labelling.moveCursor(kind === 'grow' ? 'out' : 'in')
    // Resize around the cursor's block, so that shrinking returns to this block.
    run({ kind, at: home >= span.from && home < span.to ? home : at })
    const grown = spanAt(now().open?.history.present.spans ?? [], home)
    if (grown) patch({ cursor: { from: grown.from, to: grown.to, home: cursor.home } })
  }),
  review(ranges: readonly AxisRange[], accept: boolean): void {
    run({ kind: 'review', ranges, accept })
    const { open } = now()
    const left = open ? pendingIn(open).length : 0
    set({ announcement: `${accept ? 'Accepted' : 'Rejected'}; ${left === 0 ? 'no suggestion is left' : `${left} left to review`}.` })
  },
  reviewCursor: onPage((open, accept: boolean): void => {
    const suggestions = pendingIn(open)
    const { cursor } = open
    const first = suggestions.findIndex(({ to }) => cursor === null || to > cursor.from)
    const at = Math.max(0, first)
    const suggestion = suggestions[at]
    if (!suggestion) return set({ announcement: 'No suggestion is left.' })
    // If the suggestion is outside the cursor, only move the cursor there. The next key press accepts or rejects the suggestion.
    const isShown = cursor !== null && suggestion.from < cursor.to && suggestion.to > cursor.from
    if (!isShown) return labelling.putCursor(suggestion)
    labelling.review([suggestion], accept)
    const next = suggestions[at + 1]
    if (next) labelling.putCursor(next)
  }),
  undo: onPage(({ history }): void => {
    if (replaceHistory(undo(history))) set({ announcement: 'Undone.' })
  }),
  redo: onPage(({ history }): void => {
    if (replaceHistory(redo(history))) set({ announcement: 'Redone.' })
  }),
  setPageType(pageType: PageType | null): void {
    run({ kind: 'set', change: { pageType } })
    set({ announcement: pageType ? `Page type: ${pageType}.` : 'No page type.' })
  },
  toggleFlag: onPage(({ history }, flag: string): void => {
    const { flags } = history.present
    const on = !flags.includes(flag)
    run({ kind: 'set', change: { flags: on ? [...flags, flag] : flags.filter((other) => other !== flag) } })
    set({ announcement: on ? 'Flagged.' : 'Flag removed.' })
  }),
  /**
   * Finishes or skips the page. If suggestions are not reviewed, or if main content is missing without a confirmation, shows a question
   * instead. @param answer true if the user confirmed that the page has no main content
   */
  finish: onPage(async (open, status: 'done' | 'skipped', answer?: boolean): Promise<void> => {
    const { spans } = open.history.present
    const noContent = answer ?? open.history.present.noContent
    const counts = countsAsContent(useAnnotate.getState().corpus?.contentLabels)
    const isEmpty = !spans.some(({ label }) => counts(label))
    const isPending = pendingIn(open).length > 0
    const question = status !== 'done' || open.readOnly ? null : isPending ? 'suggestions' : isEmpty && !noContent ? 'content' : null
    patch({ question })
    if (question) return
    run({ kind: 'set', change: { status, noContent: status === 'done' && isEmpty && noContent } })
    await flush()
    if (status === 'done' && (await showFeedback(open))) return
    await next()
  }),
  closeQuestion: () => patch({ question: null }),
  finishSuggestions: onPage(async (open, accept: boolean): Promise<void> => {
    labelling.review(pendingIn(open), accept)
    await labelling.finish('done')
  }),
  closeFeedback: (): void => patch({ feedback: null }),
  async afterFeedback(): Promise<void> {
    patch({ feedback: null })
    await next()
  },
  setField: onPage(({ axis, history }, name: FieldName, value: AxisRange | string): void => {
    const range = typeof value === 'string' ? null : value
    const words = (typeof value === 'string' ? value : spacedText(axis, value)).replace(/\s+/g, ' ').trim().slice(0, 2000)
    const text = name === 'date' && words !== '' ? readDate(words) : words
    if (text === null) {
      const announcement = `“${words.slice(0, 60)}” contains no unambiguous date.`
      fail('annotate.no-date', announcement, 'Type the date as yyyy-mm-dd, or point to another text.')
      return set({ announcement })
    }
    const place = range ? { start: positionAt(axis, range.from), end: positionAt(axis, range.to, true) } : {}
    const { [name]: before, ...others } = history.present.fields
    if (text !== '') run({ kind: 'set', change: { fields: { ...others, [name]: { text, ...place } } } })
    else if (before) run({ kind: 'set', change: { fields: others } })
    if (now().tool === name) set({ tool: 'label' })
    set({ announcement: text === '' ? `No ${name}.` : `The ${name} is: ${text}` })
  }),
  fieldFromCursor: onPage(({ cursor }, name: FieldName): void => {
    if (cursor) labelling.setField(name, cursor)
    else set({ announcement: `First move the cursor to the ${name}.` })
  }),
  /** Saves the new positions of labels that moved in a new capture. */
  acceptMoved: onPage(async ({ readOnly }): Promise<void> => {
    if (readOnly) return
    patch({ stored: null })
    await flush()
  }),
  settleLost: onPage((open, lost: LostSpan, range: AxisRange | null): void => {
    patch({ lost: open.lost.filter((l) => l !== lost), settled: [lost, ...open.settled] })
    if (range) run({ kind: 'label', ranges: [range], label: lost.span.label })
    scheduleSave()
  }),
  unsettleLost: onPage((open, lost: LostSpan): void => {
    patch({ lost: [...open.lost, lost], settled: open.settled.filter((l) => l !== lost) })
    scheduleSave()
  }),
}
