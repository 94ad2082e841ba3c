import type { PageModel } from './page-model'

/** Share of a load at which the browser measures the layout: the window can load its model meanwhile. */
export const MEASURING = 0.8

/** A page model on its way between threads: the texts of its nodes are one string, since a hundred thousand small ones take several times as long. */
export interface PackedModel extends Omit<PageModel, 'text'> {
  /** The texts of all nodes, one after the other. */
  readonly texts: string
  /** By node, the length of its text in UTF-16 code units. */
  readonly textLength: Int32Array
}

/** Packs a page model. Linear in the nodes. */
export function packModel({ text, ...page }: PageModel): PackedModel {
  return { ...page, texts: text.join(''), textLength: Int32Array.from(text, ({ length }) => length) }
}

/** The page model that was packed. Linear in the nodes. */
export function unpackModel({ texts, textLength, ...page }: PackedModel): PageModel {
  const text = Array<string>(page.count).fill('')
  for (let n = 0, at = 0; n < page.count; n++) {
    if (textLength[n] > 0) text[n] = texts.slice(at, (at += textLength[n]))
  }
  return { ...page, text }
}
