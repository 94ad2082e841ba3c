import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A program that ends, with all that it started, when the process that started it ends, however that happens. */
export interface KeptProcess {
  readonly child: ChildProcess
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Ends it with all that it started. */
  end(): void
}

/**
 * Two things run: the program, and a reader of descriptor 3, on which nothing is ever written. It ends when the other side is gone,
 * and takes the whole process group with it. The shell itself hands on the program's exit code. (What is put into the background reads from
 * nowhere, therefore the detour over descriptor 4; exec passes over the shell's own commands.)
 */
const SCRIPT = `exec 4<&0 </dev/null
( exec "$@" ) <&4 3<&- 4<&- &
program=$!
exec 4<&-
( cat <&3; kill -9 0 ) >/dev/null 2>&1 &
exec 3<&-
wait $program
exit $?`

/**
 * Starts a program. No Node is needed to keep it: Electron's own cannot be had, since its fuses forbid to start it as Node.
 * @param folder the working folder
 */
export function startKept(command: string, args: readonly string[], folder: string): KeptProcess {
  const options = { cwd: folder, windowsHide: true } as const
  if (process.platform === 'win32') {
    // Windows ends what this process started as soon as it is gone: libuv puts it into a job of its own.
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    const end = (): void => {
      if (child.pid !== undefined) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    }
    return { child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, end }
  }
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'boilerscope', command, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A process group of its own.
    detached: true,
  })
  const line = child.stdio[3]
  line?.on('error', () => undefined)
  const end = (): void => void line?.destroy()
  // What it left running is nobody's any more.
  child.on('exit', end)
  return { child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, end }
}
