/** Asks a program from a thread that computes: it waits for the answer, another thread talks to the program. */
import { basename, join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { programExtraction, programInfo } from '../../../shared/extractors/own/program-extraction'
import { PROTOCOL_VERSION, ProgramAnswer, type ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { PageModel } from '../../../shared/page/page-model'
import type { OwnFile } from './own-file'

export type ProgramFile = OwnFile & { readonly kind: 'program' }

/** What the thread of a program is started with. */
export interface ProgramThreadData {
  readonly file: ProgramFile
  readonly port: MessagePort
  /** Its first element counts the answers. */
  readonly answered: Int32Array
  readonly keeper: string
}

/** The thread's reply: the answer as the program gave it, or what went wrong. */
export type ProgramReply = { readonly answer: unknown } | { readonly failure: Failure }

/** More than the thread itself waits, so that its own words come first. */
const GRACE = 5_000

/**
 * An extractor that asks a program. The thread and the program are started by the first page and kept; a program that failed is
 * started anew by the next page.
 * @param programs folder of `program-thread.js` and `program-keeper.js`
 */
export function programExtractor(file: ProgramFile, programs: string): Extractor {
  const { program } = file
  let talk: { readonly port: MessagePort; readonly answered: Int32Array; readonly worker: Worker } | null = null
  let asked = 0

  function start(): NonNullable<typeof talk> {
    const { port1, port2 } = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const data: ProgramThreadData = { file, port: port2, answered, keeper: join(programs, 'program-keeper.js') }
    const worker = new Worker(join(programs, 'program-thread.js'), { workerData: data, transferList: [port2], stdin: false })
    // An idle program does not keep the command line from ending.
    worker.unref()
    port1.unref()
    return { port: port1, answered, worker }
  }

  function ask(page: PageModel, params: Readonly<Record<string, ParamValue>>): ProgramAnswer {
    talk ??= start()
    const request: ProgramRequest = { protocol: PROTOCOL_VERSION, id: String(++asked), url: page.url, html: page.html, params }
    const before = Atomics.load(talk.answered, 0)
    talk.port.postMessage(request)
    const patience = program.timeout + program.startTimeout + GRACE
    if (Atomics.wait(talk.answered, 0, before, patience) === 'timed-out') {
      void talk.worker.terminate()
      talk = null
      throw new FailureError(failure('program.timeout', `${program.title} does not answer.`, `Raise "timeout" in ${basename(file.path)}.`))
    }
    const reply = receiveMessageOnPort(talk.port)?.message as ProgramReply
    if ('failure' in reply) throw new FailureError(reply.failure)
    const parsed = ProgramAnswer.safeParse(reply.answer)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    throw new FailureError(
      failure(
        'program.bad-answer',
        `${program.title} gives an answer that is not as agreed: ${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? ''}`,
        'See docs/own-extractor.md for what an answer may hold.',
      ),
    )
  }

  return { ...programInfo(program), run: (page, params, probe) => programExtraction(page, program, probe, () => ask(page, params)) }
}
