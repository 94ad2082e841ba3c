import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { failure, FailureError } from '../../../shared/base/failure'
import { plainWords } from '../../../shared/base/escape'
import type { ProgramFile } from './program-bridge'

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
export const LONGEST_ANSWER = 64 * 1024 * 1024

export interface Running {
  readonly program: ProgramFile['program']
  readonly stdin: Writable
  readonly end: () => void
  lastWords: string
  isOver: boolean
  signal: string | null
  onOutput: (chunk: Buffer) => void
  onEnd: (code: number | null) => void
}

export function startProgram({ path, program }: ProgramFile, args: readonly string[], temporary = ''): Running {
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

export function stopProgram(running: Running): void {
  running.isOver = true
  running.end()
  running.stdin.destroy()
}

export function failedProgram(running: Running, code: string, what: string, next: string): FailureError {
  const words = plainWords(running.lastWords.trim())
  return new FailureError(failure(code, `${running.program.title} ${what}${words === '' ? '' : `\nIts last output: ${words}`}`, next))
}

export function endedProgram(running: Running, code: number | null): FailureError {
  const { signal, lastWords } = running
  if (signal === null && (code === null || ((code === 126 || code === 127) && /not found|denied/i.test(lastWords))))
    return failedProgram(
      running,
      'program.not-found',
      `cannot be started: the program "${running.program.command}" is missing or not executable.`,
      'Install it, make it executable, or correct "command".',
    )
  const end = code !== null && code > 128 ? `ended with signal ${code - 128}` : `ended with exit code ${code}`
  const what = `${signal === null ? end : `was ended by ${signal}`} before it responded.`
  return failedProgram(running, 'program.crashed', what, 'Run the program on this page outside Boilerscope to find the cause.')
}

export const slowFailure = (running: Running, wait: number): FailureError =>
  failedProgram(
    running,
    'program.timeout',
    `did not respond within ${wait / 1000} seconds and was stopped.`,
    'If the program is yours, raise "timeout" in its description.',
  )

export const tooLong = (running: Running): FailureError =>
  failedProgram(running, 'program.too-long', 'returned more than 64 MB.', 'Return only the text.')
