/** Reads colours of style sheets, and computes the contrast of two colours (WCAG 2.2, relative luminance). */

/** Red, green, blue in sRGB and opacity, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]
type Triple = readonly [number, number, number]

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
const inGamut = (part: number): number => Math.min(1, Math.max(0, part))

/** Converts OKLab to sRGB, and clips the result to the gamut as screens do (Ottosson 2020). */
function fromOklab([l, a, b]: Triple, alpha: number): Colour {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  const [red = 0, green = 0, blue = 0] = linear.map((part) => inGamut(toGamma(inGamut(part))))
  return [red, green, blue, alpha]
}

function toOklab([red, green, blue]: Colour): Triple {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

/** Reads `#rrggbb`, `oklch(l c h)`, `transparent`, `var(--x)` and `color-mix(in oklab | srgb, a p%, b)`; throws on anything else. */
export function readColour(css: string, tokens: ReadonlyMap<string, string>): Colour {
  const text = css.trim()
  if (text === 'transparent') return [0, 0, 0, 0]
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text)
  if (hex) return [parseInt(hex[1] ?? '', 16) / 255, parseInt(hex[2] ?? '', 16) / 255, parseInt(hex[3] ?? '', 16) / 255, 1]
  const polar = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)?.slice(1).map(Number)
  if (polar) {
    const [l = 0, chroma = 0, hue = 0] = polar
    const turn = (hue * Math.PI) / 180
    return fromOklab([l, chroma * Math.cos(turn), chroma * Math.sin(turn)], 1)
  }
  const name = /^var\((--[\w-]+)\)$/.exec(text)?.[1]
  const token = name === undefined ? undefined : tokens.get(name)
  if (token !== undefined) return readColour(token, tokens)
  const mixed = /^color-mix\(in (oklab|srgb), (\S+) ([\d.]+)%, (\S+)\)$/.exec(text)
  if (!mixed) throw new Error(`This test cannot read the colour ${text}`)
  const [, space, first = '', part, second = ''] = mixed
  const share = Number(part) / 100
  const [one, two] = [readColour(first, tokens), readColour(second, tokens)]
  // At share 0 the mixed colour only makes the ground transparent.
  if (two[3] === 0) return [one[0], one[1], one[2], one[3] * share]
  const between = (a: Triple, b: Triple): Triple =>
    [0, 1, 2].map((i) => (a[i] ?? 0) * share + (b[i] ?? 0) * (1 - share)) as unknown as Triple
  if (space === 'oklab') return fromOklab(between(toOklab(one), toOklab(two)), 1)
  return [...between([one[0], one[1], one[2]], [two[0], two[1], two[2]]), 1]
}

/** Returns the visible colour of a layer with this opacity over an opaque ground. */
export function over([r, g, b, alpha]: Colour, ground: Colour, opacity = 1): Colour {
  const share = alpha * opacity
  const part = (top: number, below: number): number => top * share + below * (1 - share)
  return [part(r, ground[0]), part(g, ground[1]), part(b, ground[2]), 1]
}

/** Returns a number from 1 (equal colours) to 21 (black on white). */
export function contrast(one: Colour, two: Colour): number {
  const light = ([r, g, b]: Colour): number => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)
  const [more, less] = [Math.max(light(one), light(two)), Math.min(light(one), light(two))]
  return (more + 0.05) / (less + 0.05)
}
