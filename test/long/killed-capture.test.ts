/** Kills a capture into a corpus at critical moments. After each kill, the page is complete or missing, and shared resources stay. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCorpus } from '../../electron/services/corpus/store/corpus-store'
import { LEAST_AGE, unusedBodies } from '../../electron/services/bundle/bundle-files'
import { root } from '../../scripts/ensure.mjs'
import { hasChromium } from '../capture/chromium-loader'
import { folderForAll } from '../fixtures/temporary-folder'
import { serveHere, type ServerHere } from '../fixtures/listen'

const IMAGES = 12
let server: ServerHere
let origin: string
const folder = folderForAll('killed')
let requestCount = 0
beforeAll(async () => {
  server = await serveHere((request, response) => {
    const path = request.url ?? '/'
    if (path.endsWith('.svg')) {
      requestCount++
      const text = path === '/shared.svg' ? 'every page' : path
      response
        .writeHead(200, { 'Content-Type': 'image/svg+xml' })
        .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${text.repeat(800)}--></svg>`)
      return
    }
    const images = Array.from({ length: IMAGES - 1 }, (_, i) => `<img src="${path}-${i}.svg">`).join('')
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>${path}</title><p>The text of ${path}.<img src=/shared.svg>${images}`)
  })
  origin = server.url
})
afterAll(() => server.close())

/** Kills the program and its browser when `moment` returns true. @returns whether the program was killed */
async function capture(page: string, moment?: () => boolean): Promise<boolean> {
  requestCount = 0
  const args = [join(root, 'out', 'main', 'cli.js'), 'capture', '--rendered', origin + page, '--corpus', 'corpus']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', detached: true })
  let killed = false
  const watch = setInterval(() => {
    if (killed || child.pid === undefined || moment?.() !== true) return
    killed = true
    process.kill(-child.pid, 'SIGKILL')
  }, 2)
  await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watch)
  return killed
}

const filesIn = (...path: string[]): string[] => {
  const at = join(folder, 'corpus', ...path)
  return existsSync(at) ? readdirSync(at, { recursive: true, encoding: 'utf8' }) : []
}

test.skipIf(!hasChromium)('a killed capture leaves a complete page or none, and keeps the images of other pages', async () => {
  expect(await capture('/first')).toBe(false)
  const moments: Readonly<Record<string, () => boolean>> = {
    '/half-loaded': () => requestCount >= IMAGES / 2,
    '/bodies-being-written': () => filesIn('resources').filter((name) => name.endsWith('.warc.gz')).length > IMAGES + 2,
    '/page-being-written': () => filesIn('pages').some((name) => name.startsWith('.new-')),
  }
  for (const [page, moment] of Object.entries(moments)) await capture(page, moment)
  const store = await openCorpus(join(folder, 'corpus'))
  const completePages = async (): Promise<string[]> => {
    const found: string[] = []
    for (const id of await store.pageIds()) {
      const { problems, url } = await store.entry(id)
      expect(problems).toEqual([])
      const bundle = await store.bundle(id)
      expect(bundle?.missing).toEqual([])
      expect(bundle?.resources).toHaveLength(IMAGES)
      found.push((url ?? '').replace(origin, ''))
    }
    return found.sort()
  }
  expect(await completePages()).toContain('/first')
  // A new capture succeeds despite temporary files of the killed capture.
  await capture('/half-loaded')
  expect(await completePages()).toContain('/half-loaded')
  await unusedBodies(store.root, Date.now() + 2 * LEAST_AGE, true)
  expect(await completePages()).toContain('/half-loaded')
})
