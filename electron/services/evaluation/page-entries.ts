import type { PageGold } from '../../../shared/evaluation/evaluate-page'
import type { GoldSpan } from '../../../shared/gold/gold-file'
import type { RunSpec } from '../../../shared/evaluation/run-spec'
import type { CapturedLayout } from '../../../shared/page/place-layout'

/** Gold labels whose text is made where the page is parsed. */
export interface GoldLabels {
  readonly spans: readonly GoldSpan[]
  /** Labels that count as main content; empty means all. */
  readonly contentLabels: readonly string[]
}

export interface PageContent {
  readonly html: string
  readonly gold: PageGold
  readonly labels?: GoldLabels | null
  readonly scriptingEnabled: boolean
  /** As it was captured, where the source has it: extractors then leave out what was hidden. */
  readonly layout?: CapturedLayout | null
}

/** A page to evaluate; what is large is read only when its turn comes. */
export interface PageEntry {
  readonly id: string
  readonly url: string | null
  readonly pageType: string
  /** @throws FailureError where the page cannot be read. */
  read(): Promise<PageContent>
}

/** Pages of a source. */
export interface PageEntries {
  /** In a fixed order; may be asked for again, except from a stream. */
  all(): AsyncIterable<PageEntry>
  /** How many there are, where that is known without reading them. */
  count?(): Promise<number>
}

/** FNV-1a with a seed and a final mix: spreads ids evenly, the same on every machine. */
function draw(id: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}

/** How many pages `choosePages` gives. Reads the source through only where a filter depends on what is in it. */
export async function countPages(entries: PageEntries, pages: RunSpec['pages'], signal: AbortSignal): Promise<number | null> {
  if (pages.contains === '' && pages.types.length === 0 && entries.count) {
    const all = await entries.count()
    return pages.sample > 0 ? Math.min(all, pages.sample) : all
  }
  let count = 0
  for await (const entry of choosePages(entries, { ...pages, sample: 0 })) {
    void entry
    if (signal.aborted) return null
    count++
  }
  return pages.sample > 0 ? Math.min(count, pages.sample) : count
}

/**
 * The pages of a specification: filtered, then a sample drawn by the smallest hash of seed and id, which needs no list of
 * all pages in memory and draws the same pages however the source is ordered.
 */
export async function* choosePages(entries: PageEntries, pages: RunSpec['pages']): AsyncGenerator<PageEntry> {
  const contains = pages.contains.toLowerCase()
  const matches = (entry: PageEntry): boolean =>
    (contains === '' || entry.id.toLowerCase().includes(contains) || (entry.url ?? '').toLowerCase().includes(contains)) &&
    (pages.types.length === 0 || pages.types.includes(entry.pageType))
  let limit = Infinity
  let chosen: ReadonlySet<string> | null = null
  if (pages.sample > 0) {
    const best: { id: string; key: number }[] = []
    for await (const entry of entries.all()) {
      if (!matches(entry)) continue
      const key = draw(entry.id, pages.seed)
      if (key >= limit) continue
      best.push({ id: entry.id, key })
      if (best.length >= pages.sample * 2) {
        best.sort((a, b) => a.key - b.key)
        best.length = pages.sample
        limit = best[best.length - 1]?.key ?? Infinity
      }
    }
    best.sort((a, b) => a.key - b.key)
    chosen = new Set(best.slice(0, pages.sample).map(({ id }) => id))
  }
  for await (const entry of entries.all()) {
    if (chosen ? chosen.has(entry.id) : matches(entry)) yield entry
  }
}
