/**
 * Merges two versions of a gold file that have a common base. Different changes of the same key or text are a conflict, except for
 * `updatedAt` and `seconds`: the greater value is used.
 */
import { GoldFile, positionKey, type GoldSpan } from './gold-file'
import { sortedRanges } from './label-spans'
import { isSameData } from '../base/json'

export interface MergedGold {
  /** The merged file. Conflicts have the value of `mine`, but conflicting notes are joined. */
  readonly merged: GoldFile
  /** Keys with a conflict; `spans` for labels. */
  readonly conflicts: readonly string[]
}

/** Returns the names of conflicts for a message, such as `labels, notes`. @param conflicts keys of `MergedGold` */
export const conflictNames = (conflicts: MergedGold['conflicts']): string =>
  conflicts.map((key) => (key === 'spans' ? 'labels' : key)).join(', ')

const TAKES_LATER: ReadonlySet<string> = new Set(['updatedAt', 'seconds'])

export function mergeGold(base: GoldFile, mine: GoldFile, theirs: GoldFile): MergedGold {
  const conflicts: string[] = []
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  const merged: Record<string, unknown> = {}
  for (const key of keys) {
    if (key === 'spans') continue
    const [b, m, t] = [base[key], mine[key], theirs[key]]
    let value = m
    if (TAKES_LATER.has(key)) value = laterOf(m, t)
    else if (isSameData(m, b)) value = t
    else if (!isSameData(m, t) && !isSameData(t, b)) {
      conflicts.push(key)
      if (key === 'notes') value = [m, t].filter(Boolean).join('\n')
    }
    if (value !== undefined) merged[key] = value
  }
  // Labels of different captures cannot be compared.
  const samePage = base.pageSha256 === mine.pageSha256 && mine.pageSha256 === theirs.pageSha256
  const spans = samePage ? mergeSpans(base.spans, mine.spans, theirs.spans) : null
  if (!spans && !isSameData(mine.spans, theirs.spans)) conflicts.push('spans')
  return { merged: GoldFile.parse({ ...merged, spans: spans ?? mine.spans }), conflicts }
}

function laterOf(m: unknown, t: unknown): unknown {
  if (m === undefined || t === undefined) return m ?? t
  return (typeof m === 'string' && typeof t === 'string') || (typeof m === 'number' && typeof t === 'number') ? (m > t ? m : t) : m
}

type KeySpan = ReturnType<typeof keyed>[number]

function keyed(spans: readonly GoldSpan[]) {
  return spans.map((span) => ({ from: positionKey(span.start), to: positionKey(span.end), span })).sort((x, y) => x.from - y.from)
}

function mergeSpans(base: readonly GoldSpan[], mine: readonly GoldSpan[], theirs: readonly GoldSpan[]): GoldSpan[] | null {
  if (isSameData(mine, theirs) || isSameData(theirs, base)) return [...mine]
  if (isSameData(mine, base)) return [...theirs]
  const b = keyed(base)
  const m = keyed(mine)
  const t = keyed(theirs)
  const text = (s: KeySpan): string => JSON.stringify(s.span)
  const alike = (list: readonly KeySpan[]): Set<string> => new Set(list.map(text))
  const [inBase, inMine, inTheirs] = [alike(b), alike(m), alike(t)]
  const mineChanged = [...m.filter((s) => !inBase.has(text(s))), ...b.filter((s) => !inMine.has(text(s)))]
  const theirsChanged = [...t.filter((s) => !inBase.has(text(s))), ...b.filter((s) => !inTheirs.has(text(s)))]
  const [byMe, byThem] = [alike(mineChanged), alike(theirsChanged)]
  const mineAlone = mineChanged.filter((s) => !byThem.has(text(s)))
  const theirsAlone = theirsChanged.filter((s) => !byMe.has(text(s)))
  if (overlap(mineAlone, theirsChanged) || overlap(theirsAlone, mineChanged)) return null
  const kept = b.filter((s) => inMine.has(text(s)) && inTheirs.has(text(s)))
  const added = new Map([...m, ...t].filter((s) => !inBase.has(text(s))).map((s) => [text(s), s]))
  return [...kept, ...added.values()].sort((x, y) => x.from - y.from).map((s) => s.span)
}

function overlap(x: readonly KeySpan[], y: readonly KeySpan[]): boolean {
  const a = sortedRanges(x)
  const b = sortedRanges(y)
  let j = 0
  for (const range of a) {
    while (j < b.length && b[j].to <= range.from) j++
    if ((b[j]?.from ?? Number.POSITIVE_INFINITY) < range.to) return true
  }
  return false
}
