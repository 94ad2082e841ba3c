/** Selects a page's gold standard among its labels and texts. Export, evaluation, scores and practice use the same rule. */
import { z } from 'zod'
import { positionKey, type GoldFile, type GoldSpan } from './gold-file'
import { countsAsContent } from './gold-text'

export interface ChosenGold {
  readonly name: string
  readonly labels: GoldFile | null
  /** The imported text; null if missing, or if a person changed the imported labels. */
  readonly text: string | null
}

export interface PageGolds {
  readonly labels: readonly { readonly gold: GoldFile }[]
  readonly texts: readonly { readonly name: string; readonly text: string }[]
}

export interface GoldRule {
  /** Hash of the current page; null if unknown. Labels with another hash do not count. */
  readonly sha256: string | null
  /** Labels of main content; empty means all. */
  readonly contentLabels?: readonly string[] | undefined
  /** Whether the page is a practice page. On a practice page, only adjudicated labels, imported labels and imported texts count. */
  readonly practice: boolean
  readonly name?: string | undefined
}

export type LeftOut =
  | 'not finished'
  | 'skipped'
  | 'made on another capture'
  | 'labels lost'
  | 'finished without a label of main content'
  | 'several adjudications that differ or cannot all be used'
  | 'several finished gold files that differ or cannot all be used'
  | 'several imports that differ or cannot all be used'
  | 'a practice attempt'

export interface GoldOfPage {
  readonly gold: ChosenGold | null
  /** Why labels or texts do not count; null with a gold standard, or without labels and texts. */
  readonly leftOut: LeftOut | null
  /**
   * Page type of the gold standard. If missing: the only page type in the labels; null for no type or several types. On a practice page,
   * only adjudicated labels count.
   */
  readonly pageType: string | null
}

/**
 * Returns the number of labelled characters without white space. The number is too low for long labels in older files, which store only the
 * ends of the text.
 */
export function charactersOf(spans: readonly GoldSpan[]): number {
  return spans.reduce((sum, { quote, characters }) => sum + (characters ?? quote.replace(/\s+/g, '').length), 0)
}

const Laid = z.looseObject({ characters: z.number() })

/**
 * Returns whether all labels come from an import, with the same number of characters as after the import (not checked if the import did not
 * store the number). False if a person confirmed that the page has no main content.
 */
export function isAsLaid(gold: GoldFile): boolean {
  if (gold.noContent === true || gold.spans.some(({ origin }) => origin?.kind !== 'import')) return false
  const laid = Laid.safeParse(gold['alignment']).data?.characters
  return laid === undefined || laid === charactersOf(gold.spans)
}

/**
 * Selects a page's gold standard: adjudicated labels; if missing, imported labels or texts; if missing, finished labels (not on practice
 * pages). If candidates of one kind do not fit the page, the next kind is not used. Several candidates count as one if all fit the page and
 * have the same main content; otherwise the page has no gold standard. Labels without main content need a confirmation (`noContent`),
 * unless an imported text counts.
 */
export function goldOfPage({ labels, texts }: PageGolds, { sha256, contentLabels = [], practice, name }: GoldRule): GoldOfPage {
  const isRequested = (own: string): boolean => name === undefined || own === name
  const golds = labels.flatMap(({ gold }) => (isRequested(gold.annotator) ? [gold] : []))
  const counts = countsAsContent(contentLabels)
  const found = (): Pick<GoldOfPage, 'gold' | 'leftOut'> => {
    const decided = golds.filter(isDecision)
    if (decided.length > 0) return only(decided.map(candidate), 'several adjudications that differ or cannot all be used')
    const imported = [...importedNames({ labels, texts })].filter(isRequested).map((own) => {
      const labelled = golds.find(({ annotator }) => annotator === own)
      return labelled ? candidate(labelled) : { name: own, labels: null, text: textOf(own) }
    })
    if (imported.length > 0) return only(imported, 'several imports that differ or cannot all be used')
    if (practice) return { gold: null, leftOut: golds.length > 0 ? 'a practice attempt' : null }
    const finished = golds.filter(({ status }) => status === 'done')
    if (finished.length > 0) return only(finished.map(candidate), 'several finished gold files that differ or cannot all be used')
    return { gold: null, leftOut: golds.some(isBegun) ? 'not finished' : golds.length > 0 ? 'skipped' : null }
  }

  const textOf = (own: string): string | null => texts.find((text) => text.name === own)?.text ?? null
  /** Labels that a person corrected after the import replace the imported text. */
  const candidate = (gold: GoldFile): ChosenGold => ({
    name: gold.annotator,
    labels: gold,
    text: isAsLaid(gold) ? textOf(gold.annotator) : null,
  })
  const isEmpty = (gold: GoldFile): boolean => !gold.spans.some(({ label }) => counts(label))

  function whyNot({ labels: gold, text }: ChosenGold): LeftOut | null {
    if (!gold) return null
    if (gold.status === 'skipped') return 'skipped'
    // An imported text without labels counts as finished.
    if (isBegun(gold) && !(text !== null && gold.spans.length === 0)) return 'not finished'
    if (gold.pageSha256 !== sha256) return 'made on another capture'
    if ((gold.lost?.length ?? 0) > 0) return 'labels lost'
    return text === null && isEmpty(gold) && gold.noContent !== true ? 'finished without a label of main content' : null
  }

  function only(candidates: readonly ChosenGold[], several: LeftOut): Pick<GoldOfPage, 'gold' | 'leftOut'> {
    const [first] = candidates
    const why = candidates.map(whyNot).find((reason) => reason !== null) ?? null
    if (!first || (why !== null && candidates.length === 1)) return { gold: null, leftOut: why }
    if (why !== null || new Set(candidates.map(words)).size > 1) return { gold: null, leftOut: several }
    return { gold: { ...first, labels: inCommon(candidates.flatMap(({ labels: gold }) => gold ?? [])) }, leftOut: null }
  }

  /** Returns the main content without white space. For a label with `characters` but without `text`, returns the positions instead. */
  function words({ labels: gold, text }: ChosenGold): string {
    if (text !== null) return text.replace(/\s+/g, '')
    const spans = (gold?.spans ?? []).filter(({ label }) => counts(label))
    return [...spans]
      .sort((a, b) => positionKey(a.start) - positionKey(b.start))
      .map(({ text: whole, characters, quote, start, end }) => {
        const own = whole ?? (characters === undefined ? quote : undefined)
        return own === undefined ? JSON.stringify([start, end]) : own.replace(/\s+/g, '')
      })
      .join('')
  }

  const { gold, leftOut } = found()
  const types = golds.filter((own) => !practice || isDecision(own)).flatMap(({ pageType }) => pageType ?? [])
  const agreed = new Set(types).size === 1 ? (types[0] ?? null) : null
  return { gold, leftOut, pageType: gold?.labels?.pageType ?? agreed }
}

const isDecision = ({ status, adjudication }: GoldFile): boolean => status === 'adjudicated' || adjudication !== undefined
const isBegun = ({ status }: GoldFile): boolean => status === 'in-progress'

function importedNames({ labels, texts }: PageGolds): ReadonlySet<string> {
  const laid = labels.filter(({ gold }) => gold.spans.some(({ origin }) => origin?.kind === 'import'))
  return new Set([...texts.map(({ name }) => name), ...laid.map(({ gold }) => gold.annotator)].sort())
}

function inCommon(golds: readonly GoldFile[]): GoldFile | null {
  const [first, ...others] = golds
  if (!first || others.length === 0) return first ?? null
  const { fields = {}, ...rest } = first
  const agreed = Object.entries(fields).filter(([name, { text }]) =>
    others.every((other) => other.fields?.[name as keyof typeof fields]?.text === text),
  )
  return {
    ...rest,
    pageType: others.every(({ pageType }) => pageType === first.pageType) ? first.pageType : null,
    ...(agreed.length > 0 ? { fields: Object.fromEntries(agreed) } : {}),
  }
}

/**
 * Returns the sorted ids of extractors whose suggestions became part of a gold standard. Follows copied and adjudicated labels to their
 * sources.
 */
export function startedFrom(gold: GoldFile, labels: PageGolds['labels']): string[] {
  const extractors = new Set<string>()
  const seen = new Set<string>()
  const waiting = [gold]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.annotator)) continue
    seen.add(next.annotator)
    const from = new Set(next.adjudication?.annotators ?? [])
    for (const { origin } of next.spans) {
      if (origin?.kind === 'extractor') extractors.add(origin.name)
      else if (origin?.kind === 'annotator') from.add(origin.name)
    }
    for (const { gold: other } of labels) if (from.has(other.annotator)) waiting.push(other)
  }
  return [...extractors].sort()
}
