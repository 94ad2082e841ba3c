import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDocumentation } from '../../electron/services/documentation'
import { startHttpHost } from '../../electron/server/http-host'
import type { Handlers } from '../../shared/contract/dispatcher'
import { temporaryFolder, writeIn } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('documentation')
let root: string
beforeEach(() => void (root = folderOf()))

const write = (name: string, content: string): string => writeIn(root, name, content)
const making = (pid: number): string => write('.cache/docs-making.json', JSON.stringify({ pid, step: 3, of: 5, doing: 'the articles' }))

describe('A user who opens the help', () => {
  test('gets the page, and the first page for an address without a page', () => {
    write('out/docs/index.html', 'first')
    write('out/docs/methods/cetd.html', 'text density')
    const documentation = createDocumentation(root)
    expect(documentation('')).toMatchObject({ file: join(root, 'out', 'docs', 'index.html') })
    expect(documentation('methods/cetd.html')).toMatchObject({ file: join(root, 'out', 'docs', 'methods', 'cetd.html') })
  })

  test('sees how to build the documentation if it is missing', () =>
    expect(createDocumentation(root)('manual.html')).toMatchObject({
      status: 503,
      body: expect.stringContaining('npm run docs') as string,
    }))

  test('sees the progress while it is built, and the documentation when it is ready', () => {
    const documentation = createDocumentation(root)
    making(process.pid)
    expect(documentation('')).toMatchObject({ body: expect.stringContaining('Step 3 of 5: the articles') as string })
    expect(documentation('')).toMatchObject({ body: expect.stringContaining('location.reload()') as string })
    write('out/docs/index.html', 'first')
    expect(documentation('')).toHaveProperty('file')
  })

  test('sees that the build failed, and where the reason is written', () => {
    making(2 ** 30)
    expect(createDocumentation(root)('')).toMatchObject({ body: expect.stringContaining('could not be built') as string })
  })

  test.each(['../secret', '..%2Fsecret', '%2e%2e/secret', 'methods/../../secret', '/etc/passwd', '%00', '%', 'methods', 'no.html'])(
    'gets no other files than the documentation: %s',
    (path) => {
      write('out/docs/index.html', 'first')
      write('out/docs/methods/cetd.html', 'text density')
      write('out/secret', 'secret')
      expect(createDocumentation(root)(path)).toMatchObject({ status: 404 })
    },
  )
})

async function startHost() {
  write('renderer/index.html', 'window')
  const views = { answer: () => Promise.resolve(null) }
  const places = { renderer: join(root, 'renderer'), documentation: createDocumentation(root) }
  const host = await startHttpHost({ ...places, handlers: {} as Handlers, views, token: 'x', port: 0 })
  return { host, ask: (path: string): Promise<Response> => fetch(`http://127.0.0.1:${host.port}${path}`) }
}

test('the browser host shows the documentation under /docs/, with the types of its files; no other site can frame it', async () => {
  write('out/docs/index.html', 'first')
  write('out/docs/site.js', 'export {}')
  const { host, ask } = await startHost()
  const first = await ask('/docs/')
  expect([first.status, first.headers.get('content-type'), await first.text()]).toEqual([200, 'text/html; charset=utf-8', 'first'])
  expect(first.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/)
  expect((await ask('/docs/site.js')).headers.get('content-type')).toMatch(/javascript/)
  expect((await ask('/docs/..%2f..%2frenderer%2findex.html')).status).toBe(404)
  await host.close()
})

test('the browser host answers a folder with its first page, and sends the site’s window with the policy of this window', async () => {
  const policy = "default-src 'self'; style-src 'self' 'unsafe-inline' data: blob:; font-src 'self' data: blob:; media-src data: blob:"
  write('out/docs/index.html', 'first')
  write('out/docs/app/index.html', `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
  write('out/docs/app/main.js', '1')
  const { host, ask } = await startHost()
  try {
    for (const path of ['/docs', '/docs/']) {
      const first = await ask(path)
      expect([first.status, new URL(first.url).pathname, await first.text()]).toEqual([200, '/docs/', 'first'])
    }
    for (const path of ['/docs/app', '/docs/app/', '/docs/app/index.html']) {
      const app = await ask(path)
      expect([app.status, new URL(app.url).pathname.startsWith('/docs/app/')]).toEqual([200, true])
      expect(app.headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'self'`)
    }
    for (const path of ['/', '/docs/', '/docs/app/', '/docs/app/main.js', '/docs/none'])
      expect((await ask(path)).headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect((await ask('/docs//evil')).status).toBe(404)
  } finally {
    await host.close()
  }
})
