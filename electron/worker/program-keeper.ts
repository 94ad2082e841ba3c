/**
 * Starts a program and ends it, with all that it started, when whoever asked for it goes away, however that happens. The program
 * has our standard streams: nothing passes through here. Descriptor 3 is open as long as somebody wants the program.
 */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

const [command = '', ...args] = process.argv.slice(2)
const isWindows = process.platform === 'win32'
const child = spawn(command, args, { stdio: [0, 1, 2], detached: !isWindows, windowsHide: true })

function end(): void {
  try {
    if (isWindows || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  // What it left running in its group is nobody's any more.
  end()
  if (signal) process.stderr.write(`It was ended by ${signal}.\n`)
  process.exit(code ?? 1)
})
new Socket({ fd: 3 }).on('error', end).on('close', end).resume()
