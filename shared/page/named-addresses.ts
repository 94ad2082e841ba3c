import type { PageModel } from './page-model'
import { keptStyle } from './view-attributes'
import { viewHtml } from './view-html'

/** Returns the addresses of all images (whole `srcset`), media, style sheets, fonts and frames of a page, without fragments. */
export function pageAddresses(page: PageModel): Set<string> {
  const found = new Set<string>()
  viewHtml(page, { kept: listener(found), ids: false })
  return found
}

/**
 * Returns the addresses that a style sheet names, including the addresses of its imports. Reads no imported sheet except `data:` sheets.
 * @param url address of the sheet
 */
export function sheetAddresses(css: string, url: string): Set<string> {
  const found = new Set<string>()
  keptStyle(css, { kept: listener(found), base: url })
  return found
}

function listener(collected: Set<string>): Parameters<typeof keptStyle>[1]['kept'] {
  const has = (url: string): boolean => {
    collected.add(url)
    return false
  }
  return { resources: '', frames: '', addresses: { has }, folder: null }
}
