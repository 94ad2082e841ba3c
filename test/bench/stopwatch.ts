/** The middle of the values; the mean of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Keeps results alive, so that no work is optimised away. */
let sink = 0
export function consume(value: unknown): void {
  if (value) sink++
}
export function sunk(): number {
  return sink
}

/** Milliseconds of one call. */
export function time(run: () => unknown): number {
  const start = performance.now()
  consume(run())
  return performance.now() - start
}

/**
 * Milliseconds of each contestant on each item. The contestants take turns on an item, in alternating order,
 * so that a machine that slows down slows them all.
 * @param figure what becomes of an item's times: the median, or the least where there are too few rounds for a busy machine
 */
export function race<Item>(
  items: readonly Item[],
  rounds: number,
  contestants: readonly ((item: Item) => unknown)[],
  figure: (times: readonly number[]) => number = median,
): number[][] {
  const medians: number[][] = contestants.map(() => [])
  for (const item of items) {
    const times: number[][] = contestants.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (let k = 0; k < contestants.length; k++) {
        const c = round % 2 === 0 ? k : contestants.length - 1 - k
        times[c]?.push(time(() => contestants[c]?.(item)))
      }
    times.forEach((t, c) => medians[c]?.push(figure(t)))
  }
  return medians
}

export function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

/** The least of the values: what the work costs when nothing else disturbs it. */
export function least(values: readonly number[]): number {
  return Math.min(...values)
}
