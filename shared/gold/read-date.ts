/** Dates as pages write them, for the field `date` of a label file. */

const MONTHS = [
  ['jan', 'januar', 'january', 'janvier', 'enero'],
  ['feb', 'februar', 'february', 'février', 'febrero'],
  ['mar', 'märz', 'march', 'mars', 'marzo'],
  ['apr', 'april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juni', 'june', 'juin', 'junio'],
  ['jul', 'juli', 'july', 'juillet', 'julio'],
  ['aug', 'august', 'août', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'okt', 'october', 'oktober', 'octobre', 'octubre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'dez', 'december', 'dezember', 'décembre', 'diciembre'],
] as const

const monthOf = (name: string): number => MONTHS.findIndex((names) => (names as readonly string[]).includes(name.toLowerCase())) + 1

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Date formats, each with the order of year, month (a number or a name) and day. Numeric days and months are read only if they are
 * unambiguous.
 */
const WAYS: readonly { readonly pattern: RegExp; readonly order: readonly [number, number, number] }[] = [
  { pattern: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/u, order: [1, 2, 3] },
  { pattern: /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})/u, order: [1, 2, 3] },
  { pattern: /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/u, order: [3, 2, 1] },
  { pattern: /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u, order: [3, 1, 2] },
  { pattern: /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/u, order: [3, 2, 1] },
]

/**
 * The first date in a text, as `yyyy-mm-dd`; null if it holds none, or one that may be two (03/04/2024).
 * @param text of a page, or typed
 */
export function readDate(text: string): string | null {
  for (const { pattern, order } of WAYS) {
    const found = pattern.exec(text)
    if (!found) continue
    const [year = '', named = '', day = ''] = order.map((group) => found[group])
    const month = /^\d/.test(named) ? Number(named) : monthOf(named)
    if (isDay(Number(year), month, Number(day))) return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  }
  const [, first = '', second = '', year = ''] = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/u.exec(text) ?? []
  const [month, day] = Number(first) > 12 ? [second, first] : Number(second) > 12 || first === second ? [first, second] : ['', '']
  return year !== '' && isDay(Number(year), Number(month), Number(day)) ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}
