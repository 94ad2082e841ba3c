import { z } from 'zod'

export const PageViewState = z.object({
  kept: z.boolean().default(true),
  dim: z.boolean().default(true),
  path: z.boolean().default(false),
  heat: z.string().nullable().default(null),
  gold: z.boolean().default(false),
  reveal: z.boolean().default(false),
  unpin: z.boolean().default(false),
  /** 0 fits the captured width into the pane. */
  zoom: z.number().min(0).max(4).default(0),
  styled: z.boolean().default(true),
})
export type PageViewState = Readonly<z.infer<typeof PageViewState>>

export const DEFAULT_VIEW: PageViewState = PageViewState.parse({})

export const VIEW_SWITCHES = [
  { key: 'kept', label: 'Tint kept text' },
  { key: 'dim', label: 'Dim dropped text' },
  { key: 'path', label: 'Mark elements that contain kept text' },
  { key: 'gold', label: 'Colour missing and extra text' },
  { key: 'reveal', label: 'Reveal hidden text' },
  { key: 'unpin', label: 'Hide fixed parts while scrolling' },
  { key: 'styled', label: 'Show the page’s own images and styles' },
] as const

export type ViewSwitch = (typeof VIEW_SWITCHES)[number]['key']

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

export function zoomStep(now: number, step: 1 | -1): number | undefined {
  return step > 0 ? ZOOMS.find((z) => z > now + 0.01) : ZOOMS.findLast((z) => z < now - 0.01)
}
