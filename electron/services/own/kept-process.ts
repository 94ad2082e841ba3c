import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A program that ends, with its child processes, when the process that started it ends for any reason. */
export interface KeptProcess {
  readonly child: ChildProcess
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  end(): void
}

/** Starts the program when its guard sends a line on descriptor 3. The shell stays its parent: a program may end its parent. */
const GATE = 'read -r line <&3 || exit 1; exec 3<&-; "$@"; exit $?'

/** Its standard input ends with the thread or process that started the program. It is outside the program's group, which cannot stop it. */
const GUARD = 'read -r line; kill -9 -"$1"; [ -z "$2" ] || rm -rf "$2"'

const isWindows = process.platform === 'win32'

/** Starts a program in its own process group and removes the folder `temporary` after its end (not on Windows). `setsid` escapes. */
export function startKept(command: string, args: readonly string[], folder: string, temporary = ''): KeptProcess {
  const asNode = process.versions.electron !== undefined && command === process.execPath
  const child = spawn(isWindows ? command : '/bin/sh', isWindows ? args : ['-c', GATE, 'boilerscope', command, ...args], {
    ...{ cwd: folder, windowsHide: true, detached: !isWindows, stdio: ['pipe', 'pipe', 'pipe', isWindows ? 'ignore' : 'pipe'] },
    env: { ...process.env, ...(asNode && { ELECTRON_RUN_AS_NODE: '1' }) },
  })
  const { pid, stdin, stdout, stderr } = child as ChildProcess & Pick<KeptProcess, 'stdin' | 'stdout' | 'stderr'>
  const guard =
    isWindows || pid === undefined
      ? null
      : spawn('/bin/sh', ['-c', GUARD, 'boilerscope', String(pid), temporary], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gate = child.stdio[3] as Writable | undefined
  for (const end of [guard, guard?.stdin, gate]) end?.on('error', () => undefined)
  gate?.end('\n')
  guard?.unref()
  let isEnded = false
  /** Ends the group only once: later, its number may belong to another process. */
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
  return { child, stdin, stdout, stderr, end }
}

/** On Windows, taskkill ends the program with its child processes; if this process ends, libuv's job ends the program. */
function endTree(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  const kill = spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
  kill.on('error', () => child.kill())
}
