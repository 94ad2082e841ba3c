import type { PageModel } from '../page/page-model'
import { KEPT } from '../page/output'
import { readableText, isFoundInText } from '../page/readable-text'
import { LINE_TAGS } from '../page/tags'

export interface Complaint {
  readonly kind: 'keeps' | 'drops'
  readonly text: string
  /** Another text that must stay kept, so that the result is not empty; null if not required. */
  readonly witness: string | null
  /** For `keeps`: another text that must stay dropped, so that the result is not the whole page; null if not required. */
  readonly contrast: string | null
}

/** A complaint of the user. `completed` chooses an undefined witness, and for `keeps` an undefined contrast. Null: not required. */
export type Wish = Pick<Complaint, 'kind' | 'text'> & { readonly [Other in 'witness' | 'contrast']?: string | null | undefined }

export type PageSize = ReturnType<typeof pageSize>

/** Whether a complaint holds. The extractor must keep or drop a whole occurrence of the text, keep the witness and drop the contrast. */
export function isJustified(page: PageModel, selected: Uint8Array, { kind, text, witness, contrast }: Complaint): boolean {
  const all = readableText(page)
  const isSo = (done: Complaint['kind'], wanted: string): boolean => isFoundInText(all, wanted, (nodes) => does(done, nodes, selected))
  return (witness === null || isSo('keeps', witness)) && (contrast === null || isSo('drops', contrast)) && isSo(kind, text)
}

function does(kind: Complaint['kind'], nodes: readonly number[], selected: Uint8Array): boolean {
  return kind === 'keeps' ? nodes.every((n) => selected[n] === KEPT) : !nodes.some((n) => selected[n] === KEPT)
}

/** Returns the first text node of the first occurrence that is completely kept or dropped; -1 without such an occurrence. */
export function placeOfFault(page: PageModel, selected: Uint8Array, { kind, text }: Pick<Complaint, 'kind' | 'text'>): number {
  let place = -1
  isFoundInText(readableText(page), text, (nodes) => {
    const isSo = does(kind, nodes, selected)
    if (isSo) place = nodes[0]
    return isSo
  })
  return place
}

const LONGEST_WITNESS = 40

/**
 * Chooses the witness and the contrast if they are undefined. The witness is the beginning of the longest other kept text. For `keeps`, the
 * contrast is the beginning of the longest other dropped text. Null without such a text.
 */
export function completed(page: PageModel, selected: Uint8Array, { kind, text, witness, contrast }: Wish): Complaint {
  const all = readableText(page)
  const concerned = new Set<number>()
  isFoundInText(all, text, (nodes) => {
    for (const node of nodes) concerned.add(node)
    return false
  })
  const collapsed = (node: number): string => page.text[node].replace(/\s+/g, ' ').trim()
  const longest = (isKept: boolean): string | null => {
    const isWanted = (node: number): boolean => (selected[node] === KEPT) === isKept && !concerned.has(node)
    let found = ''
    let first = -1
    for (const node of all.nodes) {
      const own = isWanted(node) ? collapsed(node) : ''
      if (own.length > found.length) [found, first] = [own, node]
    }
    if (found === '') return null
    // Add the following texts of the block, because a text node before an inline element may end inside a word.
    for (let at = all.nodes.indexOf(first) + 1; found.length < LONGEST_WITNESS && at < all.nodes.length; at++) {
      const node = all.nodes[at]
      if (!isWanted(node) || blockOf(page, node) !== blockOf(page, first)) break
      const isApart = /^\s/.test(page.text[node]) || /\s$/.test(page.text[all.nodes[at - 1]])
      found = `${found}${isApart ? ' ' : ''}${collapsed(node)}`
    }
    return beginning(found)
  }
  return {
    kind,
    text,
    witness: witness === undefined ? longest(true) : witness,
    contrast: contrast === undefined && kind === 'keeps' ? longest(false) : (contrast ?? null),
  }
}

function blockOf(page: PageModel, text: number): number {
  let n = page.parent[text]
  while (n >= 0 && LINE_TAGS.has(page.tagNames[page.tag[n]])) n = page.parent[n]
  return n
}

function beginning(text: string): string {
  if (text.length <= LONGEST_WITNESS) return text
  const cut = text.lastIndexOf(' ', LONGEST_WITNESS)
  return text.slice(0, cut > 0 ? cut : LONGEST_WITNESS)
}

export function textsOfComplaint({ text, witness, contrast }: Complaint): string[] {
  return [text, witness, contrast].filter((one) => one !== null)
}

export function pageSize(page: PageModel) {
  const { name, values } = page.attributes
  let characters = values.length
  for (const text of page.text) characters += text.length
  return { nodes: page.count, attributes: name.length, characters }
}
