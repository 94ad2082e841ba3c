import { describe, expect, it } from 'vitest'
import { formulaWithNumbers, formulaWithSymbols } from '../../renderer/components/math/formula'
import { registry } from '../../electron/peers/registry'
import type { MeasureSpec } from '../../shared/extractors/core/extractor'

const measure = (id: string, more: Partial<MeasureSpec> = {}): MeasureSpec => {
  return { id, label: id, unit: '', per: 'node', tex: '', description: '', ...more }
}
const MEASURES = [measure('C'), measure('T'), measure('density', { symbol: 'TD' })]
const TEX = String.raw`\frac{@{C}}{\max(@{T},1)}`

describe('formulas of measures', () => {
  it('are repeated with numbers; symbols without a number stay', () => {
    const value = (id: string): number | undefined => (id === 'C' ? 12345.678 : undefined)
    expect(formulaWithNumbers(TEX, MEASURES, value)).toBe(String.raw`\frac{{12{,}350}}{\max({T},1)}`)
  })
  it('show a zero as the number that replaces it in the extractor', () => {
    const value = (id: string): number => ({ C: 475, T: 0, LC: 0, LT: 0, r: 0.1538 })[id] ?? Number.NaN
    const formula = registry.get('cectd-ds')?.measures.find(({ id }) => id === 'density')?.tex ?? ''
    expect(formulaWithNumbers(formula, MEASURES, value, { zeroRule: 'authors' })).toBe(
      String.raw`\frac{{475}}{{1}}\,\frac{\ln\left(\frac{{475}}{{1}}\cdot\frac{{1}}{{1}}\right)}{\ln\ln\left(\frac{{475}}{{475-0}}\cdot {1}+{0.1538}\cdot {475}+e\right)}`,
    )
    // The paper: "When denominators of the formula are 0, set them to 1". LC is a factor and stays 0.
    expect(formulaWithNumbers(formula, MEASURES, value, { zeroRule: 'denominators' })).toContain('\\frac{{475}}{{475-0}}\\cdot {0}+')
    // If a node contains only links, the denominator C − LC is 0.
    expect(formulaWithNumbers(formula, MEASURES, () => 8, { zeroRule: 'authors' })).toContain(String.raw`\frac{{8}}{{1}}\cdot {8}+`)
  })
  it('omit terms that the parameters exclude', () => {
    const measures = registry.get('cetd-ds')?.measures ?? []
    const formula = measures.find(({ id }) => id === 'densitySum')?.tex ?? ''
    expect(formulaWithSymbols(formula, measures, { densitySum: 'child-elements' })).not.toContain('own text')
    for (const shown of [formulaWithSymbols(formula, measures), formulaWithSymbols(formula, measures, { densitySum: 'with-text-runs' })])
      expect(shown).toContain(String.raw`+\sum_{\text{own text outside links}}L`)
  })
})

it('the formulas of every registered extractor can be typeset', async () => {
  const { default: temml } = await import('temml')
  for (const extractor of registry.list()) {
    for (const spec of extractor.measures) {
      if (spec.tex === '') continue
      for (const tex of [formulaWithSymbols(spec.tex, extractor.measures), formulaWithNumbers(spec.tex, extractor.measures, () => -1.5)])
        expect(() => temml.renderToString(tex, { throwOnError: true }), `${extractor.id} ${spec.id}: ${tex}`).not.toThrow()
    }
  }
})
