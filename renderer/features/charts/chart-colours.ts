const SERIES = ['var(--accent)', 'var(--neutral)', 'var(--path)', 'var(--fn)'] as const

/** Colour of a series by its place; the first is the main one. */
export function seriesColour(index: number): string {
  return SERIES[index % SERIES.length] ?? SERIES[0]
}

/** Colour of a cluster by its rank: the density scale, from low to high. */
export function clusterColour(rank: number, count: number): string {
  return `var(--density-${count <= 1 ? 7 : Math.round(2 + (7 * rank) / (count - 1))})`
}
