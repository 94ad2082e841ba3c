/** Keeps a program running and sends requests line by line. */
import type { FailureError } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { ProgramFile } from './program-bridge'
import {
  endedProgram,
  failedProgram,
  LONGEST_ANSWER,
  noAnswer,
  parsedAnswer,
  ignoreOutput,
  startProgram,
  stopProgram,
  tooLong,
  tooSlow,
  type Running,
} from './running-program'

const HOW_TO_ANSWER = 'Write one JSON object per request on one line, and all other output to standard error.'

interface Question {
  readonly line: string
  readonly id: string
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: FailureError) => void
}

/** Starts the program at the first request, and after a failure again at the next request. */
export function createLineProgram(file: ProgramFile) {
  const { program } = file
  let kept: Running | null = null
  /** Open requests, oldest first. */
  const underWay = new Map<string, Question>()
  /** Requests to send one by one after the program failed on several. */
  let suspects: Question[] = []
  let patience: NodeJS.Timeout | undefined

  function requestAnswer(request: ProgramRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const question = { line: `${JSON.stringify(request)}\n`, id: request.id, resolve, reject }
      if (suspects.length > 0 || (alone && underWay.size > 0)) suspects.push(question)
      else put(question)
    })
  }
  /** Whether the open request is sent separately. */
  let alone = false

  function put(question: Question): void {
    const isNew = !kept || kept.isOver
    const running = kept && !kept.isOver ? kept : (kept = startLines())
    underWay.set(question.id, question)
    if (isNew) watch(running, program.startTimeout)
    else if (underWay.size === 1) watch(running, 0)
    running.kept.stdin.write(question.line)
  }

  /** Every response restarts the clock, because requests wait for earlier ones. */
  function watch(running: Running, more: number): void {
    clearTimeout(patience)
    if (underWay.size === 0) return
    const wait = program.timeout + more
    patience = setTimeout(() => broken(running, tooSlow(running, wait)), wait)
  }

  /** Stops a failed program. If one request is open, it fails; several open requests are sent again one by one. */
  function broken(running: Running, reason: FailureError): void {
    clearTimeout(patience)
    ignoreOutput(running)
    stopProgram(running)
    const questions = [...underWay.values()]
    underWay.clear()
    if (questions.length === 1) questions[0]?.reject(reason)
    else suspects = [...questions, ...suspects]
    next()
  }

  function next(): void {
    const question = underWay.size === 0 ? suspects.shift() : undefined
    alone = question !== undefined
    if (question) put(question)
  }

  function answered(running: Running, line: string): void {
    const answer = parsedAnswer(line)
    const question = answer && underWay.get(String(answer.id))
    if (!answer) return broken(running, noAnswer(running, line, HOW_TO_ANSWER))
    if (!question) return broken(running, wrongId(running, String(answer.id), [...underWay.keys()]))
    underWay.delete(question.id)
    watch(running, 0)
    question.resolve(answer)
    if (alone) next()
  }

  function startLines(): Running {
    const running = startProgram(file, program.args)
    const unread = readLines(running, {
      onLine: (line) => answered(running, line),
      onTooLong: () => broken(running, tooLong(running)),
    })
    running.onEnd = (code) => {
      clearTimeout(patience)
      if (unread() > 0) broken(running, halfLine(running, unread()))
      else if (underWay.size > 0) broken(running, endedProgram(running, code))
    }
    return running
  }

  return {
    requestAnswer,
    close(): void {
      clearTimeout(patience)
      if (kept && !kept.isOver) stopProgram(kept)
    },
  }
}

/** Calls `onLine` with each complete, non-empty line of a program's output. @returns the number of bytes of the incomplete line */
function readLines(
  running: Running,
  { onLine, onTooLong }: { readonly onLine: (line: string) => void; readonly onTooLong: () => void },
): () => number {
  let chunks: Buffer[] = []
  let length = 0
  running.onOutput = (chunk) => {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      chunks.push(chunk.subarray(from, end))
      const line = Buffer.concat(chunks).toString('utf8')
      chunks = []
      length = 0
      from = end + 1
      if (line.trim() !== '') onLine(line)
      // The remaining bytes come from a program that was stopped.
      if (running.isOver) return
    }
    chunks.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > LONGEST_ANSWER) onTooLong()
  }
  return () => length
}

const halfLine = (running: Running, bytes: number): FailureError =>
  failedProgram(
    running,
    'program.half-line',
    `ended in the middle of its response (${bytes} bytes).`,
    'End every response with a line feed, and flush.',
  )

function wrongId(running: Running, id: string, pending: readonly string[]): FailureError {
  const what =
    pending.length === 0
      ? `returned the id "${id}" without a request.`
      : `returned the id "${id}", but the requests are "${pending.join(', ')}".`
  return failedProgram(running, 'program.wrong-id', what, 'Return the id of each request once.')
}
