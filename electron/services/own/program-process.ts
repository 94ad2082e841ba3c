import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { ProgramFile } from './program-bridge'

export interface ProgramProcess {
  /**
   * Asks about one page at a time.
   * @returns what the program answered, not yet checked
   * @throws FailureError `program.not-found`, `program.crashed`, `program.timeout`, `program.garbage`, `program.half-line`,
   *   `program.wrong-id`, `program.too-long`, with the program's last words. The next page starts it anew.
   */
  ask(request: ProgramRequest): Promise<unknown>
}

/** Characters of what a program last wrote on its standard error. */
const LAST_WORDS = 600
/** Bytes an answer may have. */
const LONGEST_ANSWER = 64 * 1024 * 1024

/** A running program: its streams, and what happens to it. */
interface Running {
  readonly child: ChildProcess
  readonly stdin: Writable
  lastWords: string
  /** Called with each whole piece of standard output, and at the end. */
  onOutput: (chunk: Buffer) => void
  onEnd: (code: number | null) => void
}

/** Starts the program as it is described, at the first page in mode `jsonl`, for each page in mode `page`. */
export function createProgramProcess({ path, program }: ProgramFile, keeper: string): ProgramProcess {
  const folder = dirname(path)
  let kept: Running | null = null

  function start(args: readonly string[]): Running {
    const command = program.command.startsWith('.') ? resolve(folder, program.command) : program.command
    // The fourth stream is a line that breaks when this process ends, in whatever way; see the keeper.
    const child = spawn(process.execPath, [keeper, command, ...args], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const running: Running = {
      child,
      stdin: child.stdin,
      lastWords: '',
      onOutput: () => undefined,
      onEnd: () => undefined,
    }
    child.stdin?.on('error', () => undefined)
    child.stdio[3]?.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => running.onOutput(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      running.lastWords = (running.lastWords + text).slice(-LAST_WORDS)
    })
    child.on('error', (error) => {
      running.lastWords += error.message
      running.onEnd(null)
    })
    child.on('close', (code) => {
      if (kept === running) kept = null
      running.onEnd(code)
    })
    return running
  }

  function stop(running: Running): void {
    if (kept === running) kept = null
    running.child.stdio[3]?.destroy()
    running.stdin.destroy()
  }

  function failed(running: Running, code: string, what: string, next: string): FailureError {
    const words = running.lastWords.trim()
    const reason: Failure = failure(code, `${program.title} ${what}${words === '' ? '' : `\nIts last words: ${words}`}`, next)
    return new FailureError(reason)
  }

  function ended(running: Running, code: number | null): FailureError {
    if (code === 127 && /ENOENT|EACCES|not found/.test(running.lastWords))
      return failed(
        running,
        'program.not-found',
        `cannot be started: there is no program "${program.command}".`,
        'Install it, or correct "command".',
      )
    return failed(
      running,
      'program.crashed',
      `ended with exit code ${code ?? 'none'} before it had answered.`,
      'Try it on this page by itself.',
    )
  }

  /** Resolves with what `finish` is given; a program that fails meanwhile is stopped. */
  function listen(
    running: Running,
    wait: number,
    attach: (finish: (answer: unknown) => void, fail: (error: FailureError) => void) => void,
  ): Promise<unknown> {
    return new Promise((done, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        running.onOutput = running.onEnd = () => undefined
      }
      const fail = (error: FailureError): void => {
        settle()
        stop(running)
        reject(error)
      }
      const timer = setTimeout(
        () =>
          fail(
            failed(
              running,
              'program.timeout',
              `did not answer within ${wait / 1000} seconds and was stopped.`,
              'Raise "timeout" in its description.',
            ),
          ),
        wait,
      )
      attach((answer) => {
        settle()
        done(answer)
      }, fail)
    })
  }

  function askLine(request: ProgramRequest): Promise<unknown> {
    const isNew = kept === null
    const running = (kept ??= start(program.args))
    return listen(running, program.timeout + (isNew ? program.startTimeout : 0), (finish, fail) => {
      const chunks: Buffer[] = []
      let length = 0
      running.onEnd = (code) => {
        if (length > 0)
          fail(
            failed(
              running,
              'program.half-line',
              `ended in the middle of its answer (${length} bytes).`,
              'End every answer with a line feed, and flush.',
            ),
          )
        else fail(ended(running, code))
      }
      running.onOutput = (chunk) => {
        const end = chunk.indexOf(10)
        chunks.push(end < 0 ? chunk : chunk.subarray(0, end))
        length += chunk.length
        if (length > LONGEST_ANSWER)
          return fail(failed(running, 'program.too-long', 'gives an answer of more than 64 MB.', 'Answer with the text alone.'))
        if (end < 0) return
        const line = Buffer.concat(chunks).toString('utf8')
        const after = chunk
          .subarray(end + 1)
          .toString('utf8')
          .trim()
        const answer = parsed(line)
        if (answer === undefined || after !== '')
          return fail(
            failed(
              running,
              'program.garbage',
              `wrote something that is no answer: ${shortened(answer === undefined ? line : after)}`,
              'Write one JSON object a line for each question, and everything else to standard error.',
            ),
          )
        const { id } = answer
        if (String(id) !== request.id)
          return fail(
            failed(
              running,
              'program.wrong-id',
              `answers "${String(id)}" where "${request.id}" was asked.`,
              'Give the id of the question back.',
            ),
          )
        finish(answer)
      }
      running.stdin.write(`${JSON.stringify(request)}\n`)
    })
  }

  async function askPage(request: ProgramRequest): Promise<unknown> {
    const byFile = program.args.some((arg) => arg.includes('{file}'))
    const temporary = byFile ? await mkdtemp(join(tmpdir(), 'boilerscope-page-')) : null
    try {
      const file = temporary === null ? '' : join(temporary, 'page.html')
      if (temporary !== null) await writeFile(file, request.html)
      const running = start(program.args.map((arg) => arg.replaceAll('{file}', file).replaceAll('{url}', request.url ?? '')))
      return await listen(running, program.timeout + program.startTimeout, (finish, fail) => {
        const chunks: Buffer[] = []
        let length = 0
        running.onOutput = (chunk) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > LONGEST_ANSWER)
            fail(failed(running, 'program.too-long', 'gives an answer of more than 64 MB.', 'Answer with the text alone.'))
        }
        running.onEnd = (code) => {
          stop(running)
          if (code !== 0) return fail(ended(running, code))
          const text = Buffer.concat(chunks).toString('utf8')
          if (program.answer !== 'json') return finish({ [program.answer]: text })
          const answer = parsed(text)
          if (answer === undefined)
            return fail(
              failed(running, 'program.garbage', `wrote something that is no answer: ${shortened(text)}`, 'Write one JSON object.'),
            )
          finish(answer)
        }
        running.stdin.end(byFile ? '' : request.html)
      })
    } finally {
      if (temporary !== null) await rm(temporary, { recursive: true, force: true })
    }
  }

  return { ask: (request) => (program.mode === 'jsonl' ? askLine(request) : askPage(request)) }
}

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
