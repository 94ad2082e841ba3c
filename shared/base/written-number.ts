export const withMinus = (written: string): string => written.replace('-', '−')

/** Writes `1 page` or `2 pages`. */
export const counted = (count: number, what: string, format: (count: number) => string = String): string =>
  `${format(count)} ${what}${count === 1 ? '' : 's'}`

/** Writes `3 of 12 pages`; if `whole` is null, `3 pages`. */
export const countedOf = (part: number, whole: number | null, what: string): string =>
  whole === null ? counted(part, what) : `${part} of ${counted(whole, what)}`

/** Joins the first `most` names: `a, b and 3 more`. @param count number of all names, if `names` contains only the first names */
export function firstFew(names: readonly string[], most = 20, count = names.length): string {
  const shown = names.slice(0, most)
  return shown.join(', ') + (count > shown.length ? ` and ${count - shown.length} more` : '')
}

/** Returns a sentence about the first `most` names; nothing without names. */
export function noteAbout(names: Iterable<string>, sentence: (names: string) => string, most?: number): string[] {
  const all = [...names]
  return all.length === 0 ? [] : [sentence(firstFew(all, most))]
}

/** Writes 0.081 as `8.1 %`. Zero and shares that round to at least 100 % have no decimals. */
export function writtenShare(share: number, digits = 1): string {
  const percent = share * 100
  const isWhole = percent === 0 || Math.abs(percent) >= 100 - 0.5 * 10 ** -digits
  return `${percent.toFixed(isWhole ? 0 : digits)} %`
}

export const signedFixed = (value: number, digits: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`

/** Names of the range below a named value, by the name of this value: all values below `none` are `any`. */
const ANY: Readonly<Record<string, string>> = { no: 'yes', none: 'any' }

/** Describes the range `from` ≤ value < `to`. Both limits can be infinite. If all values of the range have names, returns the names. */
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
  // Named values are consecutive whole numbers.
  const ends = to === Number.POSITIVE_INFINITY ? from === most : most !== undefined && to <= most + 1
  if (least !== undefined && begins && ends) return inside.map((value) => names?.[value] ?? '').join(' or ')
  if (from === Number.NEGATIVE_INFINITY) return ANY[names?.[to] ?? ''] ?? `below ${write(to)}`
  return to === Number.POSITIVE_INFINITY ? `from ${write(from)}` : `from ${write(from)} to below ${write(to)}`
}
