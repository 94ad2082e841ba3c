import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTicker } from '../../renderer/features/demo/state/demo'

let frames: ((now: number) => void)[] = []
const draw = (now: number): void => {
  const due = frames
  frames = []
  for (const frame of due) frame(now)
}
beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => frames.push(frame))
  vi.spyOn(performance, 'now').mockReturnValue(1000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the ticker of a run', () => {
  it('ticks with the elapsed time until a tick reports the end', () => {
    const passed: number[] = []
    createTicker((ms) => passed.push(ms) < 2)()
    draw(1016)
    draw(1050)
    draw(1066)
    expect(passed).toEqual([16, 34])
  })
  it('never ticks with a negative time, although a frame may begin before the start', () => {
    const passed: number[] = []
    createTicker((ms) => passed.push(ms) < 2)()
    draw(988)
    draw(1016)
    expect(passed).toEqual([0, 16])
  })
  it('does not jump after the window was in the background', () => {
    const passed: number[] = []
    createTicker((ms) => passed.push(ms) < 1)()
    draw(61_000)
    expect(passed).toEqual([250])
  })
  it('ticks once per frame after any number of starts, and again after its end', () => {
    let ticks = 0
    const start = createTicker(() => {
      ticks += 1
      return false
    })
    start()
    start()
    draw(1016)
    expect(ticks).toBe(1)
    start()
    draw(1032)
    expect(ticks).toBe(2)
  })
})
