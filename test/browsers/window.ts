import { expect } from '@playwright/test'
import type { Engine } from './engine'

/** Code of a function that returns the first visible element that matches a selector and whose name contains a text. */
const NAMED = `(selector, name) => [...document.querySelectorAll(selector)].find((element) => element.checkVisibility() &&
  [element.getAttribute('aria-label'), element.title, element.labels?.[0]?.textContent, element.textContent].some((text) => text?.trim().includes(name)))`

/** Code of a function that returns a point inside an element, in window coordinates; null without a box. */
const MIDDLE = `(element) => {
  const box = element?.getBoundingClientRect()
  if (!box?.width) return null
  let [x, y] = [box.left + Math.min(box.width / 2, 60), box.top + Math.min(box.height / 2, 12)]
  for (let frame = element.ownerDocument.defaultView.frameElement; frame; frame = frame.ownerDocument.defaultView.frameElement) {
    const outer = frame.getBoundingClientRect()
    const scale = outer.width / frame.offsetWidth;
    [x, y] = [outer.left + x * scale, outer.top + y * scale]
  }
  return Number.isFinite(x) ? [Math.round(x), Math.round(y)] : null
}`

export const KEYS = { Control: '\uE009', Enter: '\uE007', Escape: '\uE00C', PageDown: '\uE00F', F6: '\uE036' }

export function windowOf(engine: Engine) {
  const named = (selector: string, name: string): string => `(${NAMED})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`
  const inPage = (selector: string, frame = '.sandboxed-page'): string =>
    `document.querySelector(${JSON.stringify(frame)})?.contentDocument?.querySelector(${JSON.stringify(selector)})`
  const textOf = (selector: string): string =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent).join(' ')`

  async function middleOf(element: string): Promise<readonly [number, number]> {
    let point: unknown = null
    const isAtRest = async (): Promise<boolean> => {
      const before = JSON.stringify(point)
      point = await engine.run(`(${MIDDLE})(${element})`)
      return point !== null && JSON.stringify(point) === before
    }
    await expect.poll(isAtRest, { message: element }).toBe(true)
    return point as [number, number]
  }
  const pointer = (actions: readonly Record<string, unknown>[]): Promise<void> =>
    engine.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  const move = ([x, y]: readonly [number, number]) => ({ type: 'pointerMove', x, y, duration: 50 })
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }

  /** Control as the first key stays pressed until the end. */
  async function press(...keys: readonly string[]): Promise<void> {
    const held = keys[0] === KEYS.Control ? [KEYS.Control] : []
    const step = (type: string) => (value: string) => ({ type, value })
    const pressed = keys.slice(held.length).flatMap((key) => [step('keyDown')(key), step('keyUp')(key)])
    await engine.perform([{ type: 'key', id: 'keys', actions: [...held.map(step('keyDown')), ...pressed, ...held.map(step('keyUp'))] }])
  }

  return {
    named,
    inPage,
    textOf,
    press,
    async shows(expression: string, pattern: RegExp): Promise<void> {
      await expect.poll(async () => String(await engine.run(expression)), { message: expression }).toMatch(pattern)
    },
    async hover(element: string): Promise<void> {
      await pointer([move(await middleOf(element))])
    },
    async click(element: string, times = 1): Promise<void> {
      await pointer([move(await middleOf(element)), ...Array.from({ length: times }, () => [down, up]).flat()])
    },
    async drag(from: string, to: string): Promise<void> {
      const end = await middleOf(to)
      await pointer([move(await middleOf(from)), down, move([end[0] - 5, end[1]]), move(end), up])
    },
    async wheel(element: string, deltaY: number): Promise<void> {
      const [x, y] = await middleOf(element)
      await engine.perform([{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY, duration: 50 }] }])
    },
    async type(field: string, text: string): Promise<void> {
      await pointer([move(await middleOf(field)), down, up])
      await press(KEYS.Control, 'a')
      await press(...text, KEYS.Enter)
    },
    /** Uses a change event, because keys would open a native list outside the window. */
    async choose(list: string, value: string): Promise<void> {
      await expect.poll(() => engine.run(`!!${list}`), { message: list }).toBe(true)
      await engine.run(
        `(() => { const list = ${list}; list.value = ${JSON.stringify(value)}; list.dispatchEvent(new Event('change', { bubbles: true })) })()`,
      )
    },
  }
}
