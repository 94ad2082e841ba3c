/** Numbers for people, with a real minus sign. */

export const withMinus = (written: string): string => written.replace('-', '−')

/** A count with a regular plural: `1 page`, `2 pages`. @param format writes the number; unchanged by default */
export const counted = (count: number, what: string, format: (count: number) => string = String): string =>
  `${format(count)} ${what}${count === 1 ? '' : 's'}`

/** Writes a count: `3 of 12 pages`. @param whole null to omit it: `3 pages` */
export const countedOf = (part: number, whole: number | null, what: string): string =>
  whole === null ? counted(part, what) : `${part} of ${counted(whole, what)}`

/** The first of some names, and how many more there are: `a, b and 3 more`. @param count how many there are, where not all are given */
export function firstFew(names: readonly string[], most = 20, count = names.length): string {
  const shown = names.slice(0, most)
  return shown.join(', ') + (count > shown.length ? ` and ${count - shown.length} more` : '')
}

/** A share in [0,1] in per cent, `8.1 %`: whole where it is nothing or all. @param digits behind the point */
export function writtenShare(share: number, digits = 1): string {
  const percent = share * 100
  const isWhole = percent === 0 || Math.abs(percent) >= 100 - 0.5 * 10 ** -digits
  return `${withMinus(percent.toFixed(isWhole ? 0 : digits))} %`
}

/** A difference with its sign, `+0.12`, `−0.05`, `+0.00`, so that many stand under each other. @param digits behind the point */
export const signedFixed = (value: number, digits: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
