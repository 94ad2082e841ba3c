import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { failure, type Failure, type Result } from '../../../shared/base/failure'
import { keepLatest } from '../../../shared/base/once'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { failureWith, realmOf } from '../own/own-data'
import type { OwnFile } from '../own/own-file'
import { realmBudget, type HeapLimits, type ThreadBudget } from '../threads/thread-budget'
import type { Realm } from '../threads/realm-threads'
import { createPageThread, type PageThread, type TaskMessage, type TaskReply, type Thread } from './page-thread'
import type { PageTask, TakePiece } from './tasks'

export interface ExtractionPoolOptions {
  /** Path of the built program. */
  readonly program: string
  readonly budget: ThreadBudget
  /** Milliseconds a task may take. */
  readonly timeout: number
}

export interface ExtractionPool {
  /** Does one task on a page, see `PageThread`. */
  readonly run: PageThread['run']
  /** Starts the thread of a page that will be there soon. */
  prepare(page: string): void
  /** Loads an extractor of the person's own and says what it is. */
  describe(file: OwnFile, programs: string): Promise<Result<ExtractorInfo>>
  /** Has new threads do every later task. */
  renew(): void
  close(): Promise<void>
}

/** Milliseconds that a task waits for the thread that holds its page: about what starting another and parsing again take. */
const PATIENCE = 400
/** Milliseconds between two looks whether another thread is free. */
const LOOK = 50
/** Milliseconds that loading a program takes at most, on a machine that has much else to do. */
const LOADING = 5000

/** The file of the person's own whose extractor a task runs. */
function ownFileOf(task: PageTask): OwnFile | undefined {
  return task.kind === 'run' || task.kind === 'export' ? task.own?.files[0] : undefined
}

/** How a thread ended that was to load a module, in words about the module. */
function whileLoading(reason: Failure, path: string, timeout: number): Failure {
  const next = 'Look at what stands outside of "run".'
  if (reason.code === 'extraction.timeout')
    return failure('module.timeout', `${path} does not load within ${timeout / 1000} seconds.`, 'Look for a loop outside of "run".')
  if (reason.code === 'extraction.crashed')
    return failure('module.ended', `${path} ends the thread that loads it.`, 'Take process.exit out of it.')
  if (reason.code === 'extraction.out-of-memory')
    return failure('module.out-of-memory', `${path} needs more memory to load than a thread may take.`, next)
  return reason
}

function startThread(program: string, limits: HeapLimits): Thread {
  const worker = new Worker(program, { resourceLimits: limits })
  const loaded = new Promise<unknown>((resolve) => worker.once('message', resolve).once('exit', resolve))
  return {
    post: (message: TaskMessage) => worker.postMessage(message),
    onReply: (listener) => worker.on('message', (reply: TaskReply) => listener(reply)),
    onError: (listener) => worker.on('error', listener).on('exit', (code) => listener(new Error(`it ended with code ${code}`))),
    async end() {
      // Node 20 aborts the whole process where a thread is ended while it loads its program: that is awaited.
      const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING).unref())
      await Promise.race([loaded, late])
      await worker.terminate()
    },
  }
}

/** The threads of modules of the person's own: each has its own, see `realmOf`. */
function createModuleThreads({ program, budget, timeout }: ExtractionPoolOptions) {
  const { threads, kept, limits } = realmBudget(budget)
  const shared = pLimit(threads)
  const modules = new Map<string, { readonly state: string; readonly thread: PageThread }>()
  /** Those that end as soon as they have nothing to do. */
  const retired = new Set<PageThread>()

  function retire(name: string): void {
    const thread = modules.get(name)?.thread
    modules.delete(name)
    for (const other of retired) if (other.waiting === 0) retired.delete(other)
    if (!thread) return
    thread.retire()
    retired.add(thread)
  }

  return {
    of({ name, state }: Realm): PageThread {
      const there = modules.get(name)
      if (there && there.state !== state) retire(name)
      const thread =
        there?.state === state ? there.thread : createPageThread({ start: () => startThread(program, limits), timeout, shared })
      if (there?.state !== state) for (const other of [...modules.keys()].slice(0, Math.max(0, modules.size + 1 - kept))) retire(other)
      keepLatest(modules, name, { state, thread }, kept)
      return thread
    },
    renew() {
      for (const name of [...modules.keys()]) retire(name)
    },
    all: () => [...retired, ...[...modules.values()].map(({ thread }) => thread)],
  }
}

/**
 * Makes the threads that parse open pages and run extractors on them. Each page has one of them, which keeps it
 * parsed; where that one is busy for long, another that is free parses the page too: eight extractors in a comparison take two threads.
 */
export function createExtractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const { program, budget, timeout } = options
  const ours = Array.from({ length: budget.threads }, (_, i) =>
    createPageThread({ start: () => startThread(program, budget.limits), timeout, stays: i === 0 }),
  )
  ours[0]?.prepare()
  const modules = createModuleThreads(options)

  /** The thread that holds the page; a page that none holds gets the first of those that have least to do. */
  function homeOf(page: string): PageThread {
    const holding = ours.filter((thread) => thread.holds(page))
    const [first, ...others] = holding.length > 0 ? holding : ours
    return others.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best), first as PageThread)
  }

  const runInTurn: PageThread['run'] = async (page, document, task, given = {}) => {
    const realm = realmOf(ownFileOf(task))
    if (realm) return modules.of(realm).run(page, document, task, given)
    const home = homeOf(page)
    // The layout is put on the page where it was parsed.
    if (task.kind === 'parse' || given.stays === true || home.waiting === 0) return home.run(page, document, task, given)
    const since = performance.now()
    const moving = new AbortController()
    let elsewhere: ReturnType<typeof home.run> | null = null
    const look = (): void => {
      const isPatient = performance.now() - since < PATIENCE
      const free = ours.find((thread) => thread.waiting === 0 && (thread.holds(page) || !isPatient))
      if (!free) return
      elsewhere = free.run(page, document, task, given)
      moving.abort()
    }
    const timer = setInterval(look, LOOK)
    const signal = given.signal ? AbortSignal.any([given.signal, moving.signal]) : moving.signal
    // A thread that is still being loaded has it already, and does it: nothing is heard of that.
    const onPiece: TakePiece = (piece) => {
      if (!moving.signal.aborted) given.onPiece?.(piece)
    }
    const here = await home.run(page, document, task, { ...given, signal, onPiece, onBegin: () => clearInterval(timer) })
    clearInterval(timer)
    return elsewhere ?? here
  }

  return {
    async run(page, document, task, given) {
      const result = await runInTurn(page, document, task, given)
      return result.ok ? result : { ok: false, failure: failureWith(ownFileOf(task), result.failure) }
    },
    prepare: (page) => homeOf(page).prepare(),
    async describe(file, programs) {
      const realm = realmOf(file)
      const thread = realm ? modules.of(realm) : homeOf('')
      const reply = await thread.run<'describe'>('', null, { kind: 'describe', file, programs })
      return reply.ok ? reply : { ok: false, failure: whileLoading(reply.failure, file.path, timeout) }
    },
    renew() {
      for (const thread of ours) thread.renew()
      modules.renew()
    },
    async close() {
      await Promise.all([...ours, ...modules.all()].map((thread) => thread.close()))
    },
  }
}
