/** The page under inspection is hostile, and so may be whoever else talks to the host. The list is that of the architecture. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { root } from '../../scripts/ensure.mjs'
import { expect, extractedText, openAddress, pageView, ready, test, type Host } from './app'

const HOSTILE = join(root, 'test', 'fixtures', 'hostile.html')

/** Writes down everything a page might do to the window around it. */
function watch(page: Page): {
  readonly events: string[]
  readonly requests: { readonly url: string; readonly referrer: string | undefined }[]
} {
  const events: string[] = []
  const requests: { url: string; referrer: string | undefined }[] = []
  const { origin } = new URL(page.url())
  page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', (download) => events.push(`download ${download.url()}`))
  page.on('filechooser', () => events.push('file chooser'))
  page.context().on('page', (popup) => events.push(`popup ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    const isOwn = frame.url().startsWith(`${origin}/`)
    if (!isOwn && frame.url() !== 'about:blank') events.push(`navigation to ${frame.url()}`)
    if (frame !== page.mainFrame() && frame.parentFrame() !== page.mainFrame()) events.push(`inner frame ${frame.url()}`)
  })
  page.context().on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url()))
      requests.push({ url: request.url(), referrer: request.headers().referer })
  })
  return { events, requests }
}

/** What the hostile page's scripts would leave behind. */
const marks = (page: Page): Promise<unknown> =>
  page.evaluate(() => [document.title.includes('PWNED'), document.documentElement.dataset.pwned ?? null, localStorage.getItem('pwned')])

async function openHostile(page: Page): Promise<ReturnType<typeof watch>> {
  const seen = watch(page)
  await openAddress(page, HOSTILE)
  await expect(pageView(page).getByRole('heading', { name: 'A page that means harm' })).toBeVisible()
  await ready(page)
  return seen
}

test('a hostile page is shown and measured like any other, and nothing that it tries happens', async ({ app }) => {
  const seen = await openHostile(app)
  await expect(extractedText(app)).toContainText('The words of this page are ordinary')
  const html = pageView(app).locator('html')
  await expect(html).not.toHaveAttribute('data-pwned')
  // No handler in an attribute, no frame, no plug-in and no refresh is left alive in the view.
  await expect(pageView(app).locator('script:not([type="text/plain"])')).toHaveCount(0)
  expect(app.frames()).toHaveLength(2)
  const frame = app.frames().find((other) => other.parentFrame() === app.mainFrame())
  expect(frame?.url()).toContain('/view/')

  await test.step('its links lead nowhere, by click, middle click or key', async () => {
    const before = app.url()
    for (const name of ['script link', 'top link', 'new window', 'file link', 'download', 'data link']) {
      const link = pageView(app).getByText(name, { exact: true }).first()
      await link.click()
      await link.click({ modifiers: ['Control'] })
      await link.click({ button: 'middle' })
      await link.press('Enter')
    }
    expect(new URL(app.url()).origin).toBe(new URL(before).origin)
  })
  await test.step('its form sends nothing', async () => {
    await pageView(app).getByRole('button', { name: 'Send', exact: true }).click()
    const field = pageView(app).locator('input[value="1"]')
    await field.click()
    await field.press('Enter')
  })
  await test.step('it reached nothing, not even with time', async () => {
    // Its refresh would come after one second, its pop-ups every 200 ms.
    const start = Date.now()
    await expect.poll(() => Date.now() - start, { intervals: [250] }).toBeGreaterThan(1500)
    expect(seen.events).toEqual([])
    expect(seen.requests).toEqual([])
    expect(await marks(app)).toEqual([false, null, null])
    await expect(html).not.toHaveAttribute('data-pwned')
    expect(frame?.url()).toContain('/view/')
  })
})

test('after its scripts ran in the capture, the hostile page is as harmless in the window', async ({ app }) => {
  test.setTimeout(90_000)
  const seen = watch(app)
  await app.getByRole('group', { name: 'Capture' }).getByRole('button', { name: 'Rendered' }).click()
  await ready(app)
  await openAddress(app, HOSTILE)
  await expect(pageView(app).getByRole('heading', { name: 'A page that means harm' })).toBeVisible({ timeout: 45_000 })
  await ready(app)
  const html = pageView(app).locator('html')
  const before = await html.getAttribute('data-pwned')
  await pageView(app).getByText('script link', { exact: true }).first().click()
  await pageView(app).getByText('top link', { exact: true }).first().click()
  await pageView(app).getByRole('button', { name: 'Send', exact: true }).click()
  expect(await html.getAttribute('data-pwned')).toBe(before)
  expect(seen.events).toEqual([])
  expect(seen.requests).toEqual([])
  // Only the window's title follows the page's, as words, cut to size.
  expect((await app.title()).length).toBeLessThan(1100)
  expect(await app.evaluate(() => localStorage.getItem('pwned'))).toBeNull()
})

test('with images and styles from the network, the page still gets no script, frame or form, and tells nobody where it is shown', async ({
  app,
}) => {
  const seen = await openHostile(app)
  await app.getByRole('toolbar', { name: 'Page view' }).getByRole('button', { name: 'Load the page’s images and styles' }).click()
  await expect.poll(() => seen.requests.some(({ url }) => url === 'https://hostile.invalid/a.png' || url.endsWith('/b.png'))).toBe(true)
  await expect(pageView(app).getByRole('heading', { name: 'A page that means harm' })).toBeVisible()
  const asked = seen.requests.map(({ url }) => url)
  expect(asked.filter((url) => !url.startsWith('https://hostile.invalid/'))).toEqual([])
  expect(asked.filter((url) => /frame|plugin|steal|refreshed|top|popup|ping|noscript|\.js$/.test(new URL(url).pathname))).toEqual([])
  expect(seen.requests.filter(({ referrer }) => referrer !== undefined)).toEqual([])
  expect(seen.events).toEqual([])
  expect(await marks(app)).toEqual([false, null, null])
})

test('a title of 100,000 letters breaks nothing', async ({ app, site }) => {
  await openAddress(app, `${site.origin}/long-title`)
  await expect(pageView(app).getByText('here')).toBeVisible()
  await ready(app)
  expect((await app.title()).length).toBeLessThan(1100)
  const tab = await app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab').boundingBox()
  expect(tab?.width).toBeLessThan(400)
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('the view of a page is served with a policy that allows no script, frame, form or plug-in', async ({ app }) => {
  const source = await app.locator('iframe[data-testid="page-view"]').getAttribute('src')
  const view = await app.request.get(new URL(source ?? '', app.url()).href)
  const policy = view.headers()['content-security-policy'] ?? ''
  for (const directive of [
    "default-src 'none'",
    "script-src 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    'sandbox allow-same-origin',
  ])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/allow-scripts|allow-popups|allow-forms|allow-top-navigation|https?:/)
  expect(view.headers()['referrer-policy']).toBe('no-referrer')
  await expect(app.locator('iframe[data-testid="page-view"]')).toHaveAttribute('sandbox', 'allow-same-origin')
})

test('the window itself runs only its own files', async ({ app, host }) => {
  const { headers } = await ask(host, '/')
  const policy = String(headers['content-security-policy'])
  for (const directive of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  // The browser holds it to that.
  const ran = await app.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
})

test('the host answers only under its own name, and only to its own window', async ({ host }) => {
  const own = `127.0.0.1:${host.port}`
  expect((await ask(host, '/')).status).toBe(200)
  expect((await ask(host, '/', { host: 'rebound.example' })).status).toBe(403)
  expect((await ask(host, '/', { host: `rebound.example:${host.port}` })).status).toBe(403)
  expect((await ask(host, '/', {}, 'POST')).status).toBe(405)
  expect((await ask(host, '/../package.json')).status).toBe(404)
  expect((await ask(host, '/%2e%2e/%2e%2e/package.json')).status).toBe(404)
  expect((await ask(host, '/view/some-page')).status).toBe(403)
  expect((await ask(host, '/view/some-page?token=wrong')).status).toBe(403)
  expect((await ask(host, `/view/some-page?token=${host.token}`)).status).toBe(404)

  const socket = `/socket?token=${host.token}`
  expect(await connect(host, socket, { origin: `http://${own}` })).toBe('open')
  expect(await connect(host, '/socket?token=wrong', { origin: `http://${own}` })).toBe('403')
  expect(await connect(host, '/socket', { origin: `http://${own}` })).toBe('403')
  expect(await connect(host, socket, { origin: 'https://evil.example' })).toBe('403')
  expect(await connect(host, socket, { origin: 'null' })).toBe('403')
  expect(await connect(host, socket, {})).toBe('403')
  expect(await connect(host, socket, { origin: 'http://rebound.example', host: 'rebound.example' })).toBe('403')
})

test('a page on the web cannot reach the host from its browser', async ({ context, host, site }) => {
  const page = await context.newPage()
  await page.goto(`${site.origin}/article`)
  const reached = await page.evaluate(
    async ({ port, token }) => {
      const tries = [
        fetch(`http://127.0.0.1:${port}/`).then(() => 'page read'),
        fetch(`http://127.0.0.1:${port}/view/x?token=${token}`).then(() => 'view read'),
        new Promise<string>((resolve, reject) => {
          const ws = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${token}`)
          ws.onopen = () => resolve('socket opened')
          ws.onerror = () => reject(new Error('refused'))
        }),
      ]
      return (await Promise.allSettled(tries)).map((result) => result.status)
    },
    { port: host.port, token: host.token },
  )
  expect(reached).toEqual(['rejected', 'rejected', 'rejected'])
  await page.close()
})

function ask(
  host: Host,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: host.port, path, method, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** `open`, or the status with which the upgrade was refused. */
function connect(host: Host, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers })
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(String(response.statusCode))
      socket.terminate()
    })
    socket.on('error', () => resolve('error'))
  })
}
