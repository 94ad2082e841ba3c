import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPageTurns, type PageTurns } from '../../electron/services/extraction/page-turns'

/** Begins a task; says whether it has begun. */
function begin(turns: PageTurns, page: string, signal?: AbortSignal) {
  const task = { begun: false, leave: () => undefined as void }
  void turns.enter(page, signal).then((turn) => {
    task.begun = true
    task.leave = () => turn.leave()
  })
  return task
}

/** One thread has parsed the page in 80 milliseconds and has nothing to do. */
async function parsedOnce(turns: PageTurns, page = 'page'): Promise<void> {
  const turn = await turns.enter(page)
  turn.parsed(80)
  turn.leave()
}

const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds)

describe('a task of a page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('waits for the thread that holds the page', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns)
    const run = begin(turns, 'page')
    const view = begin(turns, 'page')
    await pass(60)
    expect([run.begun, view.begun]).toEqual([true, false])
    run.leave()
    await pass(0)
    expect(view.begun).toBe(true)
  })

  test('waits no longer than a new thread and parsing take: then another thread parses the page too, and nobody waits any more', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns)
    begin(turns, 'page')
    let begun = false
    const turn = turns.enter('page').finally(() => {
      begun = true
    })
    await pass(329)
    expect(begun).toBe(false)
    await pass(2)
    const second = await turn
    second.parsed(90)
    second.leave()
    const third = begin(turns, 'page')
    await pass(0)
    expect(third.begun).toBe(true)
  })

  test('waits in the order of asking', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns)
    const tasks = [begin(turns, 'page'), begin(turns, 'page'), begin(turns, 'page')]
    const order: number[] = []
    for (let i = 0; i < 3; i++) {
      await pass(0)
      order.push(tasks.filter(({ begun }) => begun).length)
      tasks[i]?.leave()
    }
    expect(order).toEqual([1, 2, 3])
  })

  test('does not wait for another page, nor for one that no thread is known to hold', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns)
    const tasks = [begin(turns, 'page'), begin(turns, 'other'), begin(turns, 'other')]
    await pass(0)
    expect(tasks.map(({ begun }) => begun)).toEqual([true, true, true])
  })

  test('that is no longer wanted waits no longer', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns)
    begin(turns, 'page')
    const controller = new AbortController()
    const task = begin(turns, 'page', controller.signal)
    await pass(10)
    expect(task.begun).toBe(false)
    controller.abort()
    await pass(0)
    expect(task.begun).toBe(true)
  })

  test('knows the page by its later name', async () => {
    const turns = createPageTurns()
    await parsedOnce(turns, 'ahead')
    turns.rename('ahead', 'page')
    begin(turns, 'page')
    const second = begin(turns, 'page')
    await pass(10)
    expect(second.begun).toBe(false)
  })
})
