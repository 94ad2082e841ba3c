/**
 * Reduces a page by hierarchical delta debugging (Zeller and Hildebrandt 2002; Misherghi and Su 2006). Each round tries to remove subtrees,
 * elements, attributes and words. The reduction ends when a thorough round with single items removes nothing, or when `stopped` returns
 * true.
 */
import { utf8Length } from '../page/text'
import type { PageSize } from './complaint'
import { markup, markupTree, type MarkupNode } from './markup-tree'

type ReductionKind = keyof typeof PASSES

export interface ReductionStep {
  readonly kind: ReductionKind
  readonly html: string
  readonly nodes: number
  readonly bytes: number
  readonly trials: number
}

export interface ReductionProgress extends Omit<ReductionStep, 'html'> {
  readonly round: number
}

export interface ReductionOptions {
  readonly scripting: boolean
  readonly attempt: (html: string) => Promise<{ readonly holds: boolean; readonly size: PageSize }>
  readonly size: PageSize
  /** Texts of the complaint. Most rounds do not test pages that lack one of these texts. */
  readonly needed: readonly string[]
  /** If the function returns true, the reduction ends with the smallest page so far. */
  readonly stopped?: () => boolean
  readonly step?: (step: ReductionStep) => void
  readonly progress?: (progress: ReductionProgress) => void
}

/** On a page with more levels, single elements are removed before subtrees. */
const DEEP = 100

export async function reducePage(html: string, options: ReductionOptions) {
  const { scripting, attempt, stopped = () => false, step, progress } = options
  const needed = canContainTexts(markupTree(html, scripting), options.needed) ? options.needed : []
  let best = html
  let size = options.size
  let trials = 0
  let rounds = 0
  let kind: ReductionKind = 'subtrees'
  /** A pass does not divide parts up to `1 / grain` of all items. First rounds remove only large parts, because large pages are slow. */
  let grain = COARSEST
  /** Whether this round also tests pages that lack needed texts. */
  let thorough = false
  const failed = new Set<string>()

  async function accepts(nodes: readonly MarkupNode[]): Promise<boolean> {
    if (!thorough && !canContainTexts(nodes, needed)) return false
    const candidate = markup(nodes, scripting)
    if (candidate === best || failed.has(candidate)) return false
    trials++
    const trial = await attempt(candidate)
    // Accept only smaller pages. Otherwise the reduction might not end, because the parser may restore removed elements.
    const better = trial.holds && isSmaller(trial.size, candidate, size, best)
    if (better) {
      best = candidate
      size = trial.size
      step?.({ kind, html: best, nodes: size.nodes, bytes: utf8Length(best), trials })
    } else if (candidate.length <= REMEMBERED) failed.add(candidate)
    progress?.({ round: rounds, kind, nodes: size.nodes, bytes: utf8Length(best), trials })
    return better
  }

  /** Removes all items together if possible. Otherwise tries each half. Does not divide parts with at most `1 / grain` of the items. */
  const tryRemovals: TryRemovals = async (nodes, items, mark) => {
    let any = false
    const ranges: [number, number][] = items.length === 0 ? [] : [[0, items.length]]
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      if (stopped()) return any
      const [from, to] = range
      mark(items.slice(from, to), true)
      if (await accepts(nodes)) {
        any = true
        continue
      }
      mark(items.slice(from, to), false)
      if (to - from <= Math.max(1, items.length / grain)) continue
      const middle = (from + to) >> 1
      ranges.push([middle, to], [from, middle])
    }
    return any
  }

  while (!stopped()) {
    rounds++
    const nodes = markupTree(best, scripting)
    const kinds = Object.keys(PASSES) as ReductionKind[]
    let any = false
    for (kind of nodes.some(({ depth }) => depth > DEEP) ? (['elements', ...kinds] as const) : kinds)
      if (await PASSES[kind](nodes, tryRemovals, stopped)) any = true
    if (grain <= FINEST) grain = grain === FINEST ? Infinity : grain * COARSEST
    else if (any) thorough = false
    else if (thorough) break
    else thorough = true
  }
  /** Whether every single element, attribute and word is needed; false if the reduction was stopped. */
  const minimal = !stopped()
  return { html: best, size, minimal, trials, rounds }
}

const COARSEST = 8
const FINEST = 512

/** Failed pages with at most this many characters are stored and not tested again. */
const REMEMBERED = 5_000

function isSmaller(a: PageSize, html: string, b: PageSize, than: string): boolean {
  return (a.nodes - b.nodes || a.attributes - b.attributes || a.characters - b.characters || html.length - than.length) < 0
}

/** Returns false only if the nodes lack a needed text. */
function canContainTexts(nodes: readonly MarkupNode[], needed: readonly string[]): boolean {
  if (needed.length === 0) return true
  let text = ''
  for (const node of present(nodes)) if (node.kind !== 'comment' && node.kind !== 'doctype') text += node.text
  const dense = text.replace(/\s+/g, '')
  return needed.every((one) => dense.includes(one.replace(/\s+/g, '')))
}

/** Tries to remove all items together, or parts of the items. `mark` removes or restores items. Returns whether an item was removed. */
type TryRemovals = <T>(
  nodes: readonly MarkupNode[],
  items: readonly T[],
  mark: (items: readonly T[], gone: boolean) => void,
) => Promise<boolean>

/** The passes of a round, in their order. Each pass returns whether the pass removed anything. */
const PASSES = {
  async subtrees(nodes: readonly MarkupNode[], tryRemovals: TryRemovals, stopped: () => boolean): Promise<boolean> {
    let any = false
    const deepest = nodes.reduce((most, { depth }) => Math.max(most, depth), 0)
    for (let depth = 1; depth <= deepest && !stopped(); depth++) {
      const level = present(nodes).filter((node) => node.depth === depth)
      if (await tryRemovals(nodes, level, (items, gone) => items.forEach((node) => (node.gone = gone)))) any = true
    }
    return any
  },
  elements(nodes: readonly MarkupNode[], tryRemovals: TryRemovals): Promise<boolean> {
    const items = present(nodes).filter((node) => node.kind === 'element' && !node.unwrapped)
    return tryRemovals(nodes, items, (some, gone) => some.forEach((node) => (node.unwrapped = gone)))
  },
  async attributes(nodes: readonly MarkupNode[], tryRemovals: TryRemovals): Promise<boolean> {
    const written = present(nodes).filter((node) => !node.unwrapped)
    const items = written.flatMap(({ attributes }) => attributes)
    const some = await tryRemovals(nodes, items, (those, gone) => those.forEach((item) => (item.gone = gone)))
    const values = items.filter(({ gone, value }) => !gone && value !== '').map((attribute) => ({ attribute, value: attribute.value }))
    const others = await tryRemovals(nodes, values, (those, gone) =>
      those.forEach(({ attribute, value }) => (attribute.value = gone ? '' : value)),
    )
    return some || others
  },
  async words(nodes: readonly MarkupNode[], tryRemovals: TryRemovals): Promise<boolean> {
    let any = false
    for (const node of present(nodes)) {
      if (node.kind !== 'text') continue
      const words = (node.text.match(/\s*\S+\s*?|\s+/g) ?? []).map((text) => ({ text, gone: false }))
      const mark = (those: readonly { gone: boolean }[], gone: boolean): void => {
        for (const word of those) word.gone = gone
        node.text = words.reduce((text, word) => (word.gone ? text : text + word.text), '')
      }
      if (await tryRemovals(nodes, words, mark)) any = true
    }
    return any
  },
}

/** Returns the nodes outside removed subtrees, without the document. */
function present(nodes: readonly MarkupNode[]): MarkupNode[] {
  const found: MarkupNode[] = []
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n]
    if (node.gone) n = node.end - 1
    else if (node.kind !== 'document') found.push(node)
  }
  return found
}
