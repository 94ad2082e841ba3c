/** Sends requests to a program from a computing thread, which blocks; another thread reads and writes the program. */
import { basename, join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { failed, FailureError, type Failure } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { OwnFile } from './own-file'

export type ProgramFile = OwnFile & { readonly kind: 'program' }

export interface ProgramThreadData {
  readonly file: ProgramFile
  readonly port: MessagePort
  /** Shared memory; the first element counts the responses. */
  readonly answered: Int32Array
}

/** Response of the thread: `answer` is the response of the program. */
export type ProgramReply = { readonly id: string } & ({ readonly answer: unknown } | { readonly failure: Failure })

/** Milliseconds added to the limit of the program's thread, so that the failure of this thread arrives first. */
const GRACE = 5_000

/** The first request starts thread and program, which stay; a failed program is restarted. @param programs folder of `program-thread.js` */
export function createProgramBridge(file: ProgramFile, programs: string) {
  const { program } = file
  let talk: { readonly port: MessagePort; readonly answered: Int32Array; readonly worker: Worker } | null = null
  let sent = 0
  /** Responses that arrived before they were needed. */
  const early = new Map<string, ProgramReply>()

  function start(): NonNullable<typeof talk> {
    const { port1, port2 } = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const data: ProgramThreadData = { file, port: port2, answered }
    const worker = new Worker(join(programs, 'program-thread.js'), { workerData: data, transferList: [port2], stdin: false })
    // An idle program does not keep the command line alive.
    worker.unref()
    port1.unref()
    return { port: port1, answered, worker }
  }

  function end(): void {
    void talk?.worker.terminate()
    talk = null
    early.clear()
  }

  return {
    /** Sends a request. Returns its id, for `receive`. */
    send(request: Omit<ProgramRequest, 'id'>): string {
      talk ??= start()
      const id = String(++sent)
      talk.port.postMessage({ ...request, id })
      return id
    },
    /** Waits for the response of a request; stores others. @throws FailureError `program.*`. */
    receive(id: string): unknown {
      const patience = program.timeout + program.startTimeout + GRACE
      for (;;) {
        const known = early.get(id)
        if (known) {
          early.delete(id)
          if ('failure' in known) throw new FailureError(known.failure)
          return known.answer
        }
        if (!talk) throw failed('program.timeout', `${program.title} was stopped.`, 'Run it again.')
        const before = Atomics.load(talk.answered, 0)
        const reply = receiveMessageOnPort(talk.port)?.message as ProgramReply | undefined
        if (reply) early.set(reply.id, reply)
        else if (Atomics.wait(talk.answered, 0, before, patience) === 'timed-out') {
          end()
          throw failed('program.timeout', `${program.title} does not respond.`, `Raise "timeout" in ${basename(file.path)}.`)
        }
      }
    },
    forget: () => early.clear(),
    end,
  }
}
