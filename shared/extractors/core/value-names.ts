import type { ValueNames } from './extractor'

/** The name of the range of all values except one, by the name of the excluded value. */
const ANY: Readonly<Record<string, string>> = { no: 'yes', none: 'any' }

/** Describes values from `from` to below `to` (±∞ if unlimited) by their names if all have a name, else by the ends of the range. */
export function rangeWords(names: ValueNames | undefined, from: number, to: number, write: (value: number) => string): string {
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
