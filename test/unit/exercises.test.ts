import { describe, expect, it } from 'vitest'
import { grade, readNumbers, slipOf } from '../../docs/site/grading.js'
import { readExercises } from '../../scripts/docs-exercises.mjs'

const LESSONS = readExercises()

it('the exercises accept only the result of the run', () => {
  for (const { answer, rows, options } of LESSONS.flatMap(({ exercises }) => exercises)) {
    if (answer.value !== undefined) {
      expect([grade(answer, answer.shown), grade(answer, String(answer.value * 1.1 + 1))]).toEqual(['right', 'wrong'])
      for (const { value, say } of answer.slips ?? [])
        expect([grade(answer, String(value)), slipOf(answer, String(value))], say).toEqual(['wrong', say])
    } else if (answer.rows) {
      expect(answer.slips?.some(({ chosen }) => answer.rows?.includes(chosen ?? -1))).toBe(false)
      for (const { at } of rows) expect(grade(answer, String(at))).toBe(answer.rows.includes(at) ? 'right' : 'wrong')
    } else {
      options.forEach(({ isRight }, k) => expect(grade(answer, String(k))).toBe(isRight ? 'right' : 'wrong'))
      expect(options.filter(({ isRight }) => isRight)).toHaveLength(1)
    }
  }
})

describe('a typed number', () => {
  it('is read in common notations', () => {
    expect(readNumbers('1,994')).toContain(1994)
    expect([readNumbers('23,5'), readNumbers(' 2/3 '), readNumbers('.5')]).toEqual([[23.5], [2 / 3], [0.5]])
    expect(readNumbers('−3')).toEqual([-3])
  })

  it('may differ by one hundredth or be rounded if the answer is not whole; a whole answer must be exact', () => {
    const answer = { value: 0.0714286, tolerance: 0.000714, shown: '' }
    for (const typed of ['0.0714', '0.07', '1/14', '7.14 %', '7.14%', '7 %', '0,0714']) expect(grade(answer, typed), typed).toBe('right')
    for (const typed of ['0.1', '0.08', '7.14', '8 %', '0']) expect(grade(answer, typed), typed).toBe('wrong')
    expect(slipOf(answer, '7.14')).toContain('percent sign')
    expect(slipOf(answer, '14')).toContain('wrong way round')
    expect([slipOf(answer, '0.09'), grade({ value: 40, tolerance: 0, shown: '' }, '40 %')]).toEqual([null, 'right'])
    expect(grade({ value: 27, tolerance: 0, shown: '' }, '28')).toBe('wrong')
  })

  it('is not graded if it cannot be parsed', () => {
    for (const typed of ['', 'many', '1/0', null]) expect(grade({ value: 1, tolerance: 0, shown: '' }, typed)).toBe('unread')
  })
})
