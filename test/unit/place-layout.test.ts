import { expect, test } from 'vitest'
import { parsePage } from '../../shared/page/parse-page'
import { describeFit, placeLayout, type CapturedLayout, pinnedNodes, textSizes } from '../../shared/page/place-layout'
import { ELEMENT, tagName, type PageModel, POSITION_FIXED, POSITION_STICKY, type LayoutStyles } from '../../shared/page/page-model'

function captured(text: string, flags: readonly number[] = []): CapturedLayout {
  const elements = text.split(', ').map((element) => element.split(' '))
  const tagNames = [...new Set(elements.map(([tag = '']) => tag))]
  return {
    tagNames,
    tags: Uint16Array.from(elements, ([tag = '']) => tagNames.indexOf(tag)),
    parents: Int32Array.from(elements, ([, parent]) => Number(parent)),
    flags: Uint8Array.from(elements, (_, i) => flags[i] ?? 3),
    boxes: Float32Array.from(elements.flatMap((_, i) => [i, 0, 1, 1])),
    viewport: { width: 100, height: 100 },
  }
}
const order = (page: PageModel, layout: { boxes: Float32Array }): string[] =>
  Array.from(page.kind, (kind, n) => (kind === ELEMENT ? `${tagName(page, n)}:${layout.boxes[n * 4]}` : '')).filter((s) => s !== '')

test('equal trees of browser and parser match element by element; text is visible like its parent', () => {
  const page = parsePage('<html><head></head><body><p>a</p><p>b</p></body></html>')
  const { layout, fit } = placeLayout(page, captured('html -1, head 0, body 0, p 2, p 2', [3, 0, 3, 1, 3]))
  expect(fit).toEqual({ unmatched: 0, lost: 0, moved: 0 })
  expect(order(page, layout)).toEqual(['html:0', 'head:1', 'body:2', 'p:3', 'p:4'])
  // Flags of html, head, body, p, its text, p, its text
  expect([...layout.flags]).toEqual([3, 0, 3, 1, 1, 3, 3])
  expect(describeFit(fit)).toEqual([])
})

test('elements of only one tree are skipped, and other elements keep their boxes', () => {
  const page = parsePage('<html><head></head><body><div></div><ul><li></li></ul><p></p></body></html>')
  const { layout, fit } = placeLayout(page, captured('html -1, head 0, body 0, ul 2, li 3, span 4, p 2'))
  expect(order(page, layout)).toEqual(['html:0', 'head:1', 'body:2', 'div:NaN', 'ul:3', 'li:4', 'p:6'])
  expect(fit).toEqual({ unmatched: 1, lost: 1, moved: 0 })
  expect(describeFit(fit)).toHaveLength(1)
})

test('an element below another parent keeps its box and is reported as moved', () => {
  const page = parsePage('<html><head></head><body><div><p></p></div></body></html>')
  const { layout, fit } = placeLayout(page, captured('html -1, head 0, body 0, div 2, p 2'))
  expect(order(page, layout)).toEqual(['html:0', 'head:1', 'body:2', 'div:3', 'p:4'])
  expect(fit).toEqual({ unmatched: 0, lost: 0, moved: 1 })
})

test('different trees give a page without boxes', () => {
  const page = parsePage('<html><head></head><body>' + '<p></p>'.repeat(500) + '</body></html>')
  expect(placeLayout(page, captured(Array(400).fill('x -1').join(', '))).fit).toEqual({ unmatched: 503, lost: 400, moved: 0 })
})

test('a page that is parsed with a captured layout has the layout by node id', () => {
  const page = parsePage('<html><head></head><body>x</body></html>', { layout: captured('html -1, head 0, body 0') })
  expect([...(page.layout?.flags ?? [])]).toEqual([3, 3, 3, 3])
})

test('a frame or shadow root of only one tree is skipped, at any size', () => {
  const many = '<i></i>'.repeat(500)
  const page = parsePage(
    `<body><div><template shadowrootmode="open">${many}</template></div><p>x</p><iframe srcdoc="${many}"></iframe><b></b>`,
  )
  const bare = captured('html -1, head 0, body 0, div 2, p 2, iframe 2, b 2')
  expect(order(page, placeLayout(page, bare).layout).filter((place) => /^[pb]:/.test(place))).toEqual(['p:4', 'b:6'])
  const plain = parsePage('<body><div></div><p>x</p>')
  const { layout, fit } = placeLayout(plain, captured(`html -1, head 0, body 0, div 2, #shadow-root 3, ${'i 4, '.repeat(500)}p 2`))
  expect(order(plain, layout).at(-1)).toBe('p:505')
  expect(fit).toEqual({ unmatched: 0, lost: 501, moved: 0 })
})

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

test('visible text has the size of its element', () => {
  expect([...textSizes(laidOut('<body><p>a</p><small>b</small>'))].filter((size) => !Number.isNaN(size))).toEqual([16])
  expect([...textSizes(parsePage('<p>a'))].every(Number.isNaN)).toBe(true)
})
