/** Colours of the theme for canvases, which know no custom properties. */

/** The value of a colour token, e.g. `--kept`. */
export function colourToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/**
 * The ten steps of the density scale as they are drawn over a page. Pages are light whatever the theme, so there the large
 * values are always the dark ones.
 */
export function pageDensityColours(): string[] {
  const colours = densityColours()
  return document.documentElement.dataset.theme === 'dark' ? colours.reverse() : colours
}

/** The ten steps of the density scale, from the quietest to the strongest against the theme's ground. */
function densityColours(): string[] {
  return Array.from({ length: 10 }, (_, i) => colourToken(`--density-${i}`))
}
