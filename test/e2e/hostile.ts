import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/ensure.mjs'
import { serveHere } from '../fixtures/listen'

export interface AttackRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface HostilePage {
  readonly html: string
  /** Requests that attacks of the page sent. The list must stay empty. */
  readonly requests: readonly AttackRequest[]
  readonly close: () => Promise<void>
}

export async function hostilePage(): Promise<HostilePage> {
  const requests: AttackRequest[] = []
  const { url, close } = await serveHere((request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    response
      .writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' })
      .end('<script>top.document.title = "PWNED"</script>')
  })
  const html = readFileSync(join(root, 'test', 'fixtures', 'hostile.html'), 'utf8').replaceAll('https://hostile.invalid', url)
  return { html, requests, close }
}

export const attackTraces = (page: Page): Promise<unknown> =>
  page.evaluate(() => [document.title.includes('PWNED'), document.documentElement.dataset.pwned ?? null, localStorage.getItem('pwned')])
