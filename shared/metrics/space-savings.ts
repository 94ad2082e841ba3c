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
