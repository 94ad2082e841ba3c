/** Every text on every tint can be read: a contrast of 4.5 at least (WCAG 2.2, 1.4.3), in the light and in the dark theme. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, over, readColour, type Colour } from './contrast'

const renderer = join(__dirname, '..', '..', 'renderer')
const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(join(renderer, path), 'utf8'))

function tokensOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const css = readFileSync(join(renderer, 'components', 'tokens.css'), 'utf8')
  const blocks = theme === 'light' ? [/:root \{([^}]*)\}/] : [/:root \{([^}]*)\}/, /:root\[data-theme='dark'\] \{([^}]*)\}/]
  return new Map(
    blocks.flatMap((block) =>
      [...(block.exec(css)?.[1] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value] as const),
    ),
  )
}

/** Backgrounds without a tint: panes, bars, hovered and selected items. */
const GROUNDS = ['--surface-0', '--surface-1', '--surface-2', '--hover', '--selection']
/** Every token that a style sheet uses for text, except text on the filled button. */
const TEXTS = [
  ...new Set(sheets.flatMap((text) => [...text.matchAll(/(?<![\w-])color: var\((--[\w-]+)\)/g)].map(([, name = '']) => name))),
].filter((name) => !['--accent-text', '--surface', '--surface-0', '--ink', '--quiet', '--text-on-label'].includes(name))
/** The largest share that a component can set. */
const STRONGEST: Readonly<Record<string, string>> = {
  'var(--dispute)': '20%',
  'var(--depth)': '45%',
  'var(--depth, 0%)': '45%',
  'var(--flash-strength, 45%)': '45%',
}
/** Every tint that style sheets put under text. */
const TINTS = [
  ...new Set(
    sheets.flatMap((text) =>
      [...text.matchAll(/color-mix\((?:[^()]|\([^()]*\))*\)/g)].map(([tint]) =>
        Object.entries(STRONGEST).reduce((filled, [given, most]) => filled.replace(given, most), tint),
      ),
    ),
  ),
].filter((tint) => tint.includes('transparent') && !/--(label|text|surface-0|accent\) 50%)/.test(tint))
/** These cells and rows contain only plain text. */
const PLAIN = /45%/

for (const theme of ['light', 'dark'] as const)
  describe(`In the ${theme} theme`, () => {
    const tokens = tokensOf(theme)
    const colour = (css: string): Colour => readColour(css.startsWith('--') ? `var(${css})` : css, tokens)
    const short = (pairs: readonly { name: string; ratio: number }[]): string[] =>
      pairs.filter(({ ratio }) => ratio < 4.5).map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`)

    it('every colour of text is readable on every background', () => {
      expect(TEXTS.length).toBeGreaterThan(8)
      const pairs = TEXTS.flatMap((text) =>
        GROUNDS.map((ground) => ({ name: `${text} on ${ground}`, ratio: contrast(colour(text), colour(ground)) })),
      )
      expect(short(pairs)).toEqual([])
    })

    it('text and quiet text are readable on every tint at its largest share', () => {
      expect(TINTS.length).toBeGreaterThan(10)
      const pairs = TINTS.flatMap((tint) =>
        (PLAIN.test(tint) ? ['--text'] : ['--text', '--text-dim']).flatMap((text) =>
          ['--surface-0', '--surface-1'].map((ground) => ({
            name: `${text} on ${tint} over ${ground}`,
            ratio: contrast(colour(text), over(colour(tint), colour(ground))),
          })),
        ),
      )
      expect(short(pairs)).toEqual([])
    })

    it('the tones of source and tree are readable on kept text', () => {
      const kept = [7, 14].map((part) => over(colour(`color-mix(in oklab, var(--kept) ${part}%, transparent)`), colour('--surface-0')))
      const tones = TEXTS.filter((name) => name.startsWith('--code') || name === '--text-dim')
      const pairs = tones.flatMap((tone) =>
        kept.map((ground, i) => ({ name: `${tone} on kept ${i}`, ratio: contrast(colour(tone), ground) })),
      )
      expect(tones).toHaveLength(5)
      expect(short(pairs)).toEqual([])
    })

    it('numbers are readable on their bars and on the cells of the agreement matrix', () => {
      const bar = over(colour('--density-2'), colour('--surface-2'), 0.45)
      expect(contrast(colour('--text'), bar)).toBeGreaterThanOrEqual(4.5)
      const [black, white] = [colour('#000000'), colour('#ffffff')]
      const pairs = Array.from({ length: 10 }, (_, step) => {
        // As `heat` in agreement-matrix.tsx chooses.
        const isBlack = theme === 'light' ? step <= 6 : step > 3
        return { name: `agreement, step ${step}`, ratio: contrast(isBlack ? black : white, colour(`--density-${step}`)) }
      })
      expect(short(pairs)).toEqual([])
    })

    it('the filled button and inverted labels on the page are readable', () => {
      expect(contrast(colour('--accent-text'), colour('--accent'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colour('--accent-text'), colour('color-mix(in oklab, var(--accent) 88%, var(--text))'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colour('--surface-0'), colour('--text'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colour('--text'), colour('--surface-3'))).toBeGreaterThanOrEqual(4.5)
    })
  })

it('the contrast of known pairs equals WCAG’s formula', () => {
  const none = new Map<string, string>()
  expect(contrast(readColour('#000000', none), readColour('#ffffff', none))).toBeCloseTo(21, 5)
  expect(contrast(readColour('#777777', none), readColour('#ffffff', none))).toBeCloseTo(4.478, 3)
  expect(readColour('oklch(0.628 0.2577 29.23)', none).map((part) => Math.round(part * 255))).toEqual([255, 0, 0, 255])
})
