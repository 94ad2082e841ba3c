export interface MeasureScale {
  readonly max: number
  position(value: number): number
}

export function measureScale(values: Float64Array, share: boolean): MeasureScale {
  let max = 0
  // An iterator would be much slower, and a measure has one value per node.
  for (let n = 0; n < values.length; n++) {
    const value = values[n] as number
    if (value > max && value !== Number.POSITIVE_INFINITY) max = value
  }
  if (share) max = Math.max(max, 1)
  const top = share ? max : Math.log1p(max)
  return {
    max,
    position(value) {
      if (Number.isNaN(value)) return Number.NaN
      if (value === Number.POSITIVE_INFINITY) return 1
      if (value <= 0 || top === 0) return 0
      return Math.min(1, (share ? value : Math.log1p(value)) / top)
    },
  }
}

export const scaleStep = (position: number): number => Math.min(9, Math.max(0, Math.floor(position * 10)))

export const isDarkTheme = (): boolean => document.documentElement.dataset.theme === 'dark'

export const colourToken = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Returns the density colours for a captured page: high values are dark, because captured pages are light in both themes. */
export function pageDensityColours(): string[] {
  const colours = Array.from({ length: 10 }, (_, i) => colourToken(`--density-${i}`))
  return isDarkTheme() ? colours.reverse() : colours
}
