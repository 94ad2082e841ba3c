/** Formulas over several lines: broken at natural places, never within a fraction, an index or brackets. */
import { describe, expect, it } from 'vitest'
import { breakFormula } from '../../renderer/features/demo/stage/fitting-formula'

const lines = (...set: string[]): string => String.raw`\begin{array}{l}${set.join(String.raw` \\ `)}\end{array}`

describe('a formula too wide for one line', () => {
  it('has a line for each term', () =>
    expect(breakFormula(String.raw`D = \sum_{i=1} T_i+\sum\frac{a+b}{c}`)).toBe(
      lines(String.raw`\displaystyle D = \sum_{i=1} T_i`, String.raw`\displaystyle \quad {}+\sum\frac{a+b}{c}`),
    ))
  it('of one term has a line for what it equals', () =>
    expect(breakFormula(String.raw`C = \ln\left(a+b\right)`)).toBe(
      lines(String.raw`\displaystyle C `, String.raw`\displaystyle \quad {}= \ln\left(a+b\right)`),
    ))
  it.each([String.raw`= \frac{1}{2}`, 'x', '(a+b)', String.raw`x_{i=1}`])('%s stays on one line', (tex) =>
    expect(breakFormula(tex)).toBeNull(),
  )
})
