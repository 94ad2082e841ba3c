import { escapeHtml } from '../base/escape'
import type { NumberFormat } from './reason-sentence'

export interface ReportChart {
  readonly values: Float64Array
  readonly kept: (index: number) => boolean
  readonly threshold: number | null
  readonly title: string
  readonly format: NumberFormat
}

const WIDTH = 840
const HEIGHT = 160
const LEFT = 56

/** A chart as an SVG element: the largest value of each pixel column, a strip of what is kept, the threshold. Empty without values. */
export function reportChart({ values, kept, threshold, title, format }: ReportChart): string {
  const subjects: number[] = []
  let top = threshold !== null && Number.isFinite(threshold) ? threshold : 0
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return
    subjects.push(i)
    if (Number.isFinite(value) && value > top) top = value
  })
  if (subjects.length === 0 || top <= 0) return ''
  const columns = Math.min(subjects.length, WIDTH - LEFT)
  const width = (WIDTH - LEFT) / columns
  const y = (value: number): string => (HEIGHT - (Math.min(top, Math.max(0, value)) / top) * HEIGHT).toFixed(1)
  let path = `M${LEFT} ${HEIGHT}`
  let strip = ''
  for (let c = 0; c < columns; c++) {
    const from = Math.floor((c * subjects.length) / columns)
    const to = Math.max(from + 1, Math.floor(((c + 1) * subjects.length) / columns))
    let high = 0
    let any = false
    for (let k = from; k < to; k++) {
      const subject = subjects[k] as number
      high = Math.max(high, values[subject] as number)
      if (kept(subject)) any = true
    }
    const x = (LEFT + c * width).toFixed(1)
    path += `V${y(high)}H${(LEFT + (c + 1) * width).toFixed(1)}`
    if (any) strip += `M${x} ${HEIGHT + 3}h${Math.max(1, width).toFixed(1)}`
  }
  path += `V${HEIGHT}Z`
  const line =
    threshold === null
      ? ''
      : `<path d="M${LEFT} ${y(threshold)}H${WIDTH}" stroke="var(--drop)" stroke-dasharray="5 3" fill="none"/><text x="${WIDTH}" y="${Number(y(threshold)) - 4}" text-anchor="end" font-size="11" fill="currentColor">threshold ${escapeHtml(format(threshold))}</text>`
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 8}" role="img" aria-label="${escapeHtml(title)}"><text x="${LEFT - 6}" y="10" text-anchor="end" font-size="11" fill="currentColor">${escapeHtml(format(top))}</text><text x="${LEFT - 6}" y="${HEIGHT}" text-anchor="end" font-size="11" fill="currentColor">0</text><path d="${path}" fill="currentColor" fill-opacity=".45"/><path d="${strip}" stroke="var(--kept)" stroke-width="5" fill="none"/>${line}</svg>`
}
