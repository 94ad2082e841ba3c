import type { BlockContext } from './block-context'
import type { Blocks } from './blocks'
import { NOWHERE } from './marks'

/** Kept words outside comments from which on comments are dropped (docs/lens.md, Comments). */
export const ENOUGH_WITHOUT_COMMENTS = 400

/** 1 for each block inside an element whose class or id names comments. */
export function commentBlocks(context: BlockContext): Uint8Array {
  const levels = context.levels('class-comment')
  return Uint8Array.from(context.blocks.element, (element) => (levels[element] < NOWHERE ? 1 : 0))
}

/** Words of the kept blocks outside comments. */
export function keptOutsideComments({ count, words }: Blocks, comments: Uint8Array, kept: Uint8Array): number {
  let sum = 0
  for (let b = 0; b < count; b++) if (kept[b] === 1 && comments[b] === 0) sum += words[b]
  return sum
}
