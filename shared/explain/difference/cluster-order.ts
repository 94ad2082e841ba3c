/** The order in which a table of similarities shows its groups: neighbours are alike. */

/** Two groups that were joined. A group is a member (its number) or an earlier join (number of members + its place among the joins). */
interface Join {
  readonly left: number
  readonly right: number
  /** Mean similarity of the members of one with those of the other. */
  readonly similarity: number
}

export interface ClusterOrder {
  /** The members, each once, so that each join stands together. */
  readonly order: readonly number[]
  /** From the most similar on. */
  readonly joins: readonly Join[]
}

/**
 * Agglomerative clustering with average linkage (UPGMA): joins the two groups with the largest mean similarity until one is left.
 * Ties go to the earlier members. Cubic in members: for tables that a person reads.
 * @param similarity symmetric, of two different members
 */
export function clusterOrder(members: number, similarity: (a: number, b: number) => number): ClusterOrder {
  interface Group {
    readonly id: number
    readonly members: readonly number[]
  }
  let groups: Group[] = Array.from({ length: members }, (_, id) => ({ id, members: [id] }))
  const joins: Join[] = []
  const between = (a: Group, b: Group): number => {
    let sum = 0
    for (const i of a.members) for (const j of b.members) sum += similarity(i, j)
    return sum / (a.members.length * b.members.length)
  }
  while (groups.length > 1) {
    let best: { readonly a: Group; readonly b: Group; readonly similarity: number } | null = null
    groups.forEach((a, i) => {
      for (const b of groups.slice(i + 1)) {
        const mean = between(a, b)
        if (!best || mean > best.similarity) best = { a, b, similarity: mean }
      }
    })
    // Assigned in a callback: the compiler does not see it.
    const { a, b, similarity: mean } = best as unknown as { a: Group; b: Group; similarity: number }
    joins.push({ left: a.id, right: b.id, similarity: mean })
    const joined = { id: members + joins.length - 1, members: [...a.members, ...b.members] }
    groups = groups.flatMap((group) => (group === a ? [joined] : group === b ? [] : [group]))
  }
  return { order: groups[0]?.members ?? [], joins }
}
