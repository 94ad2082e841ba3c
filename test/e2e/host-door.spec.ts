/** Other clients of the host may be hostile: the response depends on host name and sender. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import { expect, test, type Host } from './app'

test('the view of a page is served with a policy without scripts, forms, plug-ins and addresses except those of kept resources', async ({
  app,
}) => {
  const source = await app.locator('iframe[data-testid="page-view"]').getAttribute('src')
  const view = await app.request.get(new URL(source ?? '', app.url()).href)
  const policy = (view.headers()['content-security-policy'] ?? '').replaceAll(`${new URL(source ?? '', app.url()).href}/`, 'what-was-kept')
  for (const directive of [
    "default-src 'none'",
    "script-src 'none'",
    "form-action 'none'",
    'frame-src what-was-kept',
    'img-src data: blob: what-was-kept;',
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
  // The browser enforces this policy.
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
  // A view is found by its random handle: its address has no token that a hostile page could send away.
  expect((await ask(host, '/view/some-page')).status).toBe(404)
  expect((await ask(host, '//')).status).toBe(404)

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
