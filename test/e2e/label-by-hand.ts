/** What a person does with pointer and keys while labelling. */
import type { Page } from '@playwright/test'

/** Highlighted texts of a label in the frame, and in frames of the page, in the order of the page. */
export async function highlighted(app: Page): Promise<string[]> {
  return app.evaluate(() => {
    const textsOf = (view: (Window & typeof globalThis) | null): string[] =>
      [...(view?.CSS.highlights ?? [])].flatMap(([name, highlight]) =>
        /^bs-(?:label|suggested)/.test(name) ? [...highlight].map((range) => (range as Range).toString().replace(/\s+/g, ' ').trim()) : [],
      )
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-testid="label-frame"]')
    const inner = [...(frame?.contentDocument?.querySelectorAll('iframe') ?? [])]
    return [frame, ...inner]
      .flatMap((one) => textsOf((one?.contentWindow ?? null) as (Window & typeof globalThis) | null))
      .filter((text) => text !== '')
  })
}
