import type { PageModel } from './page-model'
import { keptStyle } from './view-attributes'
import { viewHtml } from './view-html'

/**
 * Returns the addresses of a page's images, media, style sheets, fonts and frames, without fragments. Includes all addresses of a `srcset`.
 */
export function pageAddresses(page: PageModel): Set<string> {
  const found = new Set<string>()
  viewHtml(page, { kept: listener(found), ids: false })
  return found
}

/**
 * Returns the addresses in a style sheet. Reads an imported sheet only if its address is a `data:` address. @param url address of the sheet
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
