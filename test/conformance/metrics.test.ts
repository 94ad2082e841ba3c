import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { KEPT, outputText } from '../../shared/page/output'
import { mean } from '../../shared/metrics/bootstrap'
import { createShingleCounter, shinglePart, shingleScoreOf } from '../../shared/metrics/ngrams'
import { snippetCounts, snippetScore } from '../../shared/metrics/snippets'
import { cleanEvalScore, precisionRecall, scoreText } from '../../shared/metrics/text-scores'
import { parsePage } from '../../shared/page/parse-page'
import { near } from './run-on-html'

const DATA = resolve(import.meta.dirname, '../../../shared/data')
const SCORER = resolve(DATA, 'score.mjs')

interface GoldRow {
  id: string
  html: string
  text?: string
  with?: string[]
  without?: string[]
}
interface Scorer {
  lcsScore(a: string, b: string, cjk?: boolean): { p: number; r: number; f1: number; ce: number; lcs: number }
  shingleCounts(a: string, b: string): number[]
  shingleScore(list: number[][]): { p: number; r: number; f1: number }
  snippetCounts(text: string, gold: GoldRow): number[]
  snippetScore(list: number[][]): { p: number; r: number; f1: number; acc: number }
}

function bodyText(folder: string, row: GoldRow): string {
  const page = parsePage(gunzipSync(readFileSync(resolve(DATA, folder, row.html))).toString('utf8'))
  return outputText(page, new Uint8Array(page.count).fill(KEPT)).text
}

function goldRows(folder: string): GoldRow[] {
  return readFileSync(resolve(DATA, folder, 'gold.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GoldRow)
}

describe('the papers’ formulas', () => {
  it('give CETD’s precision, recall and F1 from the LCS (Eqs. 1, 2)', () => {
    // 6 words in common, 8 extracted, 12 in the gold text: P 0.75, R 0.5, F1 2·0.375/1.25 = 0.6.
    expect(precisionRecall(6, 8, 12)).toMatchObject({ precision: 0.75, recall: 0.5, f1: near(0.6, 12) })
  })

  it('give the same CleanEval score by alignment and by LCS (Eqs. 3, 4)', () => {
    // a = 8, b = 12, L = 6: the distance is 2 removals + 6 insertions = 8, the alignment has length 14; 1 − 8/14 = 6/14.
    expect(cleanEvalScore(6, 8, 12)).toBeCloseTo(1 - 8 / 14, 12)
  })

  it('give the text-to-tag ratio’s EDR', () => {
    // "the cat sat" → "the dog sat down": one replaced word, one inserted word: 1 − 2/4.
    expect(scoreText('the cat sat', 'the dog sat down', {}, true).editDistanceRatio).toBe(0.5)
  })

  it('give CUTER’s accuracy and noise in bytes (Y/A and 1 − Y/X)', () => {
    // X = "aa" + "ménu" = 2 + 5 bytes, A = "aa" + "bbb" = 5 bytes, common Y = "aa" = 2 bytes: accuracy 2/5, noise 5/7.
    expect(scoreText('aa ménu', 'aa bbb')).toMatchObject({ accuracy: near(2 / 5, 12), noise: near(5 / 7, 12) })
  })
})

describe.skipIf(!existsSync(SCORER))('on real pages', () => {
  it('the scores agree with the independent scorer', async () => {
    const scorer = (await import(SCORER)) as Scorer
    const f1: number[] = []
    const shingles = [0, 0, 0, 0]
    const theirShingles: number[][] = []
    for (const row of goldRows('aeb').filter((_, i) => i % 4 === 0)) {
      const text = bodyText('aeb', row)
      const gold = row.text ?? ''
      for (const cjk of [false, true]) {
        const theirs = scorer.lcsScore(text, gold, cjk)
        const ours = scoreText(text, gold, { unit: 'alphanumeric', cjk })
        const found = [ours.common, ours.precision, ours.recall, ours.f1, ours.cleaneval]
        expect(found).toEqual([theirs.lcs, theirs.p, theirs.r, theirs.f1, theirs.ce])
        if (!cjk) f1.push(ours.f1)
      }
      for (const [i, part] of shinglePart(createShingleCounter(gold)(text)).entries()) shingles[i]! += part
      theirShingles.push(scorer.shingleCounts(text, gold))
    }
    const theirs = scorer.shingleScore(theirShingles)
    expect(shingleScoreOf(shingles)).toEqual({ precision: theirs.p, recall: theirs.r, f1: theirs.f1 })
    // The README states 0.7 for "all text of body". Here the text also contains scripts and styles, so F1 must be lower.
    expect(mean(f1)).toBeLessThan(0.7)
  })

  it('the snippet scores agree with the independent scorer', async () => {
    const scorer = (await import(SCORER)) as Scorer
    const rows = goldRows('trafilatura').slice(0, 120)
    const texts = rows.map((row) => bodyText('trafilatura', row))
    const ours = snippetScore(rows.map((row, i) => snippetCounts(texts[i]!, { with: row.with ?? [], without: row.without ?? [] })))
    const theirs = scorer.snippetScore(rows.map((row, i) => scorer.snippetCounts(texts[i]!, row)))
    expect([ours.precision, ours.recall, ours.f1, ours.accuracy]).toEqual([theirs.p, theirs.r, theirs.f1, theirs.acc])
  })
})
