import { registry } from '../../electron/peers/registry'

export const isQuick = process.argv.includes('--quick')

export const collectGarbage = (): void => (globalThis as { gc?: () => void }).gc?.()

export const paperExtractors = registry.list().filter(({ family }) => family === 'system')

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Without a use of the result, the engine could remove the measured work. */
let sink = 0
export function consume(value: unknown): void {
  if (value) sink++
}

export function time(run: () => unknown): number {
  const start = performance.now()
  consume(run())
  return performance.now() - start
}

/**
 * Runs the contestants in turn on each item. Returns milliseconds per contestant and item.
 * @param figure reduces the durations of a contestant on an item to one number
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

export function least(values: readonly number[]): number {
  return Math.min(...values)
}

let missed = 0

export function figure(name: string, value: string, limit: string, holds: boolean): void {
  if (!holds) missed++
  console.log(`${holds ? '  ' : '✗ '}${name.padEnd(62)} ${value.padStart(16)}   ${limit}`)
}

export function note(name: string, value: string): void {
  console.log(`  ${name.padEnd(62)} ${value.padStart(16)}`)
}

export const times = (n: number): string => `${n.toFixed(2)} ×`

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

export function finish(): void {
  console.log(
    missed === 0
      ? 'No value misses its limit.\n'
      : `${missed} ${missed === 1 ? 'value misses its limit' : 'values miss their limits'} (✗).\n`,
  )
  if (sink < 0) console.log('')
  process.exitCode = missed === 0 ? 0 : 1
}

export function costOfNodes<Page extends { readonly count: number }>(
  name: string,
  pages: readonly Page[],
  rounds: number,
  run: (page: Page) => unknown,
): void {
  const best = pages.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    pages.forEach((page, size) => {
      for (let i = 0; i < Math.max(1, Math.round(20_000 / page.count)); i++)
        best[size] = least([best[size] as number, time(() => run(page))])
    })
  const perNode = pages.map((page, size) => ((best[size] as number) * 1e6) / page.count)
  const spread = Math.max(...perNode) / Math.min(...perNode)
  figure(`${name}: ns per node at 1k, 10k, 100k`, perNode.map((t) => t.toFixed(0)).join(' '), `within 2 × (${times(spread)})`, spread <= 2)
}
