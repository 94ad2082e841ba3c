/** How much smaller the text is than the page (TextSweeper and CUTER argue with it). */

/** Bytes of the HTML and of the extracted text. */
export interface PageSizes {
  readonly html: number
  readonly text: number
}

/** `1 − text / html`, below 0 where the text is larger; null where nothing was extracted (dropping everything saves nothing) or there is no HTML. */
export function spaceSaving({ html, text }: PageSizes): number | null {
  return html === 0 || text === 0 ? null : 1 - text / html
}

/** The share that is saved over all pages together: `1 − Σ text / Σ html`, pages without a text left out; null where there is none. */
export function totalSpaceSaving(pages: readonly PageSizes[]): number | null {
  let html = 0
  let text = 0
  for (const page of pages) {
    if (page.text === 0) continue
    html += page.html
    text += page.text
  }
  return spaceSaving({ html, text })
}
