import { z } from 'zod'

/** Declares the type of an output. Outputs are not checked at run time. */
export interface Out<T> {
  readonly type?: T
}
export const out = <T>(): Out<T> => ({})

/** Declares a request. `shape` contains the schemas of the input. */
export const request = <T, S extends z.core.$ZodLooseShape>(output: Out<T>, shape: S) => ({ in: z.object(shape), out: output })

export const ParamRecord = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))

export const VIEWPORTS = {
  desktop: { width: 1280, height: 900, mobile: false },
  tablet: { width: 820, height: 1180, mobile: true },
  phone: { width: 390, height: 844, mobile: true },
} as const
export type ViewportName = keyof typeof VIEWPORTS

const line = (longest: number, allowed: RegExp) => z.string().max(longest).regex(allowed).default('')

export const Conditions = z.object({
  viewport: z
    .object({
      width: z.number().int().min(100).max(10_000),
      height: z.number().int().min(100).max(10_000),
      mobile: z.boolean().default(false),
    })
    .default(VIEWPORTS.desktop),
  /** Rendered mode: CSS selector of an element to wait for, at most `idleCap` milliseconds; empty for no wait. */
  waitFor: z.string().max(500).default(''),
  /** Rendered mode: additional milliseconds to wait after the network is idle and the wait for `waitFor` has ended. */
  delay: z.number().int().min(0).max(60_000).default(0),
  /** Rendered mode: scrolls to the end to load late content; at most 50 window heights and 20 seconds. */
  scroll: z.boolean().default(false),
  /**
   * Rendered mode: dismisses cookie and privacy banners. Presses a button that refuses; if missing, a button that closes; if missing, a
   * button that accepts.
   */
  dismissBanners: z.boolean().default(false),
  /** `User-Agent`; empty: the browser's default. */
  userAgent: line(500, /^[\x20-\x7e]*$/),
  /** `Accept-Language`, such as `de-DE,de`; empty: the browser's default. */
  language: line(100, /^[A-Za-z0-9,;=.* -]*$/),
  reducedMotion: z.boolean().default(false),
  dark: z.boolean().default(false),
})
export type Conditions = z.infer<typeof Conditions>

export const STANDARD_CONDITIONS: Conditions = Conditions.parse({})

/** Returns the conditions that differ from the defaults; undefined without a difference. */
export function unusualConditions(conditions: Conditions): Partial<Conditions> | undefined {
  const standard = STANDARD_CONDITIONS as Readonly<Record<string, unknown>>
  const own = Object.entries(Conditions.parse(conditions)).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(standard[key]))
  return own.length > 0 ? Object.fromEntries(own) : undefined
}

export function describeConditions(conditions: Conditions): string[] {
  const { viewport, waitFor, delay, scroll, dismissBanners, userAgent, language, reducedMotion, dark } = conditions
  const { desktop } = VIEWPORTS
  const name = viewportName(viewport)
  const words: string[] = []
  if (name === null) words.push(`${viewport.width} × ${viewport.height}${viewport.mobile ? ', mobile' : ''}`)
  else if (VIEWPORTS[name] !== desktop) words.push(name)
  if (waitFor !== '') words.push(`waits for ${waitFor}`)
  if (delay > 0) words.push(`waits ${delay / 1000} s`)
  if (scroll) words.push('scrolled')
  if (dismissBanners) words.push('banners dismissed')
  if (userAgent !== '') words.push('custom user agent')
  if (language !== '') words.push(language)
  if (reducedMotion) words.push('reduced motion')
  if (dark) words.push('dark')
  return words
}

export function viewportName({ width, height, mobile }: Conditions['viewport']): ViewportName | null {
  const names = Object.keys(VIEWPORTS) as ViewportName[]
  return names.find((key) => VIEWPORTS[key].width === width && VIEWPORTS[key].height === height && VIEWPORTS[key].mobile === mobile) ?? null
}
