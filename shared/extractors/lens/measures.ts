import type { BlockContext, BlockMeasure, MeasureGroup } from './block-context'
import { cards, repeats, tagPaths } from './template-measures'
import { density, readable } from './density-measures'
import { inside, landmark, MARK_GROUPS, zones } from './element-measures'
import { targets } from './link-measures'
import { around, headings, size } from './place-measures'
import { before, prose } from './prose-measures'
import { sayings } from './sayings'
import { titles, vocabulary } from './vocabulary-measures'
import { phrases, wording } from './wording-measures'

const GROUPS: readonly MeasureGroup[] = [
  landmark('outside-main', 'role-main', 'outside the page’s main'),
  landmark('outside-article', 'role-article', 'outside the page’s article'),
  size,
  density,
  readable,
  headings,
  repeats,
  around,
  wording,
  phrases,
  inside,
  zones,
  tagPaths,
  sayings,
  ...MARK_GROUPS,
  before,
  prose,
  cards,
  titles,
  vocabulary,
  targets,
]

/** Every measure of the first pass, in training order. */
export const BLOCK_MEASURES: readonly BlockMeasure[] = GROUPS.flatMap((group) => group.measures)

/** Returns one array per measure, with one number per block. @param wanted ids to compute */
export function measureBlocks(context: BlockContext, wanted: ReadonlySet<string>): Map<string, Float64Array> {
  const values = new Map<string, Float64Array>()
  for (const group of GROUPS) {
    if (!group.measures.some(({ id }) => wanted.has(id))) continue
    const columns = group.compute(context, wanted)
    for (const { id } of group.measures) if (wanted.has(id)) values.set(id, columns[id])
  }
  return values
}
