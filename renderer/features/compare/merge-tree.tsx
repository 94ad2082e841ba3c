import type { ClusterOrder } from '../../../shared/explain/difference/cluster-order'

const ROW = 26
const NAMES = 150
const TREE = 260
const AXIS = 20

/** A dendrogram: which texts are alike, joined at the mean F1 of their groups. */
export function MergeTree({
  titles,
  clusters: { order, joins },
  least,
}: {
  readonly titles: readonly string[]
  readonly clusters: ClusterOrder
  /** Smallest F1 of the axis. */
  readonly least: number
}) {
  const floor = Math.min(least, 0.999)
  const xOf = (similarity: number): number => NAMES + 4 + ((1 - similarity) / (1 - floor)) * TREE
  const place: { x: number; y: number }[] = titles.map((_, i) => ({ x: xOf(1), y: (order.indexOf(i) + 0.5) * ROW }))
  const lines = joins.map(({ left, right, similarity }) => {
    const a = place[left] as { x: number; y: number }
    const b = place[right] as { x: number; y: number }
    const x = xOf(similarity)
    place.push({ x, y: (a.y + b.y) / 2 })
    return `M${a.x} ${a.y}H${x}V${b.y}H${b.x}`
  })
  const height = titles.length * ROW + AXIS
  return (
    <figure className="merge-tree">
      <figcaption>Which of them are alike: groups joined at their mean F1 (average linkage)</figcaption>
      <svg
        width={NAMES + TREE + 40}
        height={height}
        role="img"
        aria-label={joins.map(({ similarity }) => similarity.toFixed(3)).join(', ')}
      >
        {order.map((i, row) => (
          <text key={i} x={NAMES} y={(row + 0.5) * ROW} textAnchor="end" dominantBaseline="central" className="merge-tree-name">
            {titles[i]}
          </text>
        ))}
        {lines.map((d, i) => (
          <path key={i} d={d} className="merge-tree-line">
            <title>{joins[i]?.similarity.toFixed(3)}</title>
          </path>
        ))}
        {[1, (1 + floor) / 2, floor].map((value) => (
          <text key={value} x={xOf(value)} y={height - 4} textAnchor="middle" className="merge-tree-tick">
            {value.toFixed(3)}
          </text>
        ))}
      </svg>
    </figure>
  )
}
