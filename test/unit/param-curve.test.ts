import { describe, expect, it } from 'vitest'
import { characterF1, wordsOfSelection } from '../../shared/explain/coverage'
import { curveValues } from '../../shared/explain/flip-search'
import { extractors } from '../../shared/extractors/index'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'

describe('the curve of a parameter', () => {
  it('is tried at both ends of the range and between, on steps of the parameter', () => {
    expect(curveValues({ min: 0, max: 2, step: 0.01 }, 5)).toEqual([0, 0.5, 1, 1.5, 2])
    expect(curveValues({ min: 0, max: 3, step: 1 }, 25)).toEqual([0, 1, 2, 3])
  })

  it('has values in order and within the range, for every number parameter of every extractor', () => {
    for (const { id, params } of extractors)
      for (const [name, spec] of Object.entries(params)) {
        if (spec.kind !== 'number') continue
        const values = curveValues(spec, 25)
        expect(values, `${id} ${name}`).toEqual([...new Set(values)].sort((a, b) => a - b))
        expect([values[0], values.at(-1)], `${id} ${name}`).toEqual([spec.min, spec.max])
      }
  })

  it('counts a word over two nodes once', () => {
    const page = parsePage('<body><p>The fer<b>ry</b> came.</p></body>')
    expect(wordsOfSelection(page, new Uint8Array(page.count).fill(KEPT))).toBe(3)
  })

  it('has an F1 of 2 TP / (2 TP + FP + FN), and of 1 if nothing was to be kept and nothing was', () => {
    expect(characterF1({ truePositive: 60, falsePositive: 20, falseNegative: 20 })).toBe(0.75)
    expect(characterF1({ truePositive: 0, falsePositive: 0, falseNegative: 0 })).toBe(1)
  })
})
