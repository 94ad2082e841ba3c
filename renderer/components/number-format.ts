import { valueWords } from '../../shared/explain/reason-sentence'
import type { MeasureSpec } from '../../shared/extractors/core/extractor'
import type { ParamSpec, ParamValue } from '../../shared/extractors/core/params'
import { counted, signedFixed, withMinus, writtenShare } from '../../shared/base/written-number'

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  if (value === Number.POSITIVE_INFINITY) return '∞'
  if (value === Number.NEGATIVE_INFINITY) return '−∞'
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (size === 0) return '0'
  if (size >= 1e7) return `${sign}${scientific(size)}`
  if (Number.isInteger(value)) return sign + grouped.format(size)
  if (size < 1e-4) return `${sign}${scientific(size)}`
  return sign + significant.format(size)
}

function scientific(size: number): string {
  const [mantissa = '0', exponent = '0'] = size.toExponential(3).split('e')
  return `${Number(mantissa)} × 10${superscript(Number(exponent))}`
}

const superscript = (value: number): string => [...String(value)].map((c) => (c === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? c))).join('')

export const formatCount = (count: number, what: string): string => counted(count, what, formatNumber)

export const formatWords = (count: number): string => formatCount(count, 'word')

export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–'
  return withMinus(writtenShare(share))
}

export const formatScore = (score: number | null | undefined): string => (score === null || score === undefined ? '–' : score.toFixed(3))

/** Writes a difference with its sign: `+0.12`, `−0.05`, `+0.00`. @param digits decimal places */
export const formatDifference = (value: number, digits: number): string => withMinus(signedFixed(value, digits))

export const formatSigned = (value: number): string => (value === 0 ? '±0' : value > 0 ? `+${formatNumber(value)}` : formatNumber(value))

export const formatMeasure = (value: number | null | undefined, share = false): string => (share ? formatShare(value) : formatNumber(value))

export function measureWords(value: number | null | undefined, { names, share }: Pick<MeasureSpec, 'names' | 'share'>): string {
  return names?.[value ?? Number.NaN] ?? formatMeasure(value, share)
}

export function alignedMeasure(value: number, share: boolean): { readonly whole: string; readonly fraction: string } {
  if (!Number.isFinite(value) || (value !== 0 && Math.abs(value) < (share ? 0.0005 : 0.005)) || Math.abs(value) >= 1e7)
    return { whole: formatMeasure(value, share), fraction: '' }
  const [whole = '', fraction] = withMinus(share ? (value * 100).toFixed(1) : String(Number(value.toFixed(2)))).split('.')
  const sign = whole.startsWith('−') ? '−' : ''
  return {
    whole: sign + grouped.format(Number(whole.replace('−', ''))),
    fraction: `${fraction === undefined ? '' : `.${fraction}`}${share ? ' %' : ''}`,
  }
}

export function cutAtPoint(text: string): { readonly whole: string; readonly behind: string } {
  const at = text.search(/[. ]/)
  // Do not split a power of ten at its space.
  return at < 0 || text.includes('×') ? { whole: text, behind: '' } : { whole: text.slice(0, at), behind: text.slice(at) }
}

export const pointRoom = (texts: readonly string[]): number =>
  texts.reduce((room, text) => Math.max(room, cutAtPoint(text).behind.length), 0)

export function formatTex(value: number): string {
  if (Number.isNaN(value)) return String.raw`\text{–}`
  if (value === Number.POSITIVE_INFINITY) return String.raw`\infty`
  if (value === Number.NEGATIVE_INFINITY) return String.raw`-\infty`
  const size = Math.abs(value)
  let text: string
  if (size !== 0 && (size >= 1e7 || size < 1e-4)) {
    const [mantissa = '0', exponent = '0'] = size.toExponential(3).split('e')
    text = String.raw`${Number(mantissa)}\cdot 10^{${Number(exponent)}}`
  } else text = (Number.isInteger(value) ? grouped.format(size) : significant.format(size)).replaceAll(',', '{,}')
  return value < 0 ? `(-${text})` : text
}

export const paramWords = (spec: ParamSpec, value: ParamValue): string => valueWords(spec, value, formatNumber)

const MEGABYTE = 1024 * 1024

export const formatBytes = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${formatNumber(Math.ceil(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`

export function formatTime(time: string | number): string {
  const at = new Date(time)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
