/**
 * The order in which a table of similarities shows its members, so that neighbours are alike: agglomerative clustering with average
 * linkage (UPGMA) joins the two groups with the largest mean similarity until one is left. Ties go to the earlier members. Cubic
 * in members: for tables that a person reads.
 * @param similarity symmetric, of two different members
 * @returns the members, each once, so that each join stands together
 */
export function clusterOrder(members: number, similarity: (a: number, b: number) => number): readonly number[] {
  type Group = readonly number[]
  let groups: Group[] = Array.from({ length: members }, (_, id) => [id])
  const meanSimilarity = (a: Group, b: Group): number => {
    let sum = 0
    for (const i of a) for (const j of b) sum += similarity(i, j)
    return sum / (a.length * b.length)
  }
  while (groups.length > 1) {
    let [first, second, best] = [0, 1, -Infinity]
    for (let i = 0; i < groups.length; i++)
      for (let j = i + 1; j < groups.length; j++) {
        const mean = meanSimilarity(groups[i] as Group, groups[j] as Group)
        if (mean > best) [first, second, best] = [i, j, mean]
      }
    const joined = [...(groups[first] as Group), ...(groups[second] as Group)]
    groups = groups.flatMap((group, i) => (i === first ? [joined] : i === second ? [] : [group]))
  }
  return groups[0] ?? []
}
