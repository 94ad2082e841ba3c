import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCliHere } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'
import { startCaptureServer, type CaptureServer } from './capture-server'
import { hasChromium } from './chromium-loader'

const folder = folderForAll('cli-address')
let server: CaptureServer
beforeAll(async () => {
  server = await startCaptureServer()
})
afterAll(() => server.close())

test.skipIf(!hasChromium)('an error page is printed with a warning', async () => {
  const answered = await runCliHere(['extract', `${server.origin}/missing`], { workers: folder, cwd: folder })
  expect(answered).toMatchObject({ code: 0, out: 'No such page.\n' })
  expect(answered.err).toBe('boilerscope: The server responded with status 404; its response was read as the page.\n')
  const json = await runCliHere(['extract', '--format', 'json', `${server.origin}/missing`], { workers: folder, cwd: folder })
  expect(JSON.parse(json.out)).toMatchObject({ warnings: ['The server responded with status 404; its response was read as the page.'] })
})

test.skipIf(!hasChromium)('an error page is captured, and is a problem of the batch', async () => {
  const capture = () =>
    runCliHere(['capture', `${server.origin}/missing`, `${server.origin}/article`, '--corpus', 'corpus', '--delay', '0'], {
      workers: folder,
      cwd: folder,
    })
  const first = await capture()
  expect(first).toMatchObject({ code: 3, out: '2 pages captured, 0 already in the corpus, 1 problem\n' })
  expect(first.err).toBe(
    `boilerscope: ${server.origin}/missing: The server responded with status 404; its response was kept as the page. Check the page and its address. [load.error-answer]\n`,
  )
  expect(await capture()).toEqual({ ...first, out: '0 pages captured, 2 already in the corpus, 1 problem\n' })
})
