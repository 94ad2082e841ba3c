import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-on-page'
import { colourToken, pageDensityColours } from '../components/density-scale'

/** Colours drawn over pages. */
export interface Palette {
  readonly text: string
  readonly accent: string
  readonly kept: string
  readonly path: string
  /** Outline of pinned elements. */
  readonly pinned: string
  readonly veil: string
  readonly cameIn: string
  readonly wentOut: string
  readonly truePositive: string
  readonly falsePositive: string
  readonly falseNegative: string
  readonly density: readonly string[]
  /** The part in view, on the ruler. */
  readonly window: string
}

/** The colours of the theme in force. */
export function readPalette(): Palette {
  const dark = document.documentElement.dataset.theme === 'dark'
  return {
    text: colourToken('--text'),
    accent: colourToken('--accent'),
    kept: colourToken('--kept'),
    path: colourToken('--path'),
    // Visible on light and on dark pages.
    pinned: '#7c828c',
    veil: `color-mix(in srgb, ${groundOfPages()} 52%, transparent)`,
    cameIn: colourToken('--came-in'),
    wentOut: colourToken('--went-out'),
    truePositive: colourToken('--tp'),
    falsePositive: colourToken('--fp'),
    falseNegative: colourToken('--fn'),
    density: pageDensityColours(),
    window: dark ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}

/**
 * Pages keep the brightness of their design in both themes: dropped content fades to white, not to grey. Only forced colours give every
 * page the window's background.
 */
const groundOfPages = (): string =>
  window.matchMedia('(forced-colors: active)').matches ? getComputedStyle(document.body).backgroundColor : 'white'

/** Colours of the kinds of `gold-on-page`; correct rejections and parents of several kinds have none. */
export function hitColours(palette: Palette): ReadonlyMap<number, string> {
  return new Map([
    [TRUE_POSITIVE, palette.truePositive],
    [FALSE_POSITIVE, palette.falsePositive],
    [FALSE_NEGATIVE, palette.falseNegative],
  ])
}
