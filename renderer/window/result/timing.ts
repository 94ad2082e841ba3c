/**
 * Records waiting times in the browser's performance timeline, for benchmarks and developer tools: `boilerscope.open` (with `.page`,
 * `.tint`, `.load`, `.extract`, `.result`, `.draw`) and `boilerscope.update` (with `.draw`).
 */

const KEPT_ENTRIES = 200

function painted(): Promise<void> {
  return new Promise((resolve) => {
    // A task after the next animation frame runs when the change is visible.
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    })
  })
}

function record(name: string, start: number, end: number): void {
  if (performance.getEntriesByName(name).length >= KEPT_ENTRIES) performance.clearMeasures(name)
  performance.measure(name, { start, end })
}

export function recordPhase(name: string, start: number): void {
  record(name, start, performance.now())
}

/**
 * Records the time from `start` to the next painted frame as `name`, and the part after this call as `<name>.draw`.
 * @param rest called after this frame; the time until this frame is also recorded as `<name>.result`. If `rest` returns a promise, `name`
 * ends with the first frame after the promise resolves.
 * @returns milliseconds from `start` to the end
 */
export async function recordPainted(name: string, start: number, rest?: () => Promise<void> | null): Promise<number> {
  const settled = performance.now()
  await painted()
  if (rest) {
    record(`${name}.result`, start, performance.now())
    await rest()?.then(painted)
  }
  const end = performance.now()
  record(`${name}.draw`, settled, end)
  record(name, start, end)
  return end - start
}
