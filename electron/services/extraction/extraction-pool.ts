import { failureWith } from '../own/own-file'
import type { TakePiece } from '../threads/task-thread'
import { startThread, type ThreadPoolOptions } from '../threads/thread-pool'
import { type AnyPageResult, createPageThread, type PageThread } from './page-thread'
import type { PageRequest } from './tasks'

export type ExtractionPool = ReturnType<typeof createExtractionPool>

/** Milliseconds after which a waiting task may move to a free thread. A thread needs about this time to start and to parse the page. */
const LONGEST_WAIT = 400
const CHECK_INTERVAL = 50

/** A page stays in one thread. If this thread is busy for long, a free thread also parses the page. */
export function createExtractionPool({ program, budget, timeout }: Omit<ThreadPoolOptions, 'words'>) {
  const ours = Array.from({ length: budget.threads }, (_, i) =>
    createPageThread({ start: () => startThread<PageRequest, AnyPageResult>(program, budget.limits), timeout, stays: i === 0 }),
  )
  ours[0]?.prepare()

  function homeOf(page: string): PageThread {
    const holding = ours.filter((thread) => thread.holds(page))
    const [first, ...others] = holding.length > 0 ? holding : ours
    return others.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best), first as PageThread)
  }

  const runInTurn: PageThread['run'] = async (page, document, task, options = {}) => {
    const home = homeOf(page)
    // A task `parse` adds the layout to the page, so the thread of the page must run the task.
    if (task.kind === 'parse' || options.stays === true || home.waiting === 0) return home.run(page, document, task, options)
    const since = performance.now()
    const moving = new AbortController()
    let elsewhere: ReturnType<typeof home.run> | null = null
    const check = (): void => {
      const isLate = performance.now() - since >= LONGEST_WAIT
      const free = ours.find((thread) => thread.waiting === 0 && (thread.holds(page) || isLate))
      if (!free) return
      elsewhere = free.run(page, document, task, options)
      moving.abort()
    }
    const timer = setInterval(check, CHECK_INTERVAL)
    const signal = options.signal ? AbortSignal.any([options.signal, moving.signal]) : moving.signal
    // The first thread may still run a moved task after loading its program. The output of this run is ignored.
    const onPiece: TakePiece = (piece) => {
      if (!moving.signal.aborted) options.onPiece?.(piece)
    }
    const here = await home.run(page, document, task, { ...options, signal, onPiece, onBegin: () => clearInterval(timer) })
    clearInterval(timer)
    return elsewhere ?? here
  }

  const run: PageThread['run'] = async (page, document, task, options) => {
    const result = await runInTurn(page, document, task, options)
    const file = 'own' in task ? task.own?.files[0] : undefined
    return result.ok ? result : { ok: false, failure: failureWith(file, result.failure) }
  }

  return {
    run,
    prepare: (page: string): void => homeOf(page).prepare(),
    renew(): void {
      for (const thread of ours) thread.renew()
    },
    async close(): Promise<void> {
      await Promise.all(ours.map((thread) => thread.close()))
    },
  }
}
