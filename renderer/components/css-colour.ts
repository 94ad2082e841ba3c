/** Colours of the theme for canvases, which know no custom properties. */

/** The value of a colour token, e.g. `--kept`. */
export function colourToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** The ten steps of the density scale. */
export function densityColours(): string[] {
  return Array.from({ length: 10 }, (_, i) => colourToken(`--density-${i}`))
}
