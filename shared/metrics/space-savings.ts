/** How much smaller the text is than the page (TextSweeper and CUTER argue with it). */

export interface PageSizes {
  /** Bytes of the HTML, of the extracted text, and of both gzipped. */
  readonly html: number
  readonly text: number
  readonly htmlGzip: number
  readonly textGzip: number
}

export interface SpaceSavings {
  /** `1 − text / html` over all pages, below 0 where the text is larger; null where there is no HTML. */
  readonly plain: number | null
  readonly gzipped: number | null
  readonly total: PageSizes
}

/** Sums the sizes of pages and gives the share that is saved. Compressing is the host's work. */
export function spaceSavings(pages: readonly PageSizes[]): SpaceSavings {
  const total = { html: 0, text: 0, htmlGzip: 0, textGzip: 0 }
  for (const page of pages) {
    total.html += page.html
    total.text += page.text
    total.htmlGzip += page.htmlGzip
    total.textGzip += page.textGzip
  }
  const saved = (small: number, large: number): number | null => (large === 0 ? null : 1 - small / large)
  return { plain: saved(total.text, total.html), gzipped: saved(total.textGzip, total.htmlGzip), total }
}
