import { DOCUMENT, ELEMENT, TEXT, type MarkupNode } from './markup-tree'

export type ReductionKind = 'subtrees' | 'elements' | 'attributes' | 'words'

interface Tries {
  /** Tries to remove all items together, or parts of the items. `mark` removes or restores items. Returns whether an item was removed. */
  tryRemovals<T>(nodes: readonly MarkupNode[], items: readonly T[], mark: (items: readonly T[], gone: boolean) => void): Promise<boolean>
  stopped(): boolean
}

interface Pass {
  readonly kind: ReductionKind
  readonly run: (nodes: readonly MarkupNode[], tries: Tries) => Promise<boolean>
}

async function removeSubtrees(nodes: readonly MarkupNode[], tries: Tries): Promise<boolean> {
  let any = false
  const deepest = nodes.reduce((most, { depth }) => Math.max(most, depth), 0)
  for (let depth = 1; depth <= deepest && !tries.stopped(); depth++) {
    const level = present(nodes).filter((node) => node.depth === depth)
    if (await tries.tryRemovals(nodes, level, (items, gone) => items.forEach((node) => (node.gone = gone)))) any = true
  }
  return any
}

function removeElements(nodes: readonly MarkupNode[], tries: Tries): Promise<boolean> {
  const items = present(nodes).filter((node) => node.kind === ELEMENT && !node.unwrapped)
  return tries.tryRemovals(nodes, items, (some, gone) => some.forEach((node) => (node.unwrapped = gone)))
}

async function removeAttributes(nodes: readonly MarkupNode[], tries: Tries): Promise<boolean> {
  const written = present(nodes).filter((node) => !node.unwrapped)
  const items = written.flatMap(({ attributes }) => attributes)
  const some = await tries.tryRemovals(nodes, items, (those, gone) => those.forEach((item) => (item.gone = gone)))
  const values = items.filter(({ gone, value }) => !gone && value !== '').map((attribute) => ({ attribute, value: attribute.value }))
  const others = await tries.tryRemovals(nodes, values, (those, gone) =>
    those.forEach(({ attribute, value }) => (attribute.value = gone ? '' : value)),
  )
  return some || others
}

async function removeWords(nodes: readonly MarkupNode[], tries: Tries): Promise<boolean> {
  let any = false
  for (const node of present(nodes)) {
    if (node.kind !== TEXT) continue
    const words = (node.text.match(/\s*\S+\s*?|\s+/g) ?? []).map((text) => ({ text, gone: false }))
    const mark = (those: readonly { gone: boolean }[], gone: boolean): void => {
      for (const word of those) word.gone = gone
      node.text = words.reduce((text, word) => (word.gone ? text : text + word.text), '')
    }
    if (await tries.tryRemovals(nodes, words, mark)) any = true
  }
  return any
}

export const ELEMENTS: Pass = { kind: 'elements', run: removeElements }

export const PASSES: readonly Pass[] = [
  { kind: 'subtrees', run: removeSubtrees },
  ELEMENTS,
  { kind: 'attributes', run: removeAttributes },
  { kind: 'words', run: removeWords },
]

/** Returns the nodes outside removed subtrees, without the document. */
export function present(nodes: readonly MarkupNode[]): MarkupNode[] {
  const found: MarkupNode[] = []
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n]
    if (node.gone) n = node.end - 1
    else if (node.kind !== DOCUMENT) found.push(node)
  }
  return found
}
