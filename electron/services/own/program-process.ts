import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import { plainWords } from '../../../shared/base/plain-words'
import { startKept, type KeptProcess } from './kept-process'
import type { ProgramFile } from './program-bridge'

/** Characters of what a program last wrote on its standard error. */
const LAST_WORDS = 600
/** Bytes an answer may have. */
const LONGEST_ANSWER = 64 * 1024 * 1024

/** A question under way. */
interface Question {
  readonly line: string
  readonly id: string
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: FailureError) => void
}

/** A running program: its streams, and what happens to it. */
interface Running {
  readonly kept: KeptProcess
  lastWords: string
  /** By what it was ended, where it did not end by itself. */
  signal: string | null
  /** Called with each whole piece of standard output, and at the end. */
  onOutput: (chunk: Buffer) => void
  onEnd: (code: number | null) => void
}

/** Starts the program as it is described, at the first page in mode `jsonl`, for each page in mode `page`. */
export function createProgramProcess({ path, program }: ProgramFile) {
  const folder = dirname(path)
  let kept: Running | null = null

  function start(args: readonly string[]): Running {
    const command = program.command.startsWith('.') ? resolve(folder, program.command) : program.command
    const process = startKept(command, args, folder)
    const { child, stdin, stdout, stderr } = process
    const running: Running = { kept: process, lastWords: '', signal: null, onOutput: () => undefined, onEnd: () => undefined }
    stdin.on('error', () => undefined)
    stdout.on('data', (chunk: Buffer) => running.onOutput(chunk))
    stderr.setEncoding('utf8').on('data', (text: string) => {
      running.lastWords = (running.lastWords + text).slice(-LAST_WORDS)
    })
    child.on('error', (error) => {
      running.lastWords += error.message
      running.onEnd(null)
    })
    child.on('close', (code, signal) => {
      if (kept === running) kept = null
      running.signal = signal
      running.onEnd(code)
    })
    return running
  }

  function stop(running: Running): void {
    if (kept === running) kept = null
    running.kept.end()
    running.kept.stdin.destroy()
  }

  function failed(running: Running, code: string, what: string, next: string): FailureError {
    const words = plainWords(running.lastWords.trim())
    const reason: Failure = failure(code, `${program.title} ${what}${words === '' ? '' : `\nIts last words: ${words}`}`, next)
    return new FailureError(reason)
  }

  function ended(running: Running, code: number | null): FailureError {
    if (running.signal !== null)
      return failed(running, 'program.crashed', `was ended by ${running.signal} before it had answered.`, 'Try it on this page by itself.')
    if (code === null || ((code === 126 || code === 127) && /not found|denied/i.test(running.lastWords)))
      return failed(
        running,
        'program.not-found',
        `cannot be started: there is no program "${program.command}".`,
        'Install it, or correct "command".',
      )
    return failed(
      running,
      'program.crashed',
      `ended with ${code > 128 ? `signal ${code - 128}` : `exit code ${code}`} before it had answered.`,
      'Try it on this page by itself.',
    )
  }

  const tooSlow = (running: Running, wait: number): FailureError =>
    failed(
      running,
      'program.timeout',
      `did not answer within ${wait / 1000} seconds and was stopped.`,
      'Raise "timeout" in its description.',
    )

  const tooLong = (running: Running): FailureError =>
    failed(running, 'program.too-long', 'gives an answer of more than 64 MB.', 'Answer with the text alone.')

  /** The questions that the kept program has not answered yet, oldest first. */
  const underWay = new Map<string, Question>()
  /** Questions that wait to be asked one by one, after the program failed on several. */
  let suspects: Question[] = []
  let patience: NodeJS.Timeout | undefined

  function askLine(request: ProgramRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const question = { line: `${JSON.stringify(request)}\n`, id: request.id, resolve, reject }
      if (suspects.length > 0 || (alone && underWay.size > 0)) suspects.push(question)
      else put(question)
    })
  }
  /** Whether the question under way is asked alone. */
  let alone = false

  function put(question: Question): void {
    const isNew = kept === null
    const running = (kept ??= startLines())
    underWay.set(question.id, question)
    if (isNew) watch(running, program.startTimeout)
    else if (underWay.size === 1) watch(running, 0)
    running.kept.stdin.write(question.line)
  }

  /** The clock starts anew with every answer: a question waits its turn for those before it. */
  function watch(running: Running, more: number): void {
    clearTimeout(patience)
    if (underWay.size === 0) return
    const wait = program.timeout + more
    patience = setTimeout(() => broken(running, tooSlow(running, wait)), wait)
  }

  /** Stops a program that failed. Its only question is to blame; of several each is asked again by itself. */
  function broken(running: Running, reason: FailureError): void {
    clearTimeout(patience)
    running.onOutput = running.onEnd = () => undefined
    stop(running)
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
    const answer = parsed(line)
    const question = answer && underWay.get(String(answer.id))
    if (!answer) {
      const what = `wrote something that is no answer: ${shortened(line)}`
      const how = 'Write one JSON object a line for each question, and everything else to standard error.'
      return broken(running, failed(running, 'program.garbage', what, how))
    }
    if (!question) {
      const asked = [...underWay.keys()].join(', ')
      const what = asked === '' ? `answers "${String(answer.id)}" unasked.` : `answers "${String(answer.id)}" where "${asked}" was asked.`
      return broken(running, failed(running, 'program.wrong-id', what, 'Give the id of the question back, once.'))
    }
    underWay.delete(question.id)
    watch(running, 0)
    question.resolve(answer)
    if (alone) next()
  }

  /** Starts the program that is kept, and reads its answers line by line. */
  function startLines(): Running {
    const running = start(program.args)
    let chunks: Buffer[] = []
    let length = 0
    running.onEnd = (code) => {
      clearTimeout(patience)
      if (length > 0) {
        const what = `ended in the middle of its answer (${length} bytes).`
        broken(running, failed(running, 'program.half-line', what, 'End every answer with a line feed, and flush.'))
      } else if (underWay.size > 0) broken(running, ended(running, code))
    }
    running.onOutput = (chunk) => {
      let from = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        chunks.push(chunk.subarray(from, end))
        const line = Buffer.concat(chunks).toString('utf8')
        chunks = []
        length = 0
        from = end + 1
        if (line.trim() !== '') answered(running, line)
        // The rest is of a program that was given up.
        if (kept !== running) return
      }
      chunks.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > LONGEST_ANSWER) broken(running, tooLong(running))
    }
    return running
  }

  async function askPage(request: ProgramRequest): Promise<unknown> {
    const byFile = program.args.some((arg) => arg.includes('{file}'))
    const temporary = byFile ? await mkdtemp(join(tmpdir(), 'boilerscope-page-')) : null
    try {
      const file = temporary === null ? '' : join(temporary, 'page.html')
      if (temporary !== null) await writeFile(file, request.html)
      const running = start(program.args.map((arg) => arg.replaceAll('{file}', file).replaceAll('{url}', request.url ?? '')))
      return await answerOf(running, byFile ? '' : request.html)
    } finally {
      if (temporary !== null) await rm(temporary, { recursive: true, force: true })
    }
  }

  /** All that a program prints that was started for one page; one that fails is stopped. */
  function answerOf(running: Running, input: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        running.onOutput = running.onEnd = () => undefined
      }
      const fail = (error: FailureError): void => {
        settle()
        stop(running)
        reject(error)
      }
      const wait = program.timeout + program.startTimeout
      const timer = setTimeout(() => fail(tooSlow(running, wait)), wait)
      const chunks: Buffer[] = []
      let length = 0
      running.onOutput = (chunk) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > LONGEST_ANSWER) fail(tooLong(running))
      }
      running.onEnd = (code) => {
        // On Windows its number may be another's by now; elsewhere it ends what it left running by itself.
        running.kept.stdin.destroy()
        if (code !== 0) return fail(ended(running, code))
        const text = Buffer.concat(chunks).toString('utf8')
        const answer = program.answer === 'json' ? parsed(text) : { [program.answer]: text }
        if (answer === undefined)
          return fail(failed(running, 'program.garbage', `wrote something that is no answer: ${shortened(text)}`, 'Write one JSON object.'))
        settle()
        resolve(answer)
      }
      running.kept.stdin.end(input)
    })
  }

  return {
    /**
     * Asks about a page. In mode `jsonl` any number of questions may be under way; a program that fails while it has several is asked
     * them again one by one, so that only the page that it fails on is blamed.
     * @returns what the program answered, not yet checked
     * @throws FailureError `program.not-found`, `program.crashed`, `program.timeout`, `program.garbage`, `program.half-line`,
     *   `program.wrong-id`, `program.too-long`, with the program's last words. The next page starts it anew.
     */
    ask: (request: ProgramRequest): Promise<unknown> => (program.mode === 'jsonl' ? askLine(request) : askPage(request)),
    /** Ends the program, with all that it started. */
    close: (): void => {
      clearTimeout(patience)
      if (kept) stop(kept)
    },
  }
}

export type ProgramProcess = ReturnType<typeof createProgramProcess>

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
