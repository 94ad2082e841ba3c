/** The hostile page of the fixtures, and the server to which it reports. The server answers and records every request. */
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/ensure.mjs'
import { serveHere } from '../fixtures/listen'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface HostilePage {
  readonly html: string
  /** Requests to the page's server; should be empty. */
  readonly asked: readonly Asked[]
  readonly close: () => Promise<void>
}

/** Starts the server, and writes its address into the page. */
export async function hostilePage(): Promise<HostilePage> {
  const asked: Asked[] = []
  const { url, close } = await serveHere((request, response) => {
    asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    response
      .writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' })
      .end('<script>top.document.title = "PWNED"</script>')
  })
  const html = readFileSync(join(root, 'test', 'fixtures', 'hostile.html'), 'utf8').replaceAll('https://hostile.invalid', url)
  return { html, asked, close }
}

/** Traces of the hostile page's scripts. */
export const marks = (page: Page): Promise<unknown> =>
  page.evaluate(() => [document.title.includes('PWNED'), document.documentElement.dataset.pwned ?? null, localStorage.getItem('pwned')])
