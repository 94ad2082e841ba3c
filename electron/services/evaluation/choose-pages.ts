import pLimit from 'p-limit'
import { hashText } from '../../../shared/base/random'
import type { RunSpec } from '../../../shared/evaluation/run-spec'
import type { PageCollection, PageRecord } from '../sources/page-record'

/** Reads pages only if a filter or the collection requires reading. Returns null if an abort stops the reading. */
export async function countPages(entries: PageCollection, pages: RunSpec['pages'], signal: AbortSignal): Promise<number | null> {
  let count = 0
  if (pages.contains === '' && pages.types.length === 0 && entries.count) count = await entries.count(signal)
  else
    for await (const _page of choosePages(entries, { ...pages, sample: 0 }, signal)) {
      if (signal.aborted) return null
      count++
    }
  return pages.sample > 0 ? Math.min(count, pages.sample) : count
}

/** A sample contains the pages with the smallest hashes of seed and id, so the order of the source does not matter. */
export async function* choosePages(entries: PageCollection, pages: RunSpec['pages'], signal?: AbortSignal): AsyncGenerator<PageRecord> {
  const contains = pages.contains.toLowerCase()
  const matches = (entry: PageRecord): boolean =>
    (contains === '' || entry.id.toLowerCase().includes(contains) || (entry.url ?? '').toLowerCase().includes(contains)) &&
    (pages.types.length === 0 || pages.types.includes(entry.pageType))
  let chosen: ReadonlySet<string> | null = null
  if (pages.sample > 0) {
    let best: { readonly id: string; readonly key: number }[] = []
    const keepBest = (): void => {
      best = best.sort((a, b) => a.key - b.key).slice(0, pages.sample)
    }
    for await (const entry of entries.all(signal)) {
      if (matches(entry)) best.push({ id: entry.id, key: hashText(entry.id, pages.seed) })
      // Not all pages stay in memory.
      if (best.length >= pages.sample * 2) keepBest()
    }
    keepBest()
    chosen = new Set(best.map(({ id }) => id))
  }
  for await (const entry of entries.all(signal)) {
    if (chosen ? chosen.has(entry.id) : matches(entry)) yield entry
  }
}

/** Maximum number of simultaneous pages per thread: one page is read while another page is processed. */
export const AHEAD = 2

/**
 * Runs a job per page. If a job fails, awaits the open jobs and then throws the error.
 * @param most maximum number of simultaneous jobs
 * @param begin returns a job, null to skip a page, or `stop`
 */
export async function eachPage(
  pages: AsyncIterable<PageRecord>,
  most: number,
  begin: (entry: PageRecord, index: number) => Begun | Promise<Begun>,
): Promise<void> {
  const turn = pLimit(most)
  const running = new Set<Promise<void>>()
  const errors: Error[] = []
  let index = 0
  try {
    for await (const entry of pages) {
      const begun = await begin(entry, index++)
      if (begun === 'stop' || errors.length > 0) break
      if (begun === null) continue
      const job = turn(begun)
        .catch((thrown: unknown) => void errors.push(thrown instanceof Error ? thrown : new Error(String(thrown))))
        .finally(() => running.delete(job))
      running.add(job)
      if (turn.pendingCount > 0) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (errors[0]) throw errors[0]
}

type Begun = (() => Promise<void>) | null | 'stop'
