import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { plainWords } from '../../../shared/base/escape'
import { failed, type FailureError } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import type { ProgramFile } from './program-bridge'

export type ProgramProcess = ReturnType<typeof createProgramProcess>

/** In mode `jsonl`, one program serves all pages until a failure. In mode `page`, each page starts a program. */
export function createProgramProcess(file: ProgramFile) {
  const { program } = file
  let kept: Running | null = null
  if (program.mode === 'page') void removeOldPages().catch(() => undefined)

  async function requestLine(request: ProgramRequest): Promise<unknown> {
    const isNew = kept === null || kept.isOver
    const running = kept && !kept.isOver ? kept : (kept = startProgram(file, program.args))
    const line = `${JSON.stringify(request)}\n`
    const text = await outputOf(running, line, program.timeout + (isNew ? program.startTimeout : 0))
    const answer = parsedAnswer(text)
    if (answer && String(answer.id) === request.id) return answer
    stopProgram(running)
    if (!answer) throw noAnswer(running, text, 'Write one JSON object per request on one line, and all other output to standard error.')
    const what = `returned the id "${String(answer.id)}", but the request is "${request.id}".`
    throw failedProgram(running, 'program.wrong-id', what, 'Return the id of the request in its response, and respond only once.')
  }

  return {
    /** Returns the unchecked response. Call only after the response to the previous request. */
    requestAnswer: (request: ProgramRequest): Promise<unknown> =>
      program.mode === 'jsonl' ? requestLine(request) : requestPage(file, request),
    close(): void {
      if (kept && !kept.isOver) stopProgram(kept)
    },
  }
}

const PAGE_FOLDER = 'boilerscope-page-'
/** Age of a page file, in milliseconds, after which no program reads the file any more. */
const OLD = 24 * 3600 * 1000

/**
 * Removes page files that are at least a day old. If this process ends, `GUARD` removes the page file. Without a
 * guard (on Windows, and before the program starts), the page file remains.
 */
async function removeOldPages(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PAGE_FOLDER) || (await stat(folder)).mtimeMs > Date.now() - OLD) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Returns only web and file addresses, because a program could read other texts as options. */
const addressArgument = (url: string | null): string => (url !== null && /^(?:https?|file):\/\//i.test(url) ? url : '')

async function requestPage(file: ProgramFile, { html, url }: ProgramRequest): Promise<unknown> {
  const { args, answer: format, timeout, startTimeout } = file.program
  const temporary = args.some((arg) => arg.includes('{file}')) ? await mkdtemp(join(tmpdir(), PAGE_FOLDER)) : null
  try {
    const path = temporary === null ? '' : join(temporary, 'page.html')
    if (temporary !== null) await writeFile(path, html)
    const named = args.map((arg) => arg.replaceAll('{file}', () => path).replaceAll('{url}', () => addressArgument(url)))
    const running = startProgram(file, named, temporary ?? '')
    const text = await outputOf(running, temporary === null ? html : '', timeout + startTimeout)
    const answer = format === 'json' ? parsedAnswer(text) : { [format]: text }
    if (answer === undefined) throw noAnswer(running, text, 'Write one JSON object.')
    return answer
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * Writes to a program and returns its output. In mode `jsonl`, returns the complete lines as soon as one of them is not blank. Otherwise,
 * returns all output after the program has ended. Stops the program if it fails or exceeds a limit.
 */
function outputOf(running: Running, input: string, wait: number): Promise<string> {
  const { stdin } = running
  const isLine = running.program.mode === 'jsonl'
  const chunks: Buffer[] = []
  const text = (): string => Buffer.concat(chunks).toString('utf8')
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      // Output without a request stops the program.
      running.onOutput = (chunk) => {
        if (chunk.toString('utf8').trim() !== '') stopProgram(running)
      }
      running.onEnd = () => undefined
      act()
    }
    const fail = (code: string, what: string, next: string): void => {
      stopProgram(running)
      settle(() => reject(failedProgram(running, code, what, next)))
    }
    const tooSlow = `did not respond within ${wait / 1000} seconds and was stopped.`
    const timer = setTimeout(() => fail('program.timeout', tooSlow, 'If the program is yours, raise "timeout" in its description.'), wait)
    let length = 0
    running.onOutput = (chunk) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > LONGEST_ANSWER) return fail('program.too-long', 'returned more than 64 MB.', 'Return only the text.')
      if (!isLine || !chunk.includes(10)) return
      const all = text()
      const lines = all.slice(0, all.lastIndexOf('\n'))
      if (lines.trim() !== '') settle(() => resolve(lines))
    }
    running.onEnd = (code) => {
      const half = `ended after ${length} bytes of its response, without a line feed at the end.`
      if (isLine && text().trim() !== '') fail('program.half-line', half, 'End every response with a line feed, and flush.')
      else if (isLine || code !== 0) fail(...describeEnd(running, code))
      else settle(() => resolve(text()))
      stdin.destroy()
    }
    if (isLine) stdin.write(input)
    else stdin.end(input)
  })
}

/** Returns undefined if the response is no object. A schema would load zod into the program's thread. */
function parsedAnswer(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const noAnswer = (running: Running, text: string, next: string): FailureError => {
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
  return failedProgram(running, 'program.garbage', `wrote an invalid response: ${shown}`, next)
}

/**
 * Shell script that waits for a line on descriptor 3, and then starts the program. The line is sent after the guard was started. The shell
 * stays the program's parent, because a program may end its parent.
 */
const GATE = 'read -r line <&3 || exit 1; exec 3<&-; "$@"; exit $?'

/**
 * Kills the program's group and removes the temporary folder at the end of the program, or of the thread or process that started the
 * program. The guard is outside the group, so a signal to the group does not stop the guard.
 */
const GUARD = 'read -r line; kill -9 -"$1"; [ -z "$2" ] || rm -rf "$2"'

const isWindows = process.platform === 'win32'

/** Removes `temporary` when the program ends, but not on Windows. */
function startKept(command: string, args: readonly string[], folder: string, temporary: string) {
  const asNode = process.versions.electron !== undefined && command === process.execPath
  const child = spawn(isWindows ? command : '/bin/sh', isWindows ? args : ['-c', GATE, 'boilerscope', command, ...args], {
    ...{ cwd: folder, windowsHide: true, detached: !isWindows, stdio: ['pipe', 'pipe', 'pipe', isWindows ? 'ignore' : 'pipe'] },
    env: { ...process.env, ...(asNode && { ELECTRON_RUN_AS_NODE: '1' }) },
  })
  const { pid } = child
  const guard =
    isWindows || pid === undefined
      ? null
      : spawn('/bin/sh', ['-c', GUARD, 'boilerscope', String(pid), temporary], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gate = child.stdio[3] as Writable | undefined
  for (const end of [guard, guard?.stdin, gate]) end?.on('error', () => undefined)
  gate?.end('\n')
  guard?.unref()
  let isEnded = false
  /** Kills the group only once, because another process may get the group's number later. */
  const end = (): void => {
    if (isEnded || pid === undefined) return
    isEnded = true
    if (isWindows) return endTree(child)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group has ended.
    }
    guard?.stdin.destroy()
  }
  child.on('exit', end)
  return { child: child as ChildProcessWithoutNullStreams, end }
}

/** taskkill ends the program with all child processes. If this process ends, libuv's job object ends the program. */
function endTree(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  const kill = spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
  kill.on('error', () => child.kill())
}

/** Maximum characters of standard error that a failure shows. */
const LAST_WORDS = 600
/** Maximum bytes per response. */
const LONGEST_ANSWER = 64 * 1024 * 1024

interface Running {
  readonly program: ProgramFile['program']
  readonly stdin: Writable
  readonly end: () => void
  lastWords: string
  isOver: boolean
  signal: string | null
  onOutput: (chunk: Buffer) => void
  onEnd: (code: number | null) => void
}

function startProgram({ path, program }: ProgramFile, args: readonly string[], temporary = ''): Running {
  const folder = dirname(path)
  const command = program.command.startsWith('.') ? resolve(folder, program.command) : program.command
  const { child, end } = startKept(command, args, folder, temporary)
  const { stdin, stdout, stderr } = child
  const running: Running = {
    ...{ program, stdin, end, lastWords: '', isOver: false, signal: null },
    ...{ onOutput: () => undefined, onEnd: () => undefined },
  }
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
    running.isOver = true
    running.signal = signal
    running.onEnd(code)
  })
  return running
}

function stopProgram(running: Running): void {
  running.isOver = true
  running.end()
  running.stdin.destroy()
}

function failedProgram(running: Running, code: string, what: string, next: string): FailureError {
  const words = plainWords(running.lastWords.trim())
  return failed(code, `${running.program.title} ${what}${words === '' ? '' : `\nIts last output: ${words}`}`, next)
}

function describeEnd({ signal, lastWords, program }: Running, code: number | null): [code: string, what: string, next: string] {
  if (signal === null && (code === null || ((code === 126 || code === 127) && /not found|denied/i.test(lastWords)))) {
    const what = `cannot be started: the program "${program.command}" is missing or not executable.`
    return ['program.not-found', what, 'Install it, make it executable, or correct "command".']
  }
  const end = code !== null && code > 128 ? `ended with signal ${code - 128}` : `ended with exit code ${code}`
  const what = `${signal === null ? end : `was ended by ${signal}`} before it responded.`
  return ['program.crashed', what, 'Run the program on this page outside Boilerscope to find the cause.']
}
