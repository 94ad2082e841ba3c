import { z } from 'zod'
import { PageType } from './gold-file'
import { seededRandom, shuffle } from '../base/random'
import { failed } from '../base/failure'
import { valueAt } from '../base/once'
import { counted } from '../base/written-number'
import { stretchesOf } from './adjudication'
import type { LabelSpan } from './label-spans'
import type { AxisRange, TextAxis } from './text-axis'

export const CAMPAIGN_FORMAT = 'boilerscope-campaign'
export const CAMPAIGN_VERSION = 1

const Name = z.string().min(1).max(80)

/** `campaign.json` of a corpus. */
export const CampaignFile = z.looseObject({
  format: z.literal(CAMPAIGN_FORMAT),
  version: z.number().int().min(1),
  annotators: z.array(Name).max(1000),
  overlap: z.number().int().min(1).max(1000),
  seed: z.number().int().min(0).max(0xffffffff),
  /** Ids of practice pages. Every annotator labels the practice pages first. */
  training: z.array(z.string().max(80)).max(10_000),
  /** Minimum F1 to pass a practice page, in [0,1]; missing: no limit. */
  passMark: z.number().min(0).max(1).optional(),
  pageTypes: z.array(PageType).max(100).optional(),
  /** Whether annotators cannot see the labels of other annotators. */
  blind: z.boolean(),
  /** Time of the last bundle export per annotator, since the campaign was planned. */
  handedOut: z.record(Name, z.string().max(40)).optional(),
  /** Set only in the campaign file of a bundle. */
  bundle: z
    .looseObject({
      annotator: Name,
      corpus: z.string().max(200),
      handedOut: z.string().max(40),
      /** Revision of the annotator's labels per page. */
      base: z.record(z.string().max(80), z.string().max(64)),
    })
    .optional(),
})
export type CampaignFile = z.infer<typeof CampaignFile>

/** Returns a text that states whether an F1 reaches the pass mark; '' without a pass mark or without an F1. */
export function passText(f1: number | null, passMark: number | null = null): string {
  if (passMark === null || f1 === null) return ''
  return f1 >= passMark ? ' (passed)' : ` (not passed: needs ${passMark})`
}

interface PlannedPage {
  readonly id: string
  /** Usually the page type. */
  readonly kind: string
}

/**
 * Assigns every page to `overlap` annotators. Balances pages per annotator, then pages of each kind, then pages per pair of annotators.
 * @throws FailureError `campaign.overlap` if `overlap` is below 1 or above the number of annotators
 */
export function planAssignment(
  pages: readonly PlannedPage[],
  annotators: readonly string[],
  overlap: number,
  seed: number,
): Map<string, string[]> {
  if (annotators.length < overlap || overlap < 1) {
    const message = `Each page needs ${counted(overlap, 'annotator')}, but the campaign has ${annotators.length}.`
    throw failed('campaign.overlap', message, 'Name more annotators, or lower the overlap.')
  }
  const random = seededRandom(seed)
  const byKind = new Map<string, PlannedPage[]>()
  for (const page of [...pages].sort((a, b) => (a.id < b.id ? -1 : 1))) valueAt(byKind, page.kind, () => []).push(page)
  const load = new Map<string, number>()
  const met = new Map<string, number>()
  const countIn = (counts: Map<string, number>, key: string): number => counts.get(key) ?? 0
  const addOne = (counts: Map<string, number>, key: string): void => void counts.set(key, countIn(counts, key) + 1)
  const pairOf = (...names: [string, string]): string => JSON.stringify(names.sort())
  const plan = new Map<string, string[]>()
  for (const kind of [...byKind.keys()].sort()) {
    const ofKind = new Map<string, number>()
    for (const { id } of shuffle(byKind.get(kind) ?? [], random)) {
      const chosen: string[] = []
      const order = shuffle(annotators, random)
      while (chosen.length < overlap) {
        const meetings = (name: string): number => chosen.reduce((sum, other) => sum + countIn(met, pairOf(name, other)), 0)
        const [next] = order
          .filter((name) => !chosen.includes(name))
          .sort((a, b) => countIn(load, a) - countIn(load, b) || countIn(ofKind, a) - countIn(ofKind, b) || meetings(a) - meetings(b))
        if (next === undefined) break
        for (const other of chosen) addOne(met, pairOf(next, other))
        chosen.push(next)
        addOne(load, next)
        addOne(ofKind, next)
      }
      plan.set(id, chosen.sort())
    }
  }
  return plan
}

export interface Difference extends AxisRange {
  readonly given: string | null
  readonly gold: string | null
}

export function differencesFrom(axis: TextAxis, given: readonly LabelSpan[], gold: readonly LabelSpan[]): Difference[] {
  return stretchesOf(axis, [given, gold]).flatMap(({ from, to, labels }) =>
    labels[0] === labels[1] ? [] : [{ from, to, given: labels[0] ?? null, gold: labels[1] ?? null }],
  )
}

export interface Pace {
  readonly annotator: string
  readonly assigned: number
  readonly done: number
  readonly skipped: number
  readonly begun: number
  readonly left: number
  /** Median seconds per finished or skipped page with a stored time; null without a stored time. */
  readonly medianSeconds: number | null
  /** Mean number of finished or skipped pages per day, over UTC days with at least one page; null without pages. */
  readonly pagesADay: number | null
  /** Time of the last save (ISO 8601); null before the first save. */
  readonly lastAt: string | null
}
