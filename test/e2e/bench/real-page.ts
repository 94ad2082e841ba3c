/** Real pages of the data beside the checkout, for benches of the window. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../../../scripts/ensure.mjs'

/** Where they are, in a checkout that has the data beside it. */
export const REAL_PAGES = join(root, '..', 'shared', 'data', 'wcxb', 'dev', 'html')

/** Writes a real page to a folder, its body as often as is asked for. @returns its path */
export function realPage(folder: string, name: string, times: number): string {
  const html = gunzipSync(readFileSync(join(REAL_PAGES, `${name}.html.gz`))).toString()
  const body = /<body[^>]*>([\s\S]*?)(?:<\/body>|$(?![\s\S]))/i.exec(html)?.[1] ?? ''
  const path = join(folder, `${name}-${times}.html`)
  writeFileSync(path, times === 1 ? html : html.replace(body, () => body.repeat(times)))
  return path
}
