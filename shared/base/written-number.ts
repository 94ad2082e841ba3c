export const withMinus = (written: string): string => written.replace('-', '−')

/** Writes a count with a regular plural: `1 page`, `2 pages`. @param format writes the number; default: unchanged */
export const counted = (count: number, what: string, format: (count: number) => string = String): string =>
  `${format(count)} ${what}${count === 1 ? '' : 's'}`

/** Writes a count: `3 of 12 pages`. @param whole null to omit the total: `3 pages` */
export const countedOf = (part: number, whole: number | null, what: string): string =>
  whole === null ? counted(part, what) : `${part} of ${counted(whole, what)}`

/** Joins the first `most` names: `a, b and 3 more`. @param count number of all names, if `names` contains only the first names */
export function firstFew(names: readonly string[], most = 20, count = names.length): string {
  const shown = names.slice(0, most)
  return shown.join(', ') + (count > shown.length ? ` and ${count - shown.length} more` : '')
}

/** Writes a share as a percentage, `8.1 %`. Shares that are 0 or round to at least 100 % have no decimals. */
export function writtenShare(share: number, digits = 1): string {
  const percent = share * 100
  const isWhole = percent === 0 || Math.abs(percent) >= 100 - 0.5 * 10 ** -digits
  return `${percent.toFixed(isWhole ? 0 : digits)} %`
}

/** Writes a difference with its sign: `+0.12`, `-0.05`, `+0.00`. @param digits decimal places */
export const signedFixed = (value: number, digits: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`

/** Names of ranges that contain all values except one. The key is the name of the excluded value. */
const ANY: Readonly<Record<string, string>> = { no: 'yes', none: 'any' }

/** Describes the range `from` ≤ value < `to` (±∞: unlimited). If all values in the range have names, uses these names. */
export function rangeWords(
  names: Readonly<Record<number, string>> | undefined,
  from: number,
  to: number,
  write: (value: number) => string,
): string {
  const valuesWithNames = Object.keys(names ?? {}).map(Number)
  const inside = valuesWithNames.filter((value) => value >= from && value < to).sort((a, b) => a - b)
  const [least, most] = [inside[0], inside.at(-1)]
  const begins = from === Number.NEGATIVE_INFINITY || from === least
  // Named values are whole numbers in steps of 1.
  const ends = to === Number.POSITIVE_INFINITY ? from === most : most !== undefined && to <= most + 1
  if (least !== undefined && begins && ends) return inside.map((value) => names?.[value] ?? '').join(' or ')
  if (from === Number.NEGATIVE_INFINITY) return ANY[names?.[to] ?? ''] ?? `below ${write(to)}`
  return to === Number.POSITIVE_INFINITY ? `from ${write(from)}` : `from ${write(from)} to below ${write(to)}`
}
