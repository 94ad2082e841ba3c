import { valueAt } from '../../shared/base/once'
import { BLOCK_MEASURES } from '../../shared/extractors/lens/measures'
import { stepOf } from '../../shared/extractors/lens/model'
import { cutsOf } from './fit'
import type { LabelledBlocks, TrainingPage } from './pages'

/** Maximum number of steps of a measure in the first pass. Categories can have more steps. */
const STEPS = 8

const CATEGORIES: ReadonlySet<string> = new Set(BLOCK_MEASURES.filter((measure) => measure.category).map((measure) => measure.id))

export const FIRST_IDS = BLOCK_MEASURES.map((measure) => measure.id)

export interface Steps {
  readonly cuts: ReadonlyMap<string, readonly number[]>
  readonly of: ReadonlyMap<LabelledBlocks, ReadonlyMap<string, Uint8Array>>
}

/** `pages` have a complete gold text. `snippets` are blocks of other pages that contain a snippet. */
export interface Lesson {
  readonly pages: readonly TrainingPage[]
  readonly snippets: readonly LabelledBlocks[]
  readonly steps: Steps
}

/** Cuts depend on no label, so all parts of a cross-validation share the cuts. */
export function lessonOf(pages: readonly TrainingPage[], snippets: readonly LabelledBlocks[] = []): Lesson {
  const parts: readonly LabelledBlocks[] = [...pages, ...snippets]
  const of = new Map(parts.map((part) => [part, new Map<string, Uint8Array>()]))
  const cuts = new Map<string, readonly number[]>()
  for (const id of FIRST_IDS) {
    const own = cutsOf(
      gather(parts, ({ measures }) => measures.get(id) ?? []),
      STEPS,
      CATEGORIES.has(id),
    )
    cuts.set(id, own)
    for (const [part, steps] of of)
      steps.set(
        id,
        Uint8Array.from(part.measures.get(id) ?? [], (value) => stepOf(own, value)),
      )
  }
  return { pages, snippets, steps: { cuts, of } }
}

export function gather<Part extends LabelledBlocks>(parts: readonly Part[], of: (part: Part) => ArrayLike<number>): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.label.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(of(part), at)
    at += part.label.length
  }
  return all
}

/** Divides the pages into the parts of a cross-validation. Each site is in only one part, and each type is spread over the parts. */
export function foldsOf(pages: readonly TrainingPage[], folds: number): TrainingPage[][] {
  const sites = new Map<string, TrainingPage[]>()
  for (const page of pages) valueAt(sites, page.site || page.id, () => []).push(page)
  const parts = Array.from({ length: folds }, (): TrainingPage[] => [])
  const counts = parts.map(() => new Map<string, number>())
  for (const group of [...sites.values()].sort((a, b) => b.length - a.length)) {
    const ofType = (k: number): number => counts[k].get(group[0].type) ?? 0
    const best = [...parts.keys()].reduce((a, b) =>
      ofType(b) < ofType(a) || (ofType(b) === ofType(a) && parts[b].length < parts[a].length) ? b : a,
    )
    parts[best].push(...group)
    for (const { type } of group) counts[best].set(type, (counts[best].get(type) ?? 0) + 1)
  }
  return parts
}

export function without({ pages, snippets, steps }: Lesson, held: readonly TrainingPage[]): Lesson {
  const left = new Set(held)
  const sites = new Set(held.map(({ site }) => site))
  return { pages: pages.filter((page) => !left.has(page)), snippets: snippets.filter(({ site }) => !sites.has(site)), steps }
}
