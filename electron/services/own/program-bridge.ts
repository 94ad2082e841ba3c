/** Asks a program from a thread that computes: it waits for the answer, another thread talks to the program. */
import { basename, join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { failed, FailureError, type Failure } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { programExtraction, programInfo, stampedPage } from '../../../shared/extractors/own/program-extraction'
import { PROTOCOL_VERSION, ProgramAnswer, type ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { PageModel } from '../../../shared/page/page-model'
import type { OwnFile } from './own-file'
import { firstIssue } from '../../../shared/base/json'

type Params = Readonly<Record<string, ParamValue>>

/** An extractor of a person's own, in the thread that runs it. */
export interface LoadedExtractor {
  readonly extractor: Extractor
  /** Ends what it has started; nothing to do for a module. */
  end(): void
}

export type ProgramFile = OwnFile & { readonly kind: 'program' }

/** What the thread of a program is started with. */
export interface ProgramThreadData {
  readonly file: ProgramFile
  readonly port: MessagePort
  /** Its first element counts the answers. */
  readonly answered: Int32Array
}

/** The thread's reply: the answer as the program gave it, or what went wrong. */
export type ProgramReply = { readonly id: string } & ({ readonly answer: unknown } | { readonly failure: Failure })

/** More than the thread itself waits, so that its own words come first. */
const GRACE = 5_000

/**
 * An extractor that asks a program. The thread and the program are started by the first page and kept; a program that failed is
 * started anew by the next page.
 * @param programs folder of `program-thread.js`
 */
export function programExtractor(file: ProgramFile, programs: string): LoadedExtractor {
  const { program } = file
  let talk: { readonly port: MessagePort; readonly answered: Int32Array; readonly worker: Worker } | null = null
  let asked = 0
  /** Questions asked ahead about one page, by their parameters, and the answers that came before they were wanted. */
  let ahead: { readonly page: PageModel; readonly ids: Map<string, string> } | null = null
  const early = new Map<string, ProgramReply>()

  function start(): NonNullable<typeof talk> {
    const { port1, port2 } = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const data: ProgramThreadData = { file, port: port2, answered }
    const worker = new Worker(join(programs, 'program-thread.js'), { workerData: data, transferList: [port2], stdin: false })
    // An idle program does not keep the command line from ending.
    worker.unref()
    port1.unref()
    return { port: port1, answered, worker }
  }

  const tells = program.rules.length + program.measures.length > 0

  /** @param explain whether somebody listens to what it decides: what is asked ahead is only to extract */
  function question(page: PageModel, params: Params, explain: boolean): string {
    talk ??= start()
    const request: ProgramRequest = {
      ...{ protocol: PROTOCOL_VERSION, id: String(++asked), url: page.url, html: page.html, params },
      ...(explain && tells ? { explain: stampedPage(page) } : {}),
    }
    talk.port.postMessage(request)
    return request.id
  }

  function askAhead(page: PageModel, params: Params): void {
    if (ahead?.page !== page) {
      ahead = { page, ids: new Map() }
      early.clear()
    }
    const key = JSON.stringify(params)
    if (!ahead.ids.has(key)) ahead.ids.set(key, question(page, params, false))
  }

  /** Waits for the reply to a question; replies to others are kept for when they are wanted. */
  function replyTo(id: string): ProgramReply {
    const patience = program.timeout + program.startTimeout + GRACE
    for (;;) {
      const known = early.get(id)
      if (known) {
        early.delete(id)
        return known
      }
      if (!talk) throw failed('program.timeout', `${program.title} was stopped.`, 'Run it again.')
      const before = Atomics.load(talk.answered, 0)
      const reply = receiveMessageOnPort(talk.port)?.message as ProgramReply | undefined
      if (reply) early.set(reply.id, reply)
      else if (Atomics.wait(talk.answered, 0, before, patience) === 'timed-out') {
        void talk.worker.terminate()
        talk = null
        ahead = null
        throw failed('program.timeout', `${program.title} does not answer.`, `Raise "timeout" in ${basename(file.path)}.`)
      }
    }
  }

  function ask(page: PageModel, params: Params, explain: boolean): ProgramAnswer {
    const key = JSON.stringify(params)
    const before = ahead?.page === page && !(explain && tells) ? ahead.ids.get(key) : undefined
    if (before !== undefined) ahead?.ids.delete(key)
    const reply = replyTo(before ?? question(page, params, explain))
    if ('failure' in reply) throw new FailureError(reply.failure)
    const parsed = ProgramAnswer.safeParse(reply.answer)
    if (parsed.success) return parsed.data
    throw failed(
      'program.bad-answer',
      `${program.title} gives an answer that is not as agreed: ${firstIssue(parsed.error, 'the answer')}`,
      'See docs/own-extractor.md for what an answer may hold.',
    )
  }

  return {
    extractor: {
      ...programInfo(program),
      ahead: askAhead,
      run: (page, params, probe) => programExtraction(page, program, probe, () => ask(page, params, probe.active)),
    },
    end() {
      void talk?.worker.terminate()
      talk = null
      ahead = null
    },
  }
}
