/** Undo and redo of one page as a file: how each state differs from the one before it. Pure. */
import { z } from 'zod'
import { GoldFields, GoldSpan, LabelName, LabelStatus, SpanOrigin } from './gold-file'
import { PageType } from './page-type'
import type { LabelHistory, LabelState } from './label-commands'
import { sameSpan, type LabelSpan } from './label-spans'

const Place = z.number().int().min(0)
const StoredSpan = z.object({
  from: Place,
  to: Place,
  label: LabelName,
  origin: SpanOrigin.optional(),
  source: GoldSpan.optional(),
})
const MOST_SPANS = 100_000
const Rest = z.object({
  pageType: PageType.nullable(),
  status: LabelStatus,
  notes: z.string().max(100_000),
  flags: z.array(z.string().max(80)).max(100),
  fields: GoldFields.optional(),
  noContent: z.boolean().optional(),
})

/** From one state to the next: labels `at` … `at + drop` are replaced by `add`; of the rest what changed. */
const StoredStep = z.object({
  at: Place,
  drop: Place,
  add: z.array(StoredSpan).max(MOST_SPANS),
  ...Rest.partial().shape,
})
type StoredStep = z.infer<typeof StoredStep>

export const StoredHistory = z.object({
  format: z.literal('boilerscope-history'),
  version: z.literal(1),
  /** Of the page's HTML: places on another one mean nothing. */
  pageSha256: z.string().regex(/^[0-9a-f]{64}$/),
  first: Rest.extend({ spans: z.array(StoredSpan).max(MOST_SPANS) }),
  steps: z.array(StoredStep).max(100_000),
  /** Steps that were done and not undone. */
  done: Place,
})
export type StoredHistory = z.infer<typeof StoredHistory>

/** Greatest size of a stored history: some ten thousand steps. Characters of JSON, roughly. */
export const HISTORY_SIZE = 4_000_000

/** Whether two states have the same labels and everything else the same. */
function sameLabels(a: LabelState, b: LabelState): boolean {
  return (
    a.spans.length === b.spans.length &&
    a.pageType === b.pageType &&
    a.status === b.status &&
    a.notes === b.notes &&
    (a.noContent ?? false) === (b.noContent ?? false) &&
    JSON.stringify(a.fields ?? {}) === JSON.stringify(b.fields ?? {}) &&
    a.flags.length === b.flags.length &&
    a.flags.every((flag) => b.flags.includes(flag)) &&
    a.spans.every((span, i) => sameSpan(span, b.spans[i]))
  )
}

function stepBetween(before: LabelState, after: LabelState): StoredStep {
  const [a, b] = [before.spans, after.spans]
  const least = Math.min(a.length, b.length)
  let at = 0
  while (at < least && sameSpan(a[at], b[at])) at++
  let end = 0
  while (end < least - at && sameSpan(a[a.length - 1 - end], b[b.length - 1 - end])) end++
  return {
    at,
    drop: a.length - end - at,
    add: b.slice(at, b.length - end),
    ...(before.pageType === after.pageType ? {} : { pageType: after.pageType }),
    ...(before.status === after.status ? {} : { status: after.status }),
    ...(before.notes === after.notes ? {} : { notes: after.notes }),
    ...(before.flags === after.flags ? {} : { flags: [...after.flags] }),
    ...(before.fields === after.fields ? {} : { fields: after.fields ?? {} }),
    ...(before.noContent === after.noContent ? {} : { noContent: after.noContent ?? false }),
  }
}

/**
 * A history as it is stored. What is furthest in the past is left out where the whole is too large, then what was undone
 * longest ago; null where the labels alone are.
 */
export function storeHistory(history: LabelHistory, pageSha256: string, limit = HISTORY_SIZE): StoredHistory | null {
  const states = [...history.past, history.present, ...history.future]
  const present = history.past.length
  const steps = states.slice(1).map((state, i) => stepBetween(states[i], state))
  const sizes = steps.map((step) => JSON.stringify(step).length)
  let size = sizes.reduce((sum, s) => sum + s, 0)
  let start = 0
  let end = steps.length
  const firstSize = (): number => JSON.stringify(states[start]).length
  let room = limit - firstSize()
  while (size > room && start < present) {
    size -= sizes[start++]
    if (size <= room) room = limit - firstSize()
  }
  while (size > room && end > present) size -= sizes[--end]
  if (size > room) return null
  return {
    format: 'boilerscope-history',
    version: 1,
    pageSha256,
    first: { ...states[start], spans: [...states[start].spans], flags: [...states[start].flags] },
    steps: steps.slice(start, end),
    done: present - start,
  }
}

/**
 * A stored history on its page, or null where it does not fit.
 * @param length of the page's text axis
 * @param present the labels as they are on disk. They need not be the last ones of the history (its last save may have been
 * lost, or undone elsewhere): the nearest state with these labels is the present one. Without any, the labels were changed
 * by somebody else, and going back would undo what they did: null.
 */
export function resumeHistory(stored: StoredHistory, length: number, present: LabelState): LabelHistory | null {
  const states = readStates(stored, length)
  if (!states) return null
  let found = -1
  for (let distance = 0; distance < states.length && found < 0; distance++) {
    for (const i of [stored.done - distance, stored.done + distance]) {
      const state = states[i]
      if (found < 0 && state && sameLabels(state, present)) found = i
    }
  }
  return found < 0 ? null : { past: states.slice(0, found), present, future: states.slice(found + 1) }
}

function readStates({ first, steps, done }: StoredHistory, length: number): LabelState[] | null {
  if (done > steps.length || !isDisjoint(first.spans, length)) return null
  const states: LabelState[] = [first]
  for (const { at, drop, add, ...rest } of steps) {
    const before = states[states.length - 1]
    if (at + drop > before.spans.length) return null
    const spans = drop === 0 && add.length === 0 ? before.spans : before.spans.toSpliced(at, drop, ...add)
    const seam = spans.slice(Math.max(0, at - 1), at + add.length + 1)
    if (!isDisjoint(seam, length)) return null
    states.push({ ...before, ...rest, spans })
  }
  return states
}

function isDisjoint(spans: readonly Pick<LabelSpan, 'from' | 'to'>[], length: number): boolean {
  let end = 0
  for (const { from, to } of spans) {
    if (from < end || to <= from || to > length) return false
    end = to
  }
  return true
}
