import { expect, test } from './app'

test('the policy of a page view forbids scripts, forms and plug-ins, and allows only kept resources', async ({ app }) => {
  const source = await app.locator('iframe[data-testid="page-view"]').getAttribute('src')
  const { href } = new URL(source ?? '', app.url())
  const headers = (await app.request.get(href)).headers()
  const policy = (headers['content-security-policy'] ?? '').replaceAll(`${href}/`, 'kept-resources')
  for (const directive of [
    "default-src 'none'",
    "script-src 'none'",
    "form-action 'none'",
    'frame-src kept-resources',
    'img-src data: blob: kept-resources;',
    "object-src 'none'",
    'sandbox allow-same-origin',
  ])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/allow-scripts|allow-popups|allow-forms|allow-top-navigation|https?:/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  await expect(app.locator('iframe[data-testid="page-view"]')).toHaveAttribute('sandbox', 'allow-same-origin')
})

test('the window runs only its own files', async ({ app }) => {
  const policy = (await app.request.get(new URL('/', app.url()).href)).headers()['content-security-policy'] ?? ''
  for (const directive of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  const ran = await app.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
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
