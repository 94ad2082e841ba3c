import { REMOVALS, usualTree, type Removal } from '../../page/content-tree'
import { TEXT, type PageModel } from '../../page/page-model'
import type { ExtractionCore } from './extractor'

/** Returns the result for a page without measured text: nothing is kept, and a warning states the reason. */
export function emptyExtraction(page: PageModel, nodeMeasures: readonly string[]): ExtractionCore {
  const measures: Record<string, Float64Array> = {}
  for (const id of nodeMeasures) measures[id] = new Float64Array(page.count).fill(Number.NaN)
  return { selected: new Uint8Array(page.count), measures, values: {}, warnings: [whyEmpty(page)] }
}

const HIDDEN: ReadonlySet<Removal> = new Set(['hidden attribute', 'inline display:none', 'computed display:none'])

export function whyEmpty(page: PageModel): string {
  if (page.body < 0) return 'The page has no body. If the page is a frameset, open one of its frames.'
  const { removal } = usualTree(page)
  const isHidden = (n: number): boolean => HIDDEN.has(REMOVALS[removal[n]])
  for (let n: number = page.body; n < page.subtreeEnd[page.body]; n++)
    if (page.kind[n] === TEXT && isHidden(n) && (page.text[n] ?? '').trim() !== '')
      return 'All text of the page is hidden. If scripts show the text, load the page in rendered mode.'
  return 'The page has no text. If scripts build the page, load it in rendered mode.'
}

/** Checks that an array has one number per entry. Untyped extractors can return anything. @throws Error for another length */
export function checkEntries(
  name: string,
  values: Partial<ArrayLike<number>> | undefined,
  size: number,
): asserts values is ArrayLike<number> {
  if (values?.length === size) return
  const given = values?.length === undefined ? 'no array' : `${values.length} numbers`
  throw new Error(`"run" returns ${given} for "${name}"; it must return a number for each of the ${size} entries of the tree.`)
}

/** @throws Error if `kept` has another length or a number above 1 */
export function checkKept(kept: Partial<ArrayLike<number>> | undefined, size: number): void {
  checkEntries('kept', kept, size)
  for (let e = 0; e < size; e++)
    if (kept[e] > 1) throw new Error(`"run" returns ${kept[e]} for "kept" of entry ${e}; it must be 1 if the entry is kept, else 0.`)
}
