import type { Page } from '@playwright/test'
import { TOURS } from '../../shared/demo/tours/tours'
import { expect, test } from './app'

/**
 * Sizes of the window. The test checks every stop in the small size. In each tour, the test also checks the first stop per part of the
 * stage in the large size.
 */
const SMALL = { width: 1280, height: 720 }
const LARGE = { width: 1920, height: 1080 }

function hiddenParts(): string[] {
  const found: string[] = []
  interface Edges {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  const contains = (outer: Edges, inner: Edges): boolean =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  const all = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const card = document.querySelector('.tour-card-stop')
  const part = document.querySelector<HTMLElement>('[data-look="true"]')
  if (!card || !part) return ['there is no stop']
  for (const each of [card, ...card.querySelectorAll('h2, [role="status"], button')])
    if (!contains(all, each.getBoundingClientRect())) found.push(`the tour’s ${each.tagName} is outside the window`)
  if (card.scrollHeight > card.clientHeight + 1) found.push('the tour’s text is cut')
  const cell = part.getBoundingClientRect()
  if (!contains(all, cell)) found.push('the part is outside the window')
  if (cell.height < 160 || cell.width < 260) found.push(`the part is ${Math.round(cell.width)} by ${Math.round(cell.height)} only`)
  const within = (elements: Iterable<Element>, what: string): void => {
    for (const each of elements)
      if (!contains(cell, each.getBoundingClientRect())) found.push(`${what} is cut: ${each.textContent?.slice(0, 40)}`)
  }
  // Letters need at least 12 pixels, except letters of the page in its frame.
  for (const each of part.querySelectorAll<HTMLElement>('*')) {
    const text = [...each.childNodes].some((child) => child.nodeType === 3 && /\S/.test(child.textContent ?? ''))
    const size = text && each.checkVisibility() ? Number.parseFloat(getComputedStyle(each).fontSize) : 12
    // Letters of formulas, superscripts and subscripts can be smaller.
    if (size < 12 && !each.closest('math, sup, sub')) found.push(`letters of ${size} pixels: ${each.textContent?.slice(0, 30)}`)
  }
  for (const other of document.querySelectorAll('[data-enlarged] [data-part="formula"], [data-enlarged] [data-part="code"]'))
    if (other !== part && other.clientHeight > 0 && other.scrollHeight > other.clientHeight + 1) found.push('another part is cut')
  const name = part.dataset['part']
  if (name === 'formula') within(part.querySelectorAll('h2, .math-display, .cards-sum, .gauge'), 'the formula')
  if (name === 'code') within(part.querySelectorAll('[data-ran], [data-next]'), 'the line that runs')
  if (name === 'tree') within(part.querySelectorAll('[data-current="true"]'), 'the row')
  if (name === 'chart') within(part.querySelectorAll('text'), 'a label of the chart')
  const node = Number(part.dataset['node'] ?? -1)
  const frame = part.querySelector('iframe')
  if (name === 'page' && node >= 0 && frame) {
    const element = frame.contentDocument?.querySelector(`[data-bs-id="${node}"]`)
    const here = frame.getBoundingClientRect()
    const box = element?.getBoundingClientRect()
    const scale = here.width / frame.clientWidth
    if (box && box.width > 0) {
      const top = Math.max(cell.top, here.top + box.top * scale)
      const bottom = Math.min(cell.bottom, here.top + box.bottom * scale)
      if (bottom - top < Math.min(24, (box.height * scale) / 2) - 1)
        found.push(`only ${Math.round(bottom - top)} pixels of the element are visible`)
    }
  }
  return found
}

function questionFaults(): string[] {
  const part = document.querySelector<HTMLElement>('[data-look="true"]')
  if (part?.dataset['part'] !== 'page')
    return part?.dataset['part'] === 'chart' ? [] : [`the question is about the ${part?.dataset['part']}`]
  const cell = part.getBoundingClientRect()
  const top = part.querySelector('iframe')?.contentWindow?.scrollY ?? 0
  return [
    ...(cell.height < innerHeight / 2 ? [`the page is ${Math.round(cell.height)} pixels high`] : []),
    ...(top > 0 ? [`the page begins ${top} pixels from its top`] : []),
  ]
}

async function visitStops(app: Page, id: string, stops: number): Promise<void> {
  await app.getByRole('combobox', { name: 'Tour' }).selectOption(id)
  const card = app.getByRole('region', { name: /^Tour: / })
  const visited = new Set<string>()
  for (let stop = 1; stop <= stops; stop++) {
    await expect(card).toContainText(`· ${stop} of ${stops}`)
    await expect(card.getByRole('status')).not.toContainText(/Loading the run/)
    // On a question, the key for the next stop answers the question.
    if ((await card.getAttribute('data-quiz')) === 'true') {
      await expect.poll(() => app.evaluate(questionFaults), { message: `${id}, question ${stop}` }).toEqual([])
      await app.keyboard.press('PageDown')
      await expect(card).toHaveAttribute('data-quiz', 'false')
    }
    await expect.poll(() => app.evaluate(hiddenParts), { message: `${id}, stop ${stop}` }).toEqual([])
    const part = (await app.locator('[data-look="true"]').getAttribute('data-part')) ?? ''
    if (!visited.has(part)) {
      visited.add(part)
      await app.setViewportSize(LARGE)
      await expect.poll(() => app.evaluate(hiddenParts), { message: `${id}, stop ${stop}, in a large window` }).toEqual([])
      await app.setViewportSize(SMALL)
    }
    await app.keyboard.press('PageDown')
  }
}

test('every stop of every tour shows its parts in a small window, and one stop per part in a large window', async ({ app }) => {
  await app.emulateMedia({ reducedMotion: 'reduce' })
  await app.setViewportSize(SMALL)
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  for (const tour of TOURS) await visitStops(app, tour.id, tour.stops.length)
  await app.keyboard.press('l')
  await expect(app.locator('.demo')).toHaveAttribute('data-lecture', 'true')
  await expect.poll(() => app.evaluate(hiddenParts), { message: 'in a lecture' }).toEqual([])
  const player = await app.locator('.transport-bar').boundingBox()
  expect(player?.y).toBeGreaterThan(600)
})
