import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonLines, runProgramNow } from '../fixtures/run-program'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const WCXB = join(ROOT, '../shared/data/wcxb')

const run = (...args: string[]): string => runProgramNow(join(ROOT, 'out/main/cli.js'), args, { cwd: ROOT }).stdout

function wordF1(extracted: string, gold: string): number {
  const [a, b] = [extracted, gold].map((text) => [...text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word)) as [
    string[],
    string[],
  ]
  if (a.length + b.length === 0) return 1
  const left = new Map<string, number>()
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1)
  const common = a.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return (2 * common.length) / (a.length + b.length)
}

const share = (text: string, snippets: readonly string[] = []): number =>
  snippets.length === 0 ? 1 : snippets.filter((one) => text.toLowerCase().includes(one.toLowerCase())).length / snippets.length

interface Gold {
  readonly ground_truth: { readonly main_content: string | null; readonly with?: string[]; readonly without?: string[] }
  readonly _internal: { readonly page_type: { readonly primary: string } }
}

it.skipIf(!existsSync(WCXB))('evaluate prints word F1 and both snippet shares of WCXB to six digits, over all pages and by type', () => {
  const folder = join(WCXB, 'dev/ground-truth')
  const gold = new Map(
    readdirSync(folder).map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Gold]),
  )
  const scores = new Map<string, number[]>()
  for (const { id, text } of jsonLines<{ id: string; text: string }>(run('extract', WCXB, '--extractor', 'cectd-ds'))) {
    const { ground_truth: truth, _internal: internal } = gold.get(id) as Gold
    const type = internal.page_type.primary.replace('category', 'collection')
    const values = {
      'Word F1': wordF1(text, truth.main_content ?? ''),
      'WCXB with': share(text, truth.with),
      'WCXB without': share(text, truth.without),
    }
    for (const [name, score] of Object.entries(values))
      for (const key of [`${name} ${type}`, `${name} *`]) scores.set(key, [...(scores.get(key) ?? []), score])
  }
  expect(scores.get('Word F1 *')).toHaveLength(420)
  const options = '--extractors cectd-ds --metrics wordF1,wcxbWith,wcxbWithout --by type --format jsonl --quiet'.split(' ')
  const rows = jsonLines<Record<string, number> & { readonly table: string }>(run('evaluate', '--corpus', WCXB, ...options))
  for (const [key, own] of scores) {
    const [, name = '', type = ''] = /^(.*) (\S+)$/.exec(key) ?? []
    const row = rows.find(({ table }) => table.startsWith(`${name} by`))
    expect(row?.[type], key).toBeCloseTo(own.reduce((total, score) => total + score, 0) / own.length, 6)
  }
})
