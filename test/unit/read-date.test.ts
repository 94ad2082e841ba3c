import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDate } from '../../renderer/features/annotate/state/labelling'

describe('a date in a text', () => {
  it.each([
    ['2023-08-29', '2023-08-29'],
    ['Updated 2023/8/9, 10:04', '2023-08-09'],
    ['29 August 2023', '2023-08-29'],
    ['Aug. 3rd, 2023', '2023-08-03'],
    ['Tuesday, August 29, 2023 at 4 pm', '2023-08-29'],
    ['29.8.2023', '2023-08-29'],
    ['29. März 2024', '2024-03-29'],
    ['3 de mayo de 2021', '2021-05-03'],
    ['2024年2月29日', '2024-02-29'],
    ['08/29/2023', '2023-08-29'],
    ['29/08/2023', '2023-08-29'],
  ])('is read: %s', (text, date) => expect(readDate(text)).toBe(date))

  it.each(['Top 10 Household Appliance …', '03/04/2024', '30 February 2023', '2023-13-01', 'Room 12345-67', ''])(
    'is not made up: %j',
    (text) => expect(readDate(text)).toBeNull(),
  )

  it('is a calendar date, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9999 }), (text, a, b) => {
        const date = readDate(`${text} ${a}/${a}/${b} ${text}-${a}-${a}`)
        if (date !== null) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date)
      }),
    )
  })
})
