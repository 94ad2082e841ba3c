/**
 * Measures of what a person waits for, as entries of the browser's performance timeline, where benchmarks and the
 * developer tools find them: `boilerscope.open` (with `.page`, `.tint`, `.load`, `.transfer`, `.extract`, `.result`, `.draw`) and `boilerscope.update`.
 */

/** Entries kept of each name. */
const KEPT_ENTRIES = 200

/** Until what was just changed has been painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    // The first frame draws it; a task after it runs when it is on the screen.
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

/** Records a phase that ends now. */
export function recordPhase(name: string, start: number): void {
  record(name, start, performance.now())
}

/**
 * Records something that ends when the next frame is painted, and its drawing since now as `<name>.draw`.
 * @param rest what belongs to it and is drawn by itself, asked for after that frame, null where nothing is left; without it the time is
 *   `<name>.result`
 * @returns milliseconds
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
