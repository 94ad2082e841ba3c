/** Renders a page and measures its boxes, for figures and videos. Sends no request to the network. */
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { failed, failure } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import { type CdpTarget, evaluate, type OpenTarget, Picture } from '../capture/cdp-target'
import { NO_CONNECTION } from '../capture/checked-proxy'
import { startDeadline } from '../capture/loader'
import type { PageViews, ViewAnswer } from '../view/page-views'

/** Address of the rendered view. No server has this address. */
const ORIGIN = 'https://view.invalid'

/** Maximum milliseconds per figure. */
const TIME = 60_000

/** Maximum milliseconds to wait for the load event of a view. After this time, the view is measured in its current state. */
const LOADING = 15_000

/** Pixels of the picture per CSS pixel. With two pixels, the picture is sharp in print. */
const SCALE = 2

const Paused = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) })

/** Per box: id, x, y, width, height. Per text: id of the parent, index among the parent's texts, x, y, width, height. */
const Measured = z.object({ height: z.number(), boxes: z.array(z.number()), texts: z.array(z.number()) })

/** Maximum milliseconds to wait for the load event, the images and the fonts of a view. */
const PATIENCE = 8_000

const MOST = 200_000

const MEASURE_BOXES = `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}))
  const arrived = document.readyState === 'complete' ? null : new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await Promise.race([arrived, late])
  for (const image of document.querySelectorAll('img[loading=lazy i]')) image.loading = 'eager'
  await Promise.race([Promise.all([...document.images].map((image) => image.decode().catch(() => null))), late])
  await Promise.race([document.fonts.ready, late])
  const boxes = []
  const texts = []
  const range = document.createRange()
  // Cuts boxes in a frame at the edges of the frame.
  const add = (rows, keys, { x, y, width, height }, { left, top, clip }) => {
    const from = { x: Math.max(x + left, clip.x), y: Math.max(y + top, clip.y) }
    const size = [Math.min(x + left + width, clip.right) - from.x, Math.min(y + top + height, clip.bottom) - from.y]
    if (size[0] > 0 && size[1] > 0) rows.push(...keys, from.x, from.y, ...size)
  }
  const whole = { x: -Infinity, y: -Infinity, right: Infinity, bottom: Infinity }
  const trees = [{ tree: document, left: scrollX, top: scrollY, clip: whole }]
  let measured = 0
  for (let at = trees.pop(); at; at = trees.pop()) {
    for (const element of at.tree.querySelectorAll('[data-bs-id]')) {
      if (++measured > ${MOST}) break
      const id = Number(element.dataset.bsId ?? element.getAttribute('data-bs-id'))
      const rect = element.getBoundingClientRect()
      add(boxes, [id], rect, at)
      if (element.shadowRoot) trees.push({ ...at, tree: element.shadowRoot })
      const inner = element.contentDocument
      if (inner) {
        const { paddingLeft, paddingTop } = getComputedStyle(element)
        const left = rect.x + at.left + element.clientLeft + parseFloat(paddingLeft)
        const top = rect.y + at.top + element.clientTop + parseFloat(paddingTop)
        const { clip } = at
        const right = Math.min(left + element.clientWidth, clip.right)
        const bottom = Math.min(top + element.clientHeight, clip.bottom)
        trees.push({ tree: inner, left, top, clip: { x: Math.max(left, clip.x), y: Math.max(top, clip.y), right, bottom } })
      }
      if (element.childElementCount === 0) continue
      let place = 0
      for (const child of element.childNodes) {
        if (child.nodeType !== 3) continue
        if (/\\S/.test(child.data)) {
          range.selectNodeContents(child)
          add(texts, [id, place], range.getBoundingClientRect(), at)
        }
        place += 1
      }
    }
  }
  return { height: document.documentElement.scrollHeight, boxes, texts }
})()`

type Send = CdpTarget['send']
type Answer = (url: URL) => Promise<ViewAnswer | null>

/** @param openTarget null if the host has no browser */
export function createFigureHandlers(openTarget: OpenTarget | null, views: Pick<PageViews, 'answer'>): Pick<Handlers, 'figure.page'> {
  const answer: Answer = (url) =>
    url.origin === ORIGIN ? views.answer({ path: url.pathname, query: url.searchParams, origin: ORIGIN }) : Promise.resolve(null)
  return {
    'figure.page': async ({ page, styled, width, height }, { signal }) => {
      const address = `${ORIGIN}/view/${encodeURIComponent(page)}${styled ? '' : '?bare=1'}`
      const view = await answer(new URL(address))
      if (view?.status !== 200) throw failed('page.closed', 'This page is no longer open.', 'Open it again.')
      if (!openTarget) throw failed('browser.missing', 'Figures of pages need a browser.', 'Install Chrome or Chromium.')
      const deadline = startDeadline(TIME, signal, () =>
        failure('figure.late', `The figure was not rendered within ${TIME / 1000} s.`, 'Try again, or save a smaller part.'),
      )
      const target = await openTarget()
      try {
        const send: Send = (method, params) => deadline.race(target.send(method, params))
        target.onGone((reason) => deadline.fail(failure('browser.gone', `The browser ended: ${reason}.`, 'Try again.')))
        target.on((method, params) => {
          const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params).data : undefined
          if (paused) void reply(target, paused, (url) => (url.href === address ? Promise.resolve(view) : answer(url)))
        })
        await deadline.race(target.guard({ ...NO_CONNECTION, allows: (url) => Promise.resolve(url.startsWith(`${ORIGIN}/`)) }))
        await send('Page.enable')
        await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
        // Wait for the load event, because otherwise the result could describe the blank page.
        const loaded = loadEvent(target)
        await send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: SCALE, mobile: false })
        await send('Page.navigate', { url: address })
        await loaded
        const { boxes, texts, height: whole } = Measured.parse(await evaluate(send, MEASURE_BOXES))
        const high = Math.max(1, Math.min(height, whole))
        const clip = { x: 0, y: 0, width, height: high, scale: 1 }
        const how = { format: 'png', optimizeForSpeed: true, captureBeyondViewport: true, clip }
        const png = Buffer.from(Picture.parse(await send('Page.captureScreenshot', how)).data, 'base64')
        return { png, width, height: high, scale: SCALE, boxes: boxesOf(boxes), texts: Float32Array.from(texts) }
      } finally {
        deadline.dispose()
        await target.destroy()
      }
    },
  }
}

function loadEvent(target: CdpTarget): Promise<void> {
  return new Promise((resolve) => {
    target.on((method) => {
      if (method === 'Page.loadEventFired') resolve()
    })
    setTimeout(resolve, LOADING).unref()
  })
}

async function reply(target: CdpTarget, { requestId, request }: z.infer<typeof Paused>, answer: Answer): Promise<void> {
  try {
    const found = URL.canParse(request.url) ? await answer(new URL(request.url)) : null
    if (!found) return void (await target.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }))
    const { body } = found
    await target.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: found.status,
      responseHeaders: Object.entries(found.headers).map(([name, value]) => ({ name, value })),
      body: (body instanceof ReadableStream ? await buffer(body) : Buffer.from(body)).toString('base64'),
    })
  } catch {
    // The browser refuses the command if the page is gone.
  }
}

function boxesOf(rows: readonly number[]): Float32Array {
  let most = -1
  for (let i = 0; i < rows.length; i += 5) most = Math.max(most, rows[i] as number)
  const boxes = new Float32Array((most + 1) * 4)
  for (let i = 0; i < rows.length; i += 5) for (let k = 0; k < 4; k++) boxes[(rows[i] as number) * 4 + k] = rows[i + 1 + k] as number
  return boxes
}
