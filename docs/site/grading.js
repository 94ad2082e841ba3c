/** Grades answers and reads typed numbers, independent of the page. */

/** Largest accepted relative error of a number that was typed with few digits. */
const ROUNDED = 0.05

/** Returns the numbers that a text may mean (1,994 in English, 23,5 in other languages, 2/3, 7.14 %), each with half a unit of its last digit. */
function readings(typed) {
  const isPercent = /%\s*$/.test(typed)
  const text = typed.replace(/[\s\u00a0%]/g, '').replace(/^[−–]/, '-')
  const read = []
  const add = (digits) => read.push({ value: Number(digits), half: 0.5 / 10 ** (digits.split('.')[1] ?? '').length })
  const fraction = /^(-?\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text)
  if (fraction) read.push({ value: Number(fraction[1]) / Number(fraction[2]), half: 0 })
  if (/^-?(?:\d+\.?\d*|\.\d+)$/.test(text)) add(text)
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) add(text.replaceAll(',', ''))
  if (/^-?\d*,\d+$/.test(text)) add(text.replace(',', '.'))
  const finite = read.filter(({ value }) => Number.isFinite(value))
  return isPercent
    ? finite.flatMap(({ value, half }) => [
        { value: value / 100, half: half / 100 },
        { value, half },
      ])
    : finite
}

/** Returns the numbers that a text may mean. */
export const readNumbers = (typed) => readings(typed).map(({ value }) => value)

/** Whether a typed number equals the expected number. Accepts a difference of a billionth, because binary fractions are not exact. */
const isNear = ({ value, half }, meant, tolerance) => {
  const rounded = tolerance === 0 ? 0 : Math.min(half, Math.abs(meant) * ROUNDED)
  return Math.abs(value - meant) <= Math.max(tolerance, rounded) + 1e-9
}

/**
 * @param answer the result of the run: a number with its tolerance, rows, or one of the options
 * @param given the typed text, or the number of the chosen row or option; null without an answer
 * @returns `unread` if the text is not a number
 */
export function grade(answer, given) {
  if (given === null || given === '') return 'unread'
  if (answer.value !== undefined) {
    const meant = readings(given)
    if (meant.length === 0) return 'unread'
    return meant.some((one) => isNear(one, answer.value, answer.tolerance)) ? 'right' : 'wrong'
  }
  const chosen = Number(given)
  return (answer.rows ? answer.rows.includes(chosen) : chosen === answer.option) ? 'right' : 'wrong'
}

/** Returns the sentence about the usual slip that leads to this wrong answer; null without such a slip. */
export function slipOf(answer, given) {
  if (answer.value === undefined) return answer.slips?.find(({ chosen }) => chosen === Number(given))?.say ?? null
  const meant = readings(given)
  const slip = answer.slips?.find(({ value }) => meant.some((one) => isNear(one, value, Math.abs(value) * 0.01)))
  if (slip) return slip.say
  const isShare = answer.tolerance > 0 && Math.abs(answer.value) < 1
  if (isShare && meant.some(({ value, half }) => isNear({ value: value / 100, half: half / 100 }, answer.value, answer.tolerance)))
    return 'That is the percentage. Add the percent sign, or type the share.'
  if (meant.some(({ value }) => value !== 0 && isNear({ value: 1 / value, half: 0 }, answer.value, answer.tolerance)))
    return 'You divided the wrong way round.'
  return null
}
