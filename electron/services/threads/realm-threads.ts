/** The threads that run one program, those of each realm by themselves. */
import { setTimeout as delay } from 'node:timers/promises'
import { Piscina } from 'piscina'
import type { RealmBudget, ThreadBudget } from './thread-budget'

/** Code that no other shares a thread with: what it does to the globals of its threads is its own affair. */
export interface Realm {
  /** Whose code it is: the path of a module. */
  readonly name: string
  /** Another state of it gets threads of its own; those of the one before end. */
  readonly state: string
}

/** Our own code. */
export const OURS: Realm = { name: '', state: '' }

/** What a thread says when it begins a task. */
export interface ThreadStart {
  readonly started: number
}

export interface RealmThreadsOptions {
  /** Path of the built program. */
  readonly program: string
  /** Of our own code, and of every other realm. */
  readonly budget: ThreadBudget
  readonly realms: RealmBudget
  /** Told the number of a task when a thread begins it. */
  readonly began: (task: number) => void
}

/** Milliseconds that loading a program takes at most, on a machine that has much else to do. */
const LOADING = 20_000
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000

/** They start when they are used; those of a realm that is in another state now, or of one realm too many, end once nothing runs in them. */
export function createRealmThreads<Task, Value>({ program, budget, realms, began }: RealmThreadsOptions) {
  type Threads = Piscina<Task, Value>
  /** The threads of each realm, the one that was used last behind all others. */
  const sets = new Map<string, { readonly state: string; readonly threads: Threads }>()
  /** Tasks under way, for each set of threads. */
  const running = new Map<Threads, number>()
  /** Threads of a set that have loaded their program. */
  const loaded = new WeakMap<Threads, Set<unknown>>()

  function threadsOf({ name, state }: Realm): Threads {
    const there = sets.get(name)
    if (there && there.state !== state) retire(name)
    const threads = there?.state === state ? there.threads : start(name === '' ? budget : realms)
    sets.delete(name)
    sets.set(name, { state, threads })
    const others = [...sets.keys()].filter((key) => key !== '' && key !== name)
    for (const key of others.slice(0, Math.max(0, others.length + 1 - realms.kept))) retire(key)
    return threads
  }

  function start({ threads, limits }: RealmBudget | ThreadBudget): Threads {
    const started = new Piscina<Task, Value>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE,
      resourceLimits: limits,
    })
    started.on('message', ({ started: id }: ThreadStart) => began(id))
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
    /** Has a thread of a realm do a task. Rejects where the thread ends before, or is stopped. */
    async run(realm: Realm, task: Task, signal: AbortSignal): Promise<Value> {
      const threads = threadsOf(realm)
      running.set(threads, (running.get(threads) ?? 0) + 1)
      try {
        return await threads.run(task, { signal })
      } finally {
        running.set(threads, (running.get(threads) ?? 1) - 1)
        endIfRetired(threads)
      }
    },
    /** Later tasks get new threads. */
    renew(): void {
      for (const name of [...sets.keys()]) retire(name)
    },
    /** Ends all threads, whatever they do. */
    async end(): Promise<void> {
      await Promise.all([...new Set([...running.keys(), ...[...sets.values()].map(({ threads }) => threads)])].map(destroy))
    },
  }
}
