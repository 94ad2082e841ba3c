import type { PageModel } from './page-model'
import { keptStyle } from './view-attributes'
import { viewHtml } from './view-html'

/** Addresses, without fragment, of all images, style sheets, fonts and frames that a page names: of several for one image, all. */
export function pageAddresses(page: PageModel): Set<string> {
  const found = new Set<string>()
  viewHtml(page, { kept: listener(found), ids: false })
  return found
}

/** Addresses that a style sheet names, with those of its imports. @param url its own */
export function sheetAddresses(css: string, url: string): Set<string> {
  const found = new Set<string>()
  keptStyle(css, { kept: listener(found), base: url })
  return found
}

/** Writers of a view query each address. */
function listener(named: Set<string>): Parameters<typeof keptStyle>[1]['kept'] {
  const has = (url: string): boolean => {
    named.add(url)
    return false
  }
  return { resources: '', frames: '', addresses: { has }, folder: null }
}
