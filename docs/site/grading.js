/** Whether an answer is right, and how a typed number is read: nothing here knows of the page. */

/** The numbers that somebody may have meant: 1,994 in English, 23,5 in other languages, 2/3. */
export function readNumbers(typed) {
  const text = typed.replace(/[\s\u00a0%]/g, '').replace(/^[−–]/, '-')
  const read = []
  const fraction = /^(-?\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text)
  if (fraction) read.push(Number(fraction[1]) / Number(fraction[2]))
  if (/^-?(?:\d+\.?\d*|\.\d+)$/.test(text)) read.push(Number(text))
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) read.push(Number(text.replaceAll(',', '')))
  if (/^-?\d*,\d+$/.test(text)) read.push(Number(text.replace(',', '.')))
  return read.filter(Number.isFinite)
}

/**
 * @param answer what the run gave: a number with what it may be off, rows, or one of the options
 * @param given what was typed, or the number of what was chosen; null for nothing
 * @returns right, wrong, or unread where nothing can be made of it
 */
export function grade(answer, given) {
  if (given === null || given === '') return 'unread'
  if (answer.value !== undefined) {
    const meant = readNumbers(given)
    if (meant.length === 0) return 'unread'
    // Binary fractions are not exact: a billionth is no mistake.
    return meant.some((number) => Math.abs(number - answer.value) <= answer.tolerance + 1e-9) ? 'right' : 'wrong'
  }
  const chosen = Number(given)
  return (answer.rows ? answer.rows.includes(chosen) : chosen === answer.option) ? 'right' : 'wrong'
}
