import { valueWords } from '../../shared/explain/reason-sentence'
import type { MeasureSpec } from '../../shared/extractors/core/extractor'
import type { ParamSpec, ParamValue } from '../../shared/extractors/core/params'
import { counted, signedFixed, withMinus, writtenShare } from '../../shared/base/written-number'

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  if (size === Number.POSITIVE_INFINITY) return `${sign}∞`
  const { mantissa, exponent } = partsOf(size)
  return sign + (exponent === 0 ? mantissa : `${mantissa} × 10${superscript(exponent)}`)
}

/** Returns exponent 0 for sizes that need no power of ten. */
function partsOf(size: number): { readonly mantissa: string; readonly exponent: number } {
  if (size === 0 || (size >= 1e-4 && size < 1e7))
    return { mantissa: (Number.isInteger(size) ? grouped : significant).format(size), exponent: 0 }
  const [mantissa, exponent] = size.toExponential(3).split('e').map(Number)
  return { mantissa: String(mantissa), exponent: exponent ?? 0 }
}

const superscript = (value: number): string => [...String(value)].map((c) => (c === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? c))).join('')

export const formatCount = (count: number, what: string): string => counted(count, what, formatNumber)

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

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

export function alignedMeasure(value: number, share = false): { readonly whole: string; readonly fraction: string } {
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
  const size = Math.abs(value)
  if (size === Number.POSITIVE_INFINITY) return String.raw`${value < 0 ? '-' : ''}\infty`
  const { mantissa, exponent } = partsOf(size)
  const text = exponent === 0 ? mantissa.replaceAll(',', '{,}') : String.raw`${mantissa}\cdot 10^{${exponent}}`
  return value < 0 ? `(-${text})` : text
}

export const paramWords = (spec: ParamSpec, value: ParamValue): string => valueWords(spec, value, formatNumber)

const MEGABYTE = 1024 * 1024

export const formatBytes = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${formatNumber(Math.ceil(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`

/** Writes `2026-04-18 09:30` in local time. The format of Swedish is ISO 8601. */
export const formatTime = (time: string | number): string => new Date(time).toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' })
