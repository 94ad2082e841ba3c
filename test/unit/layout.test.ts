import { expect, test } from 'vitest'
import { pinnedNodes, textSizes } from '../../shared/page/place-layout'
import { POSITION_FIXED, POSITION_STICKY, tagName, type LayoutStyles, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

function laidOut(html: string): PageModel {
  const page = parsePage(html)
  const styles: LayoutStyles = {
    fontSize: new Float32Array(page.count).fill(16),
    fontWeight: new Uint16Array(page.count).fill(400),
    position: new Uint8Array(page.count),
    stacks: new Uint8Array(page.count),
    zIndex: new Int32Array(page.count),
  }
  const flags = new Uint8Array(page.count).fill(3)
  for (let n = 0; n < page.count; n++) {
    if (tagName(page, n) === 'nav') styles.position[n] = POSITION_STICKY
    if (tagName(page, n) === 'aside') styles.position[n] = POSITION_FIXED
    if (tagName(page, n) === 'footer') {
      styles.position[n] = POSITION_FIXED
      flags[n] = 0
    }
    if (tagName(page, page.parent[n] ?? 0) === 'small') {
      styles.fontSize[n] = 10
      flags[n] = 1
    }
  }
  return { ...page, layout: { flags, boxes: new Float32Array(page.count * 4), styles, viewport: { width: 1280, height: 900 } } }
}

test('fixed and sticky elements are listed, outermost only, and only if displayed', () => {
  const page = laidOut('<body><nav>a<aside>b</aside></nav><p>c</p><footer>d</footer><aside>e</aside>')
  expect(pinnedNodes(page).map((n) => tagName(page, n))).toEqual(['nav', 'aside'])
  expect(pinnedNodes(parsePage('<body><nav>a</nav>'))).toEqual([])
})

test('text has the size of its element where it is seen', () => {
  const page = laidOut('<body><p>a</p><small>b</small>')
  expect([...textSizes(page)].filter((size) => !Number.isNaN(size))).toEqual([16])
  expect([...textSizes(parsePage('<p>a'))].every(Number.isNaN)).toBe(true)
})
