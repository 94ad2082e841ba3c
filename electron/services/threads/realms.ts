/** Code that no other shares a thread with: what it does to the globals of its threads is its own affair. */
export interface Realm {
  /** Whose code it is: the path of a module. */
  readonly name: string
  /** Another state of it gets threads of its own; those of the one before end. */
  readonly state: string
}

/** A realm's thread, or its threads. */
interface RealmThreads {
  /** Tasks that wait or are under way. */
  readonly waiting: number
  renew(): void
  close(): Promise<void>
}

/** The threads of each realm. Those of one in another state now, or of one realm too many, end once nothing runs in them. */
export function createRealms<Threads extends RealmThreads>(kept: number, make: () => Threads) {
  /** The realm that was used last stands behind all others. */
  const realms = new Map<string, { readonly state: string; readonly threads: Threads }>()
  /** Those that end as soon as they have nothing to do. */
  const retired = new Set<Threads>()

  function retire(name: string): void {
    const threads = realms.get(name)?.threads
    realms.delete(name)
    for (const other of retired) if (other.waiting === 0) retired.delete(other)
    if (!threads) return
    threads.renew()
    retired.add(threads)
  }

  return {
    of({ name, state }: Realm): Threads {
      const there = realms.get(name)
      if (there?.state !== state) retire(name)
      const threads = there?.state === state ? there.threads : make()
      realms.delete(name)
      realms.set(name, { state, threads })
      for (const other of [...realms.keys()].slice(0, Math.max(0, realms.size - kept))) retire(other)
      return threads
    },
    renew(): void {
      for (const name of [...realms.keys()]) retire(name)
    },
    async close(): Promise<void> {
      await Promise.all([...retired, ...[...realms.values()].map(({ threads }) => threads)].map((threads) => threads.close()))
    },
  }
}
