/** Colours drawn over pages, of the theme in force. */
import { colourToken, pageDensityColours } from '../components/css-colour'
import type { Palette } from './paint'

export function readPalette(): Palette {
  const dark = document.documentElement.dataset.theme === 'dark'
  return {
    text: colourToken('--text'),
    accent: colourToken('--accent'),
    kept: colourToken('--kept'),
    path: colourToken('--path'),
    // A page is as light as its author made it, whatever the window's theme: what was dropped pales, it does not turn grey.
    veil: 'rgb(255 255 255 / 0.68)',
    cameIn: colourToken('--came-in'),
    wentOut: colourToken('--went-out'),
    truePositive: colourToken('--tp'),
    falsePositive: colourToken('--fp'),
    falseNegative: colourToken('--fn'),
    density: pageDensityColours(),
    window: dark ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}
