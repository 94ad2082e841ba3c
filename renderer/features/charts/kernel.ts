/** The neighbours along a chart's axis that a smoothed value is the mean of, and their weights as a drawing. */
import type { ChartSpec } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import type { Window } from '../../../shared/scene/binning'
import { formatNumber } from '../../components/number-format'

export interface Kernel {
  /** Neighbours on each side. */
  readonly halfWidth: number
  /** Standard deviation of a Gaussian, in neighbours; null where all weigh alike. */
  readonly sigma: number | null
}

/** How the chart's first series was smoothed; null where it was not, or not along the axis. */
export function kernelOf({ smoothing }: ChartSpec, { values, params }: Pick<Extraction, 'values' | 'params'>): Kernel | null {
  if (!smoothing) return null
  const numberAt = (key: string): number => {
    const value = values[key] ?? params[key]
    return typeof value === 'number' ? value : Number.NaN
  }
  const halfWidth = numberAt(smoothing.halfWidth)
  const sigma = smoothing.sigma === undefined ? null : numberAt(smoothing.sigma)
  return halfWidth > 0 && (sigma === null || sigma > 0) ? { halfWidth, sigma } : null
}

/** `mean of 5 lines`; `Gaussian, σ 83.2, over 169 lines` */
export function kernelWords({ halfWidth, sigma }: Kernel, per: string): string {
  const lines = `${formatNumber(2 * halfWidth + 1)} ${per}s`
  return sigma === null ? `mean of ${lines}` : `Gaussian, σ ${formatNumber(Number(sigma.toPrecision(3)))}, over ${lines}`
}

/** The weight of a neighbour so many places away, 1 at the middle and 0 out of reach. */
export function weightAt({ halfWidth, sigma }: Kernel, distance: number): number {
  if (Math.abs(distance) > halfWidth + 0.5) return 0
  return sigma === null ? 1 : Math.exp(-(distance * distance) / (2 * sigma * sigma))
}

/** Points of the bell, enough for its curve to look round. */
const POINTS = 48

/**
 * The weights around a position as a closed outline in pixels, cut off at the plot's sides.
 * @param width of the plot, for the window @param height of the highest weight
 */
export function kernelOutline(kernel: Kernel, position: number, window: Window, width: number, height: number): string {
  const span = Math.max(1, window.to - window.from)
  const reach = kernel.halfWidth + 0.5
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const distance = reach * ((2 * i) / POINTS - 1)
    const x = ((position + 0.5 + distance - window.from) / span) * width
    return { x: Math.min(width, Math.max(0, x)), y: height * (1 - weightAt(kernel, distance)) }
  })
  const round = (pixels: number): number => Math.round(pixels * 10) / 10
  const path = points.map(({ x, y }) => `L${round(x)} ${round(y)}`).join('')
  return `M${round(points[0]?.x ?? 0)} ${height}${path}L${round(points.at(-1)?.x ?? 0)} ${height}Z`
}
