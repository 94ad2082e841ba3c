import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cectdDs } from '../../shared/extractors/cetd/cetd'
import { utf8Length } from '../../shared/page/text'
import type { Complaint } from '../../shared/reduce/complaint'
import { reduceHere, someText, whatCanGo } from '../unit/reduce-here'

const data = join(import.meta.dirname, '../../../shared/data')
const aeb = join(data, 'aeb')
const wcxb = join(data, 'wcxb/dev')

interface Fault {
  readonly html: string
  readonly kind: Complaint['kind']
  readonly text: string
}

/**
 * Returns at most `count` faults, one per page. A fault is a dropped gold text, or a kept text outside the gold text, of at least
 * `shortest` characters.
 */
function faultsOf(pages: Iterable<{ html: string; gold: string }>, kind: Complaint['kind'], shortest: number, count: number): Fault[] {
  const found: Fault[] = []
  for (const { html, gold } of pages) {
    if (found.length === count) break
    const goldText = gold.replace(/\s+/g, '')
    const isGold = (text: string): boolean => goldText.includes(text.replace(/\s+/g, ''))
    const text = someText(html, cectdDs, kind, (one) => one.length >= shortest && isGold(one) === (kind === 'drops'))
    if (text !== null) found.push({ html, kind, text })
  }
  return found
}

const unpacked = (file: string): string => gunzipSync(readFileSync(file)).toString('utf8')

function* aebPages(): Generator<{ html: string; gold: string }> {
  for (const line of readFileSync(join(aeb, 'gold.jsonl'), 'utf8').trim().split('\n')) {
    const { html, text: gold } = JSON.parse(line) as { html: string; text: string }
    yield { html: unpacked(join(aeb, html)), gold }
  }
}

/** Skips large pages, because one page of several megabytes takes as long as all other pages. */
function* wcxbPages(): Generator<{ html: string; gold: string }> {
  for (const file of readdirSync(join(wcxb, 'html')).sort()) {
    const html = unpacked(join(wcxb, 'html', file))
    if (html.length > 150_000) continue
    const truth = JSON.parse(readFileSync(join(wcxb, 'ground-truth', file.replace('.html.gz', '.json')), 'utf8')) as {
      ground_truth: { main_content: string }
    }
    yield { html, gold: truth.ground_truth.main_content }
  }
}

async function medianShare(faults: readonly Fault[]): Promise<number> {
  const shares: number[] = []
  for (const { html, kind, text } of faults) {
    const reduced = await reduceHere(html, cectdDs, { kind, text })
    expect(whatCanGo(reduced.html, cectdDs, reduced.complaint)).toEqual([])
    shares.push(utf8Length(reduced.html) / utf8Length(html))
  }
  return shares.sort((a, b) => a - b)[shares.length >> 1] ?? 1
}

describe.skipIf(!existsSync(aeb))('over real pages (skipped where ../shared/data is absent)', () => {
  it('8 pages shrink to less than 2 % of their bytes (median), and nothing more can be removed', async () => {
    const dropped = faultsOf(aebPages(), 'drops', 25, 4)
    const kept = faultsOf(aebPages(), 'keeps', 15, 8 - dropped.length)
    expect(dropped.length + kept.length).toBe(8)
    expect(await medianShare([...dropped, ...kept])).toBeLessThan(0.02)
  })

  it.skipIf(!existsSync(wcxb))('4 pages with a dropped paragraph shrink to less than 2 % of their bytes (median)', async () => {
    const dropped = faultsOf(wcxbPages(), 'drops', 60, 4)
    expect(dropped).toHaveLength(4)
    expect(await medianShare(dropped)).toBeLessThan(0.02)
  })
})
