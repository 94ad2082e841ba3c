import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test, type Page } from '@playwright/test'
import { root } from '../../../scripts/ensure.mjs'
import { startHost, type Host } from '../app'

export const REAL_PAGES = join(root, '..', 'shared', 'data', 'wcxb', 'dev', 'html')

function writeRealPage(folder: string, name: string, times: number): string {
  const html = gunzipSync(readFileSync(join(REAL_PAGES, `${name}.html.gz`))).toString()
  const body = /<body[^>]*>([\s\S]*?)(?:<\/body>|$(?![\s\S]))/i.exec(html)?.[1] ?? ''
  const path = join(folder, `${name}-${times}.html`)
  writeFileSync(path, times === 1 ? html : html.replace(body, () => body.repeat(times)))
  return path
}

export function benchHost(name: string, note = '') {
  let host: Host
  let child: ChildProcess
  let folder: string
  const lines: string[] = []
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `boilerscope-${name}-`))
    const started = await startHost([], { BOILERSCOPE_DATA: folder })
    host = started.host
    child = started.process
    lines.push(`load before the start ${(loadavg()[0] ?? 0).toFixed(1)}${note}`)
  })
  test.afterAll(() => {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
    console.log(`\n${lines.join('\n')}\n`)
  })
  return { lines, urlOf: () => host.url, pathOf: (page: string, times: number) => writeRealPage(folder, page, times) }
}

export async function startProfile(page: Page, name: string): Promise<() => Promise<void>> {
  const folder = process.env.PROFILE
  if (folder === undefined) return () => Promise.resolve()
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 500 })
  await session.send('Profiler.start')
  return async () => {
    const { profile } = await session.send('Profiler.stop')
    writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile))
  }
}
