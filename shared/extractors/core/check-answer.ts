/** Checks the result of an extractor, because an extractor without types can return anything. */

/** Checks that an array has one number per entry. @throws Error if not */
export function checkEntries(
  name: string,
  values: Partial<ArrayLike<number>> | undefined,
  size: number,
): asserts values is ArrayLike<number> {
  if (values?.length === size) return
  const given = values?.length === undefined ? 'no array' : `${values.length} numbers`
  throw new Error(`"run" returns ${given} for "${name}"; it must return one for each of the ${size} entries of the tree.`)
}

/** Checks that the kept entries have 0 or 1 per entry. @throws Error if not */
export function checkKept(kept: Partial<ArrayLike<number>> | undefined, size: number): void {
  checkEntries('kept', kept, size)
  for (let e = 0; e < size; e++)
    if (kept[e] > 1) throw new Error(`"run" returns ${kept[e]} for "kept" of entry ${e}; it must be 1 if the entry is kept, else 0.`)
}
