/** Round steps of 1, 2 or 5 times a power of ten, about `count` of them, covering the range; one tick where it is empty. */
export function niceTicks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min]
  const raw = (max - min) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10) * power
  const ticks: number[] = []
  for (let k = Math.floor(min / step); k <= Math.ceil(max / step - 1e-9); k++) ticks.push(Number((k * step).toPrecision(12)))
  return ticks
}
