import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { CANCELLED, type Result } from '../../../shared/base/failure'
import { realmBudget, type ThreadBudget } from './thread-budget'
import { endFailure, timeoutFailure, type ThreadWords } from './thread-words'

/** What a thread is sent: a task with a number of its own. */
export interface ThreadRequest<Task> {
  readonly id: number
  readonly task: Task
}

/** What a thread says when it begins a task. */
export interface ThreadStart {
  readonly started: number
}

export interface ThreadPoolOptions {
  /** Path of the built program; one of `electron/worker`. */
  readonly program: string
  /** How many threads, and how much memory each. */
  readonly budget: ThreadBudget
  /** Milliseconds a task may take, where `run` is not told otherwise. */
  readonly timeout: number
  /** How its failures are told. */
  readonly words: ThreadWords
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds the task may take, counted from when a thread begins it. */
  readonly timeout?: number | undefined
  /** Whose code the task runs; default ours. */
  readonly realm?: Realm | undefined
}

/** Code that no other shares a thread with: what it does to the globals of its threads is its own affair. */
export interface Realm {
  /** Whose code it is: the path of a module. */
  readonly name: string
  /** Another state of it gets threads of its own; those of the one before end. */
  readonly state: string
}

interface Place {
  readonly timeout: number
  readonly realm: Realm
}

const OURS: Realm = { name: '', state: '' }

export interface ThreadPool<Task, Value> {
  /** Threads at most. */
  readonly threads: number
  /**
   * Has one thread do one task. Never throws: a task that fails, takes too long, needs too much memory, ends its thread or is
   * cancelled gives a failure.
   */
  run(task: Task, options?: TaskOptions): Promise<Result<Value>>
  /** Has new threads do every later task; those that there are end as soon as nothing runs in them. */
  renew(): void
  /** Ends all threads; what they were doing is cancelled. */
  close(): Promise<void>
}

/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it what the thread keeps parsed. */
const GRACE = 300
/** Milliseconds that loading a program takes at most, on a machine that has much else to do. */
const LOADING = 20_000
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000

const STOPPED: Result<never> = { ok: false, failure: CANCELLED }

/** Makes a pool of threads that run one program. They start when they are needed; one that ended or was stopped is replaced by the next task. */
export function createThreadPool<Task, Value>(options: ThreadPoolOptions): ThreadPool<Task, Value> {
  const { program, budget, words } = options
  // Piscina's own queue is never used: it changes the order of tasks that can be stopped, and forgets them where a thread was stopped.
  const turn = pLimit(budget.threads)
  const realms = realmBudget(budget)
  const realmTurn = pLimit(realms.threads)
  /** What to do when a thread begins a task. */
  const clocks = new Map<number, () => void>()
  let closed = false
  let last = 0
  type Threads = Piscina<ThreadRequest<Task>, Result<Value>>
  /** The threads of each realm, the one that was used last behind all others. */
  const sets = new Map<string, { readonly state: string; readonly threads: Threads }>()
  /** Tasks under way, for each set of threads. */
  const running = new Map<Threads, number>()
  /** Threads of a set that have loaded their program. */
  const loaded = new WeakMap<Threads, Set<unknown>>()

  function threadsOf({ name, state }: Realm): Threads {
    const there = sets.get(name)
    if (there && there.state !== state) retire(name)
    const threads = there?.state === state ? there.threads : start(name === '')
    sets.delete(name)
    sets.set(name, { state, threads })
    const others = [...sets.keys()].filter((key) => key !== '' && key !== name)
    for (const key of others.slice(0, Math.max(0, others.length + 1 - realms.kept))) retire(key)
    return threads
  }

  function start(isOurs: boolean): Threads {
    const { threads, limits } = isOurs ? budget : realms
    const started = new Piscina<ThreadRequest<Task>, Result<Value>>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE,
      resourceLimits: limits,
    })
    started.on('message', ({ started: id }: ThreadStart) => clocks.get(id)?.())
    const ready = new Set<unknown>()
    loaded.set(started, ready)
    started.on('workerCreate', (thread) => ready.add(thread))
    started.on('workerDestroy', (thread) => ready.delete(thread))
    // A thread that ends while it has nothing to do is no one's failure; unheard, the event would end the process.
    started.on('error', () => undefined)
    return started
  }

  /** Later tasks of the realm get new threads. */
  function retire(name: string): void {
    const there = sets.get(name)
    sets.delete(name)
    if (there) endIfRetired(there.threads)
  }

  async function perform(task: Task, { timeout, realm }: Place, stop: AbortController, begin: () => void): Promise<Result<Value>> {
    if (closed || stop.signal.aborted) return STOPPED
    const id = ++last
    let timer: NodeJS.Timeout | undefined
    let timedOut = false
    // The clock starts with the work: not while the task waits for its turn, nor while a new thread loads its program.
    clocks.set(id, () => {
      clocks.delete(id)
      begin()
      timer = setTimeout(() => {
        timedOut = true
        stop.abort()
      }, timeout)
    })
    const threads = threadsOf(realm)
    running.set(threads, (running.get(threads) ?? 0) + 1)
    try {
      return await threads.run({ id, task }, { signal: stop.signal })
    } catch (thrown) {
      if (closed) return STOPPED
      return { ok: false, failure: timedOut ? timeoutFailure(words, timeout) : endFailure(words, thrown) }
    } finally {
      clearTimeout(timer)
      clocks.delete(id)
      running.set(threads, (running.get(threads) ?? 1) - 1)
      endIfRetired(threads)
    }
  }

  /** Ends threads that were renewed, once they have nothing to do. */
  function endIfRetired(threads: Threads): void {
    if ((running.get(threads) ?? 0) > 0 || [...sets.values()].some((set) => set.threads === threads)) return
    running.delete(threads)
    void destroy(threads)
  }

  /** Node 20 aborts the whole process where a thread is ended while it loads its program: that is awaited. */
  async function destroy(threads: Threads): Promise<void> {
    const late = performance.now() + LOADING
    while ((loaded.get(threads)?.size ?? 0) < threads.threads.length && performance.now() < late) await delay(5)
    await threads.destroy()
  }

  return {
    threads: budget.threads,
    run(task, { signal, timeout = options.timeout, realm = OURS } = {}) {
      if (closed || signal?.aborted) return Promise.resolve(STOPPED)
      return new Promise((resolve) => {
        const stop = new AbortController()
        let grace: NodeJS.Timeout | undefined
        let begun = false
        const cancel = (): void => {
          resolve(STOPPED)
          if (begun) grace = setTimeout(() => stop.abort(), GRACE)
          else stop.abort()
        }
        signal?.addEventListener('abort', cancel, { once: true })
        const begin = (): void => {
          begun = true
        }
        const inTurn = (): Promise<Result<Value>> => turn(perform, task, { timeout, realm }, stop, begin)
        void (realm === OURS ? inTurn() : realmTurn(inTurn)).then((result) => {
          resolve(result)
          clearTimeout(grace)
          signal?.removeEventListener('abort', cancel)
        })
      })
    },
    renew() {
      if (closed) return
      for (const name of [...sets.keys()]) retire(name)
    },
    async close() {
      closed = true
      await Promise.all([...new Set([...running.keys(), ...[...sets.values()].map(({ threads }) => threads)])].map(destroy))
    },
  }
}
