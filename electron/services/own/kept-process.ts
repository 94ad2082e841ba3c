import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
 * nowhere, therefore the detour over descriptor 4; exec passes over the shell's own commands.) What left the group, for a session of its
 * own, is found on Linux by a mark in its environment; elsewhere it is left. A folder that was made for the program goes with it.
 */
const SCRIPT = `mark=$BOILERSCOPE_PROGRAM
exec 4<&0 </dev/null
( exec "$@" ) <&4 3<&- 4<&- &
program=$!
exec 4<&-
( cat <&3
  for round in 1 2 3 4 5; do
    left=
    for file in $(grep -lsF "BOILERSCOPE_PROGRAM=$mark" /proc/[0-9]*/environ); do
      id=\${file#/proc/}
      id=\${id%/environ}
      read -r line < /proc/$id/stat || continue
      set -- \${line##*) }
      [ "$3" = "$$" ] && continue
      kill -9 $id && left=1
    done
    [ -n "$left" ] || break
  done
  [ -z "$BOILERSCOPE_TEMPORARY" ] || rm -rf "$BOILERSCOPE_TEMPORARY"
  kill -9 0 ) >/dev/null 2>&1 &
exec 3<&-
wait $program
exit $?`

/**
 * Starts a program. No Node is needed to keep it: Electron's own cannot be had, since its fuses forbid to start it as Node.
 * @param folder the working folder
 * @param temporary a folder that is removed when the program has ended, but on Windows; '' for none
 */
export function startKept(command: string, args: readonly string[], folder: string, temporary = ''): KeptProcess {
  const options = { cwd: folder, windowsHide: true } as const
  if (process.platform === 'win32') {
    // Windows ends what this process started as soon as it is gone: libuv puts it into a job of its own.
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    const end = (): void => {
      // The number of a process that is gone may be another's by now.
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const kill = spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
      // Where there is no taskkill, libuv's job ends the program with this process.
      kill.on('error', () => child.kill())
    }
    return { child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, end }
  }
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'boilerscope', command, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A process group of its own.
    detached: true,
    env: { ...process.env, BOILERSCOPE_PROGRAM: randomBytes(8).toString('hex'), BOILERSCOPE_TEMPORARY: temporary },
  })
  const line = child.stdio[3]
  line?.on('error', () => undefined)
  const end = (): void => void line?.destroy()
  // What it left running is nobody's any more.
  child.on('exit', end)
  return { child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, end }
}
