/** Sends requests to a program and blocks the thread until the response. Another thread communicates with the program. */
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { failed, FailureError, type Failure } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { OwnFile } from './own-file'

export type ProgramFile = OwnFile & { readonly kind: 'program' }

export interface ProgramThreadData {
  readonly file: ProgramFile
  readonly port: MessagePort
  readonly answered: Int32Array
}

export type ProgramReply = { readonly answer: unknown } | { readonly failure: Failure }

export interface LoadedExtractor {
  readonly extractor: Extractor
  end(): void
}

/** Milliseconds added to the limits of the program, because the failure of the program's thread must arrive before the wait ends. */
const GRACE = 5_000

/** A request starts the program's thread if no thread runs. @param programs folder of `program-thread.js` */
export function createProgramBridge(file: ProgramFile, programs: string) {
  const { program } = file
  let talk: { readonly port: MessagePort; readonly answered: Int32Array; readonly worker: Worker } | null = null
  let sent = 0

  function start(): NonNullable<typeof talk> {
    const { port1, port2 } = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const data: ProgramThreadData = { file, port: port2, answered }
    const worker = new Worker(join(programs, 'program-thread.js'), { workerData: data, transferList: [port2], stdin: false })
    // An idle program must not keep the command line alive.
    worker.unref()
    port1.unref()
    return { port: port1, answered, worker }
  }

  function end(): void {
    void talk?.worker.terminate()
    talk = null
  }

  return {
    request(request: Omit<ProgramRequest, 'id'>): unknown {
      const { port, answered } = (talk ??= start())
      const before = Atomics.load(answered, 0)
      port.postMessage({ ...request, id: String(++sent) })
      if (Atomics.wait(answered, 0, before, program.timeout + program.startTimeout + GRACE) === 'timed-out') {
        end()
        throw failed(
          'program.timeout',
          `${program.title} does not respond.`,
          'If the program is yours, raise "timeout" in its description.',
        )
      }
      const reply = receiveMessageOnPort(port)?.message as ProgramReply
      if ('failure' in reply) throw new FailureError(reply.failure)
      return reply.answer
    },
    end,
  }
}
