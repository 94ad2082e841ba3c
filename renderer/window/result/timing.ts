/**
 * Measures of what a person waits for, as entries of the browser's performance timeline, where benchmarks and the
 * developer tools find them: `boilerscope.open` (with `.load`, `.transfer`, `.extract`, `.draw`) and `boilerscope.update`.
 */

/** Entries kept of each name. */
const KEPT_ENTRIES = 200

/** Calls back once what was just changed has been painted. */
function afterPaint(then: () => void): void {
  // The first frame draws it; a task after it runs when it is on the screen.
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = then
    channel.port2.postMessage(null)
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

/** Records something that ends when the next frame is painted, and its drawing since now as `<name>.draw`. @param then told the milliseconds */
export function recordPainted(name: string, start: number, then?: (duration: number) => void): void {
  const settled = performance.now()
  afterPaint(() => {
    const end = performance.now()
    record(`${name}.draw`, settled, end)
    record(name, start, end)
    then?.(end - start)
  })
}
