import { stepOf } from '../../shared/extractors/lens/model'

/** Each row has one coefficient per term. A row lists a coefficient only if it differs from the term's most frequent coefficient. */
export interface Design {
  readonly rows: number
  /** Number of coefficients; coefficient 0 is the intercept. */
  readonly size: number
  /** For each coefficient, the most frequent coefficient of its term; 0 for the intercept. */
  readonly common: Uint16Array
  readonly commons: readonly number[]
  readonly cells: Uint16Array
  /** Index of each row's first cell. The last value is the number of cells. */
  readonly starts: Int32Array
}

/** Writes the log odds of all rows into `odds`, and returns `odds`. The log odds include no offset. */
export function oddsOf(
  { rows, size, common, commons, cells, starts }: Design,
  x: Float64Array,
  odds = new Float64Array(rows),
): Float64Array {
  let base = x[0]
  for (const k of commons) base += x[k]
  const beside = new Float64Array(size)
  for (let k = 1; k < size; k++) beside[k] = x[k] - x[common[k]]
  for (let i = 0; i < rows; i++) {
    let z = base
    for (let k = starts[i]; k < starts[i + 1]; k++) z += beside[cells[k]]
    odds[i] = z
  }
  return odds
}

/**
 * Writes the derivatives of the loss with respect to the coefficients into `slope`. `rest`: derivatives with respect to the log odds of the
 * rows.
 */
function slopeOf({ rows, size, common, commons, cells, starts }: Design, rest: Float64Array, slope: Float64Array): void {
  slope.fill(0)
  let all = 0
  for (let i = 0; i < rows; i++) {
    all += rest[i]
    for (let k = starts[i]; k < starts[i + 1]; k++) slope[cells[k]] += rest[i]
  }
  for (const k of commons) slope[k] = all
  for (let k = 1; k < size; k++) if (common[k] !== k) slope[common[k]] -= slope[k]
  slope[0] = all
}

export interface FitOptions {
  /** Weight of the squared coefficients, without the intercept. */
  readonly ridge: number
  readonly rounds?: number
  readonly start?: Float64Array
  readonly offset?: Float64Array
  readonly pages?: PageLoss
}

/**
 * Expected loss of a page in F1 if each row is kept with its probability: 1 − (1 + 2 Σ p·w·y) / (1 + Σ p·w + Σ w·y). The ones are for pages
 * without content.
 */
export interface PageLoss {
  readonly page: Int32Array
  /** Number of words of each row; 0 for rows without a page loss. */
  readonly words: Float64Array
  /** Share of the pages' loss in the total loss, in [0,1]. */
  readonly share: number
}

/** Penalised weighted logistic regression by L-BFGS with 10 pairs and halved steps (Nocedal 1980). Returns the coefficients. */
export function fitLogistic(design: Design, label: ArrayLike<number>, weight: Float64Array, options: FitOptions): Float64Array {
  const { rows, size } = design
  const { ridge, rounds = 60, start, offset, pages } = options
  const x = start ? Float64Array.from(start) : new Float64Array(size)
  const gradient = new Float64Array(size)
  const odds = new Float64Array(rows)
  const p = new Float64Array(rows)
  const rest = new Float64Array(rows)
  const rowShare = 1 - (pages?.share ?? 0)
  const losses = pages && pageLosses(pages, label)
  function loss(): number {
    oddsOf(design, x, odds)
    let sum = 0
    for (let i = 0; i < rows; i++) {
      const z = odds[i] + (offset ? offset[i] : 0)
      p[i] = 1 / (1 + Math.exp(-z))
      sum += rowShare * weight[i] * (Math.log1p(Math.exp(-Math.abs(z))) + (z > 0 ? (1 - label[i]) * z : -label[i] * z))
    }
    const ofPages = losses?.(p)
    sum += ofPages?.loss ?? 0
    for (let i = 0; i < rows; i++) rest[i] = rowShare * weight[i] * (p[i] - label[i]) + (ofPages ? ofPages.slope[i] : 0)
    slopeOf(design, rest, gradient)
    for (let k = 1; k < size; k++) {
      sum += 0.5 * ridge * x[k] * x[k]
      gradient[k] += ridge * x[k]
    }
    return sum
  }
  const steps: { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[] = []
  let value = loss()
  for (let round = 0; round < rounds; round++) {
    const direction = gradient.map((g) => -g)
    const alphas: number[] = []
    for (const { s, y, rho } of steps.toReversed()) {
      const alpha = rho * dot(s, direction)
      alphas.push(alpha)
      add(direction, y, -alpha)
    }
    const last = steps.at(-1)
    const scale = last ? 1 / (last.rho * dot(last.y, last.y)) : 1 / Math.max(1e-12, Math.sqrt(dot(gradient, gradient)))
    for (let k = 0; k < size; k++) direction[k] *= scale
    for (const { s, y, rho } of steps) add(direction, s, (alphas.pop() ?? 0) - rho * dot(y, direction))
    const slope = dot(gradient, direction)
    if (slope > -1e-12) break
    const from = Float64Array.from(x)
    const before = Float64Array.from(gradient)
    let next = value
    let length = 1
    for (let tries = 0; ; tries++, length /= 2) {
      if (tries === 20) return from
      for (let k = 0; k < size; k++) x[k] = from[k] + length * direction[k]
      next = loss()
      if (next <= value + 1e-4 * length * slope) break
    }
    const s = x.map((v, k) => v - from[k])
    const y = gradient.map((g, k) => g - before[k])
    const curvature = dot(s, y)
    if (curvature > 1e-14) {
      steps.push({ s, y, rho: 1 / curvature })
      if (steps.length > 10) steps.shift()
    }
    const gain = value - next
    value = next
    if (gain < 1e-7 * Math.abs(value)) break
  }
  return x
}

/**
 * Returns a function of the rows' probabilities. The function returns the loss of all pages, and per row the derivative of this loss with
 * respect to the row's log odds.
 */
export function pageLosses(
  { page, words, share }: PageLoss,
  label: ArrayLike<number>,
): (p: Float64Array) => { loss: number; slope: Float64Array } {
  const count = (page.at(-1) ?? -1) + 1
  const gold = new Float64Array(count).fill(1)
  for (let i = 0; i < page.length; i++) gold[page[i]] += words[i] * label[i]
  const slope = new Float64Array(page.length)
  return (p) => {
    const hit = new Float64Array(count).fill(0.5)
    const kept = new Float64Array(count)
    for (let i = 0; i < p.length; i++) {
      kept[page[i]] += p[i] * words[i]
      hit[page[i]] += p[i] * words[i] * label[i]
    }
    let loss = 0
    for (let k = 0; k < count; k++) loss += share * (1 - (2 * hit[k]) / (kept[k] + gold[k]))
    for (let i = 0; i < p.length; i++) {
      const all = kept[page[i]] + gold[page[i]]
      slope[i] = -share * words[i] * ((2 * label[i]) / all - (2 * hit[page[i]]) / (all * all)) * p[i] * (1 - p[i])
    }
    return { loss, slope }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k]
  return sum
}

function add(to: Float64Array, of: Float64Array, factor: number): void {
  for (let k = 0; k < to.length; k++) to[k] += factor * of[k]
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/**
 * A category, or a measure with at most `steps` different values, has a cut between any two neighbouring values. Another measure has at
 * most `steps` − 1 cuts at quantiles.
 */
export function cutsOf(values: Float64Array, steps: number, category = false): number[] {
  const sorted = Float64Array.from(values).sort()
  const distinct: number[] = []
  for (let k = 0; k < sorted.length && (category || distinct.length <= steps); k++)
    if (k === 0 || sorted[k] !== sorted[k - 1]) distinct.push(sorted[k])
  if (category || distinct.length <= steps) return distinct.slice(1).map(rounded)
  const cuts = new Set<number>()
  const place = (from: Float64Array): void => {
    for (let k = 1; k < steps && cuts.size < steps - 1; k++) {
      const value = from[Math.floor((k * from.length) / steps)]
      if (value > sorted[0]) cuts.add(rounded(value))
    }
  }
  place(sorted)
  place(sorted.filter((value) => value > sorted[0]))
  return [...cuts].sort((a, b) => a - b)
}

export function stepsOf(values: Float64Array, cuts: readonly number[]): Uint8Array {
  const own = new Uint8Array(values.length)
  for (let i = 0; i < own.length; i++) own[i] = stepOf(cuts, values[i])
  return own
}

export function designOf(columns: readonly Uint8Array[], steps: readonly number[]): { readonly design: Design; readonly first: number[] } {
  const first: number[] = []
  let size = 1
  for (const count of steps) {
    first.push(size)
    size += count
  }
  const rows = columns[0]?.length ?? 0
  const common = new Uint16Array(size)
  const commons = columns.map((column, k) => {
    const often = mostFrequent(column, steps[k])
    common.fill(first[k] + often, first[k], first[k] + steps[k])
    return first[k] + often
  })
  const starts = new Int32Array(rows + 1)
  for (const [k, column] of columns.entries()) for (let i = 0; i < rows; i++) if (column[i] + first[k] !== commons[k]) starts[i + 1]++
  for (let i = 0; i < rows; i++) starts[i + 1] += starts[i]
  const cells = new Uint16Array(starts[rows])
  const next = starts.slice(0, rows)
  for (const [k, column] of columns.entries())
    for (let i = 0; i < rows; i++) if (column[i] + first[k] !== commons[k]) cells[next[i]++] = column[i] + first[k]
  return { first, design: { rows, size, common, commons, cells, starts } }
}

function mostFrequent(column: Uint8Array, steps: number): number {
  const times = new Int32Array(steps)
  for (let i = 0; i < column.length; i++) times[column[i]]++
  return times.reduce((best, count, step) => (count > times[best] ? step : best), 0)
}
