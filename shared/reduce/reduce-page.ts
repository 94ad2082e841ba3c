/**
 * Delta debugging over the tree of a page (Zeller and Hildebrandt 2002; level by level as HDD, Misherghi and Su 2006): removes subtrees,
 * single elements, attributes, then words, until a round removes nothing.
 */
import { utf8Length } from '../page/text'
import type { PageSize } from './complaint'
import { COMMENT, DOCTYPE, markup, markupTree, type MarkupNode } from './markup-tree'
import { ELEMENTS, PASSES, present, type ReductionKind } from './reduce-passes'

/** Result of one tested page. */
interface Trial {
  /** Whether the complaint still holds. */
  readonly holds: boolean
  readonly size: PageSize
}

/** One step of a reduction: a smaller page for which the complaint still holds. */
export interface ReductionStep {
  readonly kind: ReductionKind
  readonly html: string
  readonly nodes: number
  /** Size of the HTML in UTF-8. */
  readonly bytes: number
  /** Pages tried until then. */
  readonly trials: number
}

export interface ReductionProgress extends Omit<ReductionStep, 'html'> {
  /** Counted from 1. */
  readonly round: number
}

export interface ReductionOptions {
  readonly scripting: boolean
  readonly attempt: (html: string) => Promise<Trial>
  /** Size of the original page; the complaint holds for it. */
  readonly size: PageSize
  /** Texts that a page must contain to be tested. */
  readonly needed: readonly string[]
  /** Called before each trial; true ends the reduction with the best page so far. */
  readonly stopped?: () => boolean
  readonly step?: (step: ReductionStep) => void
  /** Called after each trial. */
  readonly progress?: (progress: ReductionProgress) => void
}

export interface Reduction {
  readonly html: string
  readonly size: PageSize
  /** No single element, attribute or word can be removed. False if the reduction was stopped. */
  readonly minimal: boolean
  readonly trials: number
  readonly rounds: number
}

/** Below this depth the levels of a page are reduced one by one; above it, outer elements are removed first. */
const DEEP = 100

/** Reduces a page. The same page, complaint and extractor give the same result. */
export async function reducePage(html: string, options: ReductionOptions): Promise<Reduction> {
  const { scripting, attempt, stopped = () => false, step, progress } = options
  const needed = mayHave(markupTree(html, scripting), options.needed) ? options.needed : []
  let best = html
  let size = options.size
  let trials = 0
  let rounds = 0
  let kind: ReductionKind = 'subtrees'
  /** Number of parts into which a pass divides its items: few while the page is large and trials are slow, single items at the end. */
  let grain = COARSEST
  /** The last round tries everything, including unlikely items. */
  let thorough = false
  const failed = new Set<string>()

  async function accepts(nodes: readonly MarkupNode[]): Promise<boolean> {
    if (!thorough && !mayHave(nodes, needed)) return false
    const candidate = markup(nodes, scripting)
    if (candidate === best || failed.has(candidate)) return false
    trials++
    const trial = await attempt(candidate)
    // The parser restores some elements. A page that does not shrink ends the reduction.
    const better = trial.holds && isSmaller(trial.size, candidate, size, best)
    if (better) {
      best = candidate
      size = trial.size
      step?.({ kind, html: best, nodes: size.nodes, bytes: utf8Length(best), trials })
    } else if (candidate.length <= REMEMBERED) failed.add(candidate)
    progress?.({ round: rounds, kind, nodes: size.nodes, bytes: utf8Length(best), trials })
    return better
  }

  /** Tries all at once, then halves of the rest, down to single items. */
  async function removeItems<T>(
    nodes: readonly MarkupNode[],
    items: readonly T[],
    mark: (items: readonly T[], gone: boolean) => void,
  ): Promise<boolean> {
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
    const first = nodes.some(({ depth }) => depth > DEEP) ? [ELEMENTS] : []
    let any = false
    for (const pass of [...first, ...PASSES]) {
      kind = pass.kind
      if (await pass.run(nodes, { tryRemovals: removeItems, stopped })) any = true
    }
    if (grain <= FINEST) grain = grain === FINEST ? Infinity : grain * COARSEST
    else if (any) thorough = false
    else if (thorough) break
    else thorough = true
  }
  return { html: best, size, minimal: !stopped(), trials, rounds }
}

const COARSEST = 8
const FINEST = 512

/** Pages up to this length that failed are not tried again. */
const REMEMBERED = 5_000

function isSmaller(a: PageSize, html: string, b: PageSize, than: string): boolean {
  return (a.nodes - b.nodes || a.attributes - b.attributes || a.characters - b.characters || html.length - than.length) < 0
}

/** Whether the texts can still be read somewhere: a quick no, no sure yes. */
function mayHave(nodes: readonly MarkupNode[], needed: readonly string[]): boolean {
  if (needed.length === 0) return true
  let text = ''
  for (const node of present(nodes)) if (node.kind !== COMMENT && node.kind !== DOCTYPE) text += node.text
  const dense = text.replace(/\s+/g, '')
  return needed.every((one) => dense.includes(one.replace(/\s+/g, '')))
}
