/** How the charts of a run look: their axes, the names along them, and what is said of the mark under the pointer. */

const SAID = { fontSize: 12, fill: 'var(--text-dim)' } as const

export const TEXT = { fontSize: 11, fill: 'var(--text-dim)' } as const
export const AXIS = { tick: TEXT, stroke: 'var(--line)' } as const
export const TIP_STYLE = { background: 'var(--surface-0)', border: '1px solid var(--line)', fontSize: 12 } as const

/** The name of the axis across, below it. */
export const nameBelow = (value: string) => ({ ...SAID, value, position: 'insideBottom', offset: -12 }) as const

/** The name of the axis upward, along it. */
export const nameBeside = (value: string) =>
  ({ ...SAID, value, angle: -90, position: 'insideLeft', offset: 0, style: { textAnchor: 'middle' } }) as const
