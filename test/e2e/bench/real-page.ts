/** Real pages of the data beside the checkout, for benches of the window. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test } from '@playwright/test'
import { root } from '../../../scripts/ensure.mjs'
import { startHost, type Host } from '../app'

/** The folder of the real pages, if the data is beside the checkout. */
export const REAL_PAGES = join(root, '..', 'shared', 'data', 'wcxb', 'dev', 'html')

/** Writes a real page to a folder, with its body repeated. @returns its path */
function realPage(folder: string, name: string, times: number): string {
  const html = gunzipSync(readFileSync(join(REAL_PAGES, `${name}.html.gz`))).toString()
  const body = /<body[^>]*>([\s\S]*?)(?:<\/body>|$(?![\s\S]))/i.exec(html)?.[1] ?? ''
  const path = join(folder, `${name}-${times}.html`)
  writeFileSync(path, times === 1 ? html : html.replace(body, () => body.repeat(times)))
  return path
}

/** A host for the benches of a file; prints `lines` at the end. @param note added to the output */
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
  return { lines, urlOf: () => host.url, pathOf: (page: string, times: number) => realPage(folder, page, times) }
}
