import { z } from 'zod'

/** What `MEASURE_BOXES` gives: rows of id, x, y, width, height; and of parent's id, place among its texts, x, y, width, height. */
export const Measured = z.object({ height: z.number(), boxes: z.array(z.number()), texts: z.array(z.number()) })

/** Milliseconds that images and fonts of a view are waited for. */
const PATIENCE = 8_000

/** Elements and texts that are measured; pages with more are cut. */
const MOST = 200_000

/** Runs in the view, once it has loaded: where its elements are, and its texts where they stand beside elements. */
export const MEASURE_BOXES = `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}))
  const arrived = document.readyState === 'complete' ? null : new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await Promise.race([arrived, late])
  for (const image of document.querySelectorAll('img[loading=lazy i]')) image.loading = 'eager'
  await Promise.race([Promise.all([...document.images].map((image) => image.decode().catch(() => null))), late])
  await Promise.race([document.fonts.ready, late])
  const boxes = []
  const texts = []
  const range = document.createRange()
  for (const element of [...document.querySelectorAll('[data-bs-id]')].slice(0, ${MOST})) {
    const id = Number(element.dataset.bsId ?? element.getAttribute('data-bs-id'))
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width > 0 && height > 0) boxes.push(id, x + scrollX, y + scrollY, width, height)
    if (element.childElementCount === 0) continue
    let place = 0
    for (const child of element.childNodes) {
      if (child.nodeType !== 3) continue
      if (/\\S/.test(child.data)) {
        range.selectNodeContents(child)
        const box = range.getBoundingClientRect()
        if (box.width > 0) texts.push(id, place, box.x + scrollX, box.y + scrollY, box.width, box.height)
      }
      place += 1
    }
  }
  return { height: document.documentElement.scrollHeight, boxes, texts }
})()`
