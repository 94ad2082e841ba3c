/** The figure that `evaluate` prints for WCXB, beside its published formula written anew over the texts that `extract` prints. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonLines, runProgramNow } from '../fixtures/run-program'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'out/main/cli.js')
const WCXB = join(ROOT, '../shared/data/wcxb')
const there = existsSync(WCXB)

const run = (...args: string[]): string => runProgramNow(CLI, args, { cwd: ROOT }).stdout

/** Multisets of `\w+` of the lower-cased texts; both empty count 1. */
function published(extracted: string, gold: string): number {
  const words = (text: string): Map<string, number> => {
    const found = new Map<string, number>()
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) found.set(word, (found.get(word) ?? 0) + 1)
    return found
  }
  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)
  const [a, b] = [words(extracted), words(gold)]
  if (a.size === 0 && b.size === 0) return 1
  const common = sum([...a].map(([word, count]) => Math.min(count, b.get(word) ?? 0)))
  return (2 * common) / (sum(a.values()) + sum(b.values()))
}

interface Gold {
  readonly ground_truth: { readonly main_content: string | null }
  readonly _internal: { readonly page_type: { readonly primary: string } }
}

describe(`the figure of WCXB${there ? '' : ' (left out: its pages are not beside this checkout)'}`, () => {
  it.skipIf(!there)('is that of its published formula, all pages and by type', () => {
    expect(existsSync(CLI), 'the command line is not built: npm run build').toBe(true)
    const folder = join(WCXB, 'dev/ground-truth')
    const gold = new Map(
      readdirSync(folder).map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Gold]),
    )
    const scores = new Map<string, number[]>([['*', []]])
    for (const { id, text } of jsonLines<{ id: string; text: string }>(run('extract', WCXB, '--extractor', 'cectd-ds'))) {
      const page = gold.get(id) as Gold
      const primary = page._internal.page_type.primary
      const type = primary === 'category' ? 'collection' : primary
      const score = published(text, page.ground_truth.main_content ?? '')
      scores.set(type, [...(scores.get(type) ?? []), score])
      scores.get('*')?.push(score)
    }
    const options = '--extractors cectd-ds --metrics wordF1 --by type --format jsonl --quiet'.split(' ')
    const row = JSON.parse(run('evaluate', '--corpus', WCXB, ...options)) as Record<string, number>
    expect(scores.get('*')).toHaveLength(420)
    for (const [type, own] of scores) {
      const mean = own.reduce((total, score) => total + score, 0) / own.length
      expect(Math.abs((row[type] as number) - mean), type).toBeLessThan(0.0005)
    }
  })
})
